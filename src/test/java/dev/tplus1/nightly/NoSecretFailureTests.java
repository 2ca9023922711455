package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.api.SoftAssertions;
import org.assertj.core.api.junit.jupiter.InjectSoftAssertions;
import org.assertj.core.api.junit.jupiter.SoftAssertionsExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Matcher;

/** No secret is shown where a setting itself is wrong, or what it leads to cannot be reached. */
@ExtendWith(SoftAssertionsExtension.class)
class NoSecretFailureTests {
    private static final String JOB =
            """
            tplus1:
              job: night
              secrets: {directory: "FOLDER/secrets"}
              database: {url: "jdbc:h2:file:FOLDER/demo", username: OWN, password: "${OWN}"}
              ledger: {}
              replay: {}
              outbox: {log: FOLDER/outbox.log}
              alerts: {}
              accounts: [{id: shop, provider: csv, statements: {directory: FOLDER, file: "*"}}]
              reports: {directory: "FOLDER/reports"}
            """;

    /** No database is there, or it does not know the password, or the URL is broken by it. */
    private static final List<String> DATABASES =
            List.of(
                    "{url: 'jdbc:mysql://tp:MarkerDb@127.0.0.1:1/shop'}",
                    "{url: 'jdbc:mysql://tp:MarkerDb@127.0.0.1:1'}",
                    "{url: 'jdbc:mysql://127.0.0.1:1/shop?user=tp&password=MarkerDb'}",
                    "{url: 'jdbc:mysql://127.0.0.1:1/shop', username: tp, password: MarkerDb}",
                    "{url:"
                        + " 'jdbc:mysql://address=(host=127.0.0.1)(port=1)(password=MarkerDb)/shop'}",
                    "{url: 'jdbc:mysql://(host=127.0.0.1,port=1,password=MarkerDb)/shop'}",
                    "{url: 'jdbc:mysql://tp:MarkerDb/MarkerDb@127.0.0.1:1/shop'}",
                    "{url: 'jdbc:mysql://tp:MarkerDb?MarkerDb@127.0.0.1:1/shop'}",
                    "{url: 'jdbc:mysql://tp:MarkerDb#MarkerDb@127.0.0.1:1/shop'}",
                    "{url: 'jdbc:mysql://tp:MarkerDb@MarkerDb@127.0.0.1:1/shop'}",
                    "{url: 'jdbc:mysql://tp:MarkerDb@127.0.0.1:none/shop'}",
                    "{url: 'jdbc:mysql://127.0.0.1:1/shop?password=MarkerDb%MarkerDb'}",
                    "{url: 'jdbc:mysql://127.0.0.1:1/shop?password=MarkerDb&sslMode=MarkerDb'}",
                    "{url: 'jdbc:mysql:MarkerDb'}",
                    "{url: 'jdbc:h2:file:FOLDER/demo;USER=OWN;PASSWORD=MarkerDb'}",
                    "{url: 'jdbc:h2:file:FOLDER/demo', username: OWN, password: MarkerDb}",
                    "{url: 'jdbc:h2:file:FOLDER/demo;USER=OWN;PASSWORD=a;MarkerDb'}",
                    "{url: 'jdbc:h2:file:FOLDER/demo;USER=OWN;PASSWORD=a;MarkerDb=a'}",
                    "{url:"
                        + " 'jdbc:h2:file:FOLDER/demo;USER=OWN;PASSWORD=MarkerDb;PASSWORD=MarkerDb2'}",
                    "{url: 'jdbc:oracle:thin:tp/MarkerDb@127.0.0.1:1'}",
                    "{url: 'mysql://tp:MarkerDb@127.0.0.1:1/shop'}");

