package dev.tplus1.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the command line asks for.
 *
 * @param home the checkout
 * @param java the java that runs this and all that is measured
 * @param rows of the largest comparison but the double one; other works take a part of it
 * @param only the works to run; empty: all
 * @param mysql the JDBC URL of a server where databases may be made; empty: one of our own
 */
record Setting(
        Step step,
        Path home,
        Path java,
        Path out,
        long rows,
        int pairs,
        List<String> only,
        String mysql) {
    private static final long ROWS = 10_000_000;
    private static final int PAIRS = 5;
    private static final int MOST_PAIRS = 99;

    /** How the launcher runs the program, for what is run beside it: memory and compiler. */
    static final List<String> FLAGS =
            List.of(
                    "-XX:+UseSerialGC",
                    "-XX:NewSize=24m",
                    "-XX:Tier4InvocationThreshold=20000",
                    "-XX:Tier4MinInvocationThreshold=2400",
                    "-XX:Tier4CompileThreshold=60000");

    static final String USAGE =
            """
            jobs/bench data | run | all | jmh [OPTION]...

            data   makes the files; run measures, and makes what is missing; all does both
            jmh    measures the inner loops; what follows goes to JMH

            --rows N     rows of the large comparisons (10000000); smaller is quicker and says less
            --only ID    one work of the table, may be repeated: %s
            --pairs N    how often each work and its rival are run, in turns (5)
            --out DIR    where data and results go (target/bench/out)
            --mysql URL  a MySQL where databases may be made, jdbc:mysql://HOST:PORT/?user=U&password=P
                         (left out: a MariaDB from Maven Central, for the run only)
            """;

    /** What is to be done. */
    enum Step {
        DATA,
        RUN
    }

    /** Reads the arguments; what is wrong with them is an IllegalArgumentException. */
    static Setting of(Path home, Path java, List<String> arguments) {
        if (arguments.isEmpty()) {
            throw new IllegalArgumentException("data, run, all or jmh is expected");
        }
        Step step =
                switch (arguments.getFirst()) {
                    case "data" -> Step.DATA;
                    case "run", "all" -> Step.RUN;
                    case String other ->
                            throw new IllegalArgumentException(
                                    "data, run, all or jmh is expected, found " + other);
                };
        Path out = home.resolve("target/bench/out");
        long rows = ROWS;
        int pairs = PAIRS;
        String mysql = "";
        List<String> only = new ArrayList<>();
        for (int i = 1; i < arguments.size(); i += 2) {
            String name = arguments.get(i);
            if (i + 1 == arguments.size()) {
                throw new IllegalArgumentException(name + " needs a value");
            }
            String value = arguments.get(i + 1);
            switch (name) {
                case "--rows" -> rows = number(name, value, 40_000_000);
                case "--pairs" -> pairs = (int) number(name, value, MOST_PAIRS);
                case "--only" -> only.add(value);
                case "--out" -> out = Path.of(value);
                case "--mysql" -> mysql = value;
                default -> throw new IllegalArgumentException("unknown: " + name);
            }
        }
        return new Setting(
                step, home, java, out.toAbsolutePath(), rows, pairs, List.copyOf(only), mysql);
    }

    private static long number(String name, String value, long most) {
        try {
            long number = Long.parseLong(value);
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // said below
        }
        throw new IllegalArgumentException(
                name + " " + value + ": a number from 1 to " + most + " is expected");
    }

    Path folder(String name) {
        return out.resolve(name);
    }

    /** A main of this room in a process of its own, with the flags of the program. */
    List<String> main(Class<?> type, List<String> flags, String... arguments) {
        List<String> line = new ArrayList<>();
        line.add(java.toString());
        line.addAll(FLAGS);
        line.addAll(flags);
        line.addAll(
                List.of(
                        "-Xshare:auto",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        type.getName()));
        line.addAll(List.of(arguments));
        return line;
    }

    /** The program as users start it. */
    List<String> tplus1(String... arguments) {
        List<String> line = new ArrayList<>(List.of(home.resolve("jobs/tplus1").toString()));
        line.addAll(List.of(arguments));
        return line;
    }
}
