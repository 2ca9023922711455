package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Lines.refunded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.report.Outcome;
import dev.tplus1.report.Summary;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;

/**
 * Three dates with payments, refunds and bookings across each midnight, in whatever order they are
 * run: first, second and third are the dates 1, 2 and 3; a fourth follows them as a night does.
 */
class ThreeDatesTests {
    private static final LocalDate D1 = LocalDate.of(2026, 11, 26);
    private static final LocalDate D2 = D1.plusDays(1);
    private static final LocalDate D3 = D1.plusDays(2);
    private static final LocalDate D4 = D1.plusDays(3);

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"123", "132", "213", "231", "312", "321"})
    void endTheSameInEveryOrder(String order) {
        try (Shop shop = new Shop(folder)) {
            shop.clock.set("2026-11-29T02:00:00Z");
            books(shop);
            statements(shop);

            dates(order).forEach(date -> proofIsWhole(shop.run(date)));
            shop.clock.set("2026-11-30T02:00:00Z");
            proofIsWhole(shop.run(D4));

            List<String> open =
                    shop.breaks().stream()
                            .filter(line -> !line.endsWith(" RESOLVED"))
                            .map(line -> line.replace(" CLOSED", ""))
                            .toList();
            assertThat(open)
                    .containsExactly(
                            "2026-11-26 MISSING_AT_PROVIDER PAYMENT T19 OPEN",
                            "2026-11-27 MISSED_CALLBACK PAYMENT T25 REPAIRED",
                            "2026-11-27 MISSING_AT_PROVIDER PAYMENT T28 OPEN",
                            "2026-11-27 MISSING_AT_PROVIDER PAYMENT T29 OPEN",
                            "2026-11-28 MISSING_AT_PROVIDER PAYMENT T38 OPEN");
            assertThat(shop.count("payment_callback_log WHERE outcome = 'APPLIED'")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"123", "132", "213", "231", "312", "321"})
    void changeNothingMoreWhenEachIsRunAgain(String order) {
        try (Shop shop = new Shop(folder)) {
            books(shop);
            statements(shop);
            dates(order).forEach(shop::run);
            shop.clock.set("2026-11-30T02:00:00Z");
            shop.run(D4);
            List<String> standing = shop.breaks();

            for (LocalDate date : List.of(D3, D1, D4, D2)) {
                proofIsWhole(shop.rerun(date));
            }

            assertThat(shop.breaks()).isEqualTo(standing);
        }
    }

    private static List<LocalDate> dates(String order) {
        return order.chars().mapToObj(n -> D1.plusDays(n - '1')).toList();
    }

    private static void proofIsWhole(NightResult result) {
        assertThat(result).isInstanceOf(NightResult.Ran.class);
        Summary summary = ((NightResult.Ran) result).summary();
        assertThat(summary.outcome()).isEqualTo(Outcome.RECONCILED);
        assertThat(summary.proof()).isNotEmpty().allMatch(row -> row.unexplained() == 0);
    }

    private static void books(Shop shop) {
        shop.booked("11", 1000, "2026-11-26T10:00:00Z");
        // provider before midnight, books after
        shop.booked("12", 2000, "2026-11-27T00:00:03Z");
        // books before midnight, provider after
        shop.booked("21", 3000, "2026-11-26T23:59:58Z");
        // near midnight, and never in any statement
        shop.booked("19", 4000, "2026-11-26T23:58:00Z");
        shop.booked("22", 5000, "2026-11-28T00:00:02Z");
        shop.booked("31", 6000, "2026-11-27T23:59:59Z");
        // well inside its day, and in the next day's statement
        shop.booked("32", 6100, "2026-11-27T20:00:00Z");
        shop.booked("28", 7000, "2026-11-27T12:00:00Z");
        shop.booked("29", 8000, "2026-11-27T00:04:00Z");
        shop.booked("38", 9000, "2026-11-28T08:00:00Z");
        shop.booked("41", 9500, "2026-11-28T23:59:50Z");
        shop.booked("33", 9600, "2026-11-29T00:00:10Z");
        shop.pending("25", 1500);
        // a refund that each side has on another day
        shop.order(Shop.ACCOUNT, "O51", 2500, "CNY", "REFUNDED", "T51", "2026-11-20T10:00:00Z");
        shop.refund("51", "51", 2500, "SUCCEEDED", "2026-11-28T00:00:07Z");
    }

    private static void statements(Shop shop) {
        shop.statement(
                D1,
                paid("11", "10.00", "2026-11-26T10:00:00Z"),
                paid("12", "20.00", "2026-11-26T23:59:59Z"));
        shop.statement(
                D2,
                paid("21", "30.00", "2026-11-27T00:00:01Z"),
                paid("25", "15.00", "2026-11-27T23:59:58Z"),
                paid("22", "50.00", "2026-11-27T23:59:57Z"),
                refunded("51", "51", "25.00", "2026-11-27T23:59:30Z"));
        shop.statement(
                D3,
                paid("31", "60.00", "2026-11-28T00:00:00Z"),
                paid("32", "61.00", "2026-11-28T00:10:00Z"),
                paid("33", "96.00", "2026-11-28T23:59:59Z"));
        shop.statement(D4, paid("41", "95.00", "2026-11-29T00:00:02Z"));
    }
}
