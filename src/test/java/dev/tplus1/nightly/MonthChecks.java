package dev.tplus1.nightly;

import static dev.tplus1.nightly.MonthCalendar.BERLIN;
import static dev.tplus1.nightly.MonthCalendar.FIRST;
import static dev.tplus1.nightly.MonthCalendar.HELD;
import static dev.tplus1.nightly.MonthCalendar.LAST;
import static dev.tplus1.nightly.MonthCalendar.LATE;
import static dev.tplus1.nightly.MonthCalendar.TRUNCATED;
import static dev.tplus1.nightly.MonthCalendar.WECHAT;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** Whether all that the month left is what was planned, and nothing else. */
final class MonthChecks {
    private final Shop shop;
    private final MonthTraffic month;
    private final MonthNights nights;
    private final Told told;
    private final long seed;

    MonthChecks(Shop shop, MonthTraffic month, MonthNights nights, Told told, long seed) {
        this.shop = shop;
        this.month = month;
        this.nights = nights;
        this.told = told;
        this.seed = seed;
    }

    void all() {
        proofs();
        breaks();
        books();
        status();
        open();
        audit();
        notices();
    }

    private void same(String what, Map<String, String> actual, Map<String, String> planned) {
        List<String> differences = new ArrayList<>();
        SortedMap<String, String> keys = new TreeMap<>(planned);
        keys.putAll(actual);
        for (String key : keys.keySet()) {
            if (!Objects.equals(planned.get(key), actual.get(key))) {
                differences.add(
                        key
                                + "\n      planned: "
                                + planned.get(key)
                                + "\n      is:      "
                                + actual.get(key));
            }
        }
        assertThat(differences).as("%s, month.seed %d", what, seed).isEmpty();
    }

    // --- each date's proof ---

    private void proofs() {
        SortedMap<String, String> planned = new TreeMap<>();
        SortedMap<String, String> actual = new TreeMap<>();
        for (MonthDay day : month.days.values()) {
            for (int revision = 1; revision <= day.last(); revision++) {
                String name = day + " r" + revision;
                planned.put(name, "RECONCILED, " + day.revisions.get(revision - 1).told());
                actual.put(name, summary(day, revision));
            }
            actual.put(
                    day + " latest",
                    Shop.read(shop.dateFolder(day.account, day.date).resolve("latest")).strip());
            planned.put(day + " latest", "r" + day.last());
        }
        same("figures and proofs", actual, planned);
    }

    private String summary(MonthDay day, int revision) {
        JsonNode json =
                JsonMapper.shared()
                        .readTree(
                                Shop.read(
                                        shop.dateFolder(day.account, day.date)
                                                .resolve("r" + revision)
                                                .resolve("summary.json")));
        SortedMap<String, Integer> breaks = new TreeMap<>();
        json.path("breaks")
                .properties()
                .forEach(each -> {
                    breaks.put(each.getKey(), each.getValue().asInt());
                });
        StringBuilder text = new StringBuilder(json.path("outcome").asString());
        text.append(", statement ").append(json.path("statement").path("entries"));
        text.append(", ledger ").append(json.path("ledger").path("entries"));
        text.append(", matched ").append(json.path("matched"));
        text.append(", across ").append(json.path("matchedAcrossCutoff"));
        text.append(", carried ").append(json.path("carriedByOtherDates"));
        text.append(", breaks ").append(breaks);
        text.append(", applied ").append(json.path("replays").path("applied"));
        for (JsonNode row : json.path("proof")) {
            text.append("\n").append(row.path("currency").asString());
            for (String figure :
                    List.of(
                            "statement",
                            "onlyInStatement",
                            "onlyInLedger",
                            "amountDifference",
                            "crossCutoff",
                            "ledger",
                            "unexplained")) {
                text.append(' ').append(figure).append(' ').append(row.path(figure).asString());
            }
            assertThat(ledger(row))
                    .as("%s r%d: %s", day, revision, row)
                    .isEqualTo(of(row, "ledger"));
        }
        return text.toString();
    }

