package dev.tplus1.http;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key, or during a rotation the keys, that sign webhooks by the scheme of Standard Webhooks
 * 1.0.0 (github.com/standard-webhooks/standard-webhooks): HMAC-SHA256 over id, timestamp and body.
 * Immutable, thread-safe; nothing shows a key.
 */
public final class WebhookSecret {
    private static final String PREFIX = "whsec_";
    private static final int MIN_BYTES = 24;
    private static final int MAX_BYTES = 64;
    private static final int MAX_SECRETS = 4;
    private static final String ALGORITHM = "HmacSHA256";

    private final List<SecretKeySpec> keys;
    private final List<Secret> texts;

    private WebhookSecret(List<SecretKeySpec> keys, List<Secret> texts) {
        this.keys = keys;
        this.texts = texts;
    }

    /**
     * Reads {@code whsec_} and the base64 of 24 to 64 bytes; several of these, separated by blanks,
     * each give a signature.
     *
     * @throws IllegalArgumentException whose message does not show the text
     */
    public static WebhookSecret parse(String text) {
        List<String> secrets =
                Arrays.stream(text.split("\\s+", -1)).filter(s -> !s.isEmpty()).toList();
        if (secrets.isEmpty() || secrets.size() > MAX_SECRETS) {
            throw new IllegalArgumentException(
                    "must hold 1 to " + MAX_SECRETS + " secrets, separated by blanks");
        }
        return new WebhookSecret(
                secrets.stream().map(WebhookSecret::key).toList(),
                secrets.stream().map(each -> new Secret(each.substring(PREFIX.length()))).toList());
    }

    private static SecretKeySpec key(String secret) {
        byte[] key = new byte[0];
        if (secret.startsWith(PREFIX)) {
            try {
                key = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
            } catch (IllegalArgumentException _) {
                // its message could show a part of the secret
            }
        }
        if (key.length < MIN_BYTES || key.length > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "must be \"whsec_\" and the base64 of "
                            + MIN_BYTES
                            + " to "
                            + MAX_BYTES
                            + " bytes (make one: echo \"whsec_$(openssl rand -base64 32)\")");
        }
        return new SecretKeySpec(key, ALGORITHM);
    }

    /** What the other side, which has it as well, may say back: the base64 of each key. */
    List<Secret> texts() {
        return texts;
    }

    /**
     * The value of the header {@code webhook-signature}.
     *
     * @param timestamp seconds since 1970
     */
    String sign(String id, long timestamp, byte[] body) {
        byte[] head = (id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8);
        return keys.stream()
                .map(key -> "v1," + Base64.getEncoder().encodeToString(hmac(key, head, body)))
                .collect(Collectors.joining(" "));
    }

    private static byte[] hmac(SecretKeySpec key, byte[] head, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(head);
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    @Override
    public String toString() {
        return PREFIX + "***";
    }
}
