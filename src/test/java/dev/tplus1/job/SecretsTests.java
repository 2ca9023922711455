package dev.tplus1.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.entry.SettingException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/** Secrets in a folder, a file for each. */
class SecretsTests {
    private static final String HUSH = "geheim-4711";

    @TempDir private Path folder;
    private Path secrets = Path.of("");

    @BeforeEach
    void makeTheFolder() throws IOException {
        secrets = Files.createDirectory(folder.resolve("secrets"));
    }

    @Test
    void comeBeforeTheEnvironmentAndKeepNoLineBreakAtTheirEnd() throws IOException {
        secret("PASSWORD", HUSH + "\r\n");

        assertThat(password("${PASSWORD}", Map.of("PASSWORD", "other"))).isEqualTo(HUSH);
        assertThat(password("${OTHER}", Map.of("OTHER", "from there"))).isEqualTo("from there");
        assertThat(password("${OTHER:none}", Map.of())).isEqualTo("none");
        assertThat(password("a-${PASSWORD}-z", Map.of())).isEqualTo("a-" + HUSH + "-z");
    }

    @Test
    void areNamedAsSpringsConfigTreeNamesThem() throws IOException {
        secret("db-password", "1");
        secret("db.user", "2");
        secret("shop/tls.key", "3");
        secret("a/b/c", "4");

        assertThat(password("${db-password}", Map.of())).isEqualTo("1");
        assertThat(password("${db.user}", Map.of())).isEqualTo("2");
        assertThat(password("${shop.tls.key}", Map.of())).isEqualTo("3");
        assertThat(password("${a.b.c}", Map.of())).isEqualTo("4");
    }

