package dev.tplus1.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.SettingException;
import dev.tplus1.ledger.LedgerSettings;
import dev.tplus1.replay.ReplayMode;
import dev.tplus1.replay.ReplaySettings;
import dev.tplus1.statement.CsvMapping;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

class JobFileTests {
    private static final String LEAST =
            """
            tplus1:
              job: shop
              database: {url: "jdbc:h2:mem:shop"}
              accounts:
                - id: wechat-shop
                  provider: wechatpay
                  merchant-id: "1230000109"
                  statements: {directory: in, file: "*{date}*"}
            """;

    private static JobFile parse(String text) {
        return JobFile.parse("jobs/shop.yaml", text, Map.of("SECRET", "geheim", "N", "7"));
    }

    private static String complaintOf(String text) {
        try {
            parse(text);
        } catch (SettingException e) {
            assertThat(e.getMessage()).startsWith("jobs/shop.yaml").doesNotContain("\n");
            return String.valueOf(e.getMessage());
        }
        throw new AssertionError("was accepted:\n" + text);
    }

    @Test
    void fillsInWhatWasLeftOut() {
        JobFile job = parse(LEAST);

        assertThat(job.job()).isEqualTo("shop");
        assertThat(job.database()).isEqualTo(new DatabaseSettings("jdbc:h2:mem:shop", null, null));
        assertThat(job.ledger()).isEqualTo(LedgerSettings.bundled());
        assertThat(job.replay())
                .isEqualTo(
                        new ReplaySettings(
                                ReplayMode.BOOKS,
                                new BigDecimal("0.05"),
                                20,
                                Map.of(),
                                Duration.ofDays(3),
                                true,
                                null,
                                null,
                                null));
        assertThat(job.alertsMaxShare()).isEqualTo("0.2");
        assertThat(job.reports().directory()).isEqualTo(Path.of("reports"));
        assertThat(job.archive()).isEqualTo(Path.of("reports/shop/.archive"));
        AccountFile account = job.accounts().getFirst();
        assertThat(account.settings().zone()).isNull();
        assertThat(account.cutoffGrace()).isEqualTo(Duration.ofMinutes(10));
        assertThat(account.suspenseDays()).isEqualTo(2);
        assertThat(account.settings().orderMetadataKey()).isEqualTo("order_no");
        assertThat(account.settings().requireControl()).isFalse();
        assertThat(account.statements())
                .isEqualTo(new AccountFile.Folder(Path.of("in"), "*{date}*"));
        assertThat(account.poll()).isEqualTo(Duration.ofMinutes(10));
        assertThat(account.settings().csv()).isEqualTo(CsvMapping.NONE);
    }

