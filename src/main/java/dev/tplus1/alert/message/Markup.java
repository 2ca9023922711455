package dev.tplus1.alert.message;

import java.util.regex.Pattern;

/** How one kind of channel writes what is bold, a command, a link; and what it must not read. */
public enum Markup {
    /** Slack's mrkdwn; {@code & < >} are escaped as Slack documents. */
    SLACK {
        @Override
        String text(String text) {
            return entities(unmarked(text));
        }

        @Override
        String strong(String text) {
            return "*" + text(text) + "*";
        }

        @Override
        String code(String text) {
            return "`" + entities(text.replace('`', '\'')) + "`";
        }

        @Override
        String link(String label, String url) {
            return "<" + url.replace("&", "&amp;") + "|" + text(label) + ">";
        }
    },
    /** The Markdown of WeCom, which has inline code. */
    WECOM {
        @Override
        String code(String text) {
            return "`" + angles(text).replace('`', '\'') + "`";
        }
    },
    /** The Markdown of DingTalk and Feishu, which promise no inline code. */
    MARKDOWN,
    /** No markup at all: the text of a mail. */
    PLAIN {
        @Override
        String text(String text) {
            return text;
        }

        @Override
        String strong(String text) {
            return text;
        }

        @Override
        String code(String text) {
            return text;
        }

        @Override
        String link(String label, String url) {
            return url;
        }
    };

    private static final Pattern LOOSE_UNDERSCORE =
            Pattern.compile("(?<![\\p{L}\\p{N}_])_|_(?![\\p{L}\\p{N}_])");

    /**
     * Text of which nothing is read as markup. Not every one of these chats knows a way to escape,
     * so the signs stand in their full width.
     */
    String text(String text) {
        StringBuilder wide = new StringBuilder(text.length());
        unmarked(angles(text))
                .chars()
                .forEach(c ->
                        wide.append(
                                switch (c) {
                                    case '[' -> '［';
                                    case ']' -> '］';
                                    case '\\' -> '＼';
                                    case '|' -> '｜';
                                    default -> (char) c;
                                }));
        String shown = wide.toString();
        return shown.startsWith("#") || shown.startsWith("-") || shown.startsWith("+")
                ? "·" + shown
                : shown;
    }

    String strong(String text) {
        return "**" + text(text) + "**";
    }

    String code(String text) {
        return text(text);
    }

    String link(String label, String url) {
        return "[" + text(label) + "](" + url + ")";
    }

    private static String angles(String text) {
        return text.replace('<', '＜').replace('>', '＞').replace("&", "＆");
    }

    private static String unmarked(String text) {
        String shown = text.replace('*', '＊').replace('`', '\'').replace('~', '～');
        return LOOSE_UNDERSCORE.matcher(shown).replaceAll("＿");
    }

    private static String entities(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
