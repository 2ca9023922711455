package dev.tplus1.diff;

import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.OrderState;
import dev.tplus1.entry.RefundState;
import dev.tplus1.entry.Row;
import dev.tplus1.entry.StatementEntry;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/** Rows whose every field is at one of its limits, or anything. */
final class ExtremeRows {
    private ExtremeRows() {}

    static StatementEntry entry(Random random) {
        EntryKey key = key(random, random.nextBoolean() ? Kind.PAYMENT : Kind.REFUND);
        return new StatementEntry(
                key,
                id(random, key),
                id(random, key),
                id(random, key),
                id(random, key),
                amount(random),
                Objects.requireNonNull(time(random, false)),
                random.nextBoolean(),
                number(random),
                "");
    }

    static BookEntry row(Random random) {
        boolean payment = random.nextBoolean();
        EntryKey key = key(random, payment ? Kind.PAYMENT : Kind.REFUND);
        return new BookEntry(
                key,
                id(random, key),
                id(random, key),
                id(random, key),
                id(random, key),
                amount(random),
                payment ? oneOf(OrderState.values(), random) : oneOf(RefundState.values(), random),
                time(random, true),
                random.nextBoolean() ? Row.ACCOUNT : anyId(random),
                number(random));
    }

    private static EntryKey key(Random random, Kind kind) {
        return new EntryKey(kind, oneOf(EntryKey.Basis.values(), random), anyId(random));
    }

    private static <T> T oneOf(T[] values, Random random) {
        return values[random.nextInt(values.length)];
    }

    private static String id(Random random, EntryKey key) {
        return switch (random.nextInt(3)) {
            case 0 -> "";
            case 1 -> key.value();
            default -> anyId(random);
        };
    }

    /** Digits, bytes, or any characters; short, or long. */
    private static String anyId(Random random) {
        int length = random.nextInt(20) == 0 ? random.nextInt(16_000) : 1 + random.nextInt(40);
        int kind = random.nextInt(3);
        StringBuilder id = new StringBuilder();
        for (int i = 0; i < length; i++) {
            id.appendCodePoint(
                    switch (kind) {
                        case 0 -> '0' + random.nextInt(10);
                        case 1 -> random.nextInt(128);
                        default -> {
                            int any = random.nextInt(Character.MAX_CODE_POINT);
                            yield any >= 0xD800 && any < 0xE000 ? '\ufffd' : any;
                        }
                    });
        }
        return id.toString();
    }

    private static Money amount(Random random) {
        long[] minors = {
            0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 1L << 31, Long.MAX_VALUE, Long.MIN_VALUE
        };
        List<Currency> all =
                Currency.getAvailableCurrencies().stream()
                        .filter(currency -> currency.getDefaultFractionDigits() >= 0)
                        .toList();
        return new Money(
                random.nextInt(20) == 0 ? random.nextInt() : minors[random.nextInt(8)],
                all.get(random.nextInt(all.size())));
    }

    private static @Nullable Instant time(Random random, boolean absent) {
        long[] seconds = {
            0,
            -1,
            1L << 31,
            (1L << 32) - 1,
            1L << 32,
            Instant.MAX.getEpochSecond(),
            Instant.MIN.getEpochSecond(),
            1_795_000_000L
        };
        long[] nanos = {0, 0, 1, 999_999_999};
        return absent && random.nextInt(4) == 0
                ? null
                : Instant.ofEpochSecond(seconds[random.nextInt(8)], nanos[random.nextInt(4)]);
    }

    private static long number(Random random) {
        long[] numbers = {
            -1, 0, 1, 255, 256, (1L << 32) - 1, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE, -2
        };
        return numbers[random.nextInt(numbers.length)];
    }
}