    /** A key, a block that cannot be used, and what is said of it. */
    private static final List<String> SETTINGS =
            List.of(
                    "database | {url: x, password: \"MarkerSet} | not valid YAML",
                    "database | {url: x, password: @MarkerSet} | not valid YAML",
                    "database | {url: x, password: MarkerSet: x} | not valid YAML",
                    "database | {url: x, password: *MarkerSet} | database.password: an alias",
                    "database | {url: x, password: !MarkerSet x} | neither jdbc:h2:",
                    "database | {url: x, password:MarkerSet} | database: an unknown key that",
                    "database | {url: x, password: a,MarkerSet} | database: an unknown key that",
                    "database | {url: x, password: a,MarkerSet,MarkerSet} | is there twice",
                    "database | {url: x, password: [MarkerSet]} | database.password: must be text",
                    "database | {url: x, password: {MarkerSet: x}} | password: must be text",
                    "database | {url: x, password: \"${Marker MarkerSet}\"} | is no name of",
                    "database | {url: x, password: \"${open}\"} | the secret ",
                    "database | {url: [MarkerSet]} | database.url: must be a single value",
                    "database | MarkerSet | database: must be a block of keys",
                    "ledger | {password: MarkerSet} | ledger.password: has no url beside it",
                    "ledger | {url: x, password:MarkerSet} | ledger: an unknown key that",
                    "secrets | {directory: \"${HUSH}\"} | there is no such folder",
                    "job | \"${HUSH}/\" | \"${HUSH}/\" is not an id",
                    "alerts | {max-share: \"${HUSH}\"} | \"${HUSH}\" is not a share",
                    "replay | {mode: \"${HUSH}\"} | \"${HUSH}\" is not a replay mode",
                    "outbox | {tries: \"${HUSH}\"} | \"${HUSH}\" is not a number");

    /** An endpoint's block that cannot be used, and what is said of it. */
    private static final List<String> ENDPOINTS =
            List.of(
                    "{url: 'https://a/?MarkerSet', secret: whsec_MarkerSet} | secret: must be",
                    "{url: 'https://a/?MarkerSet', secret: 'MarkerSet MarkerSet'} | secret: must"
                            + " be",
                    "{url: 'https://a/?MarkerSet'} | secret: is missing",
                    "{url: 'https://a /?MarkerSet', secret: GOOD} | url: must be",
                    "{url: 'ftp://a/?MarkerSet', secret: GOOD} | url: must be",
                    "{url: 'https:///?MarkerSet', secret: GOOD} | url: must be",
                    "{url: 'https://u:MarkerSet@a/', secret: GOOD} | url: must not hold a user",
                    "{url: 'https://a/#MarkerSet', secret: GOOD} | url: must not hold a fragment",
                    "{url: 'https://a/?MarkerSet', secret: GOOD, timeout: \"${HUSH}\"} | timeout");

    /** A provider, its block that cannot be used, and what is said of it. */
    private static final List<String> ACCOUNTS =
            List.of(
                    "stripe | {key: 'Marker-MarkerSet'} | api.key: must be a secret or restricted",
                    "stripe | {key: [MarkerSet]} | api.key: must be a single value",
                    "stripe | {key: MarkerSet, key-file: MarkerSet} | api.key-file: stands beside",
                    "stripe | {key-file: MarkerSet} | api.key-file: there is no such file",
                    "stripe | {key-file: \"${HUSH}\"} | api.key-file: there is no such file",
                    "stripe | {key-file: FOLDER/keys/open.txt} | api.key-file: ",
                    "stripe | {key-file: FOLDER/keys/bad.pem} | api.key-file: must be",
                    "stripe | {key: GOODGOOD, connected-account: \"${HUSH}\"} | connected-account",
                    "stripe | {key: GOODGOOD, url: 'https://u:MarkerSet@a/'} | api.url: must be",
                    "stripe | {key: GOODGOOD, url: 'https://a/?MarkerSet'} | api.url: must be",
                    "stripe | {key: GOODGOOD, hosts: ['u:MarkerSet@a']} | api.hosts: must be",
                    "alipay | {app-id: '20140723', private-key: 'MarkerSet*'} | private-key: must",
                    "alipay | {app-id: '20140723', private-key: MarkerSetMarkerSet12} |"
                            + " private-key",
                    "alipay | {app-id: '20140723', private-key-file: FOLDER/keys/bad.pem} | key:"
                            + " must",
                    "alipay | {app-id: \"${HUSH}\"} | app-id: must be digits",
                    "wechatpay | {serial-no: 'AB', private-key: MarkerSetMarkerSet12} |"
                            + " private-key",
                    "wechatpay | {serial-no: 'AB', private-key-file: FOLDER/keys/bad.pem} | key:"
                            + " must",
                    "wechatpay | {serial-no: 'AB', private-key-file: MarkerSet} | no such file",
                    "wechatpay | {serial-no: \"${HUSH}\"} | serial-no: must be");