    @Test
    void readsEverySetting() {
        JobFile job =
                parse(
                        """
                        tplus1:
                          job: all
                          database: {url: "jdbc:mysql://db/own", username: own, password: "${SECRET}"}
                          ledger:
                            url: jdbc:mysql://db/shop
                            username: reader
                            password: ${SECRET}
                            zone: Asia/Tokyo
                            entries-sql: SELECT 1
                            orders-sql: SELECT 2
                            transactions-sql: SELECT 3
                            refunds-sql: SELECT 4
                            freshness-sql: SELECT 5
                            max-lag: 90s
                          accounts:
                            - id: w
                              provider: wechatpay
                              merchant-id: 0123
                              sub-merchant-id: 45
                              zone: Asia/Shanghai
                              cutoff-grace: 90s
                              suspense-days: 3
                              statements: {directory: /in, file: "bill-{date:yyyyMMdd}.csv", poll: 30s}
                            - id: s
                              provider: stripe
                              order-metadata-key: order
                              statements: {directory: /in, file: "*.json"}
                            - id: c
                              provider: csv
                              require-control: true
                              statements: {directory: /in, file: "*"}
                              csv:
                                columns: {order_no: "Order No.", provider_refund_id: Ref}
                                statuses: {SUCCESS: [OK, PAID], PROCESSING: WAIT}
                                kinds: {PAYMENT: sale, REFUND: [back]}
                          replay:
                            mode: off
                            max-share: 1
                            min-count: ${N}
                            max-amount: {CNY: 5000.00, JPY: 70000}
                            max-age: P7D
                            confirm: false
                          alerts: {max-share: 0}
                          reports: {directory: /out}
                          archive: {directory: /archive}
                        """);

        assertThat(job.database().password()).isEqualTo("geheim");
        assertThat(job.ledger())
                .isEqualTo(
                        new LedgerSettings(
                                new DatabaseSettings("jdbc:mysql://db/shop", "reader", "geheim"),
                                ZoneId.of("Asia/Tokyo"),
                                "SELECT 1",
                                "SELECT 2",
                                "SELECT 3",
                                "SELECT 4",
                                new LedgerSettings.Fresh("SELECT 5", Duration.ofSeconds(90))));
        assertThat(job.accounts().get(0).settings().merchantId()).isEqualTo("0123");
        assertThat(job.accounts().get(0).settings().subMerchantId()).isEqualTo("45");
        assertThat(job.accounts().get(0).cutoffGrace()).isEqualTo(Duration.ofSeconds(90));
        assertThat(job.accounts().get(0).statements())
                .isEqualTo(new AccountFile.Folder(Path.of("/in"), "bill-{date:yyyyMMdd}.csv"));
        assertThat(job.accounts().get(0).poll()).isEqualTo(Duration.ofSeconds(30));
        assertThat(job.accounts().get(1).settings().orderMetadataKey()).isEqualTo("order");
        assertThat(job.accounts().get(2).settings().requireControl()).isTrue();
        assertThat(job.accounts().get(2).settings().csv())
                .isEqualTo(
                        new CsvMapping(
                                Map.of("order_no", "Order No.", "provider_refund_id", "Ref"),
                                Map.of(
                                        "SUCCESS",
                                        List.of("OK", "PAID"),
                                        "PROCESSING",
                                        List.of("WAIT")),
                                Map.of("PAYMENT", List.of("sale"), "REFUND", List.of("back"))));
        assertThat(job.replay().mode()).isEqualTo(ReplayMode.OFF);
        assertThat(job.replay().minCount()).isEqualTo(7);
        assertThat(job.replay().maxAge()).isEqualTo(Duration.ofDays(7));
        assertThat(job.replay().confirm()).isFalse();
        assertThat(job.replay().maxAmount())
                .isEqualTo(
                        Map.of(
                                Money.currency("CNY"),
                                new Money(500_000, Money.currency("CNY")),
                                Money.currency("JPY"),
                                new Money(70_000, Money.currency("JPY"))));
        assertThat(job.archive()).isEqualTo(Path.of("/archive"));
        assertThat(job.toString()).doesNotContain("geheim");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    zone: UTC|zoen: UTC|accounts[0].zone: unknown key "zoen", did you mean "zone"?
                    zone: UTC|sub_merchant_id: 1|accounts[0].sub-merchant-id: unknown key "sub_merchant_id", did you mean "sub-merchant-id"?
                    zone: UTC|colour: red|accounts[0]: unknown key "colour"; known here: id, provider, merchant-id, sub-merchant-id, zone, cutoff-grace, suspense-days, statements, order-metadata-key, require-control, csv
                    zone: UTC|id: other|accounts[0].id: is there twice; keep one of them
                    zone: UTC|zone: Asia/Peking|accounts[0].zone: "Asia/Peking" is not a time zone such as Asia/Shanghai; correct it
                    zone: UTC|zone:|accounts[0].zone: is empty; give it a value or leave it out
                    zone: UTC|zone: [UTC]|accounts[0].zone: must be a single value, not a block or a list
                    zone: UTC|cutoff-grace: ten|accounts[0].cutoff-grace: "ten" is not a duration such as 90s, 10m, 2h or 3d, at most 12h; correct it
                    zone: UTC|cutoff-grace: 13h|accounts[0].cutoff-grace: "13h" is not a duration such as 90s, 10m, 2h or 3d, at most 12h; correct it
                    zone: UTC|cutoff-grace: -PT1M|accounts[0].cutoff-grace: "-PT1M" is not a duration such as 90s, 10m, 2h or 3d, at most 12h; correct it
                    zone: UTC|suspense-days: 0|accounts[0].suspense-days: "0" is not a number of days from 1 to 31; correct it
                    zone: UTC|suspense-days: 2.0|accounts[0].suspense-days: "2.0" is not a number of days from 1 to 31; correct it
                    zone: UTC|order-metadata-key: x|accounts[0].order-metadata-key: is for provider stripe only, and this is wechatpay; leave it out
                    zone: UTC|require-control: true|accounts[0].require-control: is for provider csv only, and this is wechatpay; leave it out
                    zone: UTC|csv: {}|accounts[0].csv: is for provider csv only, and this is wechatpay; leave it out
                    zone: UTC|zone: ${MISSING}|accounts[0].zone: the environment has no variable MISSING; set it, or give a default: ${MISSING:...}
                    zone: UTC|zone: ${SECRET}|accounts[0].zone: "${SECRET}" is not a time zone such as Asia/Shanghai; correct it
                    zone: UTC|zone: "${a b}"|accounts[0].zone: "${...}" is no name of an environment variable; use letters, digits and _
                    id: wechat-shop|id: .hidden|accounts[0].id: ".hidden" is not an id: letters, digits, ".", "_" and "-", at most 64, not starting with "."; correct it
                    id: wechat-shop|id: a/b|accounts[0].id: "a/b" is not an id: letters, digits, ".", "_" and "-", at most 64, not starting with "."; correct it
                    provider: wechatpay|provider: paypal|accounts[0].provider: "paypal" is not a provider: wechatpay, alipay, stripe, csv; correct it
                    file: "*{date}*"|file: "a/{date}"|accounts[0].statements.file: "a/{date}" is not a file name with *, ?, {date} or {date:yyyyMMdd}, without a folder; correct it
                    file: "*{date}*"|file: "{date:HH}"|accounts[0].statements.file: "{date:HH}" is not a file name with *, ?, {date} or {date:yyyyMMdd}, without a folder; correct it
                    file: "*{date}*"|file: "{day}"|accounts[0].statements.file: "{day}" is not a file name with *, ?, {date} or {date:yyyyMMdd}, without a folder; correct it
                    {directory: in, file: "*{date}*"}|{directory: in}|accounts[0].statements.file: is missing; add it
                    {directory: in, file: "*{date}*"}|api|accounts[0].statements: must be a block of keys: directory, file, api, poll
                    {directory: in, file: "*{date}*"}|{directory: in, file: x, api: {}}|accounts[0].statements.directory: stands beside api; keep one of them
                    {directory: in, file: "*{date}*"}|{file: x, api: {}}|accounts[0].statements.file: stands beside api; keep one of them
                    {directory: in, file: "*{date}*"}|{poll: 5m}|accounts[0].statements.directory: is missing; add it
                    {directory: in, file: "*{date}*"}|{directory: in, file: x, poll: 2h}|accounts[0].statements.poll: "2h" is not a duration such as 90s, 10m, 2h or 3d, from 1s to 1h; correct it
                    """)
    void namesWhatIsWrongWithAnAccount(String right, String wrong, String complaint) {
        String text = LEAST.replace("merchant-id:", "zone: UTC\n      merchant-id:");

        String found = complaintOf(text.replace(right, wrong));

        assertThat(found).isEqualTo("jobs/shop.yaml: " + complaint);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    replay: {mode: sql}|replay.mode: sql is for books of your own, and the ledger has no queries of its own; use books, endpoint or off
                    replay: {mode: endpoint}|replay.endpoint: is missing; add it
                    replay: {mode: endpoint, endpoint: {url: "https://a/b"}}|replay.endpoint.secret: is missing; add it
                    replay: {mode: endpoint, endpoint: {url: "https://a/b", secret: geheim}}|replay.endpoint.secret: must be "whsec_" and the base64 of 24 to 64 bytes (make one: echo "whsec_$(openssl rand -base64 32)")
                    replay: {mode: endpoint, endpoint: {url: "b?geheim", secret: whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw}}|replay.endpoint.url: must be a URL that starts with https:// (or http://)
                    replay: {mode: endpoint, endpoint: {url: "https://a/b", secret: whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, timeout: 15s}}|replay.endpoint.timeout: "15s" is not a duration such as 10s, at most 14s; correct it
                    replay: {mode: endpoint, endpoint: {url: "https://a/b", secret: whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, tries: 0}}|replay.endpoint.tries: "0" is not a whole number from 1 to 10; correct it
                    replay: {endpoint: {url: "https://a/b"}}|replay.endpoint: is for mode endpoint only; set the mode, or leave it out
                    replay: {mark-paid-sql: UPDATE}|replay.mark-paid-sql: is for mode sql only; set the mode, or leave it out
                    replay: {mode: false}|replay.mode: "false" is not a replay mode: books, endpoint, sql, off; correct it
                    replay: {max-share: 5%}|replay.max-share: "5%" is not a share from 0 to 1; correct it
                    replay: {max-share: 1.01}|replay.max-share: "1.01" is not a share from 0 to 1; correct it
                    replay: {max-share: 1e-1}|replay.max-share: "1e-1" is not a share from 0 to 1; correct it
                    replay: {min-count: -1}|replay.min-count: "-1" is not a whole number from 0; correct it
                    replay: {max-amount: {CNY: 1.005}}|replay.max-amount.CNY: "1.005" is not a currency and an amount in it, such as CNY: 5000.00; correct it
                    replay: {max-amount: {RMB: 1}}|replay.max-amount.RMB: "1" is not a currency and an amount in it, such as CNY: 5000.00; correct it
                    replay: {max-amount: 5}|replay.max-amount: must be a block of "name: value" pairs
                    replay: {confirm: 1}|replay.confirm: "1" is not true or false; correct it
                    replay: {confirm: true}|replay.confirm: asks the provider, and account wechat-shop has no statements.api to ask; leave it out: accounts that have one are asked anyway
                    replay: {max-age: 3 days}|replay.max-age: "3 days" is not a duration such as 90s, 10m, 2h or 3d; correct it
                    replay: off|replay: must be a block of keys: mode, max-share, min-count, max-amount, max-age, confirm, endpoint, mark-paid-sql, mark-refunded-sql
                    alerts: {max-share: 2}|alerts.max-share: "2" is not a share from 0 to 1; correct it
                    ledger: {password: geheim}|ledger.password: has no url beside it; add ledger.url, or leave it out
                    ledger: {entries-sql: SELECT 1}|ledger.orders-sql: is missing; books of your own need all four queries
                    ledger: {entries-sql: a, orders-sql: b, transactions-sql: c, refunds-sql: d, entries-sqll: e}|ledger.entries-sql: unknown key "entries-sqll", did you mean "entries-sql"?
                    ledger: {entry-sql: a}|ledger.entries-sql: unknown key "entry-sql", did you mean "entries-sql"?
                    reprots: {directory: x}|reports: unknown key "reprots", did you mean "reports"?
                    reports: {directory: ""}|reports.directory: is empty; give it a value or leave it out
                    """)
    void namesWhatIsWrongWithTheJob(String added, String complaint) {
        String found = complaintOf(LEAST + "  " + added + "\n");

        assertThat(found).isEqualTo("jobs/shop.yaml: " + complaint);
    }

