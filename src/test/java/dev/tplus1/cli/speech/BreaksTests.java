package dev.tplus1.cli.speech;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakIdentity;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.audit.Audit.Change;
import dev.tplus1.breaks.audit.Audit.What;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

class BreaksTests {
    private static final LocalDate DATE = LocalDate.of(2026, 11, 28);
    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");
    private static final Instant NOON = Instant.parse("2026-11-28T03:42:06Z");

    private static Money cny(String amount) {
        return Money.parse(amount, Money.currency("CNY"));
    }

    private static FiledBreak filed(
            BreakType type,
            Status status,
            String id,
            String order,
            @Nullable Money statement,
            @Nullable Money ledger,
            long age) {
        Break found =
                new Break(
                        new BreakIdentity("wechat-shop", DATE, EntryKey.payment(id), type, 1),
                        type,
                        Action.ALERT,
                        status,
                        id,
                        order,
                        "",
                        statement,
                        ledger,
                        statement == null ? null : NOON,
                        ledger == null ? null : NOON,
                        statement == null ? 0 : 8113,
                        "");
        return new FiledBreak(found, SHANGHAI, age);
    }

    private static final FiledBreak UNKNOWN =
            filed(BreakType.UNKNOWN_ORDER, Status.OPEN, "42", "S1", cny("3200.00"), null, 5);
    private static final FiledBreak WATCHED =
            filed(BreakType.CUT_OFF, Status.SUSPENSE, "43", "", null, cny("1.00"), 1);

    private static BreaksTable table(FiledBreak... breaks) {
        BreaksTable table = new BreaksTable();
        List.of(breaks).forEach(table::add);
        return table;
    }

    private static String json(FiledBreak... breaks) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream to = new PrintStream(out, false, StandardCharsets.UTF_8);
        ArrayAnswer array = new ArrayAnswer(new Terminal(to, to, false, false));
        for (FiledBreak each : breaks) {
            array.add(each::write);
        }
        array.end();
        return out.toString(StandardCharsets.UTF_8);
    }

    private static Audit.Event event(
            Instant at, String who, What what, String note, Change change) {
        return new Audit.Event(
                "0".repeat(64), "7K3M9QX2", "wechat-shop", DATE, at, who, what, note, change);
    }

    @Test
    void listsBreaksInColumnsAndSumsThemUp() {
        assertThat(String.join("\n", table(UNKNOWN, WATCHED).lines()))
                .isEqualTo(
                        """
                        ID        DATE        ACCOUNT      TYPE           RISK  AMOUNT        STATUS    AGE  ORDER
                        %s  2026-11-28  wechat-shop  UNKNOWN_ORDER  high  3,200.00 CNY  OPEN      5 d  S1
                        %s  2026-11-28  wechat-shop  CUT_OFF        low       1.00 CNY  SUSPENSE  1 d  -
                        1 to decide, CNY 3,200.00; 1 watched. The oldest has been open for 5 days.\
                        """
                                .formatted(UNKNOWN.found().id(), WATCHED.found().id()));
    }

    @Test
    void listsNothingInWords() {
        assertThat(table().lines()).containsExactly("No breaks.");
        assertThat(json()).isEqualTo("[]\n");
    }

    @Test
    void givesProgramsTheColumnsOfTheCsv() {
        assertThat(json(UNKNOWN))
                .isEqualTo(
                        """
                        [{"account":"wechat-shop","business_date":"2026-11-28","break_id":"%s",\
                        "type":"UNKNOWN_ORDER","risk":"high","action":"alert","status":"OPEN",\
                        "kind":"PAYMENT","transaction_id":"42","order_no":"S1","refund_no":"",\
                        "statement_amount":"3200.00","statement_currency":"CNY","ledger_amount":"",\
                        "ledger_currency":"","statement_time":"2026-11-28T11:42:06+08:00",\
                        "ledger_time":"","statement_line":"8113","note":"","owner":"","approved_by":"",\
                        "second_approval":""}]
                        """
                                .formatted(UNKNOWN.found().id()));
    }

    @Test
    void showsBothSidesOfABreakAndItsHistory() {
        BreakBlock block =
                new BreakBlock(
                        UNKNOWN,
                        "WeChat Pay",
                        "The provider took this money.",
                        "look the order up.",
                        List.of(
                                event(NOON, "tplus1", What.FOUND, "found by run r1", Change.NONE),
                                event(
                                        NOON.plusSeconds(60),
                                        "finance-02",
                                        What.RESOLVED,
                                        "voucher 5521",
                                        new Change("booked-by-hand", "OPEN", "RESOLVED"))),
                        false);

        assertThat(String.join("\n", block.lines()))
                .isEqualTo(
                        """
                        UNKNOWN_ORDER %s, high, open for 5 days
                          The provider took this money.
                          Next: look the order up.
                                         WeChat Pay                          books
                          payment        42                                  -
                          order          S1                                  no such order
                          amount         3,200.00 CNY                        -
                          time           2026-11-28 11:42:06                 -
                          history        2026-11-28 11:42:06  found by run r1
                                         2026-11-28 11:43:06  resolved, booked-by-hand, OPEN -> RESOLVED: voucher 5521, by finance-02\
                        """
                                .formatted(UNKNOWN.found().id()));
        assertThat(block.json())
                .contains("\"type\":\"UNKNOWN_ORDER\"")
                .endsWith(
                        "{\"at\":\"2026-11-28T03:43:06Z\",\"what\":\"RESOLVED\",\"who\":"
                                + "\"finance-02\",\"note\":\"voucher 5521\",\"reason\":"
                                + "\"booked-by-hand\",\"was\":\"OPEN\",\"became\":\"RESOLVED\"}],"
                                + "\"history_cut\":false}");
    }

    @Test
    void neverCutsAnId() {
        String id = "4".repeat(128);
        BreakBlock block =
                new BreakBlock(
                        filed(
                                BreakType.MISSING_AT_PROVIDER,
                                Status.OPEN,
                                id,
                                "S1",
                                null,
                                cny("1.00"),
                                1),
                        "WeChat Pay",
                        "x",
                        "",
                        List.of(),
                        false);

        assertThat(block.lines())
                .contains("  payment        -                                   " + id);
    }
}
