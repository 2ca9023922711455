package dev.tplus1;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The program as the build packed it, started from its extracted jar and AOT cache as the launcher
 * starts it, but small and without the second compiler: for tests that start many.
 */
public final class Packed {
    /** Another place than the build's while something is tried out. */
    private static final Path APP =
            Path.of(System.getProperty("tplus1.app", "target/app")).toAbsolutePath();

    private Packed() {}

    /** The extracted jar; a test must not build it. */
    public static Path jar() {
        Path jar = APP.resolve("tplus1.jar");
        if (!Files.exists(jar)) {
            throw new IllegalStateException(jar + " is not there; mvn package makes it");
        }
        return jar;
    }

    /**
     * The words that start it.
     *
     * @param options more for the JVM
     * @param args the program's command line
     */
    public static List<String> command(List<String> options, String... args) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx256m",
                        "-XX:-UsePerfData",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Xlog:disable",
                        "-XX:AOTCache=" + APP.resolve("tplus1.aot")));
        command.addAll(options);
        command.addAll(List.of("-jar", jar().toString()));
        command.addAll(Arrays.asList(args));
        return command;
    }
}
