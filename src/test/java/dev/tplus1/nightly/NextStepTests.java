package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** What the page and {@code breaks show} say is to be done about a missed callback. */
class NextStepTests {
    private static final String OFF =
            "Replay is off for this account, so none is approved. Look at the order, have it booked"
                    + " in the shop system, then resolve the break.";
    private static final String APPROVE =
            "Its note says why it was not replayed. Look at the order, then approve it, or have it"
                    + " booked in the shop system.";

    @TempDir private Path folder;
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(folder);
        shop.pending("1", 1000);
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T09:00:00+08:00"));
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void advisesNobodyToApproveWhereReplayIsOff() throws IOException {
        shop.replay("{mode: off}");

        shop.run(DATE);

        assertThat(page()).contains(OFF).doesNotContain(APPROVE);
        assertThat(shown()).contains("  Next: " + OFF).doesNotContain("approve it");
    }

    @Test
    void advisesToApproveWhatALimitKeptBack() throws IOException {
        shop.replay("{mode: books, max-amount: {CNY: 5.00}}");

        shop.run(DATE);

        assertThat(page()).contains(APPROVE).doesNotContain(OFF);
        assertThat(shown()).contains("  Next: " + APPROVE).doesNotContain("Nothing to do");
    }

    @Test
    void advisesToApproveAHeldDateAsAWhole() throws IOException {
        shop.replay("{mode: books, min-count: 0}");

        shop.run(DATE);

        String held = "On hold with all missed callbacks of this day. Approve them together";
        assertThat(page()).contains(held).doesNotContain(OFF, APPROVE);
        assertThat(shown()).contains("  Next: " + held);
    }

    @Test
    void showsWhatCanBeDoneAsTheJobIsNow() throws IOException {
        shop.replay("{mode: off}");
        shop.run(DATE);

        shop.replay("{mode: books}");

        assertThat(shown()).contains("  Next: " + APPROVE);
        assertThat(page()).contains(OFF);
    }

    private String page() throws IOException {
        return Files.readString(folder.resolve("reports/night/shop/" + DATE + "/r1/report.html"));
    }

    private String shown() {
        String[] show = {
            "breaks",
            "show",
            shop.breakId("MISSED_CALLBACK", "T1"),
            "--job",
            shop.jobFile().toString()
        };
        Spoken spoken = new Spoken();
        int code = Cli.run(show, spoken.terminal(), Map.of(), () -> new CommandWork(shop.clock));
        assertThat(code).as(spoken.err()).isZero();
        return spoken.out();
    }
}