    @Test
    void hasNoApiForAPlainCsv() {
        String csv =
                LEAST.replace("wechatpay", "csv")
                        .replace("{directory: in, file: \"*{date}*\"}", "{api: {}}");

        assertThat(complaintOf(csv))
                .isEqualTo(
                        "jobs/shop.yaml: accounts[0].statements.api: csv has none; name a"
                                + " directory and a file pattern in its place");
    }

    @Test
    void refusesReplayIntoBooksThatHaveQueriesOfTheirOwn() {
        String own =
                LEAST
                        + "  ledger: {entries-sql: a, orders-sql: b, transactions-sql: c,"
                        + " refunds-sql: d}\n";

        assertThat(parse(own).replay().mode()).isEqualTo(ReplayMode.OFF);
        assertThat(complaintOf(own + "  replay: {mode: books}\n"))
                .isEqualTo(
                        "jobs/shop.yaml: replay.mode: books writes the bundled tables, but the"
                                + " ledger has queries of its own; use endpoint, sql or off");
    }

    @Test
    void refusesTwoAccountsWithOneId() {
        String twice = LEAST + LEAST.substring(LEAST.indexOf("    - id"));

        assertThat(complaintOf(twice))
                .isEqualTo(
                        "jobs/shop.yaml: accounts[1].id: \"wechat-shop\" is another account's too;"
                                + " ids are unique");
    }

