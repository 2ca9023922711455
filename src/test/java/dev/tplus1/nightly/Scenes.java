package dev.tplus1.nightly;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.nightly.SceneDay.Line;
import dev.tplus1.nightly.SceneDay.Question;
import dev.tplus1.nightly.SceneDay.Sale;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What may be of a payment or a refund: each scene plants one thing into both sides of a day, and
 * notes what must be found of it.
 */
final class Scenes {
    private final SceneDay day;

    Scenes(SceneDay day) {
        this.day = day;
    }

    // --- scenes of payments

    /** Both sides have it. */
    Sale matched() {
        Sale sale = day.sale();
        day.listed(sale);
        day.booked(sale);
        return sale;
    }

    void listedTwice() {
        Sale sale = matched();
        day.listed(sale);
        day.found(BreakType.DUPLICATE_LINE, sale);
    }

    void inAnotherCurrency() {
        Sale sale = day.sale();
        day.listed(sale.of(new Money(sale.amount().minor(), Money.currency("USD"))));
        day.booked(sale);
        day.found(BreakType.CURRENCY_MISMATCH, sale);
    }

    void ofAnotherAmount() {
        Sale sale = day.sale();
        day.listed(sale);
        day.booked(sale.of(day.money(sale.amount().minor() * 100)));
        day.found(BreakType.AMOUNT_MISMATCH, sale);
    }

    void underAnotherOrder() {
        Sale sale = day.sale();
        day.listed(sale);
        day.ordered(sale, "PENDING");
        day.booked(new Sale(sale.transaction(), day.sale().orderNo(), sale.amount(), sale.at()));
        day.found(BreakType.ORDER_MISMATCH, sale);
    }

    /** Paid in the last second of the day, booked in the first of the next. */
    void acrossTheEnd() {
        Sale sale = day.sale();
        day.listed(sale.at(day.end().minusSeconds(1)));
        day.booked(sale.at(day.end()));
    }

    /** Booked in the last second of the day before. */
    void acrossTheStart() {
        Sale sale = day.sale();
        day.listed(sale.at(day.start()));
        day.booked(sale.at(day.start().minusSeconds(1)));
    }

    /** Booked two days later. */
    void bookedLate() {
        Sale sale = day.sale();
        day.listed(sale);
        day.booked(sale.at(day.end().plus(Duration.ofDays(2))));
    }

    Sale ofAnUnknownOrder() {
        Sale sale = day.sale();
        day.listed(sale);
        day.found(BreakType.UNKNOWN_ORDER, sale);
        return sale;
    }

    void paidTwice() {
        Sale second = matched().under(day.transaction()).at(day.end().minusSeconds(60));
        day.listed(second);
        day.found(BreakType.DUPLICATE_PAYMENT, second);
    }

    void bookedWithoutItsId() {
        Sale sale = day.sale();
        day.listed(sale);
        day.ordered(sale, "PAID");
        day.found(BreakType.STATUS_MISMATCH, sale);
    }

    void paidAfterItWas(String state) {
        Sale sale = day.sale();
        day.listed(sale);
        day.ordered(sale, state);
        day.found(BreakType.PAID_AFTER_CLOSE, sale);
    }

    void paidAndReturned() {
        Sale sale = day.sale();
        String no = day.refundNo();
        day.listed(sale);
        day.ordered(sale, "PENDING");
        day.returned(sale, no, sale.amount().minor());
        day.found(BreakType.PAID_THEN_REFUNDED, sale);
        day.found(BreakType.UNKNOWN_REFUND, sale, no);
    }

    void pendingOfAnotherAmount() {
        Sale sale = day.sale();
        day.listed(sale);
        day.ordered(sale.of(day.money(1)), "PENDING");
        day.found(BreakType.AMOUNT_MISMATCH, sale);
    }

    /** Its callback never came; it is replayed where that is its status. */
    void missed(Status status) {
        Sale sale = day.sale();
        day.listed(sale);
        day.ordered(sale, "PENDING");
        if (status == Status.REPAIRED) {
            day.questions.add(new Question(sale, "", sale.amount()));
        }
        day.found(BreakType.MISSED_CALLBACK, Kind.PAYMENT, sale, "", status);
    }

    /** Charged in the order's currency, settled in another. */
    void settledInAnotherCurrency() {
        Sale sale = day.sale();
        day.listed(sale, "", new Money(7777, Money.currency("USD")));
        day.booked(sale);
    }

    /** Two payments whose ids differ in case alone. */
    void alike() {
        Sale sale = day.sale();
        String upper = sale.transaction().replace('x', 'X');
        for (Sale each : List.of(sale, day.sale().under(upper))) {
            day.listed(each);
            day.booked(each);
        }
    }

    void disputed() {
        Sale sale = matched();
        day.listed(sale, "dispute", null);
        day.found(BreakType.DISPUTE, sale);
    }

    // --- scenes of the books alone

