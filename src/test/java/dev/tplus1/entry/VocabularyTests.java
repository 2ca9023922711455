package dev.tplus1.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Currency;
import java.util.List;
import java.util.Random;

/** Keys, order, days and states. */
class VocabularyTests {
    private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
    private static final Instant NOON = Instant.parse("2026-11-28T12:00:00Z");

    @Test
    void textIsInTheOrderOfItsUtf8Bytes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int[] interesting = {
            0, 'a', 'b', 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xff5e, 0xffff, 0x10000, 0x1f600,
            0x10ffff
        };
        for (int i = 0; i < 20_000; i++) {
            String a = text(random, interesting);
            String b = text(random, interesting);

            int bytes =
                    Arrays.compareUnsigned(
                            a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

            assertThat(Integer.signum(ByteOrder.compare(a, b)))
                    .as("seed %d: %s and %s", seed, a, b)
                    .isEqualTo(Integer.signum(bytes));
            assertThat(ByteOrder.OF_TEXT.compare(a, b)).isEqualTo(ByteOrder.compare(a, b));
        }
    }

    private static String text(Random random, int[] codePoints) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(4);
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(codePoints[random.nextInt(codePoints.length)]);
        }
        return text.toString();
    }

    @Test
    void keysAreInTheOrderOfKindThenBasisThenValue() {
        List<EntryKey> ordered =
                List.of(
                        EntryKey.payment("A"),
                        EntryKey.payment("a"),
                        EntryKey.payment("\uff5e"),
                        EntryKey.payment("\ud83d\ude00"),
                        EntryKey.paymentOfOrder("A"),
                        EntryKey.refund("A"));

        List<EntryKey> sorted = new ArrayList<>(ordered.reversed());
        sorted.sort(null);

        assertThat(sorted).isEqualTo(ordered);
        assertThat(EntryKey.payment("A")).isNotEqualTo(EntryKey.paymentOfOrder("A"));
        assertThat(EntryKey.payment("A").compareTo(EntryKey.payment("A"))).isZero();
    }

    @Test
    void aPaymentIsKeyedByItsTransactionOrElseByItsOrder() {
        for (KeyRule rule : KeyRule.values()) {
            assertThat(rule.payment("T1", "O1")).isEqualTo(EntryKey.payment("T1"));
            assertThat(rule.payment("", "O1")).isEqualTo(EntryKey.paymentOfOrder("O1"));
            assertThat(rule.payment(" ", "O1")).isEqualTo(EntryKey.payment(" "));
        }
    }

    @Test
    void aRefundIsKeyedByItsNumberOrElseByTheProvidersId() {
        KeyRule rule = KeyRule.REFUND_NO;

        assertThat(rule.refund("O", "T", "R", "P", NOON)).isEqualTo(EntryKey.refund("R"));
        assertThat(rule.refund("O", "T", "", "P", NOON)).isEqualTo(EntryKey.refund("P"));
        assertThat(rule.refund("O", "T", "0", "P", NOON)).isEqualTo(EntryKey.refund("P"));
        assertThat(rule.refund("O", "T", "00", "P", NOON)).isEqualTo(EntryKey.refund("00"));
        assertThat(rule.refund("O", "T", "0", "", NOON)).isEqualTo(EntryKey.refund("O\u001fT"));
        assertThat(rule.refund("O", "T", "", "0", null)).isEqualTo(EntryKey.refund("O\u001fT"));
    }

    @Test
    void anAlipayRefundIsKeyedByOrderAndNumberOrElseByOrderTradeAndTime() {
        KeyRule rule = KeyRule.ORDER_AND_REFUND_NO;

        assertThat(rule.refund("O", "T", "R", "P", NOON)).isEqualTo(EntryKey.refund("O\u001fR"));
        for (String none : new String[] {"", "0"}) {
            assertThat(rule.refund("O", "T", none, "P", NOON))
                    .isEqualTo(EntryKey.refund("O\u001fT\u001f2026-11-28T12:00:00Z"));
            assertThat(rule.refund("O", "T", none, "P", null))
                    .isEqualTo(EntryKey.refund("O\u001fT\u001f"));
        }
    }

    @Test
    void aDayIsHalfOpen() {
        BusinessDate day = new BusinessDate(LocalDate.of(2026, 11, 28), Line.ZONE);

        assertThat(day.start()).isEqualTo("2026-11-27T16:00:00Z");
        assertThat(day.end()).isEqualTo("2026-11-28T16:00:00Z");
        assertThat(day.contains(day.start())).isTrue();
        assertThat(day.contains(day.start().minusNanos(1))).isFalse();
        assertThat(day.contains(day.end().minusNanos(1))).isTrue();
        assertThat(day.contains(day.end())).isFalse();
        assertThat(day).hasToString("2026-11-28");
        assertThat(day.plusDays(3))
                .isEqualTo(new BusinessDate(LocalDate.of(2026, 12, 1), Line.ZONE));
    }

    @Test
    void aDayMayHave23Or25Hours() {
        BusinessDate shorter = new BusinessDate(LocalDate.of(2026, 3, 8), NEW_YORK);
        BusinessDate longer = new BusinessDate(LocalDate.of(2026, 11, 1), NEW_YORK);

        assertThat(Duration.between(shorter.start(), shorter.end())).hasHours(23);
        assertThat(Duration.between(longer.start(), longer.end())).hasHours(25);
        assertThat(shorter.end()).isEqualTo(shorter.plusDays(1).start());
        assertThat(longer.end()).isEqualTo(longer.plusDays(1).start());
        assertThat(longer.nearEnd(longer.start().plus(Duration.ofHours(24)), Duration.ofHours(1)))
                .isTrue();
        assertThat(shorter.contains(shorter.start().plus(Duration.ofHours(23)))).isFalse();
    }

    @Test
    void aDayWhoseMidnightIsSkippedStartsWhenTheClockDoes() {
        BusinessDate day =
                new BusinessDate(LocalDate.of(2024, 9, 8), ZoneId.of("America/Santiago"));

        assertThat(day.start()).isEqualTo("2024-09-08T04:00:00Z");
        assertThat(Duration.between(day.start(), day.end())).hasHours(23);
    }

    @Test
    void nearIsBeforeStartPlusGraceOrFromEndMinusGrace() {
        BusinessDate day = new BusinessDate(LocalDate.of(2026, 11, 1), NEW_YORK);
        Duration grace = Duration.ofMinutes(10);
        Instant start = day.start();
        Instant end = day.end();

        assertThat(day.nearStart(start, grace)).isTrue();
        assertThat(day.nearStart(start.plus(grace).minusNanos(1), grace)).isTrue();
        assertThat(day.nearStart(start.plus(grace), grace)).isFalse();
        assertThat(day.nearStart(start.minusNanos(1), grace)).isFalse();
        assertThat(day.nearEnd(end.minus(grace).minusNanos(1), grace)).isFalse();
        assertThat(day.nearEnd(end.minus(grace), grace)).isTrue();
        assertThat(day.nearEnd(end.minusNanos(1), grace)).isTrue();
        assertThat(day.nearEnd(end, grace)).isFalse();
        assertThat(day.nearStart(start, Duration.ZERO)).isFalse();
        assertThat(day.nearEnd(end.minusNanos(1), Duration.ZERO)).isFalse();
    }

    @Test
    void anOrderOnlyMovesForward() {
        List<String> steps = new ArrayList<>();
        for (OrderState from : OrderState.values()) {
            for (OrderState to : OrderState.values()) {
                if (from.mayBecome(to)) {
                    steps.add(from + " > " + to);
                }
            }
        }

        assertThat(steps)
                .containsExactly(
                        "PENDING > PAID",
                        "PENDING > CLOSED",
                        "PENDING > FAILED",
                        "PAID > PARTIALLY_REFUNDED",
                        "PAID > REFUNDED",
                        "PARTIALLY_REFUNDED > PARTIALLY_REFUNDED",
                        "PARTIALLY_REFUNDED > REFUNDED");
        assertThat(OrderState.values())
                .filteredOn(OrderState::booked)
                .containsExactly(
                        OrderState.PAID, OrderState.PARTIALLY_REFUNDED, OrderState.REFUNDED);
    }

    @Test
    void aRefundOnlyMovesForward() {
        List<String> steps = new ArrayList<>();
        for (RefundState from : RefundState.values()) {
            for (RefundState to : RefundState.values()) {
                if (from.mayBecome(to)) {
                    steps.add(from + " > " + to);
                }
            }
        }

        assertThat(steps).containsExactly("PENDING > SUCCEEDED", "PENDING > FAILED");
        assertThat(RefundState.values())
                .filteredOn(RefundState::booked)
                .containsExactly(RefundState.SUCCEEDED);
    }

    @Test
    void aBookEntryIsOfOneKind() {
        BookEntry order = Row.paid("T1", "O1", "1.00 CNY").entry();
        BookEntry refund = Row.refunded("R1", "T1", "O1", "1.00 CNY").entry();

        assertThat(order.kind()).isEqualTo(Kind.PAYMENT);
        assertThat(order.booked()).isTrue();
        assertThat(refund.kind()).isEqualTo(Kind.REFUND);
        assertThat(Row.pending("O1", "1.00 CNY").entry().booked()).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new BookEntry(
                                refund.key(),
                                "",
                                "",
                                "",
                                "",
                                refund.amount(),
                                OrderState.PAID,
                                null,
                                "shop",
                                1))
                .withMessage("REFUND in state PAID");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new BookEntry(
                                order.key(),
                                "",
                                "",
                                "",
                                "",
                                order.amount(),
                                RefundState.SUCCEEDED,
                                null,
                                "shop",
                                1))
                .withMessage("PAYMENT in state SUCCEEDED");
    }

    @Test
    void theProofTellsWhatIsUnexplainedAndNeverWrapsAround() {
        Currency cny = Currency.getInstance("CNY");

        assertThat(new ProofRow(cny, 120_000, 30_000, 5_000, 0, 10_000, 85_000).unexplained())
                .isZero();
        assertThat(new ProofRow(cny, 100, 1, 20, 300, 4_000, 0).unexplained())
                .isEqualTo(4_000 + 300 + 1 - 100 - 20);
        assertThat(new ProofRow(cny, 0, 0, 0, 0, 0, 7).unexplained()).isEqualTo(7);
        assertThat(new ProofRow(cny, 0, 0, 0, 0, 0, 7).money(-7))
                .isEqualTo(Line.money("-0.07 CNY"));
        ProofRow huge = new ProofRow(cny, Long.MAX_VALUE, -1, 0, 0, 0, 0);
        assertThatThrownBy(huge::unexplained).isInstanceOf(ArithmeticException.class);
    }
}
