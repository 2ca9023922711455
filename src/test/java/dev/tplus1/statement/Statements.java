package dev.tplus1.statement;

import dev.tplus1.diff.RowDraft;
import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.StatementEntry;
import dev.tplus1.statement.Statement.IgnoredRow;
import dev.tplus1.statement.Statement.OtherMovement;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Statements as tests make and read them. */
public final class Statements {
    private Statements() {}

    /** A temporary folder that is made when a spool needs it. */
    public static Scratch scratch() {
        return Scratch.open(Path.of(System.getProperty("java.io.tmpdir")), "test", Scratch.LIMIT);
    }

    public static Statement read(StatementFormat format, List<Path> files)
            throws RefusedException, IOException {
        return format.read(files, scratch());
    }

    /** What counts, by line, payments first where two are on one. */
    public static List<StatementEntry> entries(Statement statement) {
        List<StatementEntry> entries = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            statement.counted().rows().each(kind, entries::add);
        }
        entries.sort(
                Comparator.comparingLong(StatementEntry::line)
                        .thenComparing(StatementEntry::kind)
                        .thenComparing(StatementEntry::key));
        return entries;
    }

    /** The row's own bytes of one entry. */
    public static String raw(
            StatementFormat format, Statement statement, List<Path> files, StatementEntry entry)
            throws RefusedException, IOException {
        return format.withRaw(statement, files, List.of(entry), scratch()).getFirst().raw();
    }

    /** What counts, as objects make it. */
    public static Counted counted(ZoneId zone, List<StatementEntry> entries) {
        Counted counted = new Counted(zone, scratch());
        RowDraft draft = new RowDraft();
        for (StatementEntry entry : entries) {
            counted.rows().add(draft.of(entry));
            counted.days(entry.kind()).add(entry.time().getEpochSecond());
        }
        return counted;
    }

    /** A csv statement of these entries and movements. */
    public static Statement of(
            @Nullable LocalDate declared,
            Set<Kind> covers,
            Counted counted,
            List<IgnoredRow> ignored,
            List<OtherMovement> movements,
            Map<Currency, BigDecimal> fees) {
        return new Statement(
                "csv", "csv", declared, null, "", covers, "", counted, ignored, movements, fees,
                true, List.of());
    }
}
