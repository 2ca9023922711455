package dev.tplus1.nightly;

import dev.tplus1.Packed;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The program as a process of its own. */
final class Child {
    private static final long PATIENCE_SECONDS = 120;
    private static final Path LAUNCHER = Path.of("jobs/tplus1").toAbsolutePath();

    private final Process process;
    private final Path out;
    private final Path err;

    private Child(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    static Child start(Path folder, List<String> options, String... args) {
        return start(folder, new ProcessBuilder(Packed.command(options, args)));
    }

    /**
     * The program as the build packed it, by {@code jobs/tplus1} and a plain shell, with nothing in
     * the environment but which Java to take.
     */
    static Child launch(Path folder, String... args) {
        // without it the launcher would build it
        Packed.jar();
        List<String> command = new ArrayList<>(List.of("/bin/sh", LAUNCHER.toString()));
        command.addAll(Arrays.asList(args));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().put("TPLUS1_JAVA", System.getProperty("java.home"));
        builder.environment().put("TPLUS1_JAVA_OPTS", "-Xmx256m -Djava.io.tmpdir=" + folder);
        return start(folder, builder);
    }

    private static Child start(Path folder, ProcessBuilder builder) {
        Path out = folder.resolve("out-" + System.nanoTime());
        Path err = folder.resolve("err-" + System.nanoTime());
        builder.redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .redirectInput(new File("/dev/null"));
        try {
            return new Child(builder.start(), out, err);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static Child run(Path folder, String... args) {
        Child child = start(folder, List.of(), args);
        child.code();
        return child;
    }

    int code() {
        return code(PATIENCE_SECONDS);
    }

    /** Its exit code; ended within so many seconds, or the test fails. */
    int code(long seconds) {
        try {
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("it did not end");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return process.exitValue();
    }

    boolean alive() {
        return process.isAlive();
    }

    /** SIGTERM. */
    void terminate() {
        process.destroy();
    }

    /** Whether it has a thread of this name, as Linux has it. */
    boolean runs(String thread) {
        Path tasks = Path.of("/proc", Long.toString(process.pid()), "task");
        try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
            for (Path each : all) {
                Path name = each.resolve("comm");
                if (Files.exists(name) && Files.readString(name).strip().equals(thread)) {
                    return true;
                }
            }
            return false;
        } catch (IOException | DirectoryIteratorException _) {
            // a thread, or all of it, has ended meanwhile
            return false;
        }
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly();
        code();
    }

    String out() {
        return Shop.read(out);
    }

    String err() {
        return Shop.read(err);
    }
}
