package dev.tplus1.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Run by the build: leaves in a folder the java and the class path that it was itself started with,
 * for the launcher.
 */
final class LaunchNote {
    private LaunchNote() {}

    static void main(String[] args) throws IOException {
        Path folder = Files.createDirectories(Path.of(args[0]));
        String java = ProcessHandle.current().info().command().orElseThrow();
        String path = System.getProperty("java.class.path");
        Files.writeString(folder.resolve("classpath"), path);
        // last: the launcher takes it for the sign that all of it is there
        Files.writeString(folder.resolve("java"), java);
    }
}
