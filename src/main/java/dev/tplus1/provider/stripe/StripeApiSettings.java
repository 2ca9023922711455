package dev.tplus1.provider.stripe;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.Secret;
import dev.tplus1.provider.api.ApiLine;
import dev.tplus1.provider.api.ApiMeans;
import dev.tplus1.provider.api.ApiSettings;
import dev.tplus1.provider.api.ApiValues;
import dev.tplus1.provider.api.ProviderApi;
import dev.tplus1.statement.StatementSource;

import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * A Stripe account's {@code api} block.
 *
 * @param key a secret key, or a restricted key that may read balance transactions and their sources
 * @param keyName under which the job file has it, for messages
 * @param connectedAccount {@code acct_...}; empty for the key's own account
 * @param version of the API
 * @param lookBack how long after its end a day may still get balance transactions
 * @param pageSize balance transactions of a page at most
 * @param maxPages pages of a day at most
 * @param zone in which a day is counted
 * @param complaint makes an exception of a key and what is wrong with it
 */
public record StripeApiSettings(
        ApiLine line,
        Secret key,
        String keyName,
        String connectedAccount,
        String version,
        Duration lookBack,
        int pageSize,
        int maxPages,
        ZoneId zone,
        BiFunction<String, String, SettingException> complaint)
        implements ApiSettings {
    /** The keys of the {@code api} block. */
    public static final List<String> KEYS =
            Stream.concat(
                            ApiLine.KEYS.stream(),
                            Stream.of(
                                    "key",
                                    "key-file",
                                    "connected-account",
                                    "version",
                                    "look-back",
                                    "page-size",
                                    "max-pages"))
                    .toList();

    /** Five million balance transactions. */
    public static final int MAX_PAGES = 50_000;

    private static final String URL = "https://api.stripe.com";

    /**
     * The last release of Dahlia (docs.stripe.com/changelog). All that is read here is older and as
     * it was: reporting_category, amount_captured and disputed, and latest_charge, which a payment
     * intent has since 2022-11-15. A release keeps what its name began with; what comes under a new
     * name may take something away, and is tried before it is pinned.
     */
    private static final String VERSION = "2026-08-26.dahlia";

    /** Stripe's own limit of a page (docs.stripe.com/api/pagination). */
    private static final int MAX_PAGE_SIZE = 100;

    /** Records were seen to come this much late (singer-io/tap-stripe, issue 45). */
    private static final Duration LOOK_BACK = Duration.ofMinutes(5);

    private static final Duration MAX_LOOK_BACK = Duration.ofHours(24);

    /** Reads and checks it. */
    public static StripeApiSettings read(ApiValues values) {
        String keyName = values.has("key-file") ? "key-file" : "key";
        Secret key = values.secret("key");
        if (!key.reveal().matches("[A-Za-z0-9_]{8,255}")) {
            throw values.complaint(
                    keyName, "must be a secret or restricted key of Stripe (sk_... or rk_...)");
        }
        String account = values.text("connected-account", "");
        if (!account.isEmpty() && !account.matches("acct_[A-Za-z0-9]{1,64}")) {
            throw values.complaint("connected-account", "must be the id of an account (acct_...)");
        }
        String version = values.text("version", VERSION);
        if (!version.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}(\\.[a-z]{1,20})?")) {
            throw values.complaint("version", "must be a version of Stripe's API, as " + VERSION);
        }
        ZoneId zone = values.zone();
        return new StripeApiSettings(
                ApiLine.read(values, URL, List.of()),
                key,
                keyName,
                account,
                version,
                values.duration("look-back", LOOK_BACK, Duration.ZERO, MAX_LOOK_BACK),
                values.whole("page-size", MAX_PAGE_SIZE, MAX_PAGE_SIZE),
                values.whole("max-pages", MAX_PAGES, StatementSource.MAX_FILES),
                zone == null ? ZoneOffset.UTC : zone,
                values::complaint);
    }

    @Override
    public ProviderApi open(ApiMeans means) {
        return new StripeApi(this, means, System::nanoTime);
    }
}
