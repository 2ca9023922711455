package dev.tplus1.report.words;

import java.util.Locale;
import java.util.Optional;

/** A language that reports are written in. */
public enum Language {
    ENGLISH("en", "en", Locale.ENGLISH),
    /** Simplified. */
    CHINESE("zh", "zh-Hans", Locale.SIMPLIFIED_CHINESE);

    private final String code;
    private final String tag;
    private final Locale locale;

    Language(String code, String tag, Locale locale) {
        this.code = code;
        this.tag = tag;
        this.locale = locale;
    }

    /** As a job file names it, {@code en} say. */
    public String code() {
        return code;
    }

    /** The BCP 47 tag, for a page's {@code lang}. */
    String tag() {
        return tag;
    }

    /** Whose names of months and weekdays are shown. */
    Locale locale() {
        return locale;
    }

    /** The language of a code, exactly as {@link #code} has it. */
    public static Optional<Language> of(String code) {
        for (Language each : values()) {
            if (each.code.equals(code)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }
}
