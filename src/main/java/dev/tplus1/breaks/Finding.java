package dev.tplus1.breaks;

/**
 * One break as one revision classified it, with what a replay of it needs.
 *
 * @param found the break; its identity tells account and business date
 * @param providerRefundId the provider's own id of the refund, empty where there is none
 */
public record Finding(Break found, String providerRefundId) {
    /** This finding after something was done about it. */
    public Finding with(Action action, Status status, String note) {
        return new Finding(found.with(action, status, note), providerRefundId);
    }
}
