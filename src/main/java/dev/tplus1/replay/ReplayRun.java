package dev.tplus1.replay;

import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.KeyRule;

/**
 * The run whose missed callbacks are replayed.
 *
 * @param provider whose statement missed them, {@code wechatpay} say
 * @param rule how the provider keys its entries
 * @param runId the same whenever the run is gone on with, another one in each revision
 */
public record ReplayRun(
        String account, String provider, KeyRule rule, BusinessDate day, String runId) {}
