package dev.tplus1.bench;

import dev.tplus1.bench.CsvFiles.Shape;
import dev.tplus1.bench.Figures.What;
import dev.tplus1.bench.Work.Side;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The works that need files only. */
final class FileWorks {
    private static final String DIFF_NOTE =
            "`tplus1 diff` through its launcher, whole process, against DuckDB's full outer join of"
                    + " the same files in a fresh JVM";
    private static final int OUTPUTS = 200_000;

    private final Setting setting;
    private final Data data;

    FileWorks(Setting setting) {
        this.setting = setting;
        this.data = new Data(setting.folder("data"));
    }

    Work diff() throws IOException {
        Day day = Data.day(setting.rows(), Day.FEW);
        return new Work(
                "diff",
                "diff, 2 x " + setting.rows() + " rows",
                DIFF_NOTE,
                ours("diff", data.csv(day, Shape.PLAIN), Answer.ofDay(day), Map.of()),
                duck("diff", data.csv(day, Shape.PLAIN), Answer.ofDay(day)),
                List.of(
                        Limit.ratio(What.WALL, 600, 400),
                        Limit.ratio(What.CPU, 600, 400),
                        Limit.mebibytes(256, 100)));
    }

    Work twice() throws IOException {
        Day day = Data.day(setting.rows(), Day.FEW);
        Day large = Data.day(setting.rows() * 2, Day.FEW);
        return new Work(
                "twice",
                "diff, twice the rows",
                "2 x "
                        + large.rows()
                        + " rows against our own 2 x "
                        + day.rows()
                        + "; linear is 2 x",
                ours("twice", data.csv(large, Shape.PLAIN), Answer.ofDay(large), Map.of()),
                ours("once", data.csv(day, Shape.PLAIN), Answer.ofDay(day), Map.of()),
                List.of(Limit.ratio(What.WALL, 2300, 2300), Limit.ratio(What.PEAK, 1250, 1250)));
    }

    Work tenth() throws IOException {
        Day day = Data.day(setting.rows(), Day.FEW);
        Day small = Data.day(Math.max(1, setting.rows() / 10), Day.FEW);
        return new Work(
                "tenth",
                "diff, ten times the rows",
                "2 x "
                        + day.rows()
                        + " rows against our own 2 x "
                        + small.rows()
                        + "; linear is 10 x",
                ours("ten", data.csv(day, Shape.PLAIN), Answer.ofDay(day), Map.of()),
                ours("tenth", data.csv(small, Shape.PLAIN), Answer.ofDay(small), Map.of()),
                List.of(Limit.ratio(What.WALL, 11_500, 11_500)));
    }

    Work cores() throws IOException {
        Day day = Data.day(setting.rows(), Day.FEW);
        Path folder = data.csv(day, Shape.PLAIN);
        return new Work(
                "cores",
                "diff, all cores against one",
                "the JVM told to use one processor (`-XX:ActiveProcessorCount=1`) is the rival",
                ours("cores", folder, Answer.ofDay(day), Map.of()),
                ours(
                        "core",
                        folder,
                        Answer.ofDay(day),
                        Map.of("TPLUS1_JAVA_OPTS", "-XX:ActiveProcessorCount=1")),
                List.of(Limit.ratio(What.WALL, 1000, 1000)));
    }

    Work third() throws IOException {
        Day day = Data.day(setting.rows(), Day.MANY);
        Path folder = data.csv(day, Shape.PLAIN);
        return new Work(
                "third",
                "diff, a third of the rows are breaks",
                DIFF_NOTE,
                ours("third", folder, Answer.ofDay(day), Map.of()),
                duck("third", folder, Answer.ofDay(day)),
                List.of(Limit.ratio(What.WALL, 1200, 700)));
    }

    Work mixed() throws IOException, InterruptedException {
        Day day = Data.day(setting.rows(), Day.FEW);
        Path mixed = data.csv(day, Shape.MIXED);
        Side duck = duck("mixed", mixed, new Answer(0, 0, 0), "CRLF");
        Measured.run(duck.command());
        Answer answer = Answer.ofRival(setting.folder("run").resolve("mixed-duckdb.csv"));
        return new Work(
                "mixed",
                "diff, quotes, CRLF, mixed keys",
                "all fields quoted, CRLF, keys with letters of any script in any length, against"
                        + " our own plain file; DuckDB only gives the answer",
                ours("mixed", mixed, answer, Map.of()),
                ours("plain", data.csv(day, Shape.PLAIN), Answer.ofDay(day), Map.of()),
                List.of(Limit.ratio(What.CPU, 1500, 1200)));
    }

