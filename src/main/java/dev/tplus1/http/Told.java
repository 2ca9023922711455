package dev.tplus1.http;

import okhttp3.Response;

import okio.BufferedSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What the other side says, or the network, as one line of bounded length for people. */
final class Told {
    /** How much of an answer is read for it. */
    static final long MAX_ANSWER_BYTES = 4096;

    /** How much of a text is looked at: an answer may have megabytes, and one line is shown. */
    static final int MAX_CHARS = 4096;

    private static final int MAX_SHOWN = 160;

    private Told() {}

    /** The start of an answer's body, after a colon; nothing where it cannot be read. */
    static String said(Response response, Hiding hiding) {
        try {
            BufferedSource source = response.body().source();
            source.request(MAX_ANSWER_BYTES);
            long size = Math.min(source.getBuffer().size(), MAX_ANSWER_BYTES);
            String start = source.readString(size, StandardCharsets.UTF_8);
            // the rest of it may be late, or lost
            String text = line(hiding.inStart(start));
            return text.isEmpty() ? "" : ": " + text;
        } catch (IOException _) {
            return ""; // the status alone decides
        }
    }

    /** What an exception says, as long as it is. */
    static String message(IOException thrown) {
        String message = thrown.getMessage();
        return message == null ? thrown.getClass().getSimpleName() : message;
    }

    /** The start of a text as one line, with stars for what is hidden, whole or cut there. */
    static String line(String text, Hiding hiding) {
        return line(
                text.length() > MAX_CHARS
                        ? hiding.inStart(text.substring(0, MAX_CHARS))
                        : hiding.in(text));
    }

    /** A text that holds nothing to hide any more. */
    static String line(String text) {
        String line = text.replaceAll("[\\p{Cntrl}\\p{Cf}\\s]+", " ").strip();
        return line.length() <= MAX_SHOWN ? line : line.substring(0, MAX_SHOWN) + "...";
    }
}
