package dev.tplus1.cli.work;

import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.AccountAnswer;
import dev.tplus1.cli.speech.Progress;
import dev.tplus1.database.Database;
import dev.tplus1.database.Schema;
import dev.tplus1.http.Pauses;
import dev.tplus1.job.JobFile;
import dev.tplus1.report.index.ReportIndex;

import org.springframework.core.io.FileSystemResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The sample date, on an embedded database in a temporary folder, its clock set to the next
 * morning.
 */
final class DemoWork {
    private static final LocalDate DATE = LocalDate.of(2026, 11, 28);
    private static final Instant NEXT_MORNING = Instant.parse("2026-11-29T02:07:00Z");
    private static final String SAMPLES = "/sample-statements/";

    private final Progress progress;

    DemoWork(Progress progress) {
        this.progress = progress;
    }

    List<Path> demo(Consumer<Work.DemoBegins> begins, Consumer<AccountAnswer> answers) {
        try {
            Path folder = Files.createTempDirectory("tplus1-demo-");
            unpack(folder);
            Path file = folder.resolve("demo.yaml");
            nameFolder(file, folder);
            JobFile job = JobFile.read(file, Map.of());
            begins.accept(new Work.DemoBegins(DATE, job.accounts().size()));
            fillBooks(job, folder);
            List<Path> reports = new ArrayList<>();
            Work.Reconcile request =
                    new Work.Reconcile(
                            new Work.Job(file, job),
                            DATE,
                            List.of(),
                            List.of(),
                            false,
                            false,
                            Duration.ZERO,
                            0,
                            0);
            new NightWork(
                            Clock.fixed(NEXT_MORNING, ZoneOffset.UTC),
                            Pauses.REAL,
                            progress,
                            Lookers.nobody())
                    .reconcile(
                            request,
                            answer -> {
                                answers.accept(answer);
                                if (answer instanceof AccountAnswer.Reconciled reconciled) {
                                    reports.add(Path.of(reconciled.block().report()));
                                }
                            });
            Path index = job.reports().directory().resolve(ReportIndex.NAME);
            return Files.exists(index) ? List.of(index) : reports;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void unpack(Path folder) throws IOException {
        for (String name :
                new String(resource("files.txt"), StandardCharsets.UTF_8).lines().toList()) {
            Path to = folder.resolve(name);
            Files.createDirectories(to.getParent());
            Files.write(to, resource(name));
        }
    }

    /** So that whoever is told a command with this job file can run it: nobody else has DEMO. */
    private static void nameFolder(Path file, Path folder) throws IOException {
        String quoted = folder.toString().replace("\\", "\\\\").replace("\"", "\\\"");
        Files.writeString(file, Files.readString(file).replace("${DEMO}", quoted));
    }

    private static void fillBooks(JobFile job, Path folder) {
        try (Database database = Database.open("database", job.database())) {
            database.migrate(Schema.OWN, Schema.BOOKS, Schema.CALLBACK);
            new ResourceDatabasePopulator(
                            false,
                            false,
                            "UTF-8",
                            new FileSystemResource(folder.resolve("books.sql")))
                    .execute(database.dataSource());
        }
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = DemoWork.class.getResourceAsStream(SAMPLES + name)) {
            if (in == null) {
                throw new IllegalStateException(SAMPLES + name + " is not in the program");
            }
            return in.readAllBytes();
        }
    }
}
