package dev.tplus1.provider.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import okhttp3.tls.HeldCertificate;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.security.KeyPairGenerator;
import java.util.Arrays;
import java.util.Base64;

final class PemTests {
    private static final HeldCertificate RSA = new HeldCertificate.Builder().rsa2048().build();
    private static final HeldCertificate EC = new HeldCertificate.Builder().ecdsa256().build();

    private static String base64(byte[] der) {
        return Base64.getEncoder().encodeToString(der);
    }

    private static String publicPem(byte[] der) {
        return "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(der)
                + "\n-----END PUBLIC KEY-----\n";
    }

    @Test
    void a_private_key_is_read_in_each_form_that_providers_hand_out() {
        byte[] der = RSA.keyPair().getPrivate().getEncoded();

        assertThat(Pem.privateKey(RSA.privateKeyPkcs8Pem()).getEncoded()).isEqualTo(der);
        assertThat(Pem.privateKey(RSA.privateKeyPkcs1Pem()).getEncoded()).isEqualTo(der);
        assertThat(Pem.privateKey(RSA.privateKeyPkcs8Pem().replace("\n", "\r\n")).getEncoded())
                .isEqualTo(der);
        assertThat(Pem.privateKey("  " + base64(der) + "\n").getEncoded()).isEqualTo(der);
    }

    @Test
    void a_bare_pkcs1_key_of_any_size_is_read() throws Exception {
        for (int bits : new int[] {512, 1024, 2048}) {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(bits);
            byte[] der = generator.generateKeyPair().getPrivate().getEncoded();
            int head = der.length - innerLength(der);

            String bare = base64(Arrays.copyOfRange(der, head, der.length));

            assertThat(Pem.privateKey(bare).getEncoded()).isEqualTo(der);
        }
    }

    /** The PKCS#1 key is the last that a PKCS#8 key holds, behind the octet string's length. */
    private static int innerLength(byte[] der) {
        int at = 4 + 3 + 15; // its own head, the version, the algorithm
        int form = der[at + 1] & 0x7f;
        return der.length - (at + 2 + form);
    }

    @Test
    void a_public_key_is_read_as_pem_or_base64() {
        byte[] der = RSA.keyPair().getPublic().getEncoded();

        assertThat(Pem.publicKey(publicPem(der)).getEncoded()).isEqualTo(der);
        assertThat(Pem.publicKey(base64(der)).getEncoded()).isEqualTo(der);
    }

    @Test
    void certificates_are_read_one_or_several() {
        String both = RSA.certificatePem() + "\n" + EC.certificatePem();

        assertThat(Pem.certificates(RSA.certificatePem())).containsExactly(RSA.certificate());
        assertThat(Pem.certificates(both)).containsExactly(RSA.certificate(), EC.certificate());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hush",
                "aHVzaGh1c2g=",
                "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\naHVzaA==\n"
                        + "-----END RSA PRIVATE KEY-----",
                "-----BEGIN PRIVATE KEY-----\nh\u00fcsh\n-----END PRIVATE KEY-----"
            })
    void what_is_no_key_is_a_mistake_that_is_not_shown(String text) {
        assertThatThrownBy(() -> Pem.privateKey(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must be an RSA private key")
                .hasMessageNotContainingAny("hush", "aHVza", "4,ENC")
                .hasNoCause();
        assertThatThrownBy(() -> Pem.publicKey(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must be an RSA public key")
                .hasNoCause();
        assertThatThrownBy(() -> Pem.certificates(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must be certificates")
                .hasNoCause();
    }

    @Test
    void a_key_of_another_kind_is_a_mistake() {
        assertThatThrownBy(() -> Pem.privateKey(EC.privateKeyPkcs8Pem()))
                .hasMessageStartingWith("must be an RSA private key");
        assertThatThrownBy(() -> Pem.publicKey(base64(EC.keyPair().getPublic().getEncoded())))
                .hasMessageStartingWith("must be an RSA public key");
        assertThatThrownBy(() -> Pem.certificates(RSA.privateKeyPkcs8Pem()))
                .hasMessageStartingWith("must be certificates");
    }

    @Test
    void a_key_that_is_cut_off_is_a_mistake() {
        byte[] der = RSA.keyPair().getPrivate().getEncoded();

        assertThatThrownBy(() -> Pem.privateKey(base64(Arrays.copyOf(der, der.length - 3))))
                .hasMessageStartingWith("must be an RSA private key");
    }
}
