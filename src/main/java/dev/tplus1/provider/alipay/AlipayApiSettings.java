package dev.tplus1.provider.alipay;

import dev.tplus1.http.Hosts;
import dev.tplus1.http.Secret;
import dev.tplus1.provider.alipay.Bills.Rules;
import dev.tplus1.provider.api.ApiLine;
import dev.tplus1.provider.api.ApiMeans;
import dev.tplus1.provider.api.ApiSettings;
import dev.tplus1.provider.api.ApiValues;
import dev.tplus1.provider.api.Pem;
import dev.tplus1.provider.api.ProviderApi;

import java.net.URI;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.RSAKey;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a job file says of an application at Alipay's open gateway, which must be in the mode of
 * public keys (普通公钥), not of certificates. Immutable; its text shows no key.
 */
public final class AlipayApiSettings implements ApiSettings {
    private static final String URL = "https://openapi.alipay.com/gateway.do";
    private static final List<String> BILL_HOSTS = List.of("dwbillcenter.alipay.com");

    /**
     * Alipay refuses the arguments of who asks for a day's bill on that day. None of these
     * spellings is confirmed but the third, which is how an old document has it.
     */
    private static final List<String> TOO_EARLY =
            List.of("invalid-arguments", "invalid_arguments", "invailid_arguments");

    /** Bills are made by 9:00 the next day, says one document, and another: ask after 10:00. */
    private static final Duration READY_AFTER = Duration.ofHours(10);

    private static final Duration MAX_READY_AFTER = Duration.ofDays(3);
    private static final int MAX_CODES = 20;
    private static final int MAX_HOSTS = 10;
    private static final Pattern APP_ID = Pattern.compile("[0-9]{8,32}");
    private static final Pattern BILL_TYPE = Pattern.compile("[A-Za-z_]{1,32}");

    /** The keys of the {@code api} block. */
    public static final List<String> KEYS =
            Stream.concat(
                            ApiLine.KEYS.stream(),
                            Stream.of(
                                    "app-id",
                                    "private-key",
                                    "private-key-file",
                                    "public-key",
                                    "public-key-file",
                                    "bill-type",
                                    "bill-hosts",
                                    "plain-http",
                                    "no-bill-codes",
                                    "too-early-codes",
                                    "no-bill-after",
                                    "refund-without-status"))
                    .toList();

    private final ApiLine line;
    private final Secret secret;
    private final Application application;
    private final Rules rules;
    private final boolean refundStatusRequired;

    private AlipayApiSettings(
            ApiLine line,
            Secret secret,
            Application application,
            Rules rules,
            boolean refundStatusRequired) {
        this.line = line;
        this.secret = secret;
        this.application = application;
        this.rules = rules;
        this.refundStatusRequired = refundStatusRequired;
    }

    /**
     * Reads them.
     *
     * @throws dev.tplus1.entry.SettingException naming the file and the key that is wrong
     */
    public static AlipayApiSettings read(ApiValues values) {
        String id = values.text("app-id");
        if (!APP_ID.matcher(id).matches()) {
            throw values.complaint("app-id", "must be digits, such as 2014072300007148");
        }
        Secret secret = values.secret("private-key");
        PrivateKey key;
        try {
            key = Pem.privateKey(secret.reveal());
        } catch (IllegalArgumentException e) {
            throw values.complaint("private-key", String.valueOf(e.getMessage()));
        }
        List<String> hosts = billHosts(values);
        Rules rules =
                new Rules(
                        billType(values),
                        several(values, "no-bill-codes", NoBill.CODES),
                        several(values, "too-early-codes", TOO_EARLY),
                        values.duration(
                                "no-bill-after", READY_AFTER, Duration.ZERO, MAX_READY_AFTER),
                        first(values, "plain-http", "upgrade", "refuse"),
                        hosts);
        return new AlipayApiSettings(
                ApiLine.read(values, URL, hosts),
                secret,
                new Application(id, key, publicKey(values, key), values::complaint),
                rules,
                first(values, "refund-without-status", "failed", "succeeded"));
    }

    private static PublicKey publicKey(ApiValues values, PrivateKey own) {
        String text =
                values.has("public-key") || !values.has("public-key-file")
                        ? values.text("public-key")
                        : values.file("public-key-file", values.text("public-key-file"));
        PublicKey key;
        try {
            key = Pem.publicKey(text);
        } catch (IllegalArgumentException e) {
            throw values.complaint("public-key", String.valueOf(e.getMessage()));
        }
        if (key instanceof RSAKey theirs
                && own instanceof RSAKey ours
                && theirs.getModulus().equals(ours.getModulus())) {
            throw values.complaint(
                    "public-key",
                    "must be Alipay's public key (支付宝公钥), and is the application's own (应用公钥)");
        }
        return key;
    }

    private static String billType(ApiValues values) {
        String type = values.text("bill-type", "trade");
        if (!BILL_TYPE.matcher(type).matches()) {
            throw values.complaint("bill-type", "must be a word of Alipay's, such as trade");
        }
        return type;
    }

    private static List<String> billHosts(ApiValues values) {
        List<String> hosts = several(values, "bill-hosts", BILL_HOSTS, MAX_HOSTS);
        try {
            Hosts.of(URI.create(URL), hosts);
        } catch (IllegalArgumentException e) {
            throw values.complaint("bill-hosts", String.valueOf(e.getMessage()));
        }
        return hosts;
    }

    private static List<String> several(ApiValues values, String key, List<String> otherwise) {
        return several(values, key, otherwise, MAX_CODES);
    }

    private static List<String> several(
            ApiValues values, String key, List<String> otherwise, int most) {
        if (!values.has(key)) {
            return otherwise;
        }
        List<String> given = values.texts(key, most);
        if (given.stream().anyMatch(String::isBlank)) {
            throw values.complaint(key, "must not hold an empty text"); // it would fit everything
        }
        return List.copyOf(given);
    }

    /** Whether it is the first of two words, as it is where it is left out. */
    private static boolean first(ApiValues values, String key, String first, String second) {
        String word = values.text(key, first);
        if (!word.equals(first) && !word.equals(second)) {
            throw values.complaint(key, "must be " + first + " or " + second);
        }
        return word.equals(first);
    }

    @Override
    public String toString() {
        return "Alipay, " + application;
    }

    @Override
    public ProviderApi open(ApiMeans means) {
        return new AlipayApi(
                line,
                line.exchange(means, Set.of(secret)),
                means,
                application,
                rules,
                refundStatusRequired);
    }
}