    private static BigDecimal ledger(JsonNode row) {
        return of(row, "statement")
                .subtract(of(row, "onlyInStatement"))
                .subtract(of(row, "amountDifference"))
                .subtract(of(row, "crossCutoff"))
                .add(of(row, "onlyInLedger"));
    }

    private static BigDecimal of(JsonNode row, String figure) {
        return new BigDecimal(row.path(figure).asString());
    }

    // --- what is in the database ---

    private interface Text {
        String of(ResultSet row) throws SQLException;
    }

    /** A row each; two with one key are an error. */
    private SortedMap<String, String> rows(String sql, Text key, Text text) {
        SortedMap<String, String> rows = new TreeMap<>();
        shop.database
                .jdbc()
                .sql(sql)
                .query(row -> {
                    String before = rows.put(key.of(row), text.of(row));
                    assertThat(before).as("twice: %s, month.seed %d", key.of(row), seed).isNull();
                });
        return rows;
    }

    private void breaks() {
        same(
                "breaks",
                rows(
                        "SELECT * FROM tplus1_break",
                        row ->
                                row.getString("account")
                                        + " "
                                        + row.getString("business_date")
                                        + " "
                                        + row.getString("kind")
                                        + " "
                                        + row.getString("key_value"),
                        row -> row.getString("type") + " " + row.getString("status")),
                month.plan.breaks);
    }

    private void books() {
        MonthBooks planned = month.plan.books;
        same(
                "orders",
                rows(
                        "SELECT * FROM orders",
                        row -> row.getString("order_no"),
                        row ->
                                row.getString("account")
                                        + " "
                                        + row.getLong("amount_minor")
                                        + " "
                                        + row.getString("currency")
                                        + " "
                                        + row.getString("status")
                                        + " '"
                                        + text(row.getString("transaction_id"))
                                        + "' "
                                        + time(row, "paid_at")
                                        + " v"
                                        + row.getInt("version")),
                planned.orders());
        same(
                "refunds",
                rows(
                        "SELECT * FROM refunds",
                        row -> row.getString("refund_no"),
                        row ->
                                row.getString("account")
                                        + " "
                                        + row.getString("order_no")
                                        + " "
                                        + row.getLong("amount_minor")
                                        + " "
                                        + row.getString("currency")
                                        + " "
                                        + row.getString("status")
                                        + " '"
                                        + text(row.getString("provider_refund_id"))
                                        + "' "
                                        + time(row, "refunded_at")
                                        + " v"
                                        + row.getInt("version")),
                planned.refunds);
        same(
                "callbacks",
                rows(
                        "SELECT * FROM payment_callback_log",
                        row ->
                                row.getString("account")
                                        + " "
                                        + row.getString("kind")
                                        + " "
                                        + row.getString("reference"),
                        row ->
                                row.getString("outcome")
                                        + " of "
                                        + row.getString("order_no")
                                        + " by "
                                        + row.getString("source")),
                planned.callbacks);
        same(
                "messages",
                rows(
                        "SELECT * FROM outbox",
                        row ->
                                row.getString("topic")
                                        + " "
                                        + row.getString("message_key")
                                        + JsonMapper.shared()
                                                .readTree(row.getString("payload"))
                                                .path("refundNo")
                                                .asString(""),
                        row -> message(JsonMapper.shared().readTree(row.getString("payload")))),
                planned.messages);
    }

    private static String message(JsonNode payload) {
        List<String> parts = new ArrayList<>();
        for (String field :
                List.of("account", "status", "transactionId", "amount", "currency", "occurredAt")) {
            parts.add(payload.path(field).asString());
        }
        return String.join(" ", parts);
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }

    private static String time(ResultSet row, String column) throws SQLException {
        LocalDateTime time = row.getObject(column, LocalDateTime.class);
        return time == null ? "null" : time.toInstant(ZoneOffset.UTC).toString();
    }

    // --- what the commands say ---