    void missing(BreakType type, Status status, Instant at) {
        Sale sale = day.sale().at(at);
        day.booked(sale);
        day.found(type, Kind.PAYMENT, sale, "", status);
    }

    /** Near the end of the day, and in the next day's statement. */
    Sale early() {
        Sale sale = day.sale();
        day.booked(sale.at(day.end().minusSeconds(30)));
        day.found(BreakType.CUT_OFF, Kind.PAYMENT, sale, "", Status.SUSPENSE);
        return sale.at(day.end().plusSeconds(5));
    }

    void refundMissing() {
        Sale sale = matched();
        String no = day.refundNo();
        day.refundBooked(sale, no, 300);
        day.found(BreakType.MISSING_AT_PROVIDER, sale, no);
    }

    // --- scenes of refunds

    /** Two equal parts, both on both sides. */
    void returnedInParts() {
        Sale sale = day.sale();
        day.listed(sale);
        day.booked(sale, "PARTIALLY_REFUNDED");
        for (String no : List.of(day.refundNo(), day.refundNo())) {
            day.returned(sale, no, 200);
            day.refundBooked(sale, no, 200);
        }
    }

    /** Of a payment of weeks ago. */
    void returnedLate() {
        Sale sale = day.sale();
        String no = day.refundNo();
        day.booked(sale.at(day.start().minus(Duration.ofDays(40))), "PARTIALLY_REFUNDED");
        day.returned(sale, no, 200);
        day.refundBooked(sale, no, 200);
    }

    void returnedUnknown() {
        Sale sale = matched();
        String no = day.refundNo();
        day.returned(sale, no, 300);
        day.found(BreakType.UNKNOWN_REFUND, sale, no);
    }

    void returnedThoughItFailed() {
        Sale sale = matched();
        String no = day.refundNo();
        day.returned(sale, no, 300);
        day.refund(sale, no, 300, "FAILED", null);
        day.found(BreakType.STATUS_MISMATCH, sale, no);
    }

    void returnedOfWhatIsNotBooked() {
        Sale sale = day.sale();
        String no = day.refundNo();
        day.returned(sale, no, 300);
        day.ordered(sale, "PENDING");
        day.refundPending(sale, no, 300);
        day.found(BreakType.STATUS_MISMATCH, sale, no);
    }

    void returnedOfAnotherAmount(String booked) {
        Sale sale = matched();
        String no = day.refundNo();
        day.returned(sale, no, 300);
        if (booked.equals("PENDING")) {
            day.refundPending(sale, no, 301);
        } else {
            day.refundBooked(sale, no, 301);
        }
        day.found(BreakType.AMOUNT_MISMATCH, sale, no);
    }

    void returnedTooMuch() {
        Sale sale = day.sale().of(day.money(1000));
        String no = day.refundNo();
        day.booked(sale.at(day.start().minus(Duration.ofDays(5))), "PARTIALLY_REFUNDED");
        day.refund(sale, day.refundNo(), 900, "SUCCEEDED", day.start().minus(Duration.ofDays(4)));
        day.refundPending(sale, no, 200);
        day.returned(sale, no, 200);
        day.found(BreakType.REFUND_EXCEEDS, sale, no);
    }

    /** Its callback never came. */
    void returnMissed() {
        Sale sale = matched();
        String no = day.refundNo();
        day.returned(sale, no, 300);
        day.refundPending(sale, no, 300);
        day.questions.add(new Question(sale, no, day.money(300)));
        day.found(BreakType.MISSED_CALLBACK, Kind.REFUND, sale, no, Status.REPAIRED);
    }

    void returning() {
        Sale sale = matched();
        String no = day.refundNo();
        day.returned(sale, no, day.money(300), "PROCESSING");
        day.refundPending(sale, no, 300);
        day.found(BreakType.REFUND_IN_PROGRESS, Kind.REFUND, sale, no, Status.SUSPENSE);
    }

    /** Listed, and nothing moved. */
    void returnFailed() {
        Sale sale = matched();
        String no = day.refundNo();
        day.returned(sale, no, day.money(300), "FAIL");
        day.refund(sale, no, 300, "FAILED", null);
    }

    /** One number for the refunds of two orders. */
    void returnBookedTwice() {
        Sale sale = matched();
        Sale other = matched();
        String no = day.refundNo();
        day.returned(sale, no, 300);
        day.refundBooked(sale, no, 300);
        day.refundBooked(other, no, 300);
        day.found(BreakType.DUPLICATE_BOOKING, other, no);
    }

    /** What was returned came back. */
    void returnCameBack() {
        Sale sale = matched();
        String no = day.refundNo();
        day.returned(sale, no, 300);
        day.refundBooked(sale, no, 300);
        Instant at = sale.at().plusSeconds(50);
        day.statement.add(
                new Line(
                        Kind.REFUND,
                        sale,
                        no,
                        day.money(300),
                        at,
                        "failed",
                        "refund_failure",
                        null));
        day.found(BreakType.REFUND_FAILURE, sale, no);
    }
}
