package dev.tplus1.report.sheet;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * A sheet's XML on its way to a stream, as bytes. What is around the rows comes from an XML writer,
 * to which this is a writer; the cells, of which a bad day has tens of millions, are put together
 * here. Ugly on purpose. One thread.
 */
final class Markup extends Writer {
    private static final int SIZE = 1 << 16;

    /** No number is longer. */
    private static final int DIGITS = 20;

    private static final byte[] LESS = ascii("&lt;");
    private static final byte[] MORE = ascii("&gt;");
    private static final byte[] AND = ascii("&amp;");

    private final OutputStream out;
    private final byte[] bytes = new byte[SIZE];
    private int end;

    Markup(OutputStream out) {
        this.out = out;
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Bytes as they are. */
    Markup put(byte[] markup) throws IOException {
        room(markup.length);
        if (markup.length > SIZE) {
            out.write(markup);
            return this;
        }
        System.arraycopy(markup, 0, bytes, end, markup.length);
        end += markup.length;
        return this;
    }

    /** ASCII as it is. */
    Markup put(String ascii) throws IOException {
        for (int i = 0; i < ascii.length(); i++) {
            put(ascii.charAt(i));
        }
        return this;
    }

    Markup put(char ascii) throws IOException {
        room(1);
        bytes[end++] = (byte) ascii;
        return this;
    }

    /** A number that is not negative. */
    Markup put(long number) throws IOException {
        int width = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) {
            width++;
        }
        return put(number, width);
    }

    /** The last digits of a number that is not negative, with leading zeros. */
    Markup put(long number, int width) throws IOException {
        room(DIGITS);
        long rest = number;
        for (int i = end + width - 1; i >= end; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        end += width;
        return this;
    }

    /** The content of an element. */
    Markup content(String text) throws IOException {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                return content(text.substring(i).getBytes(StandardCharsets.UTF_8));
            }
            content((byte) c);
        }
        return this;
    }

    private Markup content(byte[] utf8) throws IOException {
        for (byte each : utf8) {
            content(each);
        }
        return this;
    }

    private void content(byte each) throws IOException {
        switch (each) {
            case '<' -> put(LESS);
            case '>' -> put(MORE);
            case '&' -> put(AND);
            default -> {
                room(1);
                bytes[end++] = each;
            }
        }
    }

    private void room(int wanted) throws IOException {
        if (wanted > SIZE - end) {
            flush();
        }
    }

    // --- for the XML writer ---

    @Override
    public void write(char[] chars, int from, int length) throws IOException {
        put(new String(chars, from, length).getBytes(StandardCharsets.UTF_8));
    }

    /** Hands on what is here; that goes no further than the stream. */
    @Override
    public void flush() throws IOException {
        out.write(bytes, 0, end);
        end = 0;
    }

    /** Flushes; the stream stays open. */
    @Override
    public void close() throws IOException {
        flush();
    }
}