    @InjectSoftAssertions private SoftAssertions softly;
    @TempDir private Path folder;
    private SecretScene scene;

    @BeforeEach
    void open() throws IOException {
        scene = new SecretScene(folder);
        String bad = "MarkerSetMarkerSetMarkerSetMarkerSet";
        scene.jobs.hidden(
                "keys/bad.pem",
                "-----BEGIN PRIVATE KEY-----\n" + bad + "\n-----END PRIVATE KEY-----\n");
        for (String open : List.of("keys/open.txt", "secrets/open")) {
            scene.jobs.hidden(open, "MarkerSet");
            Files.setPosixFilePermissions(
                    folder.resolve(open), PosixFilePermissions.fromString("rw-r--r--"));
        }
    }

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void isShownOfADatabaseThatCannotBeReached() throws IOException {
        for (String block : DATABASES) {
            Path own = job("database", block);
            // H2 takes ever more time for a wrong password
            if (block.contains("mysql")) {
                softly.assertThat(scene.run(own, "check"))
                        .as(block)
                        .containsPattern(": exit [12]\n(?s).* database(: cannot connect|\\.url: )");
            }
            softly.assertThat(scene.run(own, "breaks", "list"))
                    .as(block)
                    .containsPattern(": exit [12]\ntplus1: database(: cannot connect|\\.url: )");
        }
        for (String block : List.of(DATABASES.getFirst(), DATABASES.get(2), DATABASES.get(3))) {
            Path books = job("ledger", block);
            assertThat(scene.run(books, "check")).contains("ledger: cannot connect to jdbc:mysql:");
            for (String command : List.of("reconcile --date 2026-11-28", "outbox relay")) {
                assertThat(scene.run(books, command.split(" ", -1)))
                        .contains(": exit 1\ntplus1: ledger: cannot connect to jdbc:mysql:");
            }
        }

        scene.assertNoneIsShown(List.of("MarkerDb", "MARKERDB", "markerdb"));
    }

    @Test
    void isShownOfASettingThatCannotBeUsed() throws IOException {
        for (String row : SETTINGS) {
            String[] cells = row.split(" \\| ", -1);
            refused(cells[0], cells[1], cells[2]);
        }
        for (String row : ENDPOINTS) {
            String[] cells = row.replace("GOOD", SecretJobs.OUTBOX).split(" \\| ", -1);
            refused("outbox", "{endpoint: " + cells[0] + "}", "outbox.endpoint." + cells[1]);
            refused(
                    "replay",
                    "{mode: endpoint, endpoint: " + cells[0] + "}",
                    "replay.endpoint." + cells[1]);
        }
        for (String row : ACCOUNTS) {
            String[] cells = row.split(" \\| ", -1);
            refused(
                    "accounts",
                    "[{id: a, provider: %s, merchant-id: '1', statements: {api: %s}}]"
                            .formatted(cells[0], cells[1]),
                    cells[2]);
        }
        Path binary = job("database", "{url: x, password: MarkerSet\u00e4}");
        Files.writeString(binary, Files.readString(binary), StandardCharsets.ISO_8859_1);
        assertThat(scene.run(binary, "check")).contains("exit 2", "is not UTF-8");

        scene.assertNoneIsShown(List.of("MarkerSet", SecretJobs.OUTBOX.substring(6)));
    }

    private void refused(String key, String block, String says) throws IOException {
        softly.assertThat(scene.run(job(key, block), "check"))
                .as(block)
                .contains(": exit 2\n", says);
    }

    private Path job(String key, String block) throws IOException {
        return scene.job(
                "job.yaml",
                JOB.replaceFirst(
                                "(?m)^  " + key + ": .*$",
                                Matcher.quoteReplacement("  " + key + ": " + block))
                        .replace("FOLDER", folder.toString()));
    }
}
