package dev.tplus1.breaks.sorted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakIdentity;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

class SortedBreaksTests {
    private static final LocalDate DAY = LocalDate.of(2026, 11, 28);

    /** Alike in their beginnings, of every length of UTF-8, with what sorts around a border. */
    private static final String[] IDS = {
        "",
        "0",
        "4200002871202611281380779014",
        "4200002871202611281380779015",
        "42000028712026112813807790150",
        "a",
        "a ",
        "a\u0000",
        "a\u001fb",
        "é",
        "付款",
        "\uffee",
        "😀",
        "😀a",
        "x".repeat(400)
    };

    @TempDir private Path folder;

    @Test
    void fillsOneBlockWithWhatSeveralHaveAdded() {
        Random random = new Random(1);
        BreakBlock block = new BreakBlock();
        int[] rows = {0};
        try (Scratch scratch = Scratch.open(folder, "sorted", Scratch.LIMIT);
                SortedBreaks sorted = new SortedBreaks(scratch)) {
            List<Consumer<Break>> adders = List.of(sorted.adder(), sorted.adder(), sorted.adder());
            for (int i = 0; i < 90; i++) {
                adders.get(i % 3).accept(random(random, 1));
            }

            sorted.rows(block::add);
        }
        block.rows(new BreakRow(), _ -> rows[0]++);

        assertThat(rows[0]).isEqualTo(90);
    }

    @ParameterizedTest(name = "in parts of {0} bytes")
    @ValueSource(ints = {1, 700, 20_000, 16 << 20})
    void showsThemInTheOrderOfTheReport(int part) {
        Random random = new Random(part);
        List<Break> breaks = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            breaks.add(random(random, 1 + random.nextInt(3)));
        }

        List<Break> shown = new ArrayList<>();
        List<Break> again = new ArrayList<>();
        try (Scratch scratch = Scratch.open(folder, "sorted", Scratch.LIMIT);
                SortedBreaks sorted = new SortedBreaks(scratch, part)) {
            List<Consumer<Break>> adders = List.of(sorted.adder(), sorted.adder(), sorted.adder());
            breaks.forEach(each -> adders.get(random.nextInt(adders.size())).accept(each));
            sorted.each(shown::add);
            sorted.each(again::add);
        }

