package dev.tplus1.provider.wechatpay;

import dev.tplus1.provider.api.RsaSha256;

import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;

/**
 * Who asks, and the key that proves it, by the scheme WECHATPAY2-SHA256-RSA2048 (pay.weixin.qq.com,
 * "APIv3 签名认证"). Thread-safe; its text shows no key.
 *
 * @param serialNo of the certificate that the key belongs to, hexadecimal
 */
record MerchantKey(String merchantId, String serialNo, PrivateKey key) {
    /** The scheme's name, which answers name, too. */
    static final String SCHEME = "WECHATPAY2-SHA256-RSA2048";

    private static final int NONCE_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    /**
     * The header {@code Authorization} of a GET; each is good for one request.
     *
     * @param target path and query as they are sent
     */
    String authorization(String target, Instant now) {
        byte[] random = new byte[NONCE_BYTES];
        RANDOM.nextBytes(random);
        String nonce = HexFormat.of().formatHex(random);
        long timestamp = now.getEpochSecond();
        // the last line is the body, which a GET does not have
        String signed = "GET\n" + target + "\n" + timestamp + "\n" + nonce + "\n\n";
        String signature = RsaSha256.sign(key, signed.getBytes(StandardCharsets.UTF_8));
        return "%s mchid=\"%s\",nonce_str=\"%s\",timestamp=\"%d\",serial_no=\"%s\",signature=\"%s\""
                .formatted(SCHEME, merchantId, nonce, timestamp, serialNo, signature);
    }

    @Override
    public String toString() {
        return "merchant " + merchantId;
    }
}
