package dev.tplus1.provider.alipay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.Pauses;
import dev.tplus1.provider.api.ApiLine;
import dev.tplus1.provider.api.ApiMeans;
import dev.tplus1.provider.api.ProviderApi;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Clock;
import java.util.Base64;
import java.util.List;

class AlipayApiSettingsTests {
    private AlipayFake alipay;
    private GivenValues values;

    @BeforeEach
    void open() throws IOException {
        alipay = new AlipayFake(Clock.systemUTC());
        values = new GivenValues(alipay.settings());
    }

    @AfterEach
    void close() {
        alipay.close();
    }

    private String complaint() {
        SettingException[] thrown = new SettingException[1];
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> AlipayApiSettings.read(values))
                .satisfies(e -> thrown[0] = e);
        return String.valueOf(thrown[0].getMessage());
    }

    @Test
    void usesAlipaysOwnGatewayWhereNothingElseIsSaid() {
        ApiMeans means = new ApiMeans(Clock.systemUTC(), Pauses.REAL, () -> false);

        try (ProviderApi api = AlipayApiSettings.read(values.without("url")).open(means)) {
            assertThat(api.from()).contains("https://openapi.alipay.com/gateway.do");
        }
    }

    @Test
    void hasTheKeysOfAllApisAndItsOwn() {
        assertThat(AlipayApiSettings.KEYS)
                .containsAll(ApiLine.KEYS)
                .contains("app-id", "private-key-file", "public-key", "no-bill-codes")
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"app-id", "private-key", "public-key"})
    void needsWhatHasNoDefault(String key) {
        values.without(key);

        assertThat(complaint()).isEqualTo("job.yaml: api." + key + " is missing");
    }

    @ParameterizedTest
    @CsvSource({
        "app-id,20a4072300007148,app-id must be digits",
        "app-id,'2014072300007148&x=1',app-id must be digits",
        "private-key,nonsense,'private-key must be an RSA private key'",
        "public-key,nonsense,'public-key must be an RSA public key'",
        "bill-type,a b,bill-type must be a word",
        "bill-hosts,http://x/y,bill-hosts must be names of hosts",
        "plain-http,yes,plain-http must be upgrade or refuse",
        "refund-without-status,yes,refund-without-status must be failed or succeeded",
        "no-bill-codes,' ',no-bill-codes must not hold an empty text",
        "too-early-codes,'',too-early-codes must not hold an empty text",
        "url,http://openapi.alipay.com,url must be a URL that starts with https://"
    })
    void saysWhichKeyIsWrongAndWhatItMustBe(String key, String text, String message) {
        values.with(key, text);

        assertThat(complaint()).startsWith("job.yaml: api." + message);
    }

    @Test
    void findsTheApplicationsOwnPublicKeyInThePlaceOfAlipays() {
        values.with("public-key", AlipayFake.merchantPublicKey());

        assertThat(complaint()).contains("api.public-key must be Alipay's public key");
    }

    @Test
    void readsKeysFromFilesAsPemToo() {
        String key = alipay.settings().get("private-key");
        String publicKey = String.valueOf(alipay.settings().get("public-key"));
        values.without("private-key")
                .with("private-key-file", "/keys/app.pem")
                .withFile(
                        "/keys/app.pem",
                        "-----BEGIN PRIVATE KEY-----\n" + key + "\n-----END PRIVATE KEY-----\n")
                .without("public-key")
                .with("public-key-file", "/keys/alipay.pem")
                .withFile(
                        "/keys/alipay.pem",
                        "-----BEGIN PUBLIC KEY-----\n"
                                + Base64.getMimeEncoder(64, new byte[] {'\n'})
                                        .encodeToString(Base64.getDecoder().decode(publicKey))
                                + "\n-----END PUBLIC KEY-----\n");

        assertThat(AlipayApiSettings.read(values)).isNotNull();
    }

    @Test
    void showsNoKeyWhateverIsWrong() {
        String key = String.valueOf(alipay.settings().get("private-key"));
        values.with("no-bill-codes", List.of(""));

        assertThat(complaint()).doesNotContain(key.substring(0, 20));
        assertThat(AlipayApiSettings.read(values.with("no-bill-codes", List.of("x"))))
                .hasToString("Alipay, application 2014072300007148");
    }
}