        breaks.sort(Break.REPORT_ORDER);
        assertThat(again).isEqualTo(shown);
        assertThat(shown).hasSameSizeAs(breaks);
        assertThat(shown).containsExactlyInAnyOrderElementsOf(breaks);
        assertThat(shown).isSortedAccordingTo(Break.REPORT_ORDER);
    }

    @Test
    void isLookedThroughByTwoAtTheSameTime() {
        Random random = new Random(11);
        List<Break> breaks = new ArrayList<>();
        List<Break> shown = new ArrayList<>();
        List<Break> inside = new ArrayList<>();
        try (Scratch scratch = Scratch.open(folder, "sorted", Scratch.LIMIT);
                SortedBreaks sorted = new SortedBreaks(scratch, 20_000)) {
            Consumer<Break> adder = sorted.adder();
            for (int i = 0; i < 500; i++) {
                breaks.add(random(random, i));
                adder.accept(breaks.getLast());
            }
            sorted.each(each -> {
                if (shown.size() == 200) {
                    CompletableFuture.runAsync(() -> sorted.each(inside::add)).join();
                }
                shown.add(each);
            });
        }

        breaks.sort(Break.REPORT_ORDER);
        assertThat(shown).isEqualTo(breaks);
        assertThat(inside).isEqualTo(breaks);
    }

    @ParameterizedTest(name = "in parts of {0} bytes")
    @ValueSource(ints = {700, 16 << 20})
    void showsNoMoreThanIsWanted(int part) {
        List<Break> shown = new ArrayList<>();
        try (Scratch scratch = Scratch.open(folder, "sorted", Scratch.LIMIT);
                SortedBreaks sorted = new SortedBreaks(scratch, part)) {
            Consumer<Break> adder = sorted.adder();
            for (int i = 0; i < 50; i++) {
                adder.accept(random(new Random(i), 1));
            }

            sorted.rows(row -> {
                shown.add(row.unpacked());
                return shown.size() < 7;
            });
        }

        assertThat(shown).hasSize(7);
    }

    @Test
    void ordersThoseThatDifferInTheirIdAlone() {
        List<Break> breaks = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            breaks.add(
                    new Break(
                            new BreakIdentity(
                                    "shop",
                                    DAY,
                                    EntryKey.payment("K" + i),
                                    BreakType.MISSING_AT_PROVIDER,
                                    1),
                            BreakType.MISSING_AT_PROVIDER,
                            Action.ALERT,
                            Status.OPEN,
                            "",
                            "O",
                            "",
                            null,
                            null,
                            null,
                            null,
                            0,
                            ""));
        }

        List<Break> shown = new ArrayList<>();
        try (Scratch scratch = Scratch.open(folder, "sorted", Scratch.LIMIT);
                SortedBreaks sorted = new SortedBreaks(scratch, 4_000)) {
            breaks.forEach(sorted.adder());
            sorted.each(shown::add);
        }

        breaks.sort(Break.REPORT_ORDER);
        assertThat(shown).isEqualTo(breaks);
    }

    @Test
    void touchesNoFileForAFew() {
        List<Break> shown = new ArrayList<>();
        try (Scratch scratch = Scratch.open(folder, "sorted", 0);
                SortedBreaks sorted = new SortedBreaks(scratch)) {
            sorted.adder().accept(random(new Random(1), 1));

            sorted.each(shown::add);
        }

        assertThat(shown).containsExactly(random(new Random(1), 1));
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void givesItsFileBack() {
        try (Scratch scratch = Scratch.open(folder, "sorted", Scratch.LIMIT)) {
            try (SortedBreaks sorted = new SortedBreaks(scratch, 700)) {
                Consumer<Break> adder = sorted.adder();
                for (int i = 0; i < 50; i++) {
                    adder.accept(random(new Random(i), 1));
                }
                assertThat(scratch.bytes()).isPositive();
            }

            assertThat(scratch.bytes()).isZero();
        }
    }

    @Test
    void forgetsWhatItIsToldToForget() {
        Break one = random(new Random(1), 1);
        List<Break> shown = new ArrayList<>();
        try (Scratch scratch = Scratch.open(folder, "sorted", Scratch.LIMIT);
                SortedBreaks sorted = new SortedBreaks(scratch, 1)) {
            Consumer<Break> before = sorted.adder();
            before.accept(random(new Random(2), 1));
            before.accept(random(new Random(3), 1));

            sorted.clear();
            sorted.adder().accept(one);
            sorted.each(shown::add);
        }

        assertThat(shown).containsExactly(one);
    }

    @Test
    void showsNothingOfNone() {
        List<Break> shown = new ArrayList<>();
        try (Scratch scratch = Scratch.open(folder, "sorted", 0);
                SortedBreaks sorted = new SortedBreaks(scratch)) {
            sorted.each(shown::add);
        }

        assertThat(shown).isEmpty();
    }

    @Test
    void refusesWhatItCouldNotShowAgain() {
        Break one = random(new Random(1), 1);
        try (Scratch scratch = Scratch.open(folder, "sorted", 0);
                SortedBreaks sorted = new SortedBreaks(scratch)) {
            Break half = one.with(one.action(), one.status(), "\ud83d");
            assertThatThrownBy(() -> sorted.adder().accept(half))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("a text has half a character");
        }
        try (Scratch scratch = Scratch.open(folder, "sorted", 0);
                SortedBreaks sorted = new SortedBreaks(scratch)) {
            Consumer<Break> adder = sorted.adder();
            adder.accept(one);
            Break other = otherDate(one);
            assertThatThrownBy(() -> adder.accept(other))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("a break of another account or date");
            sorted.each(_ -> {});
            assertThatThrownBy(() -> adder.accept(one)).isInstanceOf(IllegalStateException.class);
        }
    }

    private static Break otherDate(Break one) {
        BreakIdentity identity = one.identity();
        return new Break(
                new BreakIdentity(
                        identity.account(), DAY.plusDays(1), identity.key(), identity.type(), 1),
                one.type(),
                one.action(),
                one.status(),
                one.transactionId(),
                one.orderNo(),
                one.refundNo(),
                null,
                null,
                null,
                null,
                0,
                "");
    }

    private static Break random(Random random, int occurrence) {
        String transactionId = id(random);
        String orderNo = id(random);
        String refundNo = id(random);
        String[] values = {transactionId, orderNo, refundNo, id(random)};
        EntryKey key =
                new EntryKey(
                        one(random, Kind.values()),
                        one(random, EntryKey.Basis.values()),
                        one(random, values));
        return new Break(
                new BreakIdentity("shop", DAY, key, one(random, BreakType.values()), occurrence),
                one(random, BreakType.values()),
                one(random, Action.values()),
                one(random, Status.values()),
                transactionId,
                orderNo,
                refundNo,
                money(random),
                money(random),
                time(random),
                time(random),
                random.nextInt(4),
                random.nextBoolean() ? "" : "Note: " + id(random));
    }

    private static String id(Random random) {
        return one(random, IDS);
    }

    private static @Nullable Money money(Random random) {
        return random.nextBoolean()
                ? null
                : new Money(
                        random.nextLong(), Money.currency(random.nextBoolean() ? "CNY" : "KWD"));
    }

    private static @Nullable Instant time(Random random) {
        return random.nextBoolean()
                ? null
                : Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
    }

    private static <T> T one(Random random, T[] of) {
        return of[random.nextInt(of.length)];
    }
}