    Work repeated() throws IOException {
        Day day = Data.day(setting.rows() / 5, Day.FEW);
        Path folder = data.csv(day, Shape.PLAIN, day.rows() / 2);
        Path out = setting.folder("run").resolve("repeated");
        return new Work(
                "repeated",
                "diff, one key " + day.rows() / 2 + " times",
                "half of the statement's " + day.rows() + " rows carry one and the same key",
                new Side(
                        () -> emptied(out),
                        diff("repeated", folder, Map.of()),
                        () -> Files.size(out.resolve("breaks.csv"))),
                null,
                List.of());
    }

    Work outputs() throws IOException {
        Path out = setting.folder("run").resolve("outputs");
        Path few = setting.folder("run").resolve("few-outputs");
        return new Work(
                "outputs",
                OUTPUTS + " breaks: all outputs written",
                "breaks.csv, report.html and summary.json of a run, from the first break to the end"
                    + " of the process; a hundredth of the breaks is the rival, which shows what"
                    + " memory and start cost by themselves",
                breaks(OUTPUTS, out),
                breaks(OUTPUTS / 100, few),
                List.of(Limit.seconds(6, 3)));
    }

    private Side breaks(int count, Path out) throws IOException {
        return new Side(
                () -> emptied(out),
                new Measured.Command(
                        setting.main(
                                ManyBreaks.class,
                                List.of("-Xmx512m"),
                                Integer.toString(count),
                                out.toString()),
                        Map.of(),
                        log(out.getFileName().toString()),
                        ManyBreaks.BEGINS,
                        List.of(0)),
                () -> {
                    long lines;
                    try (Stream<String> all = Files.lines(out.resolve("breaks.csv"))) {
                        lines = all.count();
                    }
                    same(out.toString(), count + 1L, lines);
                });
    }

    private Side ours(String name, Path folder, Answer answer, Map<String, String> environment)
            throws IOException {
        Path out = setting.folder("run").resolve(name);
        return new Side(
                () -> emptied(out),
                diff(name, folder, environment),
                () -> same(name, answer, Answer.ofReport(out.resolve("breaks.csv"))));
    }

    private Measured.Command diff(String name, Path folder, Map<String, String> environment)
            throws IOException {
        Path out = setting.folder("run").resolve(name);
        Map<String, String> all = new java.util.HashMap<>(environment);
        all.put("TPLUS1_JAVA", setting.java().toString());
        return new Measured.Command(
                setting.tplus1(
                        "diff",
                        "--provider",
                        "csv",
                        "--statement",
                        folder.resolve(Data.STATEMENT).toString(),
                        "--ledger",
                        folder.resolve(Data.LEDGER).toString(),
                        "--out",
                        out.toString()),
                all,
                log(name),
                "",
                List.of(0));
    }

    private Side duck(String name, Path folder, Answer answer) throws IOException {
        return duck(name, folder, answer, "LF");
    }

    private Side duck(String name, Path folder, Answer answer, String lineEnd) throws IOException {
        Path out = setting.folder("run").resolve(name + "-duckdb.csv");
        return new Side(
                () -> Files.deleteIfExists(out),
                Measured.Command.of(
                        setting.main(
                                DuckDbDiff.class,
                                List.of(),
                                folder.resolve(Data.STATEMENT).toString(),
                                folder.resolve(Data.LEDGER).toString(),
                                out.toString(),
                                lineEnd),
                        log(name + "-duckdb")),
                () -> same(name + ", DuckDB", answer, Answer.ofRival(out)));
    }

    private Path log(String name) throws IOException {
        return Files.createDirectories(setting.folder("run")).resolve(name + ".log");
    }

    static void same(String what, Object expected, Object found) {
        if (!expected.equals(found)) {
            throw new IllegalStateException(
                    what + ": the answer is wrong: expected " + expected + ", found " + found);
        }
    }

    /** Removes the folder with all that is in it. */
    static void emptied(Path folder) throws IOException {
        if (Files.exists(folder)) {
            List<Path> all;
            try (Stream<Path> walk = Files.walk(folder)) {
                all = walk.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path each : all) {
                Files.delete(each);
            }
        }
    }
}
