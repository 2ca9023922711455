package dev.tplus1.nightly;

import static dev.tplus1.nightly.AlikeIds.IDS;
import static dev.tplus1.nightly.HeldDateTests.summaryOf;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.SqlErrors;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.ledger.Books;
import dev.tplus1.ledger.Ledger;
import dev.tplus1.ledger.LedgerSettings;
import dev.tplus1.report.Summary;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.DataAccessException;

import java.nio.file.Path;
import java.util.List;

/** Ids that look alike are different ids, on every database and in every table. */
abstract class AlikeIdsContract {
    @TempDir Path folder;
    Shop shop;

    abstract DatabaseSettings settings();

    @BeforeEach
    void open() {
        shop = new Shop(folder, settings());
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "orders|order_no, account, amount_minor, currency, status, created_at"
                        + "|?, 'shop', 1, 'CNY', 'PENDING', TIMESTAMP '2026-11-28 09:00:00'",
                "refunds|refund_no, order_no, account, amount_minor, currency, status, created_at"
                        + "|?, 'O', 'shop', 1, 'CNY', 'PENDING', TIMESTAMP '2026-11-28 09:00:00'",
                "payment_callback_log|reference, account, kind, outcome, order_no, source, run_id,"
                        + " received_at|?, 'shop', 'PAYMENT', 'APPLIED', 'O', 's', 'r', TIMESTAMP"
                        + " '2026-11-28 09:00:00'",
                "tplus1_lease|account, business_date, host, pid, place, token, acquired_at,"
                        + " heartbeat_at|?, DATE '2026-11-28', 'h', 1, 'p', 1, TIMESTAMP"
                        + " '2026-11-28 09:00:00', TIMESTAMP '2026-11-28 09:00:00'",
                "tplus1_statement_return|transaction_id, account, business_date"
                        + "|?, 'shop', DATE '2026-11-28'",
                "tplus1_revision|account, business_date, revision, run_id, state,"
                        + " statement_sha256, started_at, summary|?, DATE '2026-11-28', 1, 'r',"
                        + " 's', 'x', TIMESTAMP '2026-11-28 09:00:00', '{}'"
            })
    void areDifferentForEveryKey(String table, String columns, String values) {
        String key = columns.substring(0, columns.indexOf(','));
        String insert = "INSERT INTO " + table + " (" + columns + ") VALUES (" + values + ")";

        IDS.forEach(id -> shop.database.jdbc().sql(insert).params(id).update());

        for (String id : IDS) {
            assertThat(
                            shop.database
                                    .jdbc()
                                    .sql(
                                            "SELECT " + key + " FROM " + table + " WHERE " + key
                                                    + " = ?")
                                    .params(id)
                                    .query(String.class)
                                    .list())
                    .as(id)
                    .containsExactly(id);
            assertThat(taken(insert, id)).as(id).isTrue();
        }
    }

    @Test
    void areDifferentForEveryLookUpOfTheBooks() {
        AlikeIds.fill(shop);

        try (Books books =
                new Ledger(shop.database, LedgerSettings.bundled())
                        .open(Shop.ACCOUNT, KeyRule.REFUND_NO)) {
            for (int i = 0; i < IDS.size(); i++) {
                String id = IDS.get(i);
                long minor = 1000L + i;
                assertThat(minors(books.orders(List.of(id)))).as(id).containsExactly(minor);
                if (i % 2 != 0) {
                    assertThat(books.transactions(List.of(id))).as(id).isEmpty();
                } else if (i % 3 != 0) {
                    assertThat(minors(books.transactions(List.of(id)))).containsExactly(minor);
                } else {
                    assertThat(minors(books.transactions(List.of(id))))
                            .containsExactlyInAnyOrder(minor, 100L);
                    assertThat(books.refunds(List.of(id)))
                            .extracting(BookEntry::orderNo)
                            .containsExactly(id);
                }
            }
        }
    }

    @Test
    void areReconciledAndReplayedEachOnItsOwn() {
        AlikeIds.fill(shop);
        int refunds = 3;

        Summary summary = summaryOf(shop.run(DATE));

        assertThat(summary.matched()).isEqualTo((IDS.size() + 1) / 2);
        assertThat(summary.breaks().toString())
                .isEqualTo("{MISSED_CALLBACK=" + (IDS.size() / 2 + refunds) + "}");
        assertThat(summary.replays())
                .isEqualTo(new Summary.Replays(IDS.size() / 2 + refunds, 0, 0, 0));
        assertThat(shop.count("orders WHERE status = 'PENDING'")).isZero();
        assertThat(shop.count("orders WHERE transaction_id = order_no")).isEqualTo(IDS.size());
        assertThat(shop.count("refunds WHERE status = 'SUCCEEDED'")).isEqualTo(refunds);

        Summary again = summaryOf(shop.rerun(DATE));

        assertThat(again.matched()).isEqualTo(IDS.size() + refunds);
        assertThat(again.breaks()).isEmpty();
    }

    private static List<Long> minors(List<BookEntry> entries) {
        return entries.stream().map(entry -> entry.amount().minor()).toList();
    }

    private boolean taken(String insert, String id) {
        try {
            shop.database.jdbc().sql(insert).params(id).update();
            return false;
        } catch (DataAccessException e) {
            return SqlErrors.duplicateKey(e);
        }
    }
}
