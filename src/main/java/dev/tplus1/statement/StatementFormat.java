package dev.tplus1.statement;

import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.StatementEntry;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What a provider must know for its statements to be reconciled: the SPI that each provider
 * implements.
 */
public interface StatementFormat {
    /** The most characters of who paid; what is longer is cut. */
    int MOST_PAYER_CHARS = 128;

    /**
     * Where an entry stands; two bills of one statement both have a line 2, and never the same key
     * there.
     */
    record Place(EntryKey key, long line) {}

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
        Recall recall = Recall.ofRaw(entries);
        again(statement.sha256(), files, recall, scratch);
        return recall.complete(entries);
    }

    /**
     * Reads the files again for who paid these entries: what identifies a person, so it is asked
     * for only where the job says that it may be shown, and is kept nowhere.
     *
     * @param sha256 of the statement that the entries are of
     * @return who paid, in the provider's own words, at most {@link #MOST_PAYER_CHARS} characters;
     *     without the entries of which the statement does not say it
     * @throws RefusedException when the files are no longer what they were
     */
    default Map<Place, String> payers(
            String sha256, List<Path> files, Collection<Place> places, Scratch scratch)
            throws RefusedException, IOException {
        Recall recall = Recall.ofPayers(places);
        again(sha256, files, recall, scratch);
        return recall.payers();
    }

    private void again(String sha256, List<Path> files, Recall recall, Scratch scratch)
            throws RefusedException, IOException {
        try (StatementRows rows = StatementRows.recalling(keys(), zone(), scratch, recall)) {
            if (!read(files, rows).sha256().equals(sha256)) {
                throw new RefusedException(
                        Fingerprint.name(files.getFirst()),
                        0,
                        "it changed after it was read: try again later");
            }
        }
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
