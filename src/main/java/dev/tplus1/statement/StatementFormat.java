package dev.tplus1.statement;

import dev.tplus1.entry.KeyRule;

import java.io.IOException;
import java.nio.file.Path;
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
}
