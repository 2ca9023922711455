package dev.tplus1.nightly;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.speech.Terminal;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The program as a process of its own whose clock stands still, and which stands still itself, as
 * soon as replays of the killed date are committed; then it is killed.
 */
final class MonthPod {
    private static final String HERE = "here";

    private MonthPod() {}

    /** Arguments: the time, the database's URL, and the command line. */
    public static void main(String[] args) {
        NightClock clock = new NightClock(args[0]);
        Database watching = Database.open("database", new DatabaseSettings(args[1], null, null));
        clock.whenAsked(() -> {
            if (MonthNights.replayedOnKilled(watching) > 0) {
                System.out.println(HERE);
                await();
            }
        });
        PrintStream nobody = new PrintStream(OutputStream.nullOutputStream());
        int code =
                Cli.run(
                        Arrays.copyOfRange(args, 2, args.length),
                        new Terminal(nobody, nobody, false, false),
                        Map.of(),
                        () -> new CommandWork(clock));
        System.out.println("ended with " + code);
        System.exit(code);
    }

    /** For the kill. */
    private static void await() {
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs a command line until that moment, and kills it. */
    static void killed(Shop shop, Path job, String... command) {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
        line.addAll(List.of(MonthPod.class.getName(), shop.clock.instant().toString()));
        line.add(shop.settings.url());
        line.addAll(List.of(command));
        line.addAll(List.of("--job", job.toString()));
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        try {
            Process process = builder.start();
            try (BufferedReader out = process.inputReader()) {
                List<String> said = new ArrayList<>();
                while (!said.contains(HERE)) {
                    String each = out.readLine();
                    if (each == null) {
                        throw new AssertionError("it ended by itself: " + said);
                    }
                    said.add(each);
                }
            } finally {
                process.destroyForcibly().waitFor();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
