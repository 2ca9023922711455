package dev.tplus1.nightly;

import dev.tplus1.provider.alipay.AlipayFake;
import dev.tplus1.provider.stripe.StripeFake;

import okhttp3.tls.Certificates;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Two jobs of the sample date that have a secret of its own in every setting that can hold one:
 * where one writes it into the job file, the other has it in a file or in the environment. Both
 * have one embedded database, with a login for each setting of a password.
 */
final class SecretJobs {
    static final String OWN_URL = "MarkerOwnUrl01";
    static final String OWN = "MarkerOwn02";
    static final String BOOKS_URL = "MarkerBooksUrl03";
    static final String BOOKS = "MarkerBooks04";
    static final String OUTBOX_QUERY = "MarkerOutboxQuery05";
    static final String OUTBOX = webhook("MarkerOutbox06");
    static final String ALERT_QUERY = "MarkerAlertQuery09";
    static final String ALERT = webhook("MarkerAlert10");
    static final String MAIL = "MarkerMail11";
    static final String GATEWAY = "MarkerGateway12";
    static final String REPLAY_QUERY = "MarkerReplayQuery07";
    static final String REPLAY = webhook("MarkerReplay08");
    static final String PING = "MarkerPing12";
    static final String HEADER = "MarkerHeader13";
    static final String STARTED = "MarkerStarted14";
    static final String WORKED = "MarkerWorked15";
    static final String FAILED = "MarkerFailed16";

    /** What their {@code ${NAME}} stand for, but for what the folder of secrets has. */
    static final Map<String, String> ENVIRONMENT =
            Map.of("OWN", OWN, "REPLAY", REPLAY, "HUSH", "MarkerSetHush");

    /** In a key, this many characters from its start, there is nothing that may be known. */
    private static final int PRIVATE = 500;

    private final Path folder;
    private final List<String> secrets;

    private static final String CHANNEL =
            """
                channels:
                  - {name: mail, type: email, host: localhost, port: 9, username: me, password: "%s", from: a@shop.example, to: b@shop.example}
            """
                    .formatted(MAIL);

    /** Nobody is there. */
    private static final String SEEN =
            """
              ping: {url: "https://localhost:9/%s"}
              traces: {endpoint: "https://localhost:9/v1/traces", headers: {api-key: "%s"}}
            """
                    .formatted(PING, HEADER);

    private static final String SEEN_BY_EACH =
            """
              ping: {start: "https://localhost:9/%s", success: "https://localhost:9/%s", failure: "https://localhost:9/x?key=%s"}
            """
                    .formatted(STARTED, WORKED, FAILED);

    private static final String APPROVAL =
            "  breaks: {approval: two-person, above: {CNY: 1000.00}}\n";

    private static final String METRICS =
            "  metrics: {textfile: night.prom, pushgateway: {url: \"https://localhost:9\","
                    + " username: me, password: \""
                    + GATEWAY
                    + "\"}}\n";

    /**
     * The one that sends, with a mail server besides, which is not there: it cannot be run. Two
     * persons decide in it.
     */
    final Path mailing;

    /** Replays into the books; most of its secrets stand in it. */
    final Path writing;

    /** Replays to an endpoint; most of its secrets stand elsewhere. */
    final Path sending;

