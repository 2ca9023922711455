package dev.tplus1.bench;

import dev.tplus1.bench.CsvFiles.Shape;
import dev.tplus1.bench.Figures.What;
import dev.tplus1.bench.Work.Side;
import dev.tplus1.bench.Work.Task;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Schema;
import dev.tplus1.replay.Replays;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The works that need a database. */
final class DatabaseWorks implements AutoCloseable {
    /** What Spring Batch logs when Spring has started and the run begins. */
    private static final String LAUNCHED = "launched with the following parameters";

    private static final int SMALL = 2_000;
    private static final String JOB =
            """
            tplus1:
              job: bench
              database: {url: "%s"%s}
            %s  accounts:
                - {id: bench, provider: %s, %s, statements: {directory: "%s", file: "%s"}}
              replay: {mode: off}
              reports: {directory: "%s"}
            """;

    private final Setting setting;
    private final Data data;
    private final Server server;
    private @Nullable DatabaseSettings books;

    /** What the last replay left in the tables. */
    private @Nullable String replayed;

    DatabaseWorks(Setting setting) {
        this.setting = setting;
        this.data = new Data(setting.folder("data"));
        this.server = new Server(setting.mysql());
    }

    String version() throws SQLException {
        return server.version();
    }

    /**
     * Makes the files of the works with databases; the databases themselves last for a run only.
     */
    void data() throws IOException {
        data.csv(day(), Shape.PLAIN);
        data.bill(day());
        data.csv(Data.day(SMALL, Day.FEW), Shape.PLAIN);
    }

    Work reconcile() throws IOException, SQLException {
        Day day = day();
        return new Work(
                "reconcile",
                "reconcile, " + day.rows() + " csv lines against MySQL",
                "from the launch of the batch job, when Spring has started, to the end of the"
                    + " process; the rival reads the same rows through Connector/J as bytes, from"
                    + " the first line of its main to the end of the process. Peak memory is of the"
                    + " whole process. CPU is the client's",
                csv(day),
                new Side(
                        Task::nothing,
                        new Measured.Command(
                                setting.main(BareRead.class, List.of(), books(day).url()),
                                Map.of(),
                                log("bare"),
                                BareRead.BEGINS,
                                List.of(0)),
                        () ->
                                FileWorks.same(
                                        "bare read",
                                        true,
                                        Files.readString(log("bare"))
                                                .contains("\n" + Shop.booked(day) + " rows"))),
                List.of(Limit.ratio(What.WALL, 2000, 1400), Limit.mebibytes(450, 300)));
    }

    Work bill() throws IOException, SQLException {
        Day day = day();
        return new Work(
                "bill",
                "the same with a WeChat Pay bill",
                "all its checks, against our own csv reconcile",
                side(
                        "bill",
                        day,
                        "wechatpay",
                        "merchant-id: \"" + WechatBill.MERCHANT + "\"",
                        data.bill(day),
                        Data.BILL),
                csv(day),
                List.of(Limit.ratio(What.WALL, 1500, 1200)));
    }

    Work small() throws Exception {
        Day day = Data.day(SMALL, Day.FEW);
        Path template = template(day);
        Path run = setting.folder("run").resolve("small");
        Path folder = data.csv(day, Shape.PLAIN);
        String url = "jdbc:h2:file:" + run.resolve("h2");
        Task copied =
                () -> {
                    FileWorks.emptied(run);
                    Files.createDirectories(run);
                    Files.copy(
                            template, run.resolve("h2.mv.db"), StandardCopyOption.REPLACE_EXISTING);
                };
        copied.run();
        List<String> hello = new HelloJar(setting).command(url);
        Path job = log("small.yaml");
        Path reports = run.resolve("reports");
        Files.writeString(
                job,
                JOB.formatted(
                        url,
                        ", username: sa, password: \"\"",
                        "",
                        "csv",
                        "zone: " + Day.ZONE,
                        folder,
                        Data.STATEMENT,
                        reports));
        return new Work(
                "small",
                "a date of " + SMALL + " lines",
                "whole process from the extracted jar, on a file of H2 that has its tables, against"
                        + " a Boot and Batch program with the same libraries, flags and class"
                        + " archive whose job does nothing",
                new Side(
                        copied,
                        ours("small", job, Map.of(), ""),
                        () -> FileWorks.same("small", Answer.ofDay(day), answer(reports))),
                new Side(copied, Measured.Command.of(hello, log("hello")), Task::nothing),
                List.of(Limit.ratio(What.WALL, 1500, 1200)));
    }

