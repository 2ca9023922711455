package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.job.JobFile;
import dev.tplus1.nightly.purge.Purge;
import dev.tplus1.nightly.purge.Purged;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * A shop that was reconciled long ago: on {@link #OLD} a callback was missed and repaired, on
 * {@link #OPEN} a break was found that is still open, {@link #BESIDE} is two days after it, and
 * {@link #LAST} was last night.
 */
final class OldShop implements AutoCloseable {
    static final LocalDate OLD = LocalDate.of(2026, 1, 10);
    static final LocalDate OPEN = LocalDate.of(2026, 3, 10);
    static final LocalDate BESIDE = LocalDate.of(2026, 3, 12);
    static final LocalDate LAST = LocalDate.of(2026, 11, 28);
    static final String TODAY = "2026-11-29T02:00:00Z";
    static final String ALL =
            "{statements: 90d, reports: 90d, breaks: 90d, batch: 90d, notices: 90d, outbox: 90d}";

    final Shop shop;
    private final Path folder;

    OldShop(Path folder, DatabaseSettings settings) {
        this.folder = folder;
        shop = new Shop(folder, settings);
        retention(ALL);
        shop.pending("1", 1000);
        night(OLD, paid("1", "10.00", OLD + "T10:00:00Z"));
        night(OPEN, paid("2", "20.00", OPEN + "T10:00:00Z"));
        night(BESIDE);
        night(LAST);
        shop.clock.set(TODAY);
        shop.database.jdbc().sql("UPDATE outbox SET published_at = created_at").update();
    }

    /** Reconciles a date in the morning after it. */
    NightResult night(LocalDate date, String... lines) {
        shop.clock.set(date.plusDays(1) + "T02:00:00Z");
        shop.statement(date, lines);
        NightResult result = shop.run(date);
        assertThat(result).isInstanceOf(NightResult.Ran.class);
        return result;
    }

    void retention(String block) {
        shop.alerts("{}\n  retention: " + block);
    }

    private Purge open() {
        return Purge.open(JobFile.read(shop.jobFile(), Map.of()), shop.clock);
    }

    Purged look() {
        try (Purge purge = open()) {
            return purge.look();
        }
    }

    Purged purge() {
        return purge(() -> false);
    }

    Purged purge(BooleanSupplier stop) {
        try (Purge purge = open()) {
            return purge.run(stop);
        }
    }

    /** All rows of a date, table by table, in tplus1's own tables. */
    long rows(LocalDate date, String... tables) {
        long rows = 0;
        for (String table : tables) {
            rows += shop.count("tplus1_" + table + " WHERE business_date = DATE '" + date + "'");
        }
        return rows;
    }

    long breakRows(LocalDate date) {
        return rows(date, "finding", "crossed", "change", "break", "statement_return");
    }

    List<String> instances() {
        return shop.database
                .jdbc()
                .sql(
                        "SELECT PARAMETER_VALUE FROM TPLUS1_BATCH_JOB_EXECUTION_PARAMS ORDER BY"
                                + " PARAMETER_VALUE")
                .query((row, _) -> row.getString("PARAMETER_VALUE"))
                .list();
    }

    Path archive(LocalDate date) {
        return folder.resolve("reports/night/.archive/shop").resolve(date.toString());
    }

    Path reports(LocalDate date) {
        return shop.dateFolder(date);
    }

    @Override
    public void close() {
        shop.close();
    }
}
