package dev.tplus1.cli.work;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.ColorScheme;

import dev.tplus1.browser.Hostile;
import dev.tplus1.browser.Looks;
import dev.tplus1.browser.Pages;
import dev.tplus1.browser.Pages.Opened;
import dev.tplus1.browser.Pages.Opener;
import dev.tplus1.browser.Pages.Window;
import dev.tplus1.cli.Cli;
import dev.tplus1.cli.speech.Terminal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A statement and books whose every name means harm, from the files to the page. */
@ExtendWith(Pages.class)
class HostileDiffIntegrationTests {
    private static final Window DESK = Window.desk(ColorScheme.LIGHT);
    private static final String AT = ",2026-11-28T04:00:00Z\n";

    @TempDir private Path folder;

    @Test
    void makesNoElementThatTheTemplateDidNotMake(Opener opener) throws IOException {
        List<String> plain =
                IntStream.range(0, Hostile.IDS.size()).mapToObj(i -> "tame" + i).toList();
        Path tame = diff("tame", "tame.csv", plain);
        Path hostile = diff("hostile", "<img src=x onerror=alert(1)>.csv", Hostile.IDS);

        try (Opened expected = opener.open(tame, DESK);
                Opened opened = opener.open(hostile, DESK)) {
            assertThat(Looks.shape(opened.page())).isEqualTo(Looks.shape(expected.page()));
            assertThat(Looks.links(opened.page()))
                    .allMatch(link -> link.matches("#[A-Za-z0-9_-]+|[a-z]+\\.(xlsx|csv|json)"));
            assertThat(opened.page().innerText("body"))
                    .contains("<script>alert(1)</script>", "<img src=x onerror=alert(1)>.csv");
            assertThat(Looks.unreadable(opened.page())).isEmpty();
            assertThat(opened.complaints()).isEmpty();
        }
    }

    /** Each name as a payment and a refund of the statement, and as an order of the books. */
    private Path diff(String name, String file, List<String> ids) throws IOException {
        Path at = Files.createDirectories(folder.resolve(name));
        StringBuilder statement =
                new StringBuilder(
                        "transaction_id,order_no,refund_no,kind,amount,currency,status,occurred_at\n");
        StringBuilder books =
                new StringBuilder(
                        "kind,transaction_id,order_no,refund_no,amount,currency,status,occurred_at\n");
        for (String id : ids) {
            String quoted = '"' + id.replace("\"", "\"\"") + '"';
            String other =
                    '"' + id.substring(id.offsetByCodePoints(0, 1)).replace("\"", "\"\"") + '"';
            statement.append(quoted + "," + quoted + ",,PAYMENT,1.00,CNY,SUCCESS" + AT);
            statement.append(
                    quoted + "," + quoted + "," + quoted + ",REFUND,1.00,CNY,SUCCESS" + AT);
            books.append("PAYMENT," + other + "," + other + ",,2.00,CNY,PAID" + AT);
        }
        String[] args = {
            "diff",
            "--provider",
            "csv",
            "--statement",
            Files.writeString(at.resolve(file), statement).toString(),
            "--ledger",
            Files.writeString(at.resolve("books.csv"), books).toString(),
            "--out",
            at.resolve("out").toString()
        };
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);

        int code =
                Cli.run(
                        args,
                        new Terminal(out, out, false, false),
                        Map.of(),
                        () -> new CommandWork(Clock.systemUTC()));

        assertThat(code).as(said.toString(StandardCharsets.UTF_8)).isZero();
        return at.resolve("out/report.html");
    }
}
