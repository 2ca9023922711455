package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

class BreaksCsvTests {
    @Test
    void writesTheRowsInByteOrderWhateverOrderTheyComeIn() throws IOException {
        List<Break> reversed = new ArrayList<>(Reports.breaks());
        Collections.reverse(reversed);

        String csv = csv(reversed);

        assertThat(csv).isEqualTo(SummaryTests.golden("breaks.csv"));
        assertThat(csv(Reports.breaks())).isEqualTo(csv);
    }

    @Test
    void writesOnlyTheHeaderWhenThereIsNoBreak() throws IOException {
        assertThat(csv(List.of()))
                .isEqualTo(
                        "break_id,type,risk,action,status,kind,transaction_id,order_no,refund_no,"
                                + "statement_amount,statement_currency,ledger_amount,"
                                + "ledger_currency,statement_time,ledger_time,statement_line,"
                                + "note\r\n");
    }

    @Test
    void leavesValuesRawAndQuotesThemAsRfc4180Says() throws IOException {
        Break hostile =
                Reports.payment(
                                BreakType.UNKNOWN_ORDER,
                                "=1+1",
                                " a,\"b\"\u202e ",
                                Reports.money("1234567.890", "KWD"),
                                null,
                                "00:00:00",
                                Status.OPEN)
                        .with(Action.ALERT, Status.OPEN, "two\nlines");

        String row = csv(List.of(hostile)).split("\r\n", 2)[1];

        assertThat(row)
                .isEqualTo(
                        hostile.id()
                                + ",UNKNOWN_ORDER,high,alert,OPEN,PAYMENT,=1+1,"
                                + "\" a,\"\"b\"\"\u202e \",,1234567.890,KWD,,,"
                                + "2026-11-28T00:00:00+08:00,,7,\"two\nlines\"\r\n");
    }

    @Test
    void givesTimesTheOffsetThatTheZoneHasThen() throws IOException {
        Break summer = timed(Instant.parse("2026-06-01T10:00:00Z"));
        Break winter = timed(Instant.parse("2026-12-01T10:00:00.25Z"));

        StringWriter out = new StringWriter();
        BreaksCsv.write(List.of(summer), ZoneId.of("Europe/Berlin"), out);
        BreaksCsv.write(List.of(winter), ZoneId.of("Europe/Berlin"), out);
        BreaksCsv.write(List.of(winter), ZoneId.of("UTC"), out);

        assertThat(out.toString())
                .contains(",2026-06-01T12:00:00+02:00,")
                .contains(",2026-12-01T11:00:00.25+01:00,")
                .contains(",2026-12-01T10:00:00.25Z,");
    }

    private static Break timed(Instant time) {
        Break any = Reports.breaks().getFirst();
        return new Break(
                any.identity(),
                any.type(),
                any.action(),
                any.status(),
                any.transactionId(),
                any.orderNo(),
                any.refundNo(),
                any.statementAmount(),
                any.ledgerAmount(),
                time,
                null,
                any.statementLine(),
                any.note());
    }

    private static String csv(List<Break> breaks) throws IOException {
        StringWriter out = new StringWriter();
        BreaksCsv.write(breaks, Reports.SHANGHAI, out);
        return out.toString();
    }
}
