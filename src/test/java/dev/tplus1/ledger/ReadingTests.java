package dev.tplus1.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.database.Database;
import dev.tplus1.database.TestDatabases;

import org.junit.jupiter.api.Test;

import java.util.concurrent.atomic.AtomicReference;

/** Public, because H2 calls {@link #stopping}. */
public final class ReadingTests extends ReadingContract {
    private static final AtomicReference<Runnable> STOP = new AtomicReference<>(() -> {});

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
