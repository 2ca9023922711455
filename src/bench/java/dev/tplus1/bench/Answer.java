package dev.tplus1.bench;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;

/**
 * A set of breaks as one figure, whatever its order and size: how many there are, and the sum of
 * the SHA-256 of each one's key and of what is wrong with it.
 */
record Answer(long breaks, long sum, long more) {
    /** What a break is, said alike for both sides of a comparison. */
    enum Difference {
        STATEMENT_ONLY,
        BOOKS_ONLY,
        AMOUNT
    }

    /** What a right answer for a day with plain keys is. */
    static Answer ofDay(Day day) {
        Sum sum = new Sum();
        for (long n = 0; n < day.rows(); n++) {
            Day.Flaw flaw = day.flaw(n);
            if (flaw != Day.Flaw.NONE) {
                sum.add(
                        CsvFiles.KEY + String.format(Locale.ROOT, "%016d", day.serial(n)),
                        switch (flaw) {
                            case ONLY_IN_BOOKS -> Difference.BOOKS_ONLY;
                            case PENDING_IN_BOOKS, ONLY_IN_STATEMENT, NONE ->
                                    Difference.STATEMENT_ONLY;
                            case OTHER_AMOUNT -> Difference.AMOUNT;
                        });
            }
        }
        return sum.answer();
    }

    /** Reads the breaks.csv of a run. */
    static Answer ofReport(Path file) throws IOException {
        Sum sum = new Sum();
        try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(file)) {
            for (NamedCsvRecord row : rows) {
                Difference difference =
                        switch (row.getField("type")) {
                            case "AMOUNT_MISMATCH" -> Difference.AMOUNT;
                            case "MISSING_AT_PROVIDER" -> Difference.BOOKS_ONLY;
                            case "MISSED_CALLBACK", "UNKNOWN_ORDER", "UNKNOWN_REFUND" ->
                                    Difference.STATEMENT_ONLY;
                            case String other ->
                                    throw new IOException(
                                            file + ": a break that was not made: " + other);
                        };
                sum.add(row.getField("transaction_id"), difference);
            }
        }
        return sum.answer();
    }

    /** Reads what the rival left: key, then one amount for each side. */
    static Answer ofRival(Path file) throws IOException {
        Sum sum = new Sum();
        try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(file)) {
            for (NamedCsvRecord row : rows) {
                String statement = row.getField("s_transaction_id");
                String books = row.getField("l_transaction_id");
                sum.add(
                        statement.isEmpty() ? books : statement,
                        books.isEmpty()
                                ? Difference.STATEMENT_ONLY
                                : statement.isEmpty() ? Difference.BOOKS_ONLY : Difference.AMOUNT);
            }
        }
        return sum.answer();
    }

    private static final class Sum {
        private final MessageDigest sha;
        private long breaks;
        private long sum;
        private long more;

        Sum() {
            try {
                sha = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }

        void add(String key, Difference difference) {
            byte[] text = (difference.name() + '\n' + key).getBytes(StandardCharsets.UTF_8);
            ByteBuffer digest = ByteBuffer.wrap(sha.digest(text));
            breaks++;
            // wraps around, as is meant
            sum += digest.getLong();
            more += digest.getLong();
        }

        Answer answer() {
            return new Answer(breaks, sum, more);
        }
    }
}
