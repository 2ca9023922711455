package dev.tplus1.provider.wechatpay;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.Answer;
import dev.tplus1.http.TryAgainException;
import dev.tplus1.provider.api.ApiValues;
import dev.tplus1.provider.api.Pem;
import dev.tplus1.provider.api.RsaSha256;
import dev.tplus1.statement.Shown;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The keys that WeChat Pay signs its answers with, by the serial number of their certificate or
 * their id (pay.weixin.qq.com, "如何验证签名"). Immutable.
 */
final class PlatformKeys {
    /** Two are enough while one follows the other. */
    static final int MAX_KEYS = 20;

    /** How far the time of an answer may be from this machine's, either way. */
    static final Duration MAX_SKEW = Duration.ofMinutes(5);

    private static final String SETTING = "platform-keys";
    private static final String PUBLIC_KEY_ID = "PUB_KEY_ID_";

    /** What answers are signed with now and then to learn who does not look. */
    private static final String PROBE = "WECHATPAY/SIGNTEST/";

    private static final String SIGNATURE = "wechatpay-signature";
    private static final Pattern NAME = Pattern.compile("PUB_KEY_ID_[0-9A-Z]{1,64}|[0-9A-F]{1,64}");
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");

    private final ApiValues values;
    private final Map<String, Key> keys;

    /**
     * One key.
     *
     * @param certificate that it is from, which has an end; null for one that has none
     */
    private record Key(PublicKey key, @Nullable X509Certificate certificate) {}

    private PlatformKeys(ApiValues values, Map<String, Key> keys) {
        this.values = values;
        this.keys = Map.copyOf(keys);
    }

    /** Reads the files that the job file names. */
    static PlatformKeys read(ApiValues values) {
        Map<String, String> files = values.map(SETTING);
        if (files.isEmpty() || files.size() > MAX_KEYS) {
            throw values.complaint(
                    SETTING,
                    "must name 1 to "
                            + MAX_KEYS
                            + " keys that WeChat Pay signs with: PUB_KEY_ID_... and the file of the"
                            + " public key, or a platform certificate's serial number and its"
                            + " file");
        }
        Map<String, Key> keys = new HashMap<>();
        files.forEach((written, file) -> {
            String name = written.strip().toUpperCase(Locale.ROOT);
            try {
                Key key = key(name, values.file(SETTING, file));
                if (keys.put(name, key) != null) {
                    throw new IllegalArgumentException("it is there twice");
                }
            } catch (IllegalArgumentException e) {
                throw values.complaint(SETTING, Shown.quoted(written) + " " + e.getMessage());
            }
        });
        return new PlatformKeys(values, keys);
    }

    private static Key key(String name, String text) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "must be PUB_KEY_ID_... or a serial number, hexadecimal");
        }
        if (name.startsWith(PUBLIC_KEY_ID)) {
            return new Key(Pem.publicKey(text), null);
        }
        List<X509Certificate> certificates = Pem.certificates(text);
        X509Certificate certificate = certificates.getFirst();
        if (certificates.size() > 1 || !(certificate.getPublicKey() instanceof RSAPublicKey)) {
            throw new IllegalArgumentException("must be one certificate of an RSA key");
        }
        if (!certificate.getSerialNumber().equals(new BigInteger(name, 16))) {
            throw new IllegalArgumentException(
                    "is the file of another certificate, with the serial number "
                            + certificate.getSerialNumber().toString(16).toUpperCase(Locale.ROOT));
        }
        return new Key(certificate.getPublicKey(), certificate);
    }

    /** The id of the public key that answers are asked to be signed with; empty without one. */
    String publicKeyId() {
        return keys.keySet().stream()
                .filter(name -> name.startsWith(PUBLIC_KEY_ID))
                .sorted()
                .findFirst()
                .orElse("");
    }

    /** Whether an answer says of itself that it is signed. */
    static boolean signed(Answer answer) {
        return answer.header(SIGNATURE) != null;
    }

    /**
     * Checks that an answer is WeChat Pay's own, and of now.
     *
     * @throws TryAgainException when it is not, or is a probe
     * @throws SettingException when it is signed with a key that is not known or no longer valid
     */
    void check(Answer answer, Instant now) throws TryAgainException {
        String signature = answer.header(SIGNATURE);
        String serial = answer.header("wechatpay-serial");
        String timestamp = answer.header("wechatpay-timestamp");
        String nonce = answer.header("wechatpay-nonce");
        if (signature == null || serial == null || timestamp == null || nonce == null) {
            throw new TryAgainException("the answer is not signed, so it is not believed");
        }
        if (signature.startsWith(PROBE)) {
            throw new TryAgainException(
                    "the answer's signature is a probe (" + PROBE + "), so it is not believed");
        }
        String type = answer.header("wechatpay-signature-type");
        if (type != null && !type.equals(MerchantKey.SCHEME)) {
            throw new TryAgainException(
                    "the answer is signed by "
                            + Shown.quoted(type)
                            + ", not "
                            + MerchantKey.SCHEME);
        }
        checkTime(timestamp, now);
        Key key = trusted(serial, now);
        ByteArrayOutputStream signed = new ByteArrayOutputStream();
        signed.writeBytes((timestamp + "\n" + nonce + "\n").getBytes(StandardCharsets.UTF_8));
        signed.writeBytes(answer.bytes());
        signed.write('\n');
        if (!RsaSha256.verify(key.key(), signed.toByteArray(), signature)) {
            throw new TryAgainException("the answer's signature is wrong, so it is not believed");
        }
    }

    private static void checkTime(String timestamp, Instant now) throws TryAgainException {
        if (!SECONDS.matcher(timestamp).matches()) {
            throw new TryAgainException("the answer's time is none, so it is not believed");
        }
        Instant at = Instant.ofEpochSecond(Long.parseLong(timestamp));
        if (Duration.between(at, now).abs().compareTo(MAX_SKEW) >= 0) {
            throw new TryAgainException(
                    "the answer says that it is "
                            + at
                            + " where this machine's clock says "
                            + now
                            + ", so it is not believed; is that clock right?");
        }
    }

    private Key trusted(String serial, Instant now) {
        Key key = keys.get(serial.toUpperCase(Locale.ROOT));
        if (key == null) {
            throw values.complaint(
                    SETTING,
                    "does not name "
                            + Shown.quoted(serial)
                            + ", which WeChat Pay signed its answer with: get that public key or"
                            + " platform certificate from the merchant platform and add it");
        }
        X509Certificate certificate = key.certificate();
        if (certificate != null) {
            Instant from = certificate.getNotBefore().toInstant();
            Instant to = certificate.getNotAfter().toInstant();
            if (now.isBefore(from) || now.isAfter(to)) {
                throw values.complaint(
                        SETTING,
                        "has the certificate "
                                + Shown.quoted(serial)
                                + ", which is valid from "
                                + from
                                + " to "
                                + to
                                + " only, so it is not trusted: get the one that follows it");
            }
        }
        return key;
    }
}
