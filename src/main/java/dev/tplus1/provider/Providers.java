package dev.tplus1.provider;

import dev.tplus1.entry.SettingException;
import dev.tplus1.provider.alipay.AlipayFormat;
import dev.tplus1.provider.api.ApiSettings;
import dev.tplus1.provider.api.ApiValues;
import dev.tplus1.provider.csv.CsvFormat;
import dev.tplus1.provider.stripe.StripeFormat;
import dev.tplus1.provider.wechatpay.WechatPayFormat;
import dev.tplus1.statement.StatementFormat;
import dev.tplus1.statement.StatementSettings;

import java.util.List;

/** The one place that knows all providers. */
public final class Providers {
    /** What job files and the command line call them. */
    public static final List<String> NAMES = List.of("wechatpay", "alipay", "stripe", "csv");

    private Providers() {}

    /** The keys of the block {@code api} of a provider's accounts; none where it has no API. */
    public static List<String> apiKeys(String provider) {
        return List.of();
    }

    /**
     * What a job file says of an account at a provider's own API.
     *
     * @throws SettingException when it cannot be used
     */
    @SuppressWarnings("DoNotCallSuggester") // until the first provider has one
    public static ApiSettings api(String provider, ApiValues values) {
        throw values.complaint("url", provider + " has no API");
    }

    /**
     * The format that reads an account's statements.
     *
     * @throws SettingException when there is no such provider, or a setting is not for it
     */
    public static StatementFormat format(StatementSettings settings) {
        return switch (settings.provider()) {
            case "wechatpay" -> new WechatPayFormat(settings);
            case "alipay" -> new AlipayFormat(settings);
            case "stripe" -> new StripeFormat(settings);
            case "csv" -> new CsvFormat(settings);
            default ->
                    throw new SettingException(
                            "provider: \""
                                    + settings.provider()
                                    + "\" is none of "
                                    + String.join(", ", NAMES));
        };
    }
}
