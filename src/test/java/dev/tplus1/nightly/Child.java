package dev.tplus1.nightly;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The program as a process of its own, on the class path of the tests but without their logging.
 */
final class Child {
    private static final long PATIENCE_SECONDS = 120;
    private static final Path LAUNCHER = Path.of("jobs/tplus1").toAbsolutePath();
    private static final Path PACKED = Path.of("target/app/tplus1.jar").toAbsolutePath();

    private final Process process;
    private final Path out;
    private final Path err;

    private Child(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    static Child start(Path folder, List<String> options, String... args) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx256m"));
        command.addAll(options);
        command.add("dev.tplus1.Tplus1");
        command.addAll(Arrays.asList(args));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("CLASSPATH", classPath());
        return start(folder, builder);
    }

    /**
     * The program as the build packed it, by {@code jobs/tplus1} and a plain shell, with nothing in
     * the environment but which Java to take.
     */
    static Child launch(Path folder, String... args) {
        if (!Files.exists(PACKED)) {
            // else the launcher would build it
            throw new IllegalStateException(PACKED + " is not there; mvn package makes it");
        }
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

    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(part -> !part.endsWith("test-classes"))
                .collect(Collectors.joining(File.pathSeparator));
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