    Work replay() throws IOException, SQLException {
        int callbacks = (int) Math.max(1, setting.rows() / 100);
        return new Work(
                "replay",
                callbacks + " missed callbacks replayed",
                "mode `books` into MySQL, from the made orders to the end of the process, against a"
                        + " bare loop of the same statements, 100 per commit",
                replays(callbacks, "ours"),
                replays(callbacks, "bare"),
                List.of(Limit.ratio(What.WALL, 1500, 1100)));
    }

    private Side replays(int callbacks, String side) throws IOException, SQLException {
        String url = server.empty("replay").url();
        return new Side(
                () -> Replays.prepare(server.empty("replay").url(), callbacks),
                new Measured.Command(
                        setting.main(
                                Replays.class, List.of(), url, Integer.toString(callbacks), side),
                        Map.of(),
                        log("replay-" + side),
                        Replays.BEGINS,
                        List.of(0)),
                () -> {
                    String left = Replays.left(url);
                    String other = replayed;
                    replayed = left;
                    FileWorks.same("replay, " + side, other == null ? left : other, left);
                    FileWorks.same("replay, " + side, true, left.startsWith(callbacks + " "));
                });
    }

    private Day day() {
        return Data.day(Math.max(1, setting.rows() / 5), Day.FEW);
    }

    private Side csv(Day day) throws IOException, SQLException {
        Path folder = data.csv(day, Shape.PLAIN);
        return side("reconcile", day, "csv", "zone: " + Day.ZONE, folder, Data.STATEMENT);
    }

    private Side side(String name, Day day, String provider, String more, Path folder, String file)
            throws IOException, SQLException {
        DatabaseSettings own = server.empty(name);
        Path job = log(name + ".yaml");
        Path reports = setting.folder("run").resolve(name + "-reports");
        Files.writeString(
                job,
                JOB.formatted(
                        own.url(),
                        "",
                        "  ledger: {url: \"" + books(day).url() + "\"}\n",
                        provider,
                        more,
                        folder,
                        file,
                        reports));
        return new Side(
                () -> {
                    FileWorks.emptied(reports);
                    try (Database database = Database.open("own", server.empty(name))) {
                        database.migrate(Schema.OWN);
                    }
                },
                ours(name, job, Map.of("TPLUS1_JAVA_OPTS", "-Dtplus1.log=INFO"), LAUNCHED),
                () -> FileWorks.same(name, Answer.ofDay(day), answer(reports)));
    }

    private static Answer answer(Path reports) throws IOException {
        return Answer.ofReport(
                reports.resolve("bench/" + Shop.ACCOUNT + "/" + Day.DATE + "/r1/breaks.csv"));
    }

    private Measured.Command ours(
            String name, Path job, Map<String, String> environment, String marker)
            throws IOException {
        Map<String, String> all = new HashMap<>(environment);
        all.put("TPLUS1_JAVA", setting.java().toString());
        return new Measured.Command(
                setting.tplus1("reconcile", "--job", job.toString(), "--date", Day.DATE.toString()),
                all,
                log(name),
                marker,
                List.of(0));
    }

    /** The books in MySQL, filled once. */
    private DatabaseSettings books(Day day) throws SQLException {
        DatabaseSettings known = books;
        if (known == null) {
            known = server.empty("books");
            System.err.println("filling the books");
            Shop.open(day, known);
            books = known;
        }
        return known;
    }

    /** A file of H2 with all tables and the books of a day. */
    private Path template(Day day) throws IOException, SQLException {
        Path folder = setting.folder("data").resolve("h2");
        FileWorks.emptied(folder);
        DatabaseSettings settings =
                new DatabaseSettings("jdbc:h2:file:" + folder.resolve("h2"), "sa", "");
        Shop.open(day, settings);
        try (Database database = Database.open("own", settings)) {
            database.migrate(Schema.OWN);
        }
        return folder.resolve("h2.mv.db");
    }

    private Path log(String name) throws IOException {
        String file = name.contains(".") ? name : name + ".log";
        return Files.createDirectories(setting.folder("run")).resolve(file);
    }

    @Override
    public void close() throws SQLException {
        server.close();
    }
}
