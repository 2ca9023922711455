package dev.tplus1.nightly.known;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.Database;
import dev.tplus1.database.TestDatabases;
import dev.tplus1.job.JobFile;
import dev.tplus1.watch.metrics.JobFigures;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class MeasuredTests {
    @TempDir private Path folder;

    @Test
    void knowsAllElseWhereTheBooksCannotBeReached() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("shop.yaml"),
                        """
                        tplus1:
                          job: shop
                          database: {url: "jdbc:h2:mem:shop"}
                          accounts:
                            - {id: one, provider: csv, statements: {directory: in, file: "*"}}
                        """);
        List<String> troubles = new ArrayList<>();
        Database books = TestDatabases.h2();
        books.close();

        try (Database own = TestDatabases.h2()) {
            JobFigures figures =
                    new Measured(own, books, JobFile.read(file, Map.of()), Clock.systemUTC())
                            .figures(trouble -> troubles.add(String.valueOf(trouble.getMessage())));

            assertThat(figures.accounts())
                    .extracting(JobFigures.OfAccount::account)
                    .containsExactly("one");
            assertThat(figures.deadNotices()).isZero();
            assertThat(figures.deadLetters()).isEmpty();
        }
        assertThat(troubles).hasSize(1);
    }
}
