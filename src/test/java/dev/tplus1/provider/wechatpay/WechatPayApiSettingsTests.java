package dev.tplus1.provider.wechatpay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.entry.SettingException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

class WechatPayApiSettingsTests {
    @TempDir Path root;
    private WechatPayAccount account;

    @BeforeEach
    void open() throws Exception {
        account = new WechatPayAccount(root);
    }

    @AfterEach
    void close() {
        account.close();
    }

    private String complaint() {
        try {
            WechatPayApiSettings.read(account.values);
            return "";
        } catch (SettingException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private String complaint(String key, Object value) {
        account.values.with(key, value);
        return complaint();
    }

    @Test
    void readsWhatIsLeftOutAsItsDefault() {
        account.values.without("url");

        WechatPayApiSettings settings = WechatPayApiSettings.read(account.values);

        assertThat(settings.url()).hasToString("https://api.mch.weixin.qq.com");
        assertThat(settings.line().hosts().allowed())
                .containsExactlyInAnyOrder(
                        "api.mch.weixin.qq.com:443", "api2.mch.weixin.qq.com:443");
        assertThat(settings.billType()).isEqualTo("ALL");
        assertThat(settings.packed()).isTrue();
        assertThat(settings.noBillAfter()).isEqualTo(Duration.ofHours(10));
        assertThat(settings.platformKeys().publicKeyId()).isEqualTo(WechatPayFake.PUBLIC_KEY_ID);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "serial-no   | 51:57         | serial-no must be the serial number of the"
                        + " merchant's",
                "private-key | no key        | private-key must be an RSA private key",
                "bill-type   | EVERYTHING    | bill-type must be one of ALL, SUCCESS, REFUND",
                "tar-type    | ZIP           | tar-type must be one of GZIP, none",
                "url         | https://x/api | url must have no path",
                "url         | http://x      | url must be a URL that starts with https://"
            })
    void namesTheKeyThatIsWrong(String key, String value, String what) {
        assertThat(complaint(key, value)).startsWith("shop.yaml, " + what);
    }

    @Test
    void needsAMerchantIdOfDigits() {
        account.values.merchant(null, "");
        assertThat(complaint()).contains("needs the account's merchant-id");
        account.values.merchant("1\"2", "");
        assertThat(complaint()).contains("needs the account's merchant-id");
        account.values.merchant(WechatPayFake.MERCHANT, "1&x=2");
        assertThat(complaint()).contains("needs a sub-merchant-id");
    }

    @Test
    void needsSerialNumberAndKeys() {
        for (String key : new String[] {"serial-no", "private-key-file", "platform-keys"}) {
            assertThatThrownBy(() ->
                            WechatPayApiSettings.read(
                                    new WechatPayValues(account.fake.block(account.folder))
                                            .without(key)))
                    .isInstanceOf(SettingException.class)
                    .hasMessageContaining(key);
        }
    }

    @Test
    void needsPlatformKeysWhoseNamesFitTheirFiles() {
        String certificate =
                WechatPayKeys.written(
                        root.resolve("certificate.pem"),
                        WechatPayKeys.certificate(
                                WechatPayAccount.NOW, WechatPayAccount.NOW.plusSeconds(1)));
        String key =
                WechatPayKeys.written(
                        root.resolve("key.pem"), WechatPayKeys.publicPem(WechatPayKeys.PLATFORM));

        assertThat(complaint("platform-keys", Map.of("3A5B6C7D8E9F0A1B", certificate))).isEmpty();
        assertThat(complaint("platform-keys", Map.of("3A5B", certificate)))
                .isEqualTo(
                        "shop.yaml, platform-keys \"3A5B\" is the file of another certificate, with"
                                + " the serial number 3A5B6C7D8E9F0A1B");
        assertThat(complaint("platform-keys", Map.of("3A5B6C7D8E9F0A1B", key)))
                .contains("must be certificates as PEM");
        assertThat(complaint("platform-keys", Map.of("PUB_KEY_ID_1", certificate)))
                .contains("must be an RSA public key");
        assertThat(complaint("platform-keys", Map.of("my key", key)))
                .contains("must be PUB_KEY_ID_... or a serial number");
        assertThat(complaint("platform-keys", Map.of("pub_key_id_1", key, "PUB_KEY_ID_1", key)))
                .contains("it is there twice");
    }

    @Test
    void takesTwentyPlatformKeys() {
        String key =
                WechatPayKeys.written(
                        root.resolve("key.pem"), WechatPayKeys.publicPem(WechatPayKeys.PLATFORM));
        Map<String, String> keys = new HashMap<>();
        for (int i = 0; i < PlatformKeys.MAX_KEYS; i++) {
            keys.put("PUB_KEY_ID_" + i, key);
        }

        assertThat(complaint("platform-keys", keys)).isEmpty();
        keys.put("PUB_KEY_ID_X", key);
        assertThat(complaint("platform-keys", keys)).contains("must name 1 to 20 keys");
    }
}
