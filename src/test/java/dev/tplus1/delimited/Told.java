package dev.tplus1.delimited;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** What reading a text comes to, told as {@link NaiveRecords} tells it. */
final class Told {
    private Told() {}

    static List<String> of(Records records) throws IOException {
        List<String> told = new ArrayList<>();
        try (records) {
            while (records.next()) {
                List<String> cells = new ArrayList<>();
                for (int i = 0; i < records.count(); i++) {
                    cells.add(records.text(i));
                }
                told.add(
                        NaiveRecords.told(
                                records.line(),
                                records.lastLine(),
                                records.ended(),
                                cells,
                                records.raw()));
            }
            told.add("end " + records.lastLine() + " " + records.ended());
        } catch (DelimitedException e) {
            told.add(e.line() + ": " + e.reason());
        }
        return told;
    }

    /** A stream that gives at most so many bytes at once. */
    static InputStream dripping(byte[] bytes, int most) {
        return new InputStream() {
            private int at;

            @Override
            public int read() {
                return at < bytes.length ? bytes[at++] & 0xff : -1;
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                if (at == bytes.length) {
                    return -1;
                }
                int count = Math.min(Math.min(most, length), bytes.length - at);
                System.arraycopy(bytes, at, target, offset, count);
                at += count;
                return count;
            }
        };
    }
}