    @Test
    void refusesIdsThatAreTooLongTogetherToCallARunByThem() {
        String id = "a".repeat(40);
        String longest = LEAST.replace("job: shop", "job: " + "j".repeat(64));

        assertThat(parse(longest.replace("wechat-shop", id)).accounts()).hasSize(1);
        assertThat(complaintOf(longest.replace("wechat-shop", id + "a")))
                .startsWith("jobs/shop.yaml: accounts[0].id: \"" + id + "a\" and the job's id are")
                .endsWith(" longer than 104 characters together; shorten one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"  job: shop\n", "  database: {url: \"jdbc:h2:mem:shop\"}\n"})
    void asksForWhatMustBeThere(String line) {
        String key = line.strip().replaceFirst(":.*", "");

        assertThat(complaintOf(LEAST.replace(line, "")))
                .isEqualTo("jobs/shop.yaml: " + key + ": is missing; add it");
    }

    @Test
    void asksForAtLeastOneAccount() {
        String none = LEAST.substring(0, LEAST.indexOf("  accounts:")) + "  accounts: []\n";

        assertThat(complaintOf(none))
                .isEqualTo(
                        "jobs/shop.yaml: accounts: must be a list with at least one item (\"- id:"
                                + " ...\")");
    }

    @Test
    void refusesMoreAccountsThanAJobMayHave() {
        String account = LEAST.substring(LEAST.indexOf("    - id"));
        String many = LEAST.substring(0, LEAST.indexOf("    - id")) + account.repeat(1001);

        assertThat(complaintOf(many)).contains("accounts: has 1001 items, more than 1000");
    }

    @Test
    void showsNothingOfABrokenFileButThePlace() {
        String broken = LEAST.replace("job: shop", "job: shop\n  password: \"geheim");

        assertThat(complaintOf(broken))
                .startsWith("jobs/shop.yaml, line ")
                .contains("not valid YAML")
                .doesNotContain("geheim");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# nothing\n"})
    void refusesAnEmptyFile(String text) {
        assertThat(complaintOf(text)).contains("is empty; it must start with \"tplus1:\"");
    }

    @Test
    void refusesASecondDocumentAndAliases() {
        assertThat(complaintOf(LEAST + "---\n" + LEAST)).contains("more than one YAML document");
        assertThat(complaintOf(LEAST.replace("job: shop", "job: &a shop\n  archive: *a")))
                .contains("archive: an alias");
    }

    @Test
    void takesAVariablesValueAsItIs() {
        JobFile job =
                JobFile.parse(
                        "x",
                        LEAST.replace(
                                "url: \"jdbc:h2:mem:shop\"",
                                "url: \"${URL}\", password: \"${P:a:b}\""),
                        Map.of("URL", "jdbc:h2:${NOT}: \\1 $1 {x}"));

        assertThat(job.database().url()).isEqualTo("jdbc:h2:${NOT}: \\1 $1 {x}");
        assertThat(job.database().password()).isEqualTo("a:b");
    }

    @Test
    void refusesFilesThatAreNoJobFile(@TempDir Path folder) throws IOException {
        Path large = Files.write(folder.resolve("large"), new byte[(1 << 20) + 1]);
        Path latin = Files.write(folder.resolve("latin"), new byte[] {'a', (byte) 0xe4, 'b'});

        assertThatThrownBy(() -> JobFile.read(folder.resolve("none"), Map.of()))
                .isInstanceOf(SettingException.class)
                .hasMessageEndingWith(": no such file; give the job file's path");
        assertThatThrownBy(() -> JobFile.read(large, Map.of()))
                .hasMessageContaining("larger than 1 MiB");
        assertThatThrownBy(() -> JobFile.read(latin, Map.of()))
                .hasMessageContaining("is not UTF-8");
        assertThatThrownBy(() -> JobFile.read(folder, Map.of()))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("cannot be read");
    }
}
