package dev.tplus1.nightly;

import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A merchant with tables of its own, on a real server, and nights from the command line. */
final class OwnShop implements AutoCloseable {
    final Database database;
    private final Path folder;
    private final DatabaseSettings settings;

    OwnShop(Path folder, DatabaseSettings settings) {
        this.folder = folder;
        this.settings = settings;
        this.database = Database.open("database", settings);
        for (String table :
                List.of(
                        "CREATE TABLE shop_order (no VARCHAR(64) PRIMARY KEY, state VARCHAR(20),"
                                + " amount DECIMAL(12,2), txn VARCHAR(64) UNIQUE, paid_at"
                                + " DATETIME(6) NULL, changes INT NOT NULL DEFAULT 0)",
                        "CREATE TABLE shop_refund (no VARCHAR(64) PRIMARY KEY, order_no"
                                + " VARCHAR(64), state VARCHAR(20), amount DECIMAL(12,2), done_at"
                                + " DATETIME(6) NULL, changes INT NOT NULL DEFAULT 0)")) {
            database.jdbc().sql(table).update();
        }
    }

    /** The job with this replay block, which starts at the margin. */
    Path jobFile(String replay) {
        String payments =
                "SELECT 'PAYMENT' AS kind, txn AS transaction_id, no AS order_no, '' AS refund_no,"
                        + " amount, 'CNY' AS currency, state AS status, paid_at AS occurred_at"
                        + " FROM shop_order WHERE ";
        String refunds =
                "SELECT 'REFUND' AS kind, o.txn AS transaction_id, r.order_no AS order_no, r.no AS"
                        + " refund_no, r.amount, 'CNY' AS currency, r.state AS status, r.done_at AS"
                        + " occurred_at FROM shop_refund r JOIN shop_order o ON o.no = r.order_no"
                        + " WHERE ";
        String text =
                String.join(
                        "\n",
                        "tplus1:",
                        "  job: night",
                        "  database: {url: \"" + settings.url() + "\"}",
                        "  ledger:",
                        "    entries-sql: >-",
                        "      "
                                + payments
                                + "paid_at >= :from AND paid_at < :to AND :account <> ''",
                        "      UNION ALL " + refunds + "r.done_at >= :from AND r.done_at < :to",
                        "    orders-sql: " + payments + "no IN (:orderNos)",
                        "    transactions-sql: >-",
                        "      " + payments + "txn IN (:transactionIds)",
                        "      UNION ALL " + refunds + "o.txn IN (:transactionIds)",
                        "    refunds-sql: " + refunds + "r.no IN (:refundNos)",
                        "  accounts:",
                        "    - id: shop",
                        "      provider: csv",
                        "      statements: {directory: \"" + folder + "\", file: \"*{date}*.csv\"}",
                        "  replay:",
                        replay.indent(4).stripTrailing(),
                        "  reports: {directory: \"" + folder.resolve("reports") + "\"}",
                        "");
        Path file = folder.resolve("job.yaml");
        Shop.write(file, text);
        return file;
    }

    void statement(String... lines) {
        Shop.write(
                folder.resolve("statement-" + Shop.DATE + ".csv"),
                Stream.concat(Stream.of(Lines.HEADER), Stream.of(lines))
                        .map(line -> line + "\n")
                        .collect(Collectors.joining()));
    }

    void pending(int n) {
        database.jdbc()
                .sql("INSERT INTO shop_order (no, state, amount) VALUES (?, 'PENDING', 10.00)")
                .params("O" + n)
                .update();
    }

    void paid(int n) {
        database.jdbc()
                .sql(
                        "INSERT INTO shop_order (no, state, amount, txn, paid_at)"
                                + " VALUES (?, 'PAID', 10.00, ?, '2026-11-20 10:00:00')")
                .params("O" + n, "T" + n)
                .update();
    }

    void pendingRefund(int n) {
        database.jdbc()
                .sql(
                        "INSERT INTO shop_refund (no, order_no, state, amount)"
                                + " VALUES (?, ?, 'PENDING', 4.00)")
                .params("R" + n, "O" + n)
                .update();
    }

    long count(String from) {
        return database.jdbc().sql("SELECT COUNT(*) FROM " + from).query(Long.class).single();
    }

    Child reconcile(Path job, String... more) {
        return Child.run(folder, arguments(job, more));
    }

    Child start(Path job) {
        return Child.start(folder, List.of(), arguments(job));
    }

    private static String[] arguments(Path job, String... more) {
        return Stream.concat(
                        Stream.of("reconcile", "--job", job.toString(), "--date", "2026-11-28"),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    String report(String name) {
        return Shop.read(folder.resolve("reports/night/shop/2026-11-28").resolve(name));
    }

    @Override
    public void close() {
        database.close();
    }
}
