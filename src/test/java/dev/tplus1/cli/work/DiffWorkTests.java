package dev.tplus1.cli.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.speech.Terminal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

class DiffWorkTests {
    private static final String STATEMENT =
            """
            transaction_id,order_no,refund_no,kind,amount,currency,status,occurred_at
            T1,S1,,PAYMENT,1.00,CNY,SUCCESS,2026-11-28T04:00:00Z
            """;
    private static final String LEDGER =
            "kind,transaction_id,order_no,refund_no,amount,currency,status,occurred_at\n";
    private static final String BOOKED =
            "PAYMENT,T1,S1,,92233720368547758.07,CNY,PAID,2026-11-28T04:00:00Z\n";

    @TempDir Path folder;

    private String diff(String ledger, int code) throws IOException {
        Path statement = Files.writeString(folder.resolve("statement.csv"), STATEMENT);
        Path books = Files.writeString(folder.resolve("books.csv"), ledger);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        String[] arguments = {
            "diff",
            "--provider",
            "csv",
            "--statement",
            statement.toString(),
            "--ledger",
            books.toString(),
            "--out",
            folder.resolve("out").toString()
        };

        int exit =
                Cli.run(
                        arguments,
                        new Terminal(out, out, false, false),
                        Map.of(),
                        () -> new CommandWork(Clock.systemUTC()));

        assertThat(exit).isEqualTo(code);
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void comparesTwoFiles() throws Exception {
        assertThat(diff(LEDGER + BOOKED, 0))
                .contains(
                        "1 amount mismatch", "nothing in or beside it vouches for its being whole");
        assertThat(folder.resolve("out/summary.json")).exists();
    }

    @Test
    void takesALedgerThatCannotBeReadAsWrongUsage() throws Exception {
        assertThat(diff(LEDGER + BOOKED.replace("PAID", "PAYED"), 2))
                .startsWith("tplus1: books.csv, line 2: payment transaction T1 order S1: status");
        assertThat(diff(LEDGER + "PAYMENT,T1\n", 2)).contains("line 2: 2 fields, expected 8");
        assertThat(diff(LEDGER + BOOKED + BOOKED.replace("1,S1", "2,S2"), 2))
                .contains("add up to more than 92233720368547758.07 CNY, the limit");
        assertThat(folder.resolve("out")).doesNotExist();
    }
}
