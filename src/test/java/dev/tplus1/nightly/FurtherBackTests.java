package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** What nights that catch up say of dates that are further back than they look. */
class FurtherBackTests {
    private static final LocalDate D1 = LocalDate.of(2026, 11, 25);
    private static final LocalDate D2 = D1.plusDays(1);
    private static final LocalDate D3 = D1.plusDays(2);
    private static final LocalDate D4 = D1.plusDays(3);

    @TempDir private Path folder;
    private Shop shop;
    private final List<String> older = new ArrayList<>();

    @BeforeEach
    void open() {
        shop = new Shop(folder);
        shop.clock.set("2026-11-29T02:00:00Z");
        for (LocalDate date : List.of(D1, D2, D3, D4)) {
            day(date);
        }
    }

    @AfterEach
    void close() {
        shop.close();
    }

    /** A date with one payment that both sides have. */
    private void day(LocalDate date) {
        String n = date.toString().replace("-", "");
        shop.booked(n, 1000, date + "T10:00:00Z");
        shop.statement(date, paid(n, "10.00", date + "T10:00:00Z"));
    }

    private List<NightResult> nights(int days) {
        return shop.nightly()
                .catchUp(
                        new NightRequest(null, List.of(), List.of(), false, false, Duration.ZERO),
                        days,
                        (_, range) ->
                                older.add(
                                        "%s to %s: %d"
                                                .formatted(
                                                        range.from(),
                                                        range.to(),
                                                        range.missing())));
    }

    /** {@code 2026-11-25 Ran}, and of what was not concluded its outcome. */
    private static List<String> ended(List<NightResult> results) {
        return results.stream()
                .map(result ->
                        result.date()
                                + " "
                                + (result instanceof NightResult.NotConcluded not
                                        ? not.outcome().name()
                                        : result.getClass().getSimpleName()))
                .toList();
    }

    @Test
    void sayWhichDatesAreFurtherBackThanAskedFor() {
        shop.run(D1.minusDays(3)); // there is no statement of it; that it was tried counts
        shop.run(D1);
        shop.clock.set("2026-12-02T02:00:00Z");

        List<NightResult> results = nights(2);

        assertThat(ended(results))
                .containsExactly(
                        "2026-11-29 NOT_READY", "2026-11-30 NOT_READY", "2026-12-01 NOT_READY");
        assertThat(older).containsExactly("2026-11-22 to 2026-11-28: 6");
    }

    @Test
    void sayInEveryNightThatADateNeverCameUntilItIsAMonthBehind() {
        shop.run(D1);
        shop.run(D3);
        shop.run(D4);
        shop.clock.set("2026-11-30T02:00:00Z");

        nights(1);
        shop.clock.set("2026-12-01T02:00:00Z");
        nights(1);

        assertThat(older)
                .containsExactly("2026-11-26 to 2026-11-26: 1", "2026-11-26 to 2026-11-26: 1");
        older.clear();
        // the 31 days before the one before yesterday begin on the 26th, then on the 27th
        shop.clock.set("2026-12-29T02:00:00Z");
        nights(1);
        assertThat(older).containsExactly("2026-11-26 to 2026-12-26: 29");
        older.clear();
        shop.clock.set("2026-12-30T02:00:00Z");
        nights(1);
        assertThat(older).containsExactly("2026-11-29 to 2026-12-27: 29");
    }

    @Test
    void sayNothingMoreOfADateThatWasBackfilled() {
        shop.run(D1);
        shop.run(D3);
        nights(1);
        shop.run(D2);

        nights(1);

        assertThat(older).containsExactly("2026-11-26 to 2026-11-26: 1");
    }

    @Test
    void sayNothingOfOlderDatesThatAreAllConcluded() {
        shop.run(D1);
        shop.run(D2);
        shop.run(D3);

        assertThat(ended(nights(1))).containsExactly("2026-11-28 Ran");

        assertThat(older).isEmpty();
    }

    @Test
    void takeADateThatWasMistypedForNoFirstOne() {
        shop.run(LocalDate.of(2016, 11, 27));

        assertThat(ended(nights(7))).containsExactly("2026-11-28 Ran");
        shop.clock.set("2026-11-30T02:00:00Z");
        day(D4.plusDays(1));

        assertThat(ended(nights(7))).containsExactly("2026-11-29 Ran");
        assertThat(older).isEmpty();
    }
}
