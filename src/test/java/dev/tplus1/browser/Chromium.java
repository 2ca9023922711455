package dev.tplus1.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.PlaywrightException;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The headless Chromium of the tests: an installed one, else the one that the npm package
 * {@code @sparticuz/chromium} ships, put into {@code target/chromium}. Playwright fetches none, and
 * brings a Node of its own, so that an installed browser is all it takes.
 */
final class Chromium implements AutoCloseable {
    private static final List<String> INSTALLED =
            List.of("chromium", "chromium-browser", "google-chrome");
    private static final Path PACKAGE = Path.of("config/chromium");
    private static final Path PLACE = Path.of("target/chromium").toAbsolutePath();
    private static final long PATIENCE_SECONDS = 300;
    private static final List<String> OPTIONS =
            List.of(
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-quic",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync");

    /** Whether there is one. */
    sealed interface Found {}

    /**
     * @param how where it comes from and its version
     */
    record Started(Chromium chromium, String how) implements Found {}

    /**
     * @param why for each place that was looked at, one line
     */
    record Missing(String why) implements Found {}

    private final Playwright playwright;
    private final Browser browser;

    private Chromium(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    Browser browser() {
        return browser;
    }

    @Override
    public void close() {
        playwright.close();
    }

    static Found start() {
        Playwright playwright =
                Playwright.create(
                        new Playwright.CreateOptions()
                                .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        List<String> why = new ArrayList<>();
        for (String name : INSTALLED) {
            Optional<Path> program = program(name);
            if (program.isEmpty()) {
                why.add("no " + name + " on the PATH");
                continue;
            }
            try {
                return launch(playwright, program.get());
            } catch (PlaywrightException e) {
                why.add(program.get() + ": " + firstLine(e));
            }
        }
        try {
            return launch(playwright, shipped());
        } catch (PlaywrightException | IOException e) {
            why.add("npm package @sparticuz/chromium: " + firstLine(e));
        }
        playwright.close();
        return new Missing(String.join("; ", why));
    }

    private static Started launch(Playwright playwright, Path program) {
        Browser browser =
                playwright
                        .chromium()
                        .launch(
                                new BrowserType.LaunchOptions()
                                        .setExecutablePath(program)
                                        .setHeadless(true)
                                        .setArgs(OPTIONS));
        return new Started(
                new Chromium(playwright, browser), program + ", version " + browser.version());
    }

    /**
     * The npm package's binary, unpacked; what an earlier build brought is used again, and what
     * another JVM brings at this moment is waited for.
     */
    private static Path shipped() throws IOException {
        String machine = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        if (!machine.equals("Linux amd64")) {
            throw new IOException("its binary is for Linux amd64, this is " + machine);
        }
        Files.createDirectories(PLACE);
        try (FileChannel file =
                        FileChannel.open(
                                PLACE.resolve("brought.lock"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE);
                FileLock _ = file.lock()) {
            return brought();
        }
    }

    private static Path brought() throws IOException {
        Path program = PLACE.resolve("chromium");
        Path lock = PACKAGE.resolve("package-lock.json");
        Path copied = PLACE.resolve("package-lock.json");
        if (Files.isExecutable(program)
                && Files.isRegularFile(copied)
                && Files.mismatch(lock, copied) < 0) {
            return program;
        }
        Files.deleteIfExists(program);
        Files.copy(
                PACKAGE.resolve("package.json"),
                PLACE.resolve("package.json"),
                StandardCopyOption.REPLACE_EXISTING);
        Files.copy(lock, copied, StandardCopyOption.REPLACE_EXISTING);
        run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund");
        run(
                "node",
                "--input-type=module",
                "-e",
                "import chromium from '@sparticuz/chromium'; await chromium.executablePath()");
        return program;
    }

    private static void run(String name, String... args) throws IOException {
        Path program = program(name).orElseThrow(() -> new IOException("no " + name));
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(args));
        Path said = PLACE.resolve(name + ".log");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(PLACE.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile());
        // where it unpacks the binary to
        builder.environment().put("TMPDIR", PLACE.toString());
        Process process = builder.start();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(name + " did not end in " + PATIENCE_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw new IOException(e);
        }
        if (process.exitValue() != 0) {
            String last = Files.readString(said).lines().reduce("", (_, line) -> line);
            throw new IOException(name + " ended with " + process.exitValue() + ": " + last);
        }
    }

    private static Optional<Path> program(String name) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Arrays.stream(path.split(File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage())
                .lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .orElse("no reason given")
                .strip();
    }
}
