package dev.tplus1.provider.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.tplus1.diff.Total;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.SettingException;
import dev.tplus1.entry.StatementEntry;
import dev.tplus1.statement.CsvMapping;
import dev.tplus1.statement.Fingerprint;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.StatementSettings;
import dev.tplus1.statement.Statements;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

class CsvFormatTests {
    private static final String HEADER =
            "transaction_id,order_no,refund_no,kind,amount,currency,status,occurred_at,description\n";
    private static final String PAYMENT =
            "tx-1,S1,,PAYMENT,12.34,USD,SUCCESS,2026-11-28T10:00:00Z,\"say \"\"hi\"\",\ntwice\"\n";
    private static final String REFUND =
            "tx-1,S1,R1,REFUND,1.00,USD,PROCESSING,2026-11-28 11:00:00,\n";

    @TempDir Path folder;

    private static StatementSettings settings(boolean requireControl, CsvMapping mapping) {
        return new StatementSettings(
                "csv", null, "", ZoneId.of("Asia/Shanghai"), "order_no", requireControl, mapping);
    }

    private Statement read(String text) throws Exception {
        return read(text, settings(false, CsvMapping.NONE));
    }

    private Statement read(String text, StatementSettings settings) throws Exception {
        Path file = Files.writeString(folder.resolve("provider.csv"), text);
        return Statements.read(new CsvFormat(settings), List.of(file));
    }

    @Test
    void readsTheReadmesExample() throws Exception {
        String readme = Files.readString(Path.of("README.md"));
        int from = readme.indexOf("    transaction_id,order_no,refund_no,");
        String example = readme.substring(from, readme.indexOf("\n\n", from)).stripIndent();

        Statement statement = read(example + "\n");

        assertThat(statement.ignored()).isEmpty();
        assertThat(statement.counted().totals())
                .extracting(Total::kind, Total::count, Total::minor)
                .containsExactly(tuple(Kind.PAYMENT, 1L, 39_00L), tuple(Kind.REFUND, 1L, 12_50L));
    }

    private String refusal(String text) {
        return refusal(text, false);
    }

    private String refusal(String text, boolean requireControl) {
        RefusedException refused =
                catchThrowableOfType(
                        RefusedException.class,
                        () -> read(text, settings(requireControl, CsvMapping.NONE)));
        assertThat(refused).isNotNull();
        return String.valueOf(refused.getMessage());
    }

    @Test
    void readsRowsWithQuotedCellsAndKeepsTheirBytes() throws Exception {
        Statement statement = read("\ufeff" + HEADER + PAYMENT + REFUND);

        StatementEntry payment = Statements.entries(statement).getFirst();
        StatementEntry refund = Statements.entries(statement).getLast();
        assertThat(statement.layout()).isEqualTo("csv");
        assertThat(statement.controlled()).isFalse();
        assertThat(payment.key()).isEqualTo(EntryKey.payment("tx-1"));
        assertThat(payment.amount()).isEqualTo(Money.parse("12.34", Money.currency("USD")));
        assertThat(payment.time()).isEqualTo(Instant.parse("2026-11-28T10:00:00Z"));
        assertThat(payment.line()).isEqualTo(2);
        assertThat(
                        Statements.raw(
                                new CsvFormat(settings(false, CsvMapping.NONE)),
                                statement,
                                List.of(folder.resolve("provider.csv")),
                                payment))
                .isEqualTo(PAYMENT.substring(0, PAYMENT.length() - 1));
        assertThat(refund.key()).isEqualTo(EntryKey.refund("R1"));
        assertThat(refund.inProgress()).isTrue();
        // a local time is in the account's zone
        assertThat(refund.time()).isEqualTo(Instant.parse("2026-11-28T03:00:00Z"));
        assertThat(refund.line()).isEqualTo(4);
    }

    @Test
    void ignoresOtherStatusesWithTheirReason() throws Exception {
        Statement statement =
                read(
                        HEADER
                                + PAYMENT.replace("SUCCESS", "FAIL")
                                + PAYMENT.replace("SUCCESS", "PROCESSING"));

        assertThat(Statements.entries(statement)).isEmpty();
        assertThat(statement.ignored()).hasSize(2);
        assertThat(statement.ignored().getFirst().reason()).contains("\"FAIL\"");
    }

    @Test
    void takesIdsByteForByte() throws Exception {
        String row = "X ,S1,,PAYMENT,1,JPY,SUCCESS,2026-11-28T10:00:00Z,\n";

        Statement statement =
                read(
                        HEADER
                                + row
                                + row.replace("X ", "X")
                                + row.replace("X ", "x")
                                + row.replace("X ", "é"));

        assertThat(Statements.entries(statement))
                .extracting(StatementEntry::transactionId)
                .containsExactly("X ", "X", "x", "é");
    }

    @Test
    void readsAmountsOfCurrenciesWithNoneTwoAndThreeDecimals() throws Exception {
        String row = "t,S1,,PAYMENT,%s,%s,SUCCESS,2026-11-28T10:00:00Z,\n";

        Statement statement =
                read(
                        HEADER
                                + row.formatted("500", "JPY")
                                + row.formatted("5.5", "CNY")
                                + row.formatted("1.234", "KWD"));

        assertThat(Statements.entries(statement))
                .extracting(e -> e.amount().minor())
                .containsExactly(500L, 550L, 1234L);
        assertThat(refusal(HEADER + row.formatted("5.0", "JPY"))).contains("more decimals");
        assertThat(refusal(HEADER + row.formatted("1.2345", "KWD"))).contains("more decimals");
        assertThat(refusal(HEADER + row.formatted("-1.00", "CNY"))).contains("wrong sign");
        assertThat(refusal(HEADER + row.formatted("1", "XXY"))).contains("ISO 4217");
    }

