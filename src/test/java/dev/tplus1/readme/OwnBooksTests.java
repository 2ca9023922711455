package dev.tplus1.readme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.speech.Terminal;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.job.JobFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The job file for books of one's own does its work on the tables that it tells of. */
class OwnBooksTests {
    private static final Path FILE = Path.of("jobs/own-books.yaml");
    private static final Clock CLOCK =
            Clock.fixed(Instant.parse("2026-11-29T02:30:00Z"), ZoneOffset.UTC);

    @TempDir private Path folder;

    @Test
    void isReadAsItStands() {
        JobFile job = JobFile.read(FILE, Map.of());

        assertThat(job.accounts()).hasSize(1);
    }

    @Test
    void reconcilesTheTablesThatItsQueriesRead() throws IOException {
        assertThat(reconcile("amt_cents AS amount_minor"))
                .startsWith("0\n")
                .contains("3 breaks to decide")
                .contains("agree         2", "2 missed callback, 1 paid after close")
                .doesNotContain("cut-off");
    }

    @Test
    void showsCentsThatAreSaidToBeMajorUnitsAsBreaksOfAllThatIsBooked() throws IOException {
        assertThat(reconcile("amt_cents AS amount"))
                .startsWith("0\n")
                .contains("5 breaks to decide");
    }

    private String reconcile(String amount) throws IOException {
        DatabaseSettings books = h2("MODE=MySQL");
        try (Database database = Database.open("database", books)) {
            for (String sql :
                    List.of(
                            "CREATE TABLE pay_txn (txn_id VARCHAR(64), out_order VARCHAR(64)"
                                    + " PRIMARY KEY, amt_cents BIGINT, cur CHAR(3), state INT,"
                                    + " finished_at DATETIME(6))",
                            "CREATE TABLE refund_txn (refund_no VARCHAR(64) PRIMARY KEY, txn_id"
                                    + " VARCHAR(64), amt_cents BIGINT, state INT, finished_at"
                                    + " DATETIME(6))",
                            "INSERT INTO pay_txn VALUES"
                                    + " ('T1', 'O1', 1000, 'CNY', 1, '2026-11-28 23:00'),"
                                    + " (NULL, 'O2', 2000, 'CNY', 0, NULL),"
                                    + " (NULL, 'O3', 3000, 'CNY', 2, NULL),"
                                    + " ('T4', 'O4', 4000, 'CNY', 1, '2026-11-27 23:00')",
                            "INSERT INTO refund_txn VALUES"
                                    + " ('R1', 'T1', 400, 1, '2026-11-28 23:30'),"
                                    + " ('R2', 'T1', 500, 0, NULL)")) {
                database.jdbc().sql(sql).update();
            }
            return run(books, amount);
        }
    }

    private String run(DatabaseSettings books, String amount) throws IOException {
        Files.writeString(
                folder.resolve("2026-11-28.csv"),
                """
                transaction_id,order_no,refund_no,kind,amount,currency,status,occurred_at
                T1,O1,,PAYMENT,10.00,CNY,SUCCESS,2026-11-28T15:00:00Z
                T2,O2,,PAYMENT,20.00,CNY,SUCCESS,2026-11-28T10:00:00Z
                T3,O3,,PAYMENT,30.00,CNY,SUCCESS,2026-11-28T10:00:00Z
                T1,O1,R1,REFUND,4.00,CNY,SUCCESS,2026-11-28T15:30:00Z
                T1,O1,R2,REFUND,5.00,CNY,SUCCESS,2026-11-28T11:00:00Z
                """);
        Path job =
                Files.writeString(
                        folder.resolve("own-books.yaml"),
                        Files.readString(FILE)
                                .replaceFirst(
                                        "provider: wechatpay\n *merchant-id: .*",
                                        "provider: csv\n      zone: Asia/Shanghai")
                                .replace(
                                        "statements/wechat, file: \"*{date}*\"",
                                        folder + ", file: \"{date}*\"")
                                .replace(
                                        "reports: {directory: reports}",
                                        "reports: {directory: \"" + folder + "/reports\"}")
                                .replace("amt_cents AS amount_minor", amount));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);
        Map<String, String> environment =
                Map.of(
                        "TPLUS1_URL",
                        h2("DB_CLOSE_DELAY=-1").url(),
                        "TPLUS1_USER",
                        "sa",
                        "LEDGER_URL",
                        books.url(),
                        "LEDGER_USER",
                        "sa");
        int code =
                Cli.run(
                        new String[] {"reconcile", "--job", job.toString()},
                        new Terminal(stream, stream, false, false),
                        environment,
                        () -> new CommandWork(CLOCK, (_, _) -> {}));
        return code + "\n" + said.toString(StandardCharsets.UTF_8);
    }

    private static DatabaseSettings h2(String option) {
        return new DatabaseSettings("jdbc:h2:mem:" + UUID.randomUUID() + ";" + option, "sa", "");
    }
}
