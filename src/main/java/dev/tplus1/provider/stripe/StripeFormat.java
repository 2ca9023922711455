package dev.tplus1.provider.stripe;

import dev.tplus1.delimited.Style;
import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.Kind;
import dev.tplus1.statement.Fingerprint;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.StatementDay;
import dev.tplus1.statement.StatementFormat;
import dev.tplus1.statement.StatementRows;
import dev.tplus1.statement.StatementRows.Description;
import dev.tplus1.statement.StatementSettings;
import dev.tplus1.statement.input.LineReader;
import dev.tplus1.statement.input.StatementInput;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;

/**
 * Stripe's balance transactions: pages of the API's list as JSON, or the itemized balance-change
 * report as CSV. Thread-safe.
 */
public final class StripeFormat implements StatementFormat {
    private static final String PAGES = "stripe/balance-transactions";
    private static final String REPORT = "stripe/balance-change";

    private final ZoneId zone;
    private final String orderKey;

    public StripeFormat(StatementSettings settings) {
        zone = settings.zone() == null ? ZoneId.of("UTC") : settings.zone();
        orderKey = settings.orderMetadataKey();
    }

    @Override
    public String provider() {
        return "stripe";
    }

    @Override
    public String providerName() {
        return "Stripe";
    }

    @Override
    public ZoneId zone() {
        return zone;
    }

    @Override
    public KeyRule keys() {
        return KeyRule.REFUND_NO;
    }

    @Override
    public Statement read(List<Path> files, StatementRows rows)
            throws RefusedException, IOException {
        return read(files, rows, true);
    }

    @Override
    public @Nullable LocalDate dayOf(Path file, Scratch scratch)
            throws RefusedException, IOException {
        try (StatementRows rows = new StatementRows(keys(), zone, scratch)) {
            return StatementDay.of(read(List.of(file), rows, false), zone);
        }
    }

    private Statement read(List<Path> files, StatementRows rows, boolean whole)
            throws RefusedException, IOException {
        List<Path> sorted = files.stream().sorted(Fingerprint.BY_NAME).toList();
        Path first = sorted.getFirst();
        Fingerprint.Taking taking = new Fingerprint.Taking();
        Movements movements = new Movements(rows);
        boolean pages = StatementInput.isJson(first);
        if (pages) {
            PageReader reader =
                    new PageReader((row, file, place) ->
                            movements.take(row.movement(orderKey), file, place));
            for (Path file : sorted) {
                taking.add(file);
                reader.read(file);
            }
            if (whole && !reader.complete()) {
                throw new RefusedException(
                        StatementInput.name(sorted.getLast()),
                        0,
                        "each page says has_more: the last page (has_more false) is missing");
            }
        } else {
            report(sorted, movements, taking);
        }
        movements.end();
        Fingerprint fingerprint = taking.taken(sorted);
        return rows.statement(
                new Description(
                        provider(),
                        pages ? PAGES : REPORT,
                        null,
                        null,
                        "",
                        Set.of(Kind.PAYMENT, Kind.REFUND),
                        pages,
                        pages ? List.of("pages", "last page") : List.of("cells")),
                fingerprint);
    }

    private void report(List<Path> files, Movements movements, Fingerprint.Taking taking)
            throws RefusedException, IOException {
        if (files.size() > 1) {
            throw new RefusedException(
                    StatementInput.name(files.get(1)),
                    0,
                    "pages of JSON, or one report, are expected, found " + files.size() + " files");
        }
        try (LineReader lines = StatementInput.records(files.getFirst(), Style.QUOTED, taking)) {
            new BalanceChangeReader(lines, orderKey, zone, movements).read();
        }
    }
}