    @Test
    void readsColumnsAndWordsOfOnesOwn() throws Exception {
        CsvMapping mapping =
                new CsvMapping(
                        Map.of("transaction_id", "Txn ID", "occurred_at", "When"),
                        Map.of("SUCCESS", List.of("ok", "done")),
                        Map.of("PAYMENT", List.of("sale")));
        String text =
                "When,Txn"
                    + " ID,order_no,refund_no,kind,amount,currency,status,fee,provider_refund_id\n"
                    + "2026-11-28 10:00:00,t1,S1,,sale,1.00,CNY,done,0.006,\n"
                    + "2026-11-28 10:00:00,t1,S1,0,REFUND,1.00,CNY,ok,,pr-1\n"
                    + "2026-11-28 10:00:00,t1,S1,0,REFUND,1.00,CNY,SUCCESS,,pr-1\n";

        Statement statement = read(text, settings(false, mapping));

        assertThat(Statements.entries(statement))
                .extracting(StatementEntry::key)
                .containsExactly(EntryKey.payment("t1"), EntryKey.refund("pr-1"));
        assertThat(statement.ignored()).hasSize(1);
        assertThat(statement.fees().toString()).isEqualTo("{CNY=0.006}");
    }

    @Test
    void refusesAMappingOfWhatThereIsNot() {
        CsvMapping columns = new CsvMapping(Map.of("txn", "x"), null, null);
        CsvMapping twice = new CsvMapping(null, null, Map.of("PAYMENT", List.of("REFUND")));

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> new CsvFormat(settings(false, columns)))
                .withMessageContaining("csv.columns: \"txn\"");
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> new CsvFormat(settings(false, twice)))
                .withMessageContaining("stands for two things");
    }

    @Test
    void checksTheControlFileBesideIt() throws Exception {
        String text = HEADER + PAYMENT + REFUND;
        Path file = Files.writeString(folder.resolve("provider.csv"), text);
        Path control = folder.resolve("provider.csv.control");
        String sha256 = Fingerprint.of(List.of(file)).sha256();

        assertThat(refusal(text, true)).contains("provider.csv.control");
        Files.writeString(control, "rows=2\nsha256=" + sha256 + "\n");
        assertThat(read(text, settings(true, CsvMapping.NONE)).controlled()).isTrue();
        assertThat(refusal(HEADER + PAYMENT))
                .endsWith("counts 2 rows, the file has 1; fetch it and its control file again");
        Files.writeString(control, "sha256=" + sha256.replace('a', 'b') + "\n");
        assertThat(refusal(text)).contains("says sha256");
        Files.writeString(control, "lines=2\n");
        assertThat(refusal(text)).startsWith("provider.csv.control, line 1");
    }

    @Test
    void refusesAFileCutInsideALine() {
        String whole = HEADER + PAYMENT + REFUND;

        for (int length = 0; length < whole.length(); length++) {
            boolean betweenRows =
                    length == HEADER.length() || length == HEADER.length() + PAYMENT.length();
            // without a control file nothing tells a cut between two rows
            if (!betweenRows) {
                assertThat(refusal(whole.substring(0, length))).startsWith("provider.csv");
            }
        }
    }

    @Test
    void refusesWhatCannotBeRead() {
        assertThat(refusal(HEADER.replace("amount", "sum") + PAYMENT))
                .isEqualTo("provider.csv, line 1: the column \"amount\" is missing");
        assertThat(refusal(HEADER + PAYMENT + "a,b\n"))
                .isEqualTo("provider.csv, line 4: the line has 2 cells, the header has 9");
        assertThat(refusal(HEADER + REFUND.replace("REFUND", "CHARGEBACK"))).contains("line 2");
        assertThat(refusal(HEADER + REFUND.replace(" 11:", " 25:"))).contains("local time");
        assertThat(refusal(HEADER + REFUND.replace("R1", "R\u001f1")))
                .contains("control character");
        assertThat(refusal(HEADER + REFUND.replace("R1", "R".repeat(129)))).contains("128");
        assertThat(refusal(HEADER + REFUND.replace("R1", "R\"1"))).contains("quote in the middle");
        assertThat(refusal(HEADER + PAYMENT.replace("tx-1", ""))).contains("no transaction id");
        assertThat(refusal("<html>")).contains("HTML page");
        assertThat(refusal("{\"message\": \"no\"}")).contains("JSON document that says \"no\"");
        assertThat(refusal("")).contains("0 bytes");
    }

    @Test
    void refusesAmountsThatNoSumCanHold() {
        String huge = PAYMENT.replace("12.34", "92233720368547758.07");

        assertThat(refusal(HEADER + huge + huge.replace("tx-1", "tx-2")))
                .isEqualTo(
                        "provider.csv, line 5: with it the amounts add up to more than"
                                + " 92233720368547758.07 USD, the limit");
        assertThat(refusal(HEADER + huge + REFUND)).contains("line 4: with it the amounts");
    }

    @Test
    void refusesTimesThatNoDatabaseKeeps() {
        assertThat(refusal(HEADER + PAYMENT.replace("2026", "+12026")))
                .contains("line 3: the time +12026-11-28T10:00:00Z is not in the years 1970 to");
        assertThat(refusal(HEADER + PAYMENT.replace("2026", "0000"))).contains("0000-11-28");
    }

    @Test
    void namesTheFeeThatCannotBeRead() {
        String header = HEADER.replace("description", "fee");

        assertThat(refusal(header + REFUND.replace(",\n", ",x\n")))
                .isEqualTo("provider.csv, line 2: column \"fee\": \"x\" is not a number");
    }
}
