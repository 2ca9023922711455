package dev.tplus1.watch.log;

import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;

import dev.tplus1.entry.Unseen;

import java.util.ArrayList;
import java.util.List;

/**
 * Text from anywhere as a log may hold it: on one line, without a character that cannot be seen or
 * that reorders its neighbours, and of bounded length. So nobody can write a line of his own.
 */
final class LogText {
    /** Of a message. */
    static final int MAX_CHARS = 4000;

    /** Of a trace's line; most are far shorter. */
    private static final int MAX_TRACE_CHARS = 1000;

    /** Of a trace, its beginning and its end: what began it all stands last. */
    private static final int FIRST_LINES = 120;

    private static final int LAST_LINES = 80;
    private static final String INDENT = "    ";

    private LogText() {}

    static String message(String text) {
        return line(text, MAX_CHARS);
    }

    /** What an exception says. */
    static String said(IThrowableProxy thrown) {
        String message = thrown.getMessage();
        return message == null ? "" : message(message);
    }

    /** A trace, each line of it indented: what an exception says may have several. */
    static String trace(IThrowableProxy thrown) {
        List<String> all = ThrowableProxyUtil.asString(thrown).lines().toList();
        List<String> kept = new ArrayList<>();
        int last = Math.max(FIRST_LINES, all.size() - LAST_LINES);
        for (int i = 0; i < all.size(); i++) {
            if (i < FIRST_LINES || i >= last) {
                kept.add(traceLine(all.get(i)));
            } else if (i == FIRST_LINES) {
                kept.add(INDENT + "... " + (last - FIRST_LINES) + " lines");
            }
        }
        return String.join("\n", kept);
    }

    private static String traceLine(String text) {
        int tabs = 0;
        while (tabs < text.length() && text.charAt(tabs) == '\t') {
            tabs++;
        }
        return INDENT.repeat(tabs + 1) + line(text.substring(tabs), MAX_TRACE_CHARS);
    }

    private static String line(String text, int most) {
        if (text.length() <= most) {
            return harmless(text);
        }
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return harmless(text.substring(0, end)) + "... (" + (text.length() - end) + " more)";
    }

    private static String harmless(String text) {
        StringBuilder shown = null;
        int length = text.length();
        for (int i = 0; i < length; ) {
            int code = text.codePointAt(i);
            if (Unseen.is(code)) {
                if (shown == null) {
                    shown = new StringBuilder(text.substring(0, i));
                }
                shown.append(Unseen.named(code));
            } else if (shown != null) {
                shown.appendCodePoint(code);
            }
            i += Character.charCount(code);
        }
        return shown == null ? text : shown.toString();
    }
}