    @Test
    void areFoundWhereKubernetesPutsThem() throws IOException {
        Path data = Files.createDirectory(secrets.resolve("..2026_11_28"));
        Files.writeString(data.resolve("PASSWORD"), HUSH);
        mode(data.resolve("PASSWORD"), "r--r-----");
        Files.createSymbolicLink(secrets.resolve("..data"), data.getFileName());
        Files.createSymbolicLink(secrets.resolve("PASSWORD"), Path.of("..data/PASSWORD"));

        assertThat(password("${PASSWORD}", Map.of())).isEqualTo(HUSH);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../outside",
                "..",
                "a/../../outside",
                "/etc/passwd",
                "shop/../../outside",
                "..%2foutside",
                "~",
                "a b",
                ""
            })
    void neverLeadOutOfTheFolder(String name) throws IOException {
        Path outside = Files.writeString(folder.resolve("outside"), HUSH);
        mode(outside, "r--------");

        assertThatThrownBy(() -> password("${" + name + "}", Map.of()))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("database.password: \"${...}\" is no name of an")
                .hasMessageNotContaining(HUSH);
    }

    @Test
    void haveNoNameThatLooksLikeOneAndIsNone() throws IOException {
        Path outside = Files.writeString(folder.resolve("outside"), HUSH);
        mode(outside, "r--------");

        // its dots are those of a name, not of a path
        assertThatThrownBy(() -> password("${a...outside}", Map.of()))
                .hasMessage(
                        "x: database.password: neither the secrets nor the environment have"
                                + " a...outside; put it into a file a...outside (mode 0440) in"
                                + " secrets.directory ("
                                + Block.bounded(secrets.toString())
                                + "), which has none yet");
    }

    @Test
    void areNamedWhereOneIsMissingAndNeverShown() throws IOException {
        secret("db-password", HUSH);
        secret("shop/tls.key", HUSH);
        secret("no name", HUSH);

        assertThatThrownBy(() -> password("${DB_PASSWORD}", Map.of()))
                .isInstanceOf(SettingException.class)
                .hasMessage(
                        "x: database.password: neither the secrets nor the environment have"
                                + " DB_PASSWORD; set it, or put it into a file DB_PASSWORD (mode"
                                + " 0440) in secrets.directory ("
                                + Block.bounded(secrets.toString())
                                + "), which has db-password, shop.tls.key");
    }

    @Test
    void areNamedUpToTenAndCountedBeyond() throws IOException {
        for (char each = 'a'; each <= 'm'; each++) {
            secret("secret-" + each, HUSH);
        }

        assertThatThrownBy(() -> password("${other}", Map.of()))
                .hasMessageEndingWith(", secret-i, secret-j and 3 more");
    }

    @Test
    void areNeverAdvisedToHaveADefault() {
        assertThatThrownBy(() -> parse("reports: {directory: \"${API_TOKEN}\"}", "x", Map.of()))
                .hasMessageContaining("reports.directory: the environment has no variable")
                .hasMessageNotContaining("default");
        assertThatThrownBy(() -> parse("reports: {directory: \"${OUT}\"}", "x", Map.of()))
                .hasMessageEndingWith("OUT; set it, or give a default: ${OUT:...}");
        assertThatThrownBy(() -> parse("replay: {}", "${DB_PASSWORD}", Map.of()))
                .hasMessage(
                        "x: database.password: the environment has no variable DB_PASSWORD; set it,"
                                + " or put it into a file DB_PASSWORD (mode 0440) in a folder of"
                                + " secrets (secrets: {directory: ...})");
    }

    @ParameterizedTest
    @CsvSource({
        "rw-r--r--, 0644",
        "r--r--r--, 0444",
        "rw-rw----, 0660",
        "-w-----w-, 0202",
        "rwxrwxrwx, 0777"
    })
    void mustBeTheirOwnersAndGroupsOnly(String permissions, String mode) throws IOException {
        secret("PASSWORD", HUSH);
        mode(secrets.resolve("PASSWORD"), permissions);

        assertThatThrownBy(() -> password("${PASSWORD}", Map.of()))
                .isInstanceOf(SettingException.class)
                .hasMessage(
                        "x: database.password: the secret "
                                + Block.bounded(secrets.resolve("PASSWORD").toString())
                                + ": others than its owner and group may read it, or others than"
                                + " its owner may change it (mode "
                                + mode
                                + "); chmod 0440 it; in Kubernetes: defaultMode: 0440");
    }

    @Test
    void areNotLookedAtWhereNobodyAsksForThem() throws IOException {
        secret("token", "x");
        mode(secrets.resolve("token"), "rw-r--r--");
        secret("PASSWORD", HUSH);

        assertThat(password("${PASSWORD}", Map.of())).isEqualTo(HUSH);
    }

    @Test
    void areRefusedWhenNobodyKnowsWhichIsMeant() throws IOException {
        secret("db/password", "1");
        secret("db.password", "2");

        assertThatThrownBy(() -> password("${db.password}", Map.of()))
                .hasMessage(
                        "x: database.password: two secrets have the name db.password; keep one of"
                                + " the files");
    }

    @Test
    void mayBeOfAnyEncodingButWhatIsNotUtf8() throws IOException {
        Path file = Files.write(secrets.resolve("PASSWORD"), new byte[] {'a', (byte) 0xe4, 'b'});
        mode(file, "r--------");

        assertThatThrownBy(() -> password("${PASSWORD}", Map.of()))
                .hasMessageEndingWith("PASSWORD: is not UTF-8; save it as UTF-8");
    }

    @Test
    void areNotEmptyAndNotLarge() throws IOException {
        secret("EMPTY", "\n");
        secret("LARGE", "x".repeat((1 << 20) + 1));

        assertThatThrownBy(() -> password("${EMPTY}", Map.of()))
                .hasMessageEndingWith("EMPTY: is empty; write the text into it");
        assertThatThrownBy(() -> password("${LARGE}", Map.of()))
                .hasMessageEndingWith("LARGE: is larger than 1 MiB; name the right file");
    }

    @Test
    void haveAFolderThatIsThere() {
        assertThatThrownBy(() -> parse("secrets: {directory: none}", "x", Map.of()))
                .hasMessage(
                        "x: secrets.directory: none: there is no such folder; make it, or leave it"
                                + " out");
        assertThatThrownBy(() -> parse("secrets: {}", "x", Map.of()))
                .hasMessage("x: secrets.directory: is missing; add it");
        assertThatThrownBy(() -> parse("secrets: {folder: x}", "x", Map.of()))
                .hasMessage("x: secrets: unknown key \"folder\"; known here: directory");
        assertThatThrownBy(() -> parse("secrets: {directory: \"${D}\"}", "x", Map.of("D", "none")))
                .hasMessageStartingWith("x: secrets.directory: ${D}: there is no such folder");
        assertThatThrownBy(() -> parse("replay: {}", "${db.password}", Map.of()))
                .hasMessage(
                        "x: database.password: \"${db.password}\" is the name of a secret; say"
                                + " where those are (secrets: {directory: ...}), or use letters,"
                                + " digits and _ only");
    }

    @Test
    void areShownNowhere() throws IOException {
        secret("PASSWORD", HUSH);

        JobFile job = parse(block(), "${PASSWORD}", Map.of());
        assertThat(job.toString()).doesNotContain(HUSH);
        assertThatThrownBy(() ->
                        parse(block() + "\n  alerts: {max-share: \"${PASSWORD}\"}", "x", Map.of()))
                .hasMessageContaining("${PASSWORD}")
                .hasMessageNotContaining(HUSH);
    }

    private String block() {
        return "secrets: {directory: \"" + secrets + "\"}";
    }

    private String password(String written, Map<String, String> environment) {
        return String.valueOf(parse(block(), written, environment).database().password());
    }

    private static JobFile parse(String block, String password, Map<String, String> environment) {
        return JobFile.parse(
                "x",
                "tplus1:\n  job: shop\n  "
                        + block
                        + "\n  database: {url: \"jdbc:h2:mem:shop\", password: \""
                        + password
                        + "\"}\n  accounts:\n    - {id: a, provider: csv, statements: {directory:"
                        + " in, file: \"*\"}}\n",
                environment);
    }

    private void secret(String name, String text) throws IOException {
        Path file = secrets.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        mode(file, "r--r-----");
    }

    private static void mode(Path file, String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }
}
