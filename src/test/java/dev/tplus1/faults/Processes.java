package dev.tplus1.faults;

import dev.tplus1.Packed;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process that can be killed, stopped and woken: the program as the build packed it, or a main of
 * the tests. Thread-safe.
 */
final class Processes implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 180;
    private static final long DUMP_SECONDS = 3;
    private static final List<String> SMALL =
            List.of(
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-Xmx256m",
                    "-XX:-UsePerfData",
                    "--enable-native-access=ALL-UNNAMED");

    private final Process process;
    private final Path out;
    private final Path err;

    private Processes(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** The program with a command line. */
    static Processes program(Path folder, String... args) {
        return start(
                folder,
                "",
                Packed.command(List.of("-Djava.io.tmpdir=" + folder.resolve("tmp")), args));
    }

    /** A main class of the tests. */
    static Processes main(Path folder, Class<?> main, String... args) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SMALL);
        command.add(main.getName());
        command.addAll(Arrays.asList(args));
        return start(folder, System.getProperty("java.class.path"), command);
    }

    private static Processes start(Path folder, String classPath, List<String> command) {
        try {
            Files.createDirectories(folder.resolve("tmp"));
            Path said = Files.createDirectories(folder.resolve("said"));
            Path out = Files.createTempFile(said, "out-", "");
            Path err = Files.createTempFile(said, "err-", "");
            ProcessBuilder builder =
                    new ProcessBuilder(command)
                            .redirectOutput(out.toFile())
                            .redirectError(err.toFile())
                            .redirectInput(new File("/dev/null"));
            if (!classPath.isEmpty()) {
                builder.environment().put("CLASSPATH", classPath);
            }
            return new Processes(builder.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its exit code, once it has ended. */
    int code() {
        return code(PATIENCE_SECONDS);
    }

    /** Its exit code; ended within so many seconds, or the test fails with what it does instead. */
    int code(long seconds) {
        try {
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                // a JVM answers with its threads
                signal("QUIT");
                process.waitFor(DUMP_SECONDS, TimeUnit.SECONDS);
                process.destroyForcibly();
                throw new AssertionError(
                        "it did not end within " + seconds + " s: " + err() + out());
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return process.exitValue();
    }

    boolean alive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** SIGKILL; comes back when it is gone. */
    void kill() {
        process.destroyForcibly();
        code();
    }

    /** SIGTERM. */
    void terminate() {
        process.destroy();
    }

    /** SIGSTOP; comes back when it stands still. */
    void pause() {
        signal("STOP");
        Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
        while (!read(stat).contains(") T ")) {
            Thread.onSpinWait();
        }
    }

    /** SIGCONT. */
    void wake() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            int code =
                    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                            .start()
                            .waitFor();
            if (code != 0) {
                throw new IllegalStateException("kill -" + name + " exits " + code);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    String out() {
        return read(out);
    }

    String err() {
        return read(err);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }
}
