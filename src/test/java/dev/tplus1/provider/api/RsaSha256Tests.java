package dev.tplus1.provider.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import okhttp3.tls.HeldCertificate;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.Signature;
import java.util.Base64;

final class RsaSha256Tests {
    private static final KeyPair KEYS = new HeldCertificate.Builder().rsa2048().build().keyPair();
    private static final KeyPair OTHER = new HeldCertificate.Builder().rsa2048().build().keyPair();
    private static final byte[] TEXT = "GET\n/v3/bill\n\u00fc\n".getBytes(StandardCharsets.UTF_8);

    @Test
    void signs_as_java_verifies() throws Exception {
        String signature = RsaSha256.sign(KEYS.getPrivate(), TEXT);

        Signature java = Signature.getInstance("SHA256withRSA");
        java.initVerify(KEYS.getPublic());
        java.update(TEXT);
        assertThat(java.verify(Base64.getDecoder().decode(signature))).isTrue();
        assertThat(RsaSha256.verify(KEYS.getPublic(), TEXT, signature)).isTrue();
    }

    @Test
    void a_change_of_any_byte_is_seen() {
        String signature = RsaSha256.sign(KEYS.getPrivate(), TEXT);

        for (int i = 0; i < TEXT.length; i++) {
            byte[] changed = TEXT.clone();
            changed[i] ^= 1;
            assertThat(RsaSha256.verify(KEYS.getPublic(), changed, signature)).isFalse();
        }
    }

    @Test
    void another_key_or_what_is_no_signature_does_not_verify() {
        String signature = RsaSha256.sign(KEYS.getPrivate(), TEXT);

        assertThat(RsaSha256.verify(OTHER.getPublic(), TEXT, signature)).isFalse();
        assertThat(RsaSha256.verify(KEYS.getPublic(), TEXT, "")).isFalse();
        assertThat(RsaSha256.verify(KEYS.getPublic(), TEXT, "no base64!")).isFalse();
        assertThat(RsaSha256.verify(KEYS.getPublic(), TEXT, signature.substring(4))).isFalse();
    }

    @Test
    void a_key_that_cannot_sign_is_a_programmers_error() {
        KeyPair ec = new HeldCertificate.Builder().ecdsa256().build().keyPair();

        assertThatThrownBy(() -> RsaSha256.sign(ec.getPrivate(), TEXT))
                .isInstanceOf(IllegalStateException.class);
    }
}
