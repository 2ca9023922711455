package dev.tplus1.statement.input;

import dev.tplus1.statement.Shown;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells what a file is that is no statement at all, by its first bytes. */
final class NoStatement {
    private static final Pattern XML_ERROR =
            Pattern.compile(
                    "<(return_msg|err_code_des|message)>\\s*(?:<!\\[CDATA\\[)?([^<\\]]{1,200})",
                    Pattern.CASE_INSENSITIVE);
    private static final Pattern JSON_ERROR =
            Pattern.compile("\"(message|msg|sub_msg|code)\"\\s*:\\s*\"([^\"]{1,200})\"");

    private NoStatement() {}

    /** Why this cannot be a statement, or null when it may be one. */
    static @Nullable String reason(byte[] head, boolean jsonWelcome) {
        if (head.length == 0) {
            return "it holds nothing once unpacked";
        }
        if (ZipInput.starts(head)) {
            return "it is a ZIP archive or an Excel workbook where the statement itself is"
                    + " expected; give the file as the provider sent it";
        }
        if (GzipInput.starts(head)) {
            return "it is packed twice; give the file as the provider sent it";
        }
        // for the message only: what is a statement is decoded strictly, later
        String text = new String(head, StandardCharsets.UTF_8);
        int start = text.startsWith("\ufeff") ? 1 : 0;
        String document = text.substring(start).stripLeading();
        if (document.isEmpty() && head.length < 4096) {
            return "it holds nothing but blanks";
        }
        if (document.startsWith("<")) {
            return markup(document);
        }
        if (document.startsWith("{") && !jsonWelcome) {
            return "it is a JSON document" + said(JSON_ERROR, document) + ", not a statement";
        }
        return null;
    }

    private static String markup(String document) {
        String lower = document.toLowerCase(Locale.ROOT);
        if (lower.startsWith("<!doctype html") || lower.contains("<html")) {
            return "it is an HTML page, not a statement: was the download redirected to a login?";
        }
        return "it is an XML error reply" + said(XML_ERROR, document) + ", not a statement";
    }

    private static String said(Pattern pattern, String document) {
        Matcher matcher = pattern.matcher(document);
        return matcher.find() ? " that says " + Shown.quoted(matcher.group(2).strip()) : "";
    }
}
