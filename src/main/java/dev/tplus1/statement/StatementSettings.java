package dev.tplus1.statement;

import org.jspecify.annotations.Nullable;

import java.time.ZoneId;

/**
 * What of an account's settings its statements need.
 *
 * @param provider {@code wechatpay}, {@code alipay}, {@code stripe} or {@code csv}
 * @param merchantId the merchant that a statement must declare, where it declares one; null for any
 * @param subMerchantId the sub-merchant likewise, empty for a merchant of its own
 * @param zone of the account's day; null for the provider's own
 * @param orderMetadataKey under which Stripe's metadata has the order number
 * @param requireControl whether a csv without a control file is refused
 * @param csv how a plain csv calls things
 */
public record StatementSettings(
        String provider,
        @Nullable String merchantId,
        String subMerchantId,
        @Nullable ZoneId zone,
        String orderMetadataKey,
        boolean requireControl,
        CsvMapping csv) {
    public static final String DEFAULT_ORDER_METADATA_KEY = "order_no";

    /** A provider's statements without anything else set. */
    public static StatementSettings of(String provider) {
        return new StatementSettings(
                provider, null, "", null, DEFAULT_ORDER_METADATA_KEY, false, CsvMapping.NONE);
    }
}
