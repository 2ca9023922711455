package dev.tplus1.provider.api;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Base64;

/** SHA256withRSA in base64, which both WeChat Pay and Alipay sign with. */
public final class RsaSha256 {
    private static final String ALGORITHM = "SHA256withRSA";

    private RsaSha256() {}

    /** The signature of these bytes. */
    public static String sign(PrivateKey key, byte[] bytes) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(key);
            signature.update(bytes);
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the private key does not sign", e);
        }
    }

    /** Whether a signature is of these bytes; one that cannot be read is not. */
    public static boolean verify(PublicKey key, byte[] bytes, String base64) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initVerify(key);
            signature.update(bytes);
            return signature.verify(Base64.getDecoder().decode(base64));
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            return false;
        }
    }
}
