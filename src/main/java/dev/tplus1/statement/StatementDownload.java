package dev.tplus1.statement;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;

/**
 * A provider's own way to hand out statements: the SPI that each provider with an API implements.
 */
public interface StatementDownload {
    /** Where statements come from, for people and for the archive: no token, no key. */
    String from();

    /**
     * Brings a day's statement, as the provider sends it and checked by all that the provider gives
     * to check the bytes by; its rows are read by nobody yet.
     *
     * @param folder empty, there, and the caller's to remove; the files are put in here
     * @throws RefusedException when what came cannot be trusted
     * @throws IOException when the provider or the disk failed
     * @throws dev.tplus1.entry.SettingException when the provider does not accept who asks
     */
    StatementSource.Found download(LocalDate date, Path folder)
            throws RefusedException, IOException;
}
