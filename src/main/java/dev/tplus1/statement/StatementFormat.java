package dev.tplus1.statement;

import dev.tplus1.entry.KeyRule;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
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
     * @throws RefusedException when they cannot be trusted; names file, line, expected and found
     * @throws IOException when they cannot be read from disk
     */
    Statement read(List<Path> files) throws RefusedException, IOException;

    /**
     * The day that one file is about, which may be but a part of a statement, such as a page; null
     * when it has nothing to tell it by.
     *
     * @throws RefusedException when it cannot be read
     */
    default @Nullable LocalDate dayOf(Path file) throws RefusedException, IOException {
        return StatementDay.of(read(List.of(file)), zone());
    }
}
