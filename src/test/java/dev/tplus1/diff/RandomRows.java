package dev.tplus1.diff;

import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.BookState;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.OrderState;
import dev.tplus1.entry.RefundState;
import dev.tplus1.entry.StatementEntry;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Random;

/** Rows of both sides, of few ids that are easily mistaken for each other, around one day. */
final class RandomRows {
    static final BusinessDate DAY =
            new BusinessDate(LocalDate.of(2026, 11, 28), ZoneId.of("Asia/Shanghai"));
    static final Duration GRACE = Duration.ofMinutes(10);
    static final String ACCOUNT = "shop";

    private static final List<String> IDS =
            List.of(
                    "123",
                    "0123",
                    "00123",
                    "1",
                    "01",
                    "0",
                    "00",
                    "4200001234202611280123456789",
                    "4200001234202611280123456780",
                    "420000123420261128012345678",
                    "12345678",
                    "123456789",
                    "1234567a",
                    "a2345678",
                    "1234567890123456x",
                    "12345678/",
                    "12345678:",
                    "\u0001#",
                    "pi_3NxYz",
                    "O1\u001fR1",
                    "O1\u001fR",
                    "订单号一二三",
                    "订单号一二四",
                    "\ud83d\ude00",
                    "\u0661\u0662\u0663");
    private static final List<Currency> CURRENCIES =
            List.of(Currency.getInstance("CNY"), Currency.getInstance("JPY"));

    private final Random random;
    private final int keys;

    /** Keys are this many ids at most; more of them are random digits. */
    RandomRows(Random random, int keys) {
        this.random = random;
        this.keys = keys;
    }

    List<StatementEntry> statement(int count) {
        List<StatementEntry> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            EntryKey key = key();
            rows.add(
                    new StatementEntry(
                            key,
                            oneOf(key.value(), "", id()),
                            oneOf("", id(), "O1", "O1", key.value()),
                            oneOf("", id(), key.value()),
                            oneOf("", id(), key.value()),
                            amount(),
                            time(),
                            random.nextInt(5) == 0,
                            random.nextInt(10) == 0 ? random.nextLong() : random.nextInt(1000),
                            ""));
        }
        return rows;
    }

    List<BookEntry> books(int count) {
        List<BookEntry> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            EntryKey key = key();
            BookState state = state(key.kind());
            @Nullable Instant time = !state.booked() && random.nextBoolean() ? null : time();
            rows.add(
                    new BookEntry(
                            key,
                            oneOf(key.value(), "", id()),
                            oneOf("", id(), "O1", "O1", key.value()),
                            oneOf("", id(), key.value()),
                            oneOf("", id(), key.value()),
                            amount(),
                            state,
                            time,
                            random.nextInt(8) == 0 ? "other" : ACCOUNT,
                            random.nextInt(4) - 1));
        }
        return rows;
    }

    EntryKey key() {
        return new EntryKey(
                random.nextInt(4) == 0 ? Kind.REFUND : Kind.PAYMENT,
                random.nextInt(4) == 0 ? EntryKey.Basis.ORDER : EntryKey.Basis.ID,
                id());
    }

    String id() {
        int which = random.nextInt(keys);
        return which < IDS.size() ? IDS.get(which) : "42000" + which * 7_777_777_777L;
    }

    private Money amount() {
        return new Money(
                random.nextInt(20) == 0 ? random.nextInt() : 100 + random.nextInt(2),
                CURRENCIES.get(random.nextInt(10) / 9));
    }

    private BookState state(Kind kind) {
        BookState[] all = kind == Kind.PAYMENT ? OrderState.values() : RefundState.values();
        BookState booked = kind == Kind.PAYMENT ? OrderState.PAID : RefundState.SUCCEEDED;
        return random.nextInt(4) == 0 ? all[random.nextInt(all.length)] : booked;
    }

    /** In the day, or at one of the four ends that matter, or just before one. */
    private Instant time() {
        Instant end =
                switch (random.nextInt(16)) {
                    case 0 -> DAY.start();
                    case 1 -> DAY.end();
                    case 2 -> DAY.start().minus(GRACE);
                    case 3 -> DAY.end().plus(GRACE);
                    default -> DAY.start().plusSeconds(1 + random.nextInt(80_000));
                };
        return random.nextInt(3) == 0 ? end.minusNanos(1) : end;
    }

    private String oneOf(String... values) {
        return values[random.nextInt(values.length)];
    }
}
