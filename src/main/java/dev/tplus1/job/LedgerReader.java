package dev.tplus1.job;

import dev.tplus1.ledger.LedgerSettings;

import org.jspecify.annotations.Nullable;

import java.time.ZoneOffset;
import java.util.List;

/** Binds the ledger's block of a job file. */
final class LedgerReader {
    private static final String[] QUERIES = {
        "entries-sql", "orders-sql", "transactions-sql", "refunds-sql"
    };

    private LedgerReader() {}

    static LedgerSettings read(Block job) {
        Block block =
                job.block(
                        "ledger",
                        "url",
                        "username",
                        "password",
                        "zone",
                        "entries-sql",
                        "orders-sql",
                        "transactions-sql",
                        "refunds-sql",
                        "freshness-sql",
                        "max-lag");
        if (!block.has("url")) {
            for (String key : block.present("username", "password")) {
                throw block.complaint(key, "has no url beside it; add ledger.url, or leave it out");
            }
        }
        List<String> present = block.present(QUERIES);
        for (String key : QUERIES) {
            if (!present.isEmpty() && !present.contains(key)) {
                throw block.complaint(key, "is missing; books of your own need all four queries");
            }
        }
        return new LedgerSettings(
                block.has("url") ? JobReader.database(block) : null,
                block.read(
                        "zone", ZoneOffset.UTC, Values::zone, "a time zone such as Asia/Shanghai"),
                block.optionalText("entries-sql"),
                block.optionalText("orders-sql"),
                block.optionalText("transactions-sql"),
                block.optionalText("refunds-sql"),
                fresh(block));
    }

    private static LedgerSettings.@Nullable Fresh fresh(Block block) {
        String sql = block.optionalText("freshness-sql");
        if (sql == null) {
            if (block.has("max-lag")) {
                throw block.complaint(
                        "max-lag",
                        "has no freshness-sql beside it; add ledger.freshness-sql, or leave it"
                                + " out");
            }
            return null;
        }
        return new LedgerSettings.Fresh(
                sql,
                block.read(
                        "max-lag",
                        LedgerSettings.DEFAULT_MAX_LAG,
                        Values::duration,
                        JobReader.A_DURATION));
    }
}
