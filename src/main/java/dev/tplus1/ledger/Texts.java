package dev.tplus1.ledger;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.regex.Pattern;

/** Amounts and times that the books give as text. */
final class Texts {
    private static final int MAX_NUMBER = 40;
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

    /** A local time, or an instant where an offset follows; T or one blank between. */
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder()
                    .appendPattern("uuuu-MM-dd")
                    .appendPattern("['T'][' ']")
                    .append(DateTimeFormatter.ISO_LOCAL_TIME)
                    .optionalStart()
                    .appendOffsetId()
                    .toFormatter()
                    .withResolverStyle(ResolverStyle.STRICT);

    private Texts() {}

    static BigDecimal number(String text) {
        if (text.length() > MAX_NUMBER || !NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    BookRows.quoted(text) + ", expected a plain decimal number such as 12.50");
        }
        return new BigDecimal(text);
    }

    /** An instant; a time without offset is read in the zone. */
    static Instant time(String text, ZoneId zone) {
        try {
            TemporalAccessor parsed =
                    TIME.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
            return parsed instanceof OffsetDateTime offset
                    ? offset.toInstant()
                    : LocalDateTime.from(parsed).atZone(zone).toInstant();
        } catch (DateTimeException _) {
            throw new IllegalArgumentException(
                    BookRows.quoted(text)
                            + ", expected a time such as 2026-11-28T09:30:00Z or 2026-11-28"
                            + " 09:30:00");
        }
    }
}
