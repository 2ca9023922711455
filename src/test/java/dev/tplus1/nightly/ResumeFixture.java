package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Lines.refunded;
import static dev.tplus1.nightly.Shop.DATE;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** A date with four missed callbacks that are applied and one that an order refuses. */
final class ResumeFixture {
    private ResumeFixture() {}

    static void fill(Shop shop) {
        shop.booked("1", 1000, "2026-11-28T10:00:01Z");
        shop.pending("2", 2000);
        shop.pending("3", 3000);
        shop.pending("4", 4000);
        shop.booked("5", 5000, "2026-11-20T10:00:00Z");
        shop.refund("5", "5", 500, "PENDING", null);
        statement(shop);
    }

    static void statement(Shop shop) {
        shop.statement(
                DATE,
                paid("1", "10.00", "2026-11-28T10:00:01Z"),
                paid("2", "20.00", "2026-11-28T10:00:02Z"),
                paid("3", "30.00", "2026-11-28T10:00:03Z"),
                paid("4", "40.00", "2026-11-28T10:00:04Z"),
                refunded("5", "5", "5.00", "2026-11-28T10:00:05Z"),
                refunded("6", "5", "6.00", "2026-11-28T10:00:06Z"),
                paid("9", "9.00", "2026-11-28T10:00:07Z"));
    }

    /** Missed callbacks of {@code count} payments from number {@code from} on. */
    static void missed(Shop shop, LocalDate date, int from, int count) {
        List<String> lines = new ArrayList<>();
        for (int n = from; n < from + count; n++) {
            if (shop.count("orders WHERE order_no = 'O" + n + "'") == 0) {
                shop.pending("" + n, 1000);
            }
            lines.add(paid("" + n, "10.00", Shop.at(date, n)));
        }
        shop.statement(date, lines.toArray(String[]::new));
    }
}
