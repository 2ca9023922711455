package dev.tplus1.provider.alipay;

import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.Kind;
import dev.tplus1.provider.alipay.DetailReader.Detail;
import dev.tplus1.provider.alipay.Preamble.Document;
import dev.tplus1.provider.alipay.SummaryReader.Summary;
import dev.tplus1.statement.Fingerprint;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.StatementFormat;
import dev.tplus1.statement.StatementRows;
import dev.tplus1.statement.StatementRows.Description;
import dev.tplus1.statement.StatementSettings;
import dev.tplus1.statement.input.LineReader;
import dev.tplus1.statement.input.StatementInput;
import dev.tplus1.statement.input.ZipInput;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;

/**
 * Alipay's business statement (bill type trade): the ZIP with detail and summary, which must agree,
 * or the detail file alone; or the gateway's answer that there is no bill. Thread-safe.
 */
public final class AlipayFormat implements StatementFormat {
    /** Alipay says GBK; this is its superset, and as strict. */
    private static final Charset GBK = Charset.forName("GB18030");

    private static final Set<Kind> BOTH = Set.of(Kind.PAYMENT, Kind.REFUND);

    /** A day of which Alipay's gateway says that it has no bill: its answer is the statement. */
    private static final Description NO_BILL =
            new Description(
                    "alipay", "alipay/no-bill", null, null, "", BOTH, true, List.of("answer"));

    private final ZoneId zone;

    public AlipayFormat(StatementSettings settings) {
        zone = settings.zone() == null ? DetailReader.BEIJING : settings.zone();
    }

    @Override
    public String provider() {
        return "alipay";
    }

    @Override
    public String providerName() {
        return "Alipay";
    }

    @Override
    public ZoneId zone() {
        return zone;
    }

    @Override
    public KeyRule keys() {
        return KeyRule.ORDER_AND_REFUND_NO;
    }

    @Override
    public Statement read(List<Path> files, StatementRows rows)
            throws RefusedException, IOException {
        Path file = files.getFirst();
        if (files.size() > 1) {
            throw new RefusedException(
                    StatementInput.name(files.get(1)),
                    0,
                    "one file is expected, the ZIP or the detail file, found " + files.size());
        }
        Fingerprint.Taking taking = new Fingerprint.Taking();
        boolean zipped = ZipInput.isZip(file);
        if (!zipped && NoBill.is(file)) {
            taking.add(file);
            return rows.statement(NO_BILL, taking.taken(files));
        }
        Detail detail = zipped ? zipped(file, rows, taking) : plain(file, rows, taking);
        Fingerprint fingerprint = taking.taken(files);
        return rows.statement(
                new Description(
                        provider(),
                        "alipay/trade",
                        detail.preamble().date(),
                        detail.preamble().merchantId(),
                        "",
                        BOTH,
                        true,
                        zipped
                                ? List.of("rows", "totals", "end", "summary")
                                : List.of("rows", "totals", "end")),
                fingerprint);
    }

    private static Detail plain(Path file, StatementRows rows, Fingerprint.Taking taking)
            throws RefusedException, IOException {
        try (LineReader lines = StatementInput.lines(file, GBK, taking)) {
            if (Preamble.document(lines) == Document.SUMMARY) {
                throw lines.refuse(
                        "it is the summary alone: give the ZIP, or the detail file (业务明细)");
            }
            return DetailReader.read(lines, rows);
        }
    }

    private static Detail zipped(Path file, StatementRows rows, Fingerprint.Taking taking)
            throws RefusedException, IOException {
        taking.add(file);
        Detail detail = null;
        Summary summary = null;
        try (ZipInput zip = ZipInput.open(file)) {
            for (int i = 0; i < zip.size(); i++) {
                try (LineReader lines = zip.lines(i, GBK)) {
                    switch (Preamble.document(lines)) {
                        case DETAIL -> {
                            if (detail != null) {
                                throw lines.refuse("it is a second detail file in the ZIP");
                            }
                            detail = DetailReader.read(lines, rows);
                        }
                        case SUMMARY -> {
                            if (summary != null) {
                                throw lines.refuse("it is a second summary in the ZIP");
                            }
                            summary = SummaryReader.read(lines);
                        }
                    }
                    while (lines.next()) {
                        // to its end, where the checksum is compared
                        if (lines.text().startsWith("#导出时间") || lines.text().isEmpty()) {
                            continue;
                        }
                        throw lines.refuse("the file goes on after its end");
                    }
                }
            }
        }
        if (detail == null || summary == null) {
            throw new RefusedException(
                    StatementInput.name(file),
                    0,
                    "a ZIP with the detail file (业务明细) and the summary (业务明细(汇总)) is expected, "
                            + (detail == null ? "the detail file" : "the summary")
                            + " is missing");
        }
        summary.check(detail);
        return detail;
    }
}
