package dev.tplus1.provider.api;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;

/**
 * Reads RSA keys and certificates as providers hand them out: PEM, or for keys the base64 alone. No
 * message of an exception shows any of it.
 */
public final class Pem {
    private static final String RSA = "RSA";
    private static final int SEQUENCE = 0x30;
    private static final int OCTETS = 0x04;

    /** Version 0 and the algorithm rsaEncryption, as RFC 5208 has them before the key itself. */
    private static final byte[] RSA_HEAD = {
        2,
        1,
        0,
        0x30,
        13,
        6,
        9,
        0x2a,
        (byte) 0x86,
        0x48,
        (byte) 0x86,
        (byte) 0xf7,
        13,
        1,
        1,
        1,
        5,
        0
    };

    private Pem() {}

    /**
     * An RSA private key, PKCS#8 or PKCS#1.
     *
     * @throws IllegalArgumentException saying what it must be
     */
    public static PrivateKey privateKey(String text) {
        byte[] der = der(text, "an RSA private key");
        try {
            return KeyFactory.getInstance(RSA).generatePrivate(new PKCS8EncodedKeySpec(der));
        } catch (GeneralSecurityException _) {
            try {
                return KeyFactory.getInstance(RSA)
                        .generatePrivate(new PKCS8EncodedKeySpec(wrapped(der)));
            } catch (GeneralSecurityException _) {
                throw new IllegalArgumentException(
                        "must be an RSA private key without a password, as PEM or base64");
            }
        }
    }

    /**
     * An RSA public key.
     *
     * @throws IllegalArgumentException saying what it must be
     */
    public static PublicKey publicKey(String text) {
        byte[] der = der(text, "an RSA public key");
        try {
            return KeyFactory.getInstance(RSA).generatePublic(new X509EncodedKeySpec(der));
        } catch (GeneralSecurityException _) {
            throw new IllegalArgumentException("must be an RSA public key, as PEM or base64");
        }
    }

    /**
     * The certificates of a PEM file, at least one.
     *
     * @throws IllegalArgumentException saying what it must be
     */
    public static List<X509Certificate> certificates(String text) {
        try {
            List<X509Certificate> read =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(
                                    new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
                            .stream()
                            .map(X509Certificate.class::cast)
                            .toList();
            if (!read.isEmpty()) {
                return read;
            }
        } catch (CertificateException _) {
            // told below
        }
        throw new IllegalArgumentException("must be certificates as PEM (-----BEGIN CERTIFICATE)");
    }

    private static byte[] der(String text, String what) {
        String base64 = text.replaceAll("-----(BEGIN|END) [A-Z ]+-----", "").replaceAll("\\s", "");
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException _) {
            throw new IllegalArgumentException("must be " + what + ", as PEM or base64");
        }
    }

    /** A PKCS#1 key in the frame of PKCS#8. */
    private static byte[] wrapped(byte[] key) {
        byte[] octets = tagged(OCTETS, key);
        ByteArrayOutputStream inner = new ByteArrayOutputStream();
        inner.writeBytes(RSA_HEAD);
        inner.writeBytes(octets);
        return tagged(SEQUENCE, inner.toByteArray());
    }

    private static byte[] tagged(int tag, byte[] value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (value.length < 0x80) {
            out.write(value.length);
        } else {
            out.write(0x83);
            out.write(value.length >> 16);
            out.write(value.length >> 8);
            out.write(value.length);
        }
        out.writeBytes(value);
        return out.toByteArray();
    }
}
