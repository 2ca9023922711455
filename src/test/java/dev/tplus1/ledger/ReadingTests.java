package dev.tplus1.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.database.Database;
import dev.tplus1.database.TestDatabases;
import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.diff.scratch.ScratchException;
import dev.tplus1.entry.KeyRule;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Public, because H2 calls {@link #stopping}. */
public final class ReadingTests extends ReadingContract {
    private static final AtomicReference<Runnable> STOP = new AtomicReference<>(() -> {});

    @TempDir Path folder;

    @Override
    Database open() {
        return TestDatabases.h2();
    }

    /** As another thread would, while the query runs. */
    public static String stopping() {
        STOP.get().run();
        return "CNY";
    }

    @Test
    void givesItsConnectionBackAlthoughItsTemporaryFileCannotBeRemoved() throws Exception {
        ownTable("DECIMAL(18,2)");
        // of one key, so that they fill a block
        database.jdbc()
                .sql(
                        "INSERT INTO own_books SELECT 'P1', 'T1', 10, TIMESTAMP '2026-11-28"
                                + " 00:00:00' FROM SYSTEM_RANGE(1, 5000)")
                .update();
        try (Scratch small = Scratch.open(folder, "test", Scratch.LIMIT)) {
            SqlBooks books =
                    new Ledger(database, ownQueries("amount", "UTC"))
                            .connect("shop", KeyRule.REFUND_NO, _ -> {});
            books.entries(FROM, TO, small, () -> {});
            Path file = spool();
            Files.delete(file);
            Path inTheWay = Files.createDirectories(file.resolve("in-the-way"));

            assertThatThrownBy(books::close).isInstanceOf(ScratchException.class);

            assertThat(snapshots()).isZero();
            Files.delete(inTheWay);
        }
    }

    private Path spool() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> path.endsWith("spool-0")).findFirst().orElseThrow();
        }
    }

    private long snapshots() {
        return database.jdbc()
                .sql(
                        "SELECT COUNT(*) FROM information_schema.sessions WHERE isolation_level ="
                                + " 'SNAPSHOT'")
                .query(Long.class)
                .single();
    }

    @Test
    void endsWithTheRowInHand() throws Exception {
        ownTable("DECIMAL(18,2)");
        own("P1", "10.00", "2026-11-28 00:00:00");
        database.jdbc()
                .sql("CREATE ALIAS STOPPING FOR '" + ReadingTests.class.getName() + ".stopping'")
                .update();
        Ledger.Reading reading = reading(replaced("'CNY' AS currency", "STOPPING() AS currency"));
        STOP.set(reading::stop);

        assertThatThrownBy(reading::read)
                .isInstanceOf(LedgerException.class)
                .hasMessage("the books were not read to their end: nobody asks")
                .hasNoSuppressedExceptions();

        assertThat(scratch.bytes()).isZero();
        connectionsAreAsTheyWere();
    }
}
