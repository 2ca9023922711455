package dev.tplus1.statement;

import dev.tplus1.diff.Scratch;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.StatementEntry;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;

/**
 * What a provider must know for its statements to be reconciled: the SPI that each provider
 * implements.
 */
public interface StatementFormat {
    /** The name in job files and on the command line, {@code wechatpay} say. */
    String provider();

    /** The name for people, {@code WeChat Pay} say. */
    String providerName();

    /** The zone of the provider's day, unless the account says otherwise. */
    ZoneId zone();

    /** How this provider's entries, and so the books beside them, are keyed. */
    KeyRule keys();

    /**
     * Reads the files of one day and checks them by all that the layout has to check them by.
     *
     * @param files one file, or the several that together are one statement, in the order of names
     * @param rows take what is read; they are the statement's from then on
     * @throws RefusedException when they cannot be trusted; names file, line, expected and found
     * @throws IOException when they cannot be read from disk
     */
    Statement read(List<Path> files, StatementRows rows) throws RefusedException, IOException;

    /**
     * Reads the files of one day; close the statement.
     *
     * @param scratch where many rows are kept
     */
    default Statement read(List<Path> files, Scratch scratch) throws RefusedException, IOException {
        StatementRows rows = new StatementRows(keys(), zone(), scratch);
        try {
            return read(files, rows);
        } catch (RefusedException | IOException | RuntimeException e) {
            rows.close();
            throw e;
        }
    }

    /**
     * Reads the files again for the own bytes of these entries' rows.
     *
     * @throws RefusedException when they are no longer what they were
     */
    default List<StatementEntry> withRaw(
            Statement statement,
            List<Path> files,
            Collection<StatementEntry> entries,
            Scratch scratch)
            throws RefusedException, IOException {
        Recall recall = new Recall(entries);
        try (StatementRows rows = StatementRows.recalling(keys(), zone(), scratch, recall)) {
            if (!read(files, rows).sha256().equals(statement.sha256())) {
                throw new RefusedException(
                        Fingerprint.name(files.getFirst()),
                        0,
                        "it changed after it was read: try again later");
            }
        }
        return recall.complete(entries);
    }

    /**
     * The day that one file is about, which may be but a part of a statement, such as a page; null
     * when it has nothing to tell it by.
     *
     * @throws RefusedException when it cannot be read
     */
    default @Nullable LocalDate dayOf(Path file, Scratch scratch)
            throws RefusedException, IOException {
        try (Statement statement = read(List.of(file), scratch)) {
            return StatementDay.of(statement, zone());
        }
    }
}
