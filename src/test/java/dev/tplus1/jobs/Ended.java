package dev.tplus1.jobs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a command that ran to its end left: exit code, and what it said on stdout and stderr
 * together.
 */
record Ended(int code, String said) {
    /** Runs a command with this environment and no other, and nothing on stdin. */
    static Ended run(Path folder, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said);
    }

    /** Runs a text as {@code /bin/sh} reads it. */
    static Ended shell(Path folder, Map<String, String> environment, String text)
            throws IOException, InterruptedException {
        return run(folder, environment, List.of("/bin/sh", "-c", text));
    }

    /** Makes a script that a shell runs. */
    static void script(Path file, String body) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + body);
        if (!file.toFile().setExecutable(true)) {
            throw new IOException(file + " cannot be made executable");
        }
    }
}
