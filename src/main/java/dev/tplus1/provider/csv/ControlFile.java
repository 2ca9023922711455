package dev.tplus1.provider.csv;

import dev.tplus1.statement.Fingerprint;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Shown;
import dev.tplus1.statement.input.LineReader;
import dev.tplus1.statement.input.StatementInput;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What stands in {@code NAME.control} beside a csv: {@code rows=N} and {@code sha256=HEX}, either
 * or both.
 */
record ControlFile(String file, @Nullable Long rows, @Nullable String sha256) {
    /** The suffix that a statement's name has for its control file. */
    static final String SUFFIX = ".control";

    private static final String FETCH_BOTH = "fetch it and its control file again";
    private static final int MAX_LINES = 10;
    private static final int MAX_ROWS_DIGITS = 12;

    /** The control file beside a statement, or null when there is none. */
    static @Nullable ControlFile beside(Path statement) throws RefusedException, IOException {
        Path file = statement.resolveSibling(statement.getFileName() + SUFFIX);
        return Files.isRegularFile(file) ? read(file) : null;
    }

    private static ControlFile read(Path file) throws RefusedException, IOException {
        Long rows = null;
        String sha256 = null;
        try (LineReader lines = StatementInput.lines(file, StandardCharsets.UTF_8)) {
            while (lines.next()) {
                String text = lines.text().strip();
                if (text.isEmpty()) {
                    continue;
                }
                if (rows == null && text.matches("rows=[0-9]{1," + MAX_ROWS_DIGITS + "}")) {
                    rows = Long.valueOf(text.substring("rows=".length()));
                } else if (sha256 == null && text.matches("sha256=[0-9a-fA-F]{64}")) {
                    sha256 = text.substring("sha256=".length()).toLowerCase(Locale.ROOT);
                } else if (lines.number() > MAX_LINES) {
                    throw lines.refuse("a control file has at most " + MAX_LINES + " lines");
                } else {
                    throw lines.refuse(
                            "rows=NUMBER or sha256=HEX, each once, is expected, found "
                                    + Shown.quoted(text));
                }
            }
            if (rows == null && sha256 == null) {
                throw lines.refuse("it has neither rows= nor sha256=");
            }
        }
        return new ControlFile(StatementInput.name(file), rows, sha256);
    }

    /** Refuses a statement that is not what the control file says. */
    void check(String statement, long rowsFound, Fingerprint fingerprint) throws RefusedException {
        if (rows != null && rows != rowsFound) {
            throw new RefusedException(
                            statement,
                            0,
                            file + " counts " + rows + " rows, the file has " + rowsFound)
                    .advising(FETCH_BOTH);
        }
        if (sha256 != null && !sha256.equals(fingerprint.sha256())) {
            throw new RefusedException(
                            statement,
                            0,
                            file
                                    + " says sha256 "
                                    + sha256
                                    + ", the file has "
                                    + fingerprint.sha256())
                    .advising(FETCH_BOTH);
        }
    }
}
