package dev.tplus1.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Finding;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.Line;
import dev.tplus1.entry.OrderState;
import dev.tplus1.entry.RefundState;
import dev.tplus1.entry.Row;
import dev.tplus1.entry.StatementEntry;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;

/**
 * Random days full of everything that can go wrong. {@link Day} holds each to the proof; the seed
 * is the test's name.
 */
class RandomDaysTests {
    private static final int DAYS = 150;
    private static final String[] CURRENCIES = {"CNY", "JPY", "KWD"};
    private static final List<OrderState> ORDER_STATES = List.of(OrderState.values());
    private static final List<RefundState> REFUND_STATES = List.of(RefundState.values());
    private static final BusinessDate TODAY = new BusinessDate(Day.DATE, Line.ZONE);
    private static final Map<BreakType, Integer> SEEN = new EnumMap<>(BreakType.class);

    static LongStream seeds() {
        long first = System.nanoTime();
        return LongStream.range(first, first + DAYS);
    }

    /** The statement and the books of one random day. */
    private static final class RandomDay {
        private final Random random;
        private final List<StatementEntry> lines = new ArrayList<>();
        private final List<BookEntry> rows = new ArrayList<>();

        RandomDay(long seed) {
            random = new Random(seed);
            int events = random.nextInt(60);
            for (int i = 0; i < events; i++) {
                event(i);
            }
        }

        private void event(int i) {
            String id = "T" + (chance(8) ? random.nextInt(10) : i);
            String orderNo = chance(8) ? "" : "O" + (chance(8) ? random.nextInt(10) : i);
            String money = money();
            if (!chance(6)) {
                addLine(Line.payment(id, orderNo, money));
            }
            if (!chance(8)) {
                OrderState state = ORDER_STATES.get(random.nextInt(ORDER_STATES.size()));
                String bookedId = state.booked() ? (chance(8) ? "" : id) : (chance(4) ? id : "");
                Row row =
                        Row.order(
                                bookedId,
                                "O" + (chance(8) ? random.nextInt(10) : i),
                                chance(8) ? money() : money,
                                chance(2) ? OrderState.PAID : state);
                addRow(row);
            }
            if (chance(3)) {
                String refundNo = chance(8) ? "0" : "R" + (chance(6) ? random.nextInt(10) : i);
                String part = chance(2) ? money : money();
                Line line = Line.refund(refundNo, id, orderNo, part).providerRefundId("P" + i);
                addLine(chance(3) ? line.processing() : line);
                RefundState state = REFUND_STATES.get(random.nextInt(REFUND_STATES.size()));
                addRow(
                        Row.refund(refundNo, id, "O" + i, chance(6) ? money() : part, state)
                                .providerRefundId("P" + i));
            }
        }

        private void addLine(Line line) {
            int copies = chance(10) ? 2 : 1;
            for (int i = 0; i < copies; i++) {
                lines.add(line.at(time()).line(lines.size() + 1L).entry());
            }
        }

        private void addRow(Row row) {
            int copies = chance(12) ? 2 : 1;
            for (int i = 0; i < copies; i++) {
                Row placed = chance(12) ? row.account("other") : row;
                rows.add(placed.at(row.state().booked() ? time() : null).entry());
            }
        }

        /** Mostly in the day, often at its ends, sometimes days away. */
        private Instant time() {
            return switch (random.nextInt(6)) {
                case 0 -> TODAY.start().plusSeconds(random.nextInt(1200) - 600L);
                case 1 -> TODAY.end().plusSeconds(random.nextInt(1200) - 600L);
                case 2 -> TODAY.start().plus(Duration.ofDays(random.nextInt(7) - 3L));
                default -> TODAY.start().plusSeconds(random.nextInt(86_400));
            };
        }

        private String money() {
            String currency = CURRENCIES[random.nextInt(CURRENCIES.length)];
            return (1 + random.nextInt(5)) + " " + currency;
        }

        private boolean chance(int oneIn) {
            return random.nextInt(oneIn) == 0;
        }

        private Reconciliation reconcile() {
            return Day.of(lines).books(new MemoryBooks(rows)).reconcile();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void aRandomDayAddsUpInWhateverOrderItComes(long seed) {
        RandomDay day = new RandomDay(seed);

        Reconciliation result = day.reconcile();

        assertEachBookingInOneBucket(day, result);
        for (int i = 0; i < 4; i++) {
            Collections.shuffle(day.lines, day.random);
            Collections.shuffle(day.rows, day.random);
            assertThat(day.reconcile()).isEqualTo(result);
        }
        result.found().forEach(found -> SEEN.merge(found.found().type(), 1, Integer::sum));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void twoRandomDaysRunInAnyOrderAddUpAndCarryEachOther(long seed) {
        RandomDay day = new RandomDay(seed);
        MemoryNeighbours account = new MemoryNeighbours();
        List<StatementEntry> today = new ArrayList<>();
        List<StatementEntry> tomorrow = new ArrayList<>();
        day.lines.forEach(line -> (day.chance(2) ? today : tomorrow).add(line));

        for (int run = 0; run < 4; run++) {
            boolean first = day.chance(2);
            Day.of(first ? today : tomorrow)
                    .on(first ? Day.DATE : Day.DATE.plusDays(1))
                    .books(new MemoryBooks(day.rows))
                    .among(account)
                    .conclude();
        }

        assertThat(account.breaks()).extracting(Break::id).doesNotHaveDuplicates();
    }

    @AfterAll
    static void theDaysWereWildEnoughToShowEveryBreak() {
        assertThat(SEEN.keySet())
                .containsAll(
                        List.of(
                                BreakType.DUPLICATE_LINE,
                                BreakType.CURRENCY_MISMATCH,
                                BreakType.AMOUNT_MISMATCH,
                                BreakType.ORDER_MISMATCH,
                                BreakType.UNKNOWN_ORDER,
                                BreakType.DUPLICATE_PAYMENT,
                                BreakType.STATUS_MISMATCH,
                                BreakType.PAID_AFTER_CLOSE,
                                BreakType.PAID_THEN_REFUNDED,
                                BreakType.MISSED_CALLBACK,
                                BreakType.UNKNOWN_REFUND,
                                BreakType.REFUND_IN_PROGRESS,
                                BreakType.DUPLICATE_BOOKING,
                                BreakType.CUT_OFF,
                                BreakType.MISSING_AT_PROVIDER));
    }

    /**
     * Every booking of the day is matched, a difference, named by rule 9, or a break of its own.
     */
    private static void assertEachBookingInOneBucket(RandomDay day, Reconciliation result) {
        long inDay =
                day.rows.stream()
                        .filter(row -> row.booked() && row.account().equals(Row.ACCOUNT))
                        .map(BookEntry::time)
                        .filter(time -> time != null && TODAY.contains(time))
                        .count();
        long different =
                result.found().stream()
                        .map(Finding::found)
                        .filter(brk -> brk.statementAmount() != null)
                        .map(Break::ledgerTime)
                        .filter(time -> time != null && TODAY.contains(time))
                        .count();
        long alone =
                result.found().stream().filter(f -> f.found().statementAmount() == null).count();
        long named = inDay - result.matched() - different - alone;

        assertThat(result.ledgerEntries()).isEqualTo((int) inDay);
        assertThat(result.settledDuringRun()).isZero();
        assertThat(named)
                .isBetween(
                        0L,
                        result.found().stream()
                                .filter(f -> f.found().type() == BreakType.STATUS_MISMATCH)
                                .count());
    }
}
