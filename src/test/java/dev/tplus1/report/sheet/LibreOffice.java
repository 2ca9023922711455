package dev.tplus1.report.sheet;

import org.junit.jupiter.api.Assumptions;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** LibreOffice without its window, where it is installed: opens a file and saves it otherwise. */
public final class LibreOffice {
    /** Every sheet; comma, quotes around all texts and nothing else, UTF-8, bare numbers. */
    public static final String CSV =
            "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,-1";

    private static final long PATIENCE_SECONDS = 180;

    private final Path program;
    private final Path profile;

    private LibreOffice(Path program, Path profile) {
        this.program = program;
        this.profile = profile;
    }

    /**
     * The installed one; without it the tests are skipped.
     *
     * @param folder where it may keep what it likes; nothing of this machine's user is read
     */
    public static LibreOffice orSkip(Class<?> tests, Path folder) {
        Optional<Path> program =
                Arrays.stream(
                                System.getenv()
                                        .getOrDefault("PATH", "")
                                        .split(File.pathSeparator, -1))
                        .filter(each -> !each.isEmpty())
                        .map(each -> Path.of(each, "soffice"))
                        .filter(Files::isExecutable)
                        .findFirst();
        if (program.isEmpty()) {
            String message =
                    "skipped " + tests.getName() + ": no soffice (LibreOffice) on the PATH";
            System.out.println(message);
            Assumptions.abort(message);
        }
        return new LibreOffice(program.orElseThrow(), folder.resolve("profile"));
    }

    /** Saves a file in another format into a folder. */
    public void convert(Path file, String format, Path folder) throws IOException {
        Path said = Files.createDirectories(folder).resolve("soffice.log");
        List<String> command =
                List.of(
                        program.toString(),
                        "-env:UserInstallation=" + profile.toUri(),
                        "--headless",
                        "--norestore",
                        "--convert-to",
                        format,
                        "--outdir",
                        folder.toString(),
                        file.toString());
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("soffice did not end: " + Files.readString(said));
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (process.exitValue() != 0) {
            throw new IllegalStateException("soffice failed: " + Files.readString(said));
        }
    }
}
