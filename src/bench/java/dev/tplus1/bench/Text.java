package dev.tplus1.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Text that is written to a file byte by byte, fast enough to make gigabytes of it. */
final class Text implements AutoCloseable {
    private static final int SIZE = 1 << 18;

    /** No single append is longer. */
    private static final int RESERVE = 1 << 12;

    private final OutputStream out;
    private final byte[] bytes = new byte[SIZE];
    private int length;

    Text(Path file) throws IOException {
        this.out = Files.newOutputStream(file);
    }

    Text put(byte[] text) throws IOException {
        reserve();
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
        return this;
    }

    Text put(String text) throws IOException {
        return put(text.getBytes(StandardCharsets.UTF_8));
    }

    Text put(char ascii) throws IOException {
        reserve();
        bytes[length++] = (byte) ascii;
        return this;
    }

    /** With leading zeros. */
    Text digits(long number, int width) throws IOException {
        reserve();
        long rest = number;
        for (int i = length + width - 1; i >= length; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += width;
        return this;
    }

    Text number(long number) throws IOException {
        int width = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) {
            width++;
        }
        return digits(number, width);
    }

    /** Two decimals. */
    Text amount(long minor) throws IOException {
        return number(minor / 100).put('.').digits(minor % 100, 2);
    }

    /** {@code 2026-11-28T09:12:31}, with what stands between date and time. */
    Text time(int second, char between) throws IOException {
        return put(DATE)
                .put(between)
                .digits(second / 3600, 2)
                .put(':')
                .digits(second / 60 % 60, 2)
                .put(':')
                .digits(second % 60, 2);
    }

    private static final byte[] DATE = Day.DATE.toString().getBytes(StandardCharsets.US_ASCII);

    private void reserve() throws IOException {
        if (length > SIZE - RESERVE) {
            out.write(bytes, 0, length);
            length = 0;
        }
    }

    @Override
    public void close() throws IOException {
        try (out) {
            out.write(bytes, 0, length);
        }
    }
}
