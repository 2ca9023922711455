package dev.tplus1.provider.csv;

import dev.tplus1.delimited.Style;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.Kind;
import dev.tplus1.statement.Fingerprint;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.StatementFormat;
import dev.tplus1.statement.StatementRows;
import dev.tplus1.statement.StatementRows.Description;
import dev.tplus1.statement.StatementSettings;
import dev.tplus1.statement.input.LineReader;
import dev.tplus1.statement.input.StatementInput;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;

/**
 * A plain csv (RFC 4180, UTF-8) for any provider without a format of its own; columns and words can
 * be mapped. A control file beside it vouches for its being whole. Thread-safe.
 */
public final class CsvFormat implements StatementFormat {
    private final ZoneId zone;
    private final Words words;
    private final boolean requireControl;

    /**
     * @throws dev.tplus1.entry.SettingException when the mapping names a column or word that there
     *     is none of
     */
    public CsvFormat(StatementSettings settings) {
        zone = settings.zone() == null ? ZoneId.of("UTC") : settings.zone();
        words = Words.of(settings.csv());
        requireControl = settings.requireControl();
    }

    @Override
    public String provider() {
        return "csv";
    }

    @Override
    public String providerName() {
        return "CSV";
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
        Path file = files.getFirst();
        String name = StatementInput.name(file);
        if (files.size() > 1) {
            throw new RefusedException(
                    StatementInput.name(files.get(1)),
                    0,
                    "one file is expected, found " + files.size());
        }
        ControlFile control = ControlFile.beside(file);
        if (control == null && requireControl) {
            throw new RefusedException(
                    name,
                    0,
                    "there is no control file "
                            + name
                            + ControlFile.SUFFIX
                            + " beside it, and require-control is set");
        }
        Fingerprint.Taking taking = new Fingerprint.Taking();
        Fingerprint fingerprint;
        try (LineReader lines = StatementInput.records(file, Style.QUOTED, taking)) {
            long count = new CsvRows(lines, words, zone, rows).read();
            fingerprint = taking.taken(files);
            if (control != null) {
                control.check(name, count, fingerprint);
            } else if (!lines.ended()) {
                throw lines.refuse(
                        "the last line has no end, so the file may be cut off; end it, or put a"
                                + " control file beside it");
            }
        }
        return rows.statement(
                new Description(
                        provider(),
                        "csv",
                        null,
                        null,
                        "",
                        Set.of(Kind.PAYMENT, Kind.REFUND),
                        control != null,
                        control != null ? List.of("cells", "control file") : List.of("cells")),
                fingerprint);
    }
}
