package dev.tplus1.provider.stripe;

import dev.tplus1.entry.Money;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Shown;
import dev.tplus1.statement.Statement.OtherMovement;
import dev.tplus1.statement.StatementRows;
import dev.tplus1.statement.StatementRows.Place;
import dev.tplus1.statement.StatementRows.RefundIds;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Sorts balance transactions into payments, refunds and other movements: each one once, and a
 * partial capture's reversal into its charge. Throws an IllegalArgumentException that says what is
 * wrong with one.
 */
final class Movements {
    private static final Set<String> UNFINISHED = Set.of("pending", "requires_action");
    private static final Set<String> UNDONE = Set.of("failed", "canceled");

    private final StatementRows rows;
    private final SeenIds seen = new SeenIds();

    private final List<Charge> charges = new ArrayList<>();
    private final Map<String, Charge> chargesById = new HashMap<>();

    /** Charges whose amount is net already, of which not all may have been captured. */
    private final Set<String> partial = new HashSet<>();

    private final List<Reversal> reversals = new ArrayList<>();

    /** A charge whose amount is not known before all rows are: a reversal may be among them. */
    private static final class Charge {
        private final Movement movement;
        private final String file;
        private final Place place;
        private Money amount;

        Charge(Movement movement, String file, Place place, Money amount) {
            this.movement = movement;
            this.file = file;
            this.place = place;
            this.amount = amount;
        }
    }

    private record Reversal(Movement movement, String file, long line) {}

    Movements(StatementRows rows) {
        this.rows = rows;
    }

    boolean asksForPayers() {
        return rows.asksForPayers();
    }

    /**
     * Takes one; a balance transaction that was taken before, as when pages overlap, is passed
     * over.
     */
    void take(Movement movement, String file, Place place) {
        if (movement.id().isEmpty()) {
            throw new IllegalArgumentException("the balance transaction has no id");
        }
        if (movement.gross().subtract(movement.fee()).compareTo(movement.net()) != 0) {
            throw new IllegalArgumentException(
                    "net "
                            + movement.net().toPlainString()
                            + " is not the amount "
                            + movement.gross().toPlainString()
                            + " less the fee "
                            + movement.fee().toPlainString());
        }
        int money = money(movement);
        Integer before = seen.add(movement.id(), money);
        if (before != null) {
            if (before != money) {
                throw new IllegalArgumentException(
                        "the balance transaction "
                                + Shown.quoted(movement.id())
                                + " is there twice, with different amounts");
            }
            return;
        }
        if (movement.reversal()) {
            reversals.add(new Reversal(movement, file, place.line()));
        } else if (movement.category().equals(Movement.CHARGE)) {
            charge(movement, file, place);
        } else if (movement.category().equals(Movement.REFUND) && movement.gross().signum() <= 0) {
            refund(movement, place);
        } else {
            other(movement, place.line());
        }
    }

    /** What must not differ where one balance transaction is on two pages; a status may. */
    private static int money(Movement movement) {
        return Objects.hash(
                movement.category(),
                movement.settledIn(),
                movement.gross(),
                movement.fee(),
                movement.net());
    }

    private void charge(Movement movement, String file, Place place) {
        fee(movement);
        Money amount = amount(movement);
        if (amount.minor() <= 0 || movement.amountIsNet()) {
            pay(movement, amount, place);
            if (amount.minor() > 0 && movement.partial()) {
                partial.add(movement.chargeId());
            }
            return;
        }
        Charge charge = new Charge(movement, file, place, amount);
        charges.add(charge);
        chargesById.put(movement.chargeId(), charge);
    }

    private void pay(Movement movement, Money amount, Place place) {
        rows.payment(movement.transactionId(), movement.orderNo(), amount, movement.time(), place);
    }

    private void refund(Movement movement, Place place) {
        fee(movement);
        if (UNDONE.contains(movement.status()) && movement.gross().signum() == 0) {
            rows.ignore(place.line(), "the refund is " + movement.status() + " and moved nothing");
            return;
        }
        if (movement.refundId().isEmpty()) {
            throw new IllegalArgumentException("the refund has no id");
        }
        rows.refund(
                new RefundIds(
                        movement.transactionId(),
                        movement.orderNo(),
                        movement.refundId(),
                        movement.refundId()),
                amount(movement),
                movement.time(),
                UNFINISHED.contains(movement.status()),
                place);
    }

    private void other(Movement movement, long line) {
        if (movement.category().isEmpty()) {
            throw new IllegalArgumentException("the balance transaction has no reporting_category");
        }
        rows.other(
                new OtherMovement(
                        Shown.reason(movement.category()),
                        StripeMoney.exact(movement.gross(), movement.settledIn()),
                        StripeMoney.exact(movement.fee(), movement.settledIn()),
                        StripeMoney.exact(movement.net(), movement.settledIn()),
                        movement.time(),
                        line,
                        movement.transactionId(),
                        movement.orderNo(),
                        movement.refundId()));
    }

    /** Takes what had to wait for the rest. */
    void end() throws RefusedException {
        for (Reversal reversal : reversals) {
            try {
                reverse(reversal);
            } catch (IllegalArgumentException e) {
                throw new RefusedException(reversal.file(), reversal.line(), Shown.reason(e));
            }
        }
        for (Charge charge : charges) {
            try {
                pay(charge.movement, charge.amount, charge.place);
            } catch (IllegalArgumentException e) {
                throw new RefusedException(charge.file, charge.place.line(), Shown.reason(e));
            }
        }
    }

    private void reverse(Reversal reversal) {
        Movement movement = reversal.movement();
        Charge charge = chargesById.get(movement.chargeId());
        if (charge == null && !partial.contains(movement.chargeId())) {
            other(movement, reversal.line());
            return;
        }
        fee(movement);
        if (charge != null) {
            Money captured = charge.amount.minus(amount(movement));
            if (captured.minor() <= 0) {
                throw new IllegalArgumentException("the reversal is not smaller than its charge");
            }
            charge.amount = captured;
        }
    }

    private void fee(Movement movement) {
        rows.fee(movement.settledIn(), movement.fee());
    }

    private static Money amount(Movement movement) {
        if (movement.amount() == null) {
            throw new IllegalArgumentException("the amount that the customer saw is missing");
        }
        return movement.amount();
    }
}
