package dev.tplus1.provider.stripe;

import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;

/**
 * A balance transaction, from JSON or from a report's row alike. Ids that are absent are empty.
 *
 * @param id the balance transaction's own
 * @param category its reporting category
 * @param settledIn the currency of gross, fee and net, in which the balance moved
 * @param gross signed as the balance moved, major units, as are fee and net
 * @param amount what the customer saw: positive, of the charge or refund itself; null where the
 *     movement is not one
 * @param amountIsNet whether a partial capture is already taken off the amount of a charge
 * @param partial whether not all of a charge may have been captured, so that a reversal may follow
 * @param status the refund's own status, empty where it is not told
 */
record Movement(
        String id,
        String category,
        Currency settledIn,
        BigDecimal gross,
        BigDecimal fee,
        BigDecimal net,
        Instant time,
        @Nullable Money amount,
        boolean amountIsNet,
        boolean partial,
        String chargeId,
        String paymentIntentId,
        String refundId,
        String orderNo,
        String status) {

    static final String CHARGE = "charge";
    static final String REFUND = "refund";
    static final String REVERSAL = "partial_capture_reversal";

    /** A payment's id: the payment intent, without one the charge. */
    String transactionId() {
        return paymentIntentId.isEmpty() ? chargeId : paymentIntentId;
    }

    /** Whether this takes back what a charge did not capture; some come under category charge. */
    boolean reversal() {
        return category.equals(REVERSAL) || (category.equals(CHARGE) && gross.signum() < 0);
    }
}
