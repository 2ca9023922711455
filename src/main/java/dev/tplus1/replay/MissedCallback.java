package dev.tplus1.replay;

import dev.tplus1.breaks.Break;
import dev.tplus1.entry.EntryKey;

/**
 * A missed callback that may be replayed.
 *
 * @param key its statement entry's
 * @param providerRefundId the provider's own id of the refund, empty for payments
 */
public record MissedCallback(Break brk, EntryKey key, String providerRefundId) {}