    private void status() {
        SortedMap<String, String> planned = new TreeMap<>();
        month.days
                .values()
                .forEach(day ->
                        planned.put(
                                day.toString(),
                                "DONE r%d RECONCILED %s %d to decide, %d to watch"
                                        .formatted(
                                                day.last(),
                                                day.zone,
                                                left(day, " OPEN"),
                                                left(day, " SUSPENSE"))));
        SortedMap<String, String> actual = new TreeMap<>();
        String[] command = {
            "status", "--json", "--from", FIRST.toString(), "--to", LAST.toString()
        };
        for (JsonNode row : JsonMapper.shared().readTree(nights.run(0, command).out())) {
            actual.put(
                    row.path("account").asString() + " " + row.path("businessDate").asString(),
                    "%s r%s %s %s %s to decide, %s to watch"
                            .formatted(
                                    row.path("state").asString(),
                                    row.path("revision"),
                                    row.path("outcome").asString(),
                                    row.path("zone").asString(),
                                    row.path("decide"),
                                    row.path("watch")));
        }
        same("status", actual, planned);
    }

    private long left(MonthDay day, String status) {
        return month.plan.breaks.entrySet().stream()
                .filter(each -> each.getKey().startsWith(day + " "))
                .filter(each -> each.getValue().endsWith(status))
                .count();
    }

    private void open() {
        SortedMap<String, String> planned = new TreeMap<>(month.plan.breaks);
        planned.values()
                .removeIf(value -> !value.endsWith(" OPEN") && !value.endsWith(" SUSPENSE"));
        SortedMap<String, String> actual = new TreeMap<>();
        String list = nights.run(0, "breaks", "list", "--json").out();
        for (JsonNode row : JsonMapper.shared().readTree(list)) {
            String kind = row.path("kind").asString();
            String status = row.path("status").asString();
            if (status.equals("OPEN") || status.equals("SUSPENSE")) {
                actual.put(
                        String.join(
                                " ",
                                row.path("account").asString(),
                                row.path("business_date").asString(),
                                kind,
                                row.path(kind.equals("REFUND") ? "refund_no" : "transaction_id")
                                        .asString()),
                        row.path("type").asString() + " " + status);
            }
        }
        same("open breaks", actual, planned);
    }

    private void audit() {
        String reports = shop.dateFolder(FIRST).resolve("../..").normalize().toString();
        String said = nights.run(0, "breaks", "audit", "--verify", "--against", reports).out();
        assertThat(said).contains("chain whole");
    }

    /** Each conclusion is told once, and each failure once on its day. */
    private void notices() {
        SortedMap<String, String> planned = new TreeMap<>();
        for (MonthDay day : month.days.values()) {
            for (int revision = 1; revision <= day.last(); revision++) {
                planned.put(day + " RECONCILED r" + revision, "1 times");
            }
        }
        planned.put(BERLIN + " " + HELD + " HELD r1", "1 times");
        planned.put(WECHAT + " " + LATE + " NOT_READY r0", "1 times");
        planned.put(WECHAT + " " + TRUNCATED + " REFUSED r0", "2 times");
        SortedMap<String, Integer> counts = new TreeMap<>();
        told.taken.forEach(digest ->
                digest.accounts()
                        .forEach(line ->
                                counts.merge(
                                        "%s %s %s r%d"
                                                .formatted(
                                                        line.account(),
                                                        line.businessDate(),
                                                        line.outcome(),
                                                        line.revision()),
                                        1,
                                        Integer::sum)));
        SortedMap<String, String> actual = new TreeMap<>();
        counts.forEach((line, times) -> actual.put(line, times + " times"));
        same("notices", actual, planned);
        assertThat(shop.count("tplus1_notice")).isEqualTo(told.taken.size());
        assertThat(shop.count("tplus1_notice WHERE published_at IS NULL")).isZero();
        assertThat(shop.count("tplus1_revision WHERE told_at IS NULL")).isZero();
    }
}