    /**
     * Writes both.
     *
     * @param endpoint of the merchant's, without a path
     */
    SecretJobs(Path folder, ThreeProviders providers, String endpoint) throws IOException {
        this.folder = folder;
        Path keys = Files.createDirectories(folder.resolve("keys"));
        Files.createDirectories(folder.resolve("secrets"));
        Files.createDirectories(folder.resolve("scratch"));
        hidden("secrets/books", BOOKS);
        hidden("secrets/outbox", OUTBOX);
        Map<String, Object> wechatPay = providers.wechatPay.block(keys);
        Map<String, Object> alipay = new TreeMap<>(providers.alipay.settings());
        alipay.put("ca-file", hidden("keys/alipay-ca.pem", AlipayFake.certificate()));
        Map<String, Object> stripe = new TreeMap<>();
        stripe.put("url", providers.stripe.url().toString());
        stripe.put("key", StripeFake.KEY);
        stripe.put(
                "ca-file",
                hidden(
                        "keys/stripe-ca.pem",
                        Certificates.certificatePem(providers.stripe.certificate())));
        String alipayKey = String.valueOf(alipay.get("private-key"));
        String wechatPayKey = Files.readString(keys.resolve("apiclient_key.pem"));
        this.secrets =
                List.of(
                        OWN_URL,
                        OWN,
                        BOOKS_URL,
                        BOOKS,
                        OUTBOX_QUERY,
                        OUTBOX.substring(6),
                        ALERT_QUERY,
                        ALERT.substring(6),
                        MAIL,
                        GATEWAY,
                        REPLAY_QUERY,
                        REPLAY.substring(6),
                        PING,
                        HEADER,
                        STARTED,
                        WORKED,
                        FAILED,
                        StripeFake.KEY,
                        alipayKey.substring(PRIVATE, PRIVATE + 40),
                        wechatPayKey.substring(PRIVATE).lines().skip(1).findFirst().orElseThrow());
        this.writing =
                written(
                        "writing.yaml",
                        database("database", "OWN_URL", OWN_URL)
                                + "}\n"
                                + database("ledger", "BOOKS_URL", BOOKS_URL)
                                + "}\n  replay: {mode: books}\n"
                                + SEEN
                                + logs("text", "trace")
                                + accounts(wechatPay, alipay, stripe),
                        endpoint);
        wechatPay.remove("private-key-file");
        wechatPay.put("private-key", wechatPayKey);
        alipay.remove("private-key");
        alipay.put("private-key-file", hidden("keys/alipay.pem", alipayKey));
        stripe.remove("key");
        stripe.put("key-file", hidden("keys/stripe.txt", StripeFake.KEY + "\n"));
        this.sending =
                written(
                        "sending.yaml",
                        database("database")
                                + ", username: OWN, password: \"${OWN}\"}\n"
                                + database("ledger")
                                + ", username: BOOKS, password: \"${books}\"}\n"
                                + ("  replay: {mode: endpoint, endpoint: {url:"
                                       + " \"%s/replay?token=%s\", secret: \"${REPLAY}\", timeout:"
                                       + " 1s, tries: 1}}\n")
                                        .formatted(endpoint, REPLAY_QUERY)
                                + SEEN_BY_EACH
                                + logs("ecs", "trace")
                                + accounts(wechatPay, alipay, stripe),
                        endpoint);
        this.mailing =
                Files.writeString(
                        sending.resolveSibling("mailing.yaml"),
                        Files.readString(sending)
                                .replace("    channels:\n", CHANNEL)
                                .replace("  job: demo\n", "  job: demo\n" + APPROVAL + METRICS));
    }

    /** The file is one of those in which secrets are looked for. */
    private String logs(String format, String level) {
        return "  logs: {format: %s, level: %s, file: '%s'}\n"
                .formatted(format, level, folder.resolve(format + ".log"));
    }

    /** What is to be found nowhere. */
    List<String> secrets() {
        return secrets;
    }

    /** The statements that make the logins of both. */
    static List<String> logins() {
        return Map.of("OWN_URL", OWN_URL, "OWN", OWN, "BOOKS_URL", BOOKS_URL, "BOOKS", BOOKS)
                .entrySet()
                .stream()
                .map(login ->
                        "CREATE USER %s PASSWORD '%s' ADMIN"
                                .formatted(login.getKey(), login.getValue()))
                .toList();
    }

    /** One text of 30 bytes. */
    static String webhook(String marker) {
        byte[] key = marker.repeat(3).substring(0, 30).getBytes(StandardCharsets.UTF_8);
        return "whsec_" + Base64.getEncoder().encodeToString(key);
    }

    /** A file that only its owner reads. */
    String hidden(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.deleteIfExists(file);
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
        return file.toString();
    }

    private Path written(String name, String blocks, String endpoint) throws IOException {
        String text =
                """
                tplus1:
                  job: demo
                  secrets: {directory: "FOLDER/secrets"}
                  reports: {directory: "FOLDER/reports"}
                  archive: {directory: "FOLDER/archive"}
                  scratch: {directory: "FOLDER/scratch"}
                  alerts:
                    max-share: 0.2
                    channels:
                      - {name: hook, type: webhook, url: "%s/alert?key=%s", secret: %s}
                  outbox: {endpoint: {url: "%s/outbox?key=%s", secret: "${outbox}", timeout: 1s}, tries: 1}
                """
                        .formatted(endpoint, ALERT_QUERY, ALERT, endpoint, OUTBOX_QUERY);
        return Files.writeString(
                Files.createDirectories(folder.resolve("jobs")).resolve(name),
                (text + blocks).replace("FOLDER", folder.toString()));
    }

    private static String database(String name) {
        return "  " + name + ": {url: \"jdbc:h2:file:FOLDER/demo\"";
    }

    private static String database(String name, String user, String password) {
        return "  "
                + name
                + ": {url: \"jdbc:h2:file:FOLDER/demo;USER="
                + user
                + ";PASSWORD="
                + password
                + "\"";
    }

    private static String accounts(
            Map<String, Object> wechatPay, Map<String, Object> alipay, Map<String, Object> stripe) {
        JsonMapper json = JsonMapper.shared();
        return """
          accounts:
            - {id: wechat-shop, provider: wechatpay, merchant-id: "1230000109", statements: {api: %s}}
            - {id: alipay-shop, provider: alipay, merchant-id: "2088101122136241", statements: {api: %s}}
            - {id: stripe-shop, provider: stripe, statements: {api: %s}}
        """
                .formatted(
                        json.writeValueAsString(wechatPay),
                        json.writeValueAsString(alipay),
                        json.writeValueAsString(stripe));
    }
}
