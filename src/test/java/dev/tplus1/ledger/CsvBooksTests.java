package dev.tplus1.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.SettingException;
import dev.tplus1.statement.Statements;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;

final class CsvBooksTests {
    private static final String HEADER =
            "kind,transaction_id,order_no,refund_no,amount,currency,status,occurred_at\r\n";

    @TempDir private Path folder;

    @Test
    void readsRowsInAnyStateToPairAndToLookUp() throws IOException {
        Books.OfDay read =
                read(
                        HEADER
                                + "PAYMENT,T1,S1,,10.00,CNY,PAID,2026-11-28T09:30:00Z\r\n"
                                + "PAYMENT,,\"S,2\",,20.00,CNY,PENDING,\r\n"
                                + "REFUND,T1,S1,R1,1.00,CNY,SUCCEEDED,2026-11-28 00:00:00\r\n"
                                + "REFUND,T1,S1,R2,2.00,CNY,FAILED,\r\n"
                                + "PAYMENT,T3,S3,,10,JPY,PAID,2026-11-29 00:00:00\r\n");

        assertThat(LedgerFixture.lines(read.entries()))
                .containsExactlyInAnyOrder(
                        "PAYMENT|T1|S1||10.00 CNY|PAID|2026-11-28T09:30:00Z|shop|-1",
                        "PAYMENT|T3|S3||10 JPY|PAID|2026-11-28T16:00:00Z|shop|-1",
                        "PAYMENT||S,2||20.00 CNY|PENDING|null|shop|-1",
                        "REFUND|T1|S1|R1|1.00 CNY|SUCCEEDED|2026-11-27T16:00:00Z|shop|-1",
                        "REFUND|T1|S1|R2|2.00 CNY|FAILED|null|shop|-1");
        Books books = read.books();
        assertThat(LedgerFixture.lines(books.orders(List.of("S,2", "s1"))))
                .containsExactly("PAYMENT||S,2||20.00 CNY|PENDING|null|shop|-1");
        assertThat(books.transactions(List.of("T1"))).hasSize(3);
        assertThat(LedgerFixture.lines(books.refunds(List.of("R2"))))
                .containsExactly("REFUND|T1|S1|R2|2.00 CNY|FAILED|null|shop|-1");
    }

    @Test
    void readsColumnsInAnyOrderAndCaseBehindAByteOrderMark() throws IOException {
        Books.OfDay read =
                read(
                        "\ufeffNote,AMOUNT_MINOR,Currency,status,occurred_at,kind,order_no,"
                                + "transaction_id,refund_no\n"
                                + "x,1050,CNY,PAID,2026-11-28T09:30:00+08:00,PAYMENT,S1,T1,\n");

        assertThat(LedgerFixture.lines(read.entries()))
                .containsExactly("PAYMENT|T1|S1||10.50 CNY|PAID|2026-11-28T01:30:00Z|shop|-1");
    }

    @Test
    void namesFileAndLineOfWhatItCannotRead() {
        assertThatThrownBy(
                        () -> read(HEADER + "PAYMENT,T1,S1,,10.005,CNY,PAID,2026-11-28T09:30:00Z"))
                .isInstanceOf(LedgerException.class)
                .hasMessageStartingWith(
                        "ledger.csv, line 2: payment transaction T1 order S1: amount is 10.005,");
        assertThatThrownBy(() -> read(HEADER + "PAYMENT,T1,S1,,1e3,CNY,PAID,2026-11-28T09:30:00Z"))
                .hasMessageContaining("amount is \"1e3\", expected a plain decimal number");
        assertThatThrownBy(() -> read(HEADER + "PAYMENT,T1,S1,,1.00,CNY,PAID,28.11.2026"))
                .hasMessageContaining("occurred_at is \"28.11.2026\", expected a time such as");
        assertThatThrownBy(() -> read(HEADER + "PAYMENT,T1,S1,,1.00,CNY,PAID,2026-02-30 00:00:00"))
                .isInstanceOf(LedgerException.class);
        assertThatThrownBy(() -> read(HEADER + "PAYMENT,T1,S1,,1.00,CNY,DONE,2026-11-28 00:00:00"))
                .hasMessageEndingWith("CLOSED, FAILED]; correct the file");
        assertThatThrownBy(() -> read(HEADER + "PAYMENT,T1,S1\r\n"))
                .hasMessage("ledger.csv, line 2: 3 fields, expected 8");
        assertThatThrownBy(() -> read(HEADER + "PAYMENT,T\"1,S1,,1.00,CNY,PAID,x"))
                .isInstanceOf(LedgerException.class)
                .hasMessageStartingWith(
                        "ledger.csv, line 2: there is a quote in the middle of cell 2:");
        assertThatThrownBy(() -> read(HEADER + "PAYMENT,\"T\n1\",S1,,1.00,CNY,PAID,x"))
                .hasMessageContaining("transaction_id \"T?1\" has a control character");
    }

    @Test
    void namesTheLineThatIsNotUtf8() throws IOException {
        Path file = folder.resolve("ledger.csv");
        byte[] text =
                (HEADER + "PAYMENT,T1,S\u00e9,,1.00,CNY,PAID,x\r\n")
                        .getBytes(StandardCharsets.ISO_8859_1);
        Files.write(file, text);

        assertThatThrownBy(() ->
                        CsvBooks.read(
                                file,
                                "shop",
                                KeyRule.REFUND_NO,
                                ZoneId.of("UTC"),
                                Statements.scratch()))
                .isInstanceOf(LedgerException.class)
                .hasMessage("ledger.csv, line 2: not UTF-8; save it as UTF-8");
    }

    @Test
    void refusesAHeaderThatIsNotTheLedgers() {
        assertThatThrownBy(() -> read("a,b\n1,2\n"))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("ledger.csv, line 1: column kind, transaction_id")
                .hasMessageEndingWith("is missing; it has a, b");
        assertThatThrownBy(() -> read(""))
                .isInstanceOf(SettingException.class)
                .hasMessage("ledger.csv: empty; expected a header line");
        assertThatThrownBy(() -> read(HEADER.replace("amount", "amount,amount")))
                .hasMessageContaining("column amount is there twice");
        assertThatThrownBy(() ->
                        CsvBooks.read(
                                folder.resolve("none.csv"),
                                "shop",
                                KeyRule.REFUND_NO,
                                ZoneId.of("UTC"),
                                Statements.scratch()))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("none.csv");
    }

    private Books.OfDay read(String text) throws IOException {
        Path file = folder.resolve("ledger.csv");
        Files.writeString(file, text);
        return CsvBooks.read(
                file, "shop", KeyRule.REFUND_NO, ZoneId.of("Asia/Shanghai"), Statements.scratch());
    }
}
