package dev.tplus1.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.Secret;
import dev.tplus1.provider.api.ApiValues;
import dev.tplus1.statement.CsvMapping;
import dev.tplus1.statement.StatementSettings;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/** The values that a provider reads of an account's block. */
class ApiBlockTests {
    private static final String HUSH = "geheim-4711";
    private static final StatementSettings ACCOUNT =
            new StatementSettings(
                    "stripe",
                    "acct_1",
                    "sub",
                    ZoneId.of("Asia/Tokyo"),
                    "order_no",
                    false,
                    CsvMapping.NONE);

    @TempDir private Path folder;

    @Test
    void readsValuesAndWhatWasLeftOut() {
        ApiValues values =
                values(
                        "{url: \"https://a\", hosts: [b, c], certs: {1A: x.pem}, tries: 3, timeout:"
                                + " 2m}");

        assertThat(values.text("url")).isEqualTo("https://a");
        assertThat(values.text("key", "other")).isEqualTo("other");
        assertThat(values.has("url")).isTrue();
        assertThat(values.has("key")).isFalse();
        assertThat(values.texts("hosts", 2)).containsExactly("b", "c");
        assertThat(values.texts("key", 2)).isEmpty();
        assertThat(values.map("certs")).isEqualTo(Map.of("1A", "x.pem"));
        assertThat(values.map("key")).isEmpty();
        assertThat(values.whole("tries", 5, 10)).isEqualTo(3);
        assertThat(values.whole("key", 5, 10)).isEqualTo(5);
        assertThat(duration(values, "timeout")).isEqualTo(Duration.ofMinutes(2));
        assertThat(duration(values, "key")).isEqualTo(Duration.ofSeconds(30));
        assertThat(values.merchantId()).isEqualTo("acct_1");
        assertThat(values.subMerchantId()).isEqualTo("sub");
        assertThat(values.zone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
    }

    @Test
    void saysWhatIsWrongWithAValue() {
        ApiValues values = values("{tries: 11, timeout: 6m, hosts: [a, b, c]}");

        assertThatThrownBy(() -> values.whole("tries", 5, 10))
                .isInstanceOf(SettingException.class)
                .hasMessage("x: api.tries: \"11\" is not a whole number from 1 to 10; correct it");
        assertThatThrownBy(() -> duration(values, "timeout"))
                .hasMessage(
                        "x: api.timeout: \"6m\" is not a duration such as 90s, 10m, 2h or 3d, from"
                                + " PT0.001S to 5m; correct it");
        assertThatThrownBy(() -> values.texts("hosts", 2))
                .hasMessage("x: api.hosts: must have 1 to 2 words");
        assertThatThrownBy(() -> values.text("key")).hasMessage("x: api.key: is missing; add it");
        assertThat(values.complaint("key", "is wrong"))
                .isInstanceOf(SettingException.class)
                .hasMessage("x: api.key: is wrong");
        assertThatThrownBy(() -> values("{kye: x}"))
                .hasMessage("x: api.key: unknown key \"kye\", did you mean \"key\"?");
    }

    @Test
    void takesASecretFromWhereItStandsOrFromItsFile() throws IOException {
        Path file = file("key.pem", HUSH + "\n", "r--r-----");

        assertThat(values("{key: " + HUSH + "}").secret("key")).isEqualTo(new Secret(HUSH));
        assertThat(values("{key-file: \"" + file + "\"}").secret("key"))
                .isEqualTo(new Secret(HUSH));
    }

    @Test
    void wantsASecretOnce() throws IOException {
        Path file = file("key.pem", HUSH, "r--------");

        assertThatThrownBy(() -> values("{key: a, key-file: \"" + file + "\"}").secret("key"))
                .hasMessage("x: api.key-file: stands beside key; keep one of them");
        assertThatThrownBy(() -> values("{}").secret("key"))
                .hasMessage(
                        "x: api.key: is missing; add it, or key-file with the file that has it");
    }

    @Test
    void refusesTheFileOfASecretThatOthersMayRead() throws IOException {
        Path file = file("key.pem", HUSH, "rw-r--r--");

        assertThatThrownBy(() -> values("{key-file: \"" + file + "\"}").secret("key"))
                .isInstanceOf(SettingException.class)
                .hasMessage(
                        "x: api.key-file: "
                                + Block.bounded(file.toString())
                                + ": others than its owner and group may read it, or others than"
                                + " its owner may change it (mode 0644); chmod 0440 it; in"
                                + " Kubernetes: defaultMode: 0440");
    }

    @Test
    void refusesWhatIsNoFile() {
        assertThatThrownBy(() -> values("{key-file: none.pem}").secret("key"))
                .hasMessage("x: api.key-file: there is no such file; make it, or mend the path");
        assertThatThrownBy(() -> values("{key-file: keys/none.pem}").secret("key"))
                .hasMessageStartingWith("x: api.key-file: keys/none.pem: there is no such file");
        assertThatThrownBy(() -> values("{key-file: \"" + folder + "\"}").secret("key"))
                .hasMessageEndingWith(": is no regular file; name one");
    }

    @Test
    void showsNeitherASecretNorWhatTheEnvironmentPutInItsPlace() throws IOException {
        // somebody put the key where the name of its file belongs
        assertThatThrownBy(() -> values("{key-file: \"${KEY}\"}").secret("key"))
                .hasMessage("x: api.key-file: there is no such file; make it, or mend the path");
        assertThatThrownBy(() -> values("{certs: {1A: \"${KEY}\"}}").file("certs", HUSH))
                .hasMessageStartingWith("x: api.certs: there is no such file");
        Path file = file("key.pem", HUSH, "r--------");
        assertThat(values("{key: " + HUSH + ", key-file: \"" + file + "\"}").toString())
                .doesNotContain(HUSH);
    }

    /** Without quotes, the end of a text is taken for a key. */
    @ParameterizedTest
    @ValueSource(strings = {"{key:geheim}", "{key: some,geheim}", "{key: x, \"geheim!\": y}"})
    void showsNoKeyThatMayBeAPartOfASecret(String yaml) {
        assertThatThrownBy(() -> values(yaml))
                .isInstanceOf(SettingException.class)
                .hasMessage(
                        "x: api: an unknown key that may be a part of a secret, so it is not shown;"
                                + " put texts into quotes; known here: url, hosts, certs, tries,"
                                + " timeout, key, key-file");
        assertThatThrownBy(() -> values("{key: some,geheim,geheim}"))
                .hasMessage("x: ***: is there twice; keep one of them");
        assertThatThrownBy(() -> values("{key: some,hostgs}"))
                .hasMessage("x: api.hosts: an unknown key, did you mean \"hosts\"?");
        assertThatThrownBy(() -> values("{key: x, colour: red}"))
                .hasMessageStartingWith("x: api: unknown key \"colour\"; known here: url");
    }

    @ParameterizedTest
    @ValueSource(strings = {"colour", "mein Grün", "<<"})
    void showsAnyUnknownKeyOfABlockWithoutSecrets(String key) {
        assertThatThrownBy(() -> values("{hosts: [], " + key + ": }"))
                .hasMessageStartingWith(
                        "x: api: unknown key \"" + key + "\"; known here: url, hosts");
    }

    @Test
    void readsAFileThatIsNoSecretUnlessEverybodyMayChangeIt() throws IOException {
        Path open = file("open.pem", "a certificate\n\n", "rw-r--r--");
        Path anybodys = file("anybodys.pem", "a certificate", "rw-rw-rw-");

        assertThat(values("{}").file("certs", open.toString())).isEqualTo("a certificate");
        assertThatThrownBy(() -> values("{}").file("certs", anybodys.toString()))
                .hasMessage("x: api.certs: everybody may change it (mode 0666); chmod o-w it");
    }

    @Test
    void writesDurationsAsAJobFileDoes() {
        assertThat(
                        List.of(
                                Values.text(Duration.ZERO),
                                Values.text(Duration.ofSeconds(90)),
                                Values.text(Duration.ofMinutes(10)),
                                Values.text(Duration.ofHours(2)),
                                Values.text(Duration.ofDays(3)),
                                Values.text(Duration.ofMillis(1500))))
                .containsExactly("0s", "90s", "10m", "2h", "3d", "PT1.5S");
    }

    private static Duration duration(ApiValues values, String key) {
        return values.duration(
                key, Duration.ofSeconds(30), Duration.ofMillis(1), Duration.ofMinutes(5));
    }

    private static ApiValues values(String yaml) {
        Yaml written = new YamlReader("x").read(yaml);
        Yaml filled =
                new Environment("x", Map.of("KEY", HUSH), ConfigTree.NONE).fill(written, "api");
        return new ApiBlock(
                Block.of(
                        "x",
                        "api",
                        filled,
                        "url",
                        "hosts",
                        "certs",
                        "tries",
                        "timeout",
                        "key",
                        "key-file"),
                ACCOUNT);
    }

    private Path file(String name, String text, String permissions) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        return file;
    }
}
