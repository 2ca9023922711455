package dev.tplus1.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Schema;

import org.junit.jupiter.api.Test;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

class StatementReturnsTests {
    private static final LocalDate FIRST = LocalDate.of(2026, 11, 27);
    private static final LocalDate SECOND = LocalDate.of(2026, 11, 28);

    private static Database database(String name) {
        Database database =
                Database.open("database", new DatabaseSettings("jdbc:h2:mem:" + name, "sa", ""));
        database.migrate(Schema.OWN);
        return database;
    }

    @Test
    void knowsWhatALaterDateReturns() {
        try (Database database = database("returns-later")) {
            StatementReturns returns = new StatementReturns(database);

            returns.record("shop", SECOND, List.of("tx-1", "tx-1", "TX-2"), () -> {});

            assertThat(returns.returnedAfter("shop", FIRST, List.of("tx-1", "tx-2", "TX-2")))
                    .isEqualTo(Set.of("tx-1", "TX-2"));
            assertThat(returns.returnedAfter("shop", SECOND, List.of("tx-1"))).isEmpty();
            assertThat(returns.returnedAfter("other", FIRST, List.of("tx-1"))).isEmpty();
            assertThat(returns.returnedAfter("shop", FIRST, List.of())).isEmpty();
        }
    }

    @Test
    void replacesWhatItKnewOfADate() {
        try (Database database = database("returns-replace")) {
            StatementReturns returns = new StatementReturns(database);
            returns.record("shop", SECOND, List.of("tx-1"), () -> {});

            returns.record("shop", SECOND, List.of("tx-2"), () -> {});

            assertThat(returns.returnedAfter("shop", FIRST, List.of("tx-1", "tx-2")))
                    .isEqualTo(Set.of("tx-2"));
        }
    }

    @Test
    void takesMoreIdsThanABatchHas() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 2501; i++) {
            ids.add("tx-" + i);
        }
        try (Database database = database("returns-many")) {
            StatementReturns returns = new StatementReturns(database);

            returns.record("shop", SECOND, ids, () -> {});

            assertThat(returns.returnedAfter("shop", FIRST, ids)).hasSize(2501);
        }
    }
}
