package dev.tplus1.provider.wechatpay;

import okhttp3.tls.HeldCertificate;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;

/** The keys of both sides, made anew for each run of the tests, and what is done with them. */
final class WechatPayKeys {
    static final KeyPair MERCHANT = rsa();
    static final KeyPair PLATFORM = rsa();

    /** Of the platform certificate. */
    static final KeyPair OLD_PLATFORM = rsa();

    static final BigInteger CERTIFICATE_SERIAL = new BigInteger("3A5B6C7D8E9F0A1B", 16);

    private WechatPayKeys() {}

    static String written(Path file, String text) {
        try {
            Files.writeString(file, text);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
            return file.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String pem(PrivateKey key) {
        return "-----BEGIN PRIVATE KEY-----\n"
                + mime(key.getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
    }

    static String publicPem(KeyPair pair) {
        return "-----BEGIN PUBLIC KEY-----\n"
                + mime(pair.getPublic().getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
    }

    private static String mime(byte[] bytes) {
        return Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    }

    /** A platform certificate, as they were before public keys. */
    static String certificate(Instant from, Instant to) {
        return new HeldCertificate.Builder()
                .rsa2048()
                .keyPair(OLD_PLATFORM)
                .serialNumber(CERTIFICATE_SERIAL)
                .validityInterval(from.toEpochMilli(), to.toEpochMilli())
                .build()
                .certificatePem();
    }

    /** Whether the merchant signed this text. */
    static boolean verified(String text, String signature) {
        try {
            Signature verifier = Signature.getInstance("SHA256withRSA");
            verifier.initVerify(MERCHANT.getPublic());
            verifier.update(text.getBytes(StandardCharsets.UTF_8));
            return verifier.verify(Base64.getDecoder().decode(signature));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static String signature(KeyPair pair, byte[] text) {
        try {
            Signature signer = Signature.getInstance("SHA256withRSA");
            signer.initSign(pair.getPrivate());
            signer.update(text);
            return Base64.getEncoder().encodeToString(signer.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static KeyPair rsa() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(1024); // WeChat Pay's have 2048, which take ten times as long
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    static String sha1(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
