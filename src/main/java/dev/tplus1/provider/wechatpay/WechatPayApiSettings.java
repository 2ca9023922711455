package dev.tplus1.provider.wechatpay;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.Secret;
import dev.tplus1.provider.api.ApiLine;
import dev.tplus1.provider.api.ApiMeans;
import dev.tplus1.provider.api.ApiSettings;
import dev.tplus1.provider.api.ApiValues;
import dev.tplus1.provider.api.Pem;
import dev.tplus1.provider.api.ProviderApi;

import java.net.URI;
import java.security.PrivateKey;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a job file says of an account at WeChat Pay's API v3: whose it is, the merchant's private
 * key and its certificate's serial number, the keys that WeChat Pay signs with, which bill.
 * Immutable.
 */
public final class WechatPayApiSettings implements ApiSettings {
    /** The keys of the {@code api} block. */
    public static final List<String> KEYS =
            Stream.concat(
                            ApiLine.KEYS.stream(),
                            Stream.of(
                                    "serial-no",
                                    "private-key",
                                    "private-key-file",
                                    "platform-keys",
                                    "bill-type",
                                    "tar-type",
                                    "no-bill-after"))
                    .toList();

    private static final String HOST = "api.mch.weixin.qq.com";
    private static final String OTHER_HOST = "api2.mch.weixin.qq.com";
    private static final Pattern MERCHANT = Pattern.compile("[0-9A-Za-z_-]{1,32}");
    private static final Pattern SERIAL = Pattern.compile("[0-9A-Fa-f]{1,64}");
    private static final List<String> BILL_TYPES = List.of("ALL", "SUCCESS", "REFUND");
    private static final List<String> TAR_TYPES = List.of("GZIP", "none");

    /**
     * Bills are made from 09:00 and are to be fetched after 10:00 Beijing time (pay.weixin.qq.com,
     * "下载账单", FAQ).
     */
    private static final Duration NO_BILL_AFTER = Duration.ofHours(10);

    private final ApiValues values;
    private final ApiLine line;
    private final MerchantKey merchant;
    private final Secret keyText;
    private final PlatformKeys platformKeys;
    private final String subMerchantId;
    private final String billType;
    private final boolean packed;
    private final Duration noBillAfter;

    private WechatPayApiSettings(ApiValues values) {
        this.values = values;
        this.line = ApiLine.read(values, "https://" + HOST, List.of(HOST, OTHER_HOST));
        String path = line.url().getRawPath();
        if (path != null && !path.isEmpty() && !path.equals("/")) {
            throw values.complaint("url", "must have no path, since what is signed begins with it");
        }
        String merchantId = values.merchantId();
        if (merchantId == null || !MERCHANT.matcher(merchantId).matches()) {
            throw values.complaint(
                    "serial-no",
                    "needs the account's merchant-id beside it, digits such as 1230000109");
        }
        String sub = values.subMerchantId();
        if (!sub.isEmpty() && !MERCHANT.matcher(sub).matches()) {
            throw values.complaint(
                    "serial-no", "needs a sub-merchant-id of digits beside it, such as 1900000109");
        }
        this.subMerchantId = sub;
        String serialNo = values.text("serial-no").strip();
        if (!SERIAL.matcher(serialNo).matches()) {
            throw values.complaint(
                    "serial-no",
                    "must be the serial number of the merchant's API certificate, hexadecimal:"
                            + " openssl x509 -noout -serial -in apiclient_cert.pem");
        }
        this.keyText = values.secret("private-key");
        this.merchant = new MerchantKey(merchantId, serialNo, privateKey());
        this.platformKeys = PlatformKeys.read(values);
        this.billType = oneOf("bill-type", BILL_TYPES);
        this.packed = oneOf("tar-type", TAR_TYPES).equals("GZIP");
        this.noBillAfter =
                values.duration("no-bill-after", NO_BILL_AFTER, Duration.ZERO, Duration.ofDays(7));
    }

    /** Reads them. */
    public static WechatPayApiSettings read(ApiValues values) {
        return new WechatPayApiSettings(values);
    }

    private PrivateKey privateKey() {
        try {
            return Pem.privateKey(keyText.reveal());
        } catch (IllegalArgumentException e) {
            throw values.complaint(
                    "private-key", String.valueOf(e.getMessage()) + " (apiclient_key.pem)");
        }
    }

    /** The first is what applies where nothing is said. */
    private String oneOf(String key, List<String> words) {
        String word = values.text(key, words.getFirst()).strip();
        if (!words.contains(word)) {
            throw values.complaint(key, "must be one of " + String.join(", ", words));
        }
        return word;
    }

    @Override
    public ProviderApi open(ApiMeans means) {
        return new WechatPayApi(this, means);
    }

    /** What is wrong with a key, when only WeChat Pay's answer shows it. */
    SettingException complaint(String key, String what) {
        return values.complaint(key, what);
    }

    URI url() {
        return line.url();
    }

    ApiLine line() {
        return line;
    }

    MerchantKey merchant() {
        return merchant;
    }

    /** The private key as it was written, which is never to be shown. */
    Secret keyText() {
        return keyText;
    }

    PlatformKeys platformKeys() {
        return platformKeys;
    }

    /** Empty for a merchant of its own. */
    String subMerchantId() {
        return subMerchantId;
    }

    String billType() {
        return billType;
    }

    /** Whether the bill is asked for as gzip. */
    boolean packed() {
        return packed;
    }

    /** How long after its end a day may be said to have no bill. */
    Duration noBillAfter() {
        return noBillAfter;
    }

    @Override
    public String toString() {
        return "WeChat Pay as merchant " + merchant.merchantId();
    }
}
