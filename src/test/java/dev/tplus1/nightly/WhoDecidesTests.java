package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.BreakList;
import dev.tplus1.breaks.Decisions;
import dev.tplus1.breaks.Decisions.Ruling;
import dev.tplus1.breaks.Revisions;
import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Who may decide, and what is told of it, from the command line to the report. */
class WhoDecidesTests {
    private static final String NINE = "2026-11-28T09:00:00+08:00";
    private static final int MISSED = 4;

    @TempDir private Path folder;
    private Shop shop;

    /** How a command ended. */
    private record Ended(int code, String out, String err) {}

    @BeforeEach
    void open() {
        shop = new Shop(folder);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private Ended tplus1(String... args) {
        return ofJob(shop.jobFile(), args);
    }

    private Ended ofJob(Path job, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--job", job.toString()));
        Spoken spoken = new Spoken();
        int code =
                Cli.run(
                        all.toArray(String[]::new),
                        spoken.terminal(),
                        Map.of(),
                        () -> new CommandWork(shop.clock));
        return new Ended(code, spoken.out(), spoken.err());
    }

    private Ended approve(String as, String... more) {
        List<String> all = new ArrayList<>(List.of("breaks", "approve", "--account", Shop.ACCOUNT));
        all.addAll(List.of("--date", DATE.toString(), "--note", "noted by " + as, "--as", as));
        all.addAll(List.of(more));
        return tplus1(all.toArray(String[]::new));
    }

    private void held(String above) {
        shop.replay(
                "{mode: books, min-count: 2, max-share: 0.2}\n"
                        + "  breaks: {approval: two-person, above: "
                        + above
                        + "}");
        IntStream.rangeClosed(1, MISSED).forEach(n -> shop.pending("" + n, 1000));
        shop.statement(DATE, Shop.payments(DATE, MISSED));
        shop.run(DATE);
    }

    private String[] heldIds() {
        List<String> ids = new ArrayList<>();
        new BreakList(shop.database)
                .list(
                        new BreakList.Filter(null, DATE, Set.of(Status.HELD)),
                        row -> ids.add(row.found().id()));
        return ids.toArray(String[]::new);
    }

    /** One missed callback above the replay's limit, kept back as an alert. */
    private String keptBack() {
        shop.replay("{mode: books, max-amount: {CNY: 5.00}}");
        shop.pending("3", 1000);
        shop.statement(DATE, paid("3", "10.00", NINE));
        shop.run(DATE);
        return shop.breakId("MISSED_CALLBACK", "T3");
    }

    @Test
    void letsNobodyNameAllBreaksOfADateThatTakesTwo() {
        held("{CNY: 15.00}");
        List<String> args = new ArrayList<>(List.of("breaks", "approve"));
        args.addAll(List.of(heldIds()));
        args.addAll(List.of("--note", "each is small", "--as", "ann"));

        Ended ann = tplus1(args.toArray(String[]::new));

        assertThat(ann.code()).isZero();
        assertThat(ann.out().lines())
                .hasSize(MISSED)
                .allMatch(line -> line.endsWith("a second person is needed; nothing is replayed."));
        assertThat(shop.count("payment_callback_log")).isZero();
    }

    @Test
    void letsNobodyImportAllBreaksOfADateThatTakesTwo() throws IOException {
        held("{CNY: 15.00}");
        Path sheet = folder.resolve("decided.xlsx");
        Files.copy(shop.dateFolder(DATE).resolve("r1/report.xlsx"), sheet);
        for (int n = 1; n <= MISSED; n++) {
            DecisionSheetTests.decide(sheet, "T" + n, "approve", "is small", "ann");
        }

        Ended imported = tplus1("breaks", "import", sheet.toString(), "--as", "ann");

        assertThat(imported.out()).startsWith("0 resolved, 0 approved, 4 approved by the first");
        assertThat(shop.count("payment_callback_log")).isZero();
    }

    @Test
    void takesTwoForADateOfWhichOnePersonResolvedAndReopenedAPart() {
        held("{CNY: 15.00}");
        String[] ids = heldIds();
        for (int i = 1; i < MISSED; i++) {
            tplus1("breaks", "resolve", ids[i], "--note", "refunded", "--as", "ann");
        }
        for (int i = 1; i < MISSED; i++) {
            Ended reopened = tplus1("breaks", "reopen", ids[i], "--note", "not", "--as", "ann");
            assertThat(reopened.out()).isEqualTo(ids[i] + ": held again.\n");
        }

        Ended ann = approve("ann");

        assertThat(ann.out()).endsWith("a second person is needed; nothing is replayed.\n");
        assertThat(shop.count("payment_callback_log")).isZero();
    }

    @Test
    void holdsAgainWhateverIsReopenedOfADateWithTheBooksOfAnother() {
        shop.statement(DATE, Shop.payments(DATE, 104));
        shop.run(DATE);
        String id = shop.breakId("UNKNOWN_ORDER", "T7");
        Decisions decisions = new Decisions(shop.database, shop.clock);

        decisions.resolve(id, "ann", "booked");
        decisions.reopen(id, new Ruling("ann", "not booked"));

        assertThat(shop.breaks(DATE)).hasSize(104).allMatch(each -> each.endsWith(" HELD"));
    }

    @Test
    void namesBothWhoApprovedADateInItsReport() {
        held("{}");
        approve("ann");
        shop.clock.set("2026-11-29T09:16:00Z");
        approve("bob");

        String html = Shop.read(shop.dateFolder(DATE).resolve("r1/report.html"));

        assertThat(html.replaceAll("\\s+", " "))
                .containsSubsequence(
                        "<dt>Approved</dt>",
                        "by ann: noted by ann",
                        "<dt>Approved</dt>",
                        "29 Nov 2026 09:16:00 by bob: noted by bob");
    }

    @Test
    void answersAnApprovalAsJsonAndTellsTheRestAside() {
        held("{}");

        Ended ann = approve("ann", "--json");
        Ended bob = approve("bob", "--json");

        assertThat(ann)
                .isEqualTo(
                        new Ended(
                                0,
                                "[{\"account\":\"shop\",\"business_date\":\"2026-11-28\","
                                        + "\"break_id\":null,\"approved_by\":\"ann\","
                                        + "\"second_approval\":\"needed\"}]\n",
                                "shop 2026-11-28: approved by ann, a second person is needed;"
                                        + " nothing is replayed.\n"));
        assertThat(bob.out())
                .isEqualTo(
                        "[{\"account\":\"shop\",\"business_date\":\"2026-11-28\","
                                + "\"break_id\":null,\"approved_by\":\"bob\","
                                + "\"second_approval\":\"\"}]\n");
        assertThat(bob.err()).contains("shop 2026-11-28: reconciled");
        assertThat(shop.orderStatus("1")).isEqualTo("PAID");
    }

    @Test
    void decidesNothingWithTheFileOfAnotherJob() throws IOException {
        String id = keptBack();
        Path other =
                Files.writeString(
                        folder.resolve("other.yaml"),
                        Shop.read(shop.jobFile())
                                .replace("job: night", "job: other")
                                .replace("id: " + Shop.ACCOUNT, "id: another"));
        long events = new Audit(shop.database).head().events();

        List<Ended> all =
                List.of(
                        ofJob(other, "breaks", "approve", id, "--note", "n"),
                        ofJob(other, "breaks", "resolve", id, "--note", "n"),
                        ofJob(other, "breaks", "assign", id, "--to", "mei"));

        assertThat(all)
                .containsOnly(
                        new Ended(
                                2,
                                "",
                                "tplus1: " + id + ": its account, shop, is not in this job\n"));
        assertThat(new Audit(shop.database).head().events()).isEqualTo(events);
        assertThat(new Revisions(shop.database, shop.clock).list(Shop.ACCOUNT, DATE)).hasSize(1);
    }

    @Test
    void refusesARowThatNamesARun() throws IOException {
        keptBack();
        Path sheet = folder.resolve("decided.xlsx");
        Files.copy(shop.dateFolder(DATE).resolve("r1/report.xlsx"), sheet);
        DecisionSheetTests.decide(sheet, "T3", "approve", "is real", "tplus1");

        Ended imported = tplus1("breaks", "import", sheet.toString(), "--as", "ann");

        assertThat(imported.code()).isEqualTo(3);
        assertThat(imported.err())
                .endsWith(": refused: tplus1 is what runs sign with; name who decides\n");
    }

    @Test
    void followsLinksToKeptReportsAndTellsLoops() throws IOException {
        keptBack();
        Path kept = Files.createDirectory(folder.resolve("kept"));
        Files.createSymbolicLink(kept.resolve("one"), folder.resolve("reports"));
        Files.createSymbolicLink(kept.resolve("two"), folder.resolve("reports"));
        Path round = Files.createDirectory(folder.resolve("round"));
        Path loop = Files.createSymbolicLink(round.resolve("loop"), round);

        Ended followed = tplus1("breaks", "audit", "--against", kept.toString());
        Ended twice =
                tplus1(
                        "breaks",
                        "audit",
                        "--against",
                        kept.toString(),
                        "--against",
                        folder.resolve("reports").toString());
        Ended looping = tplus1("breaks", "audit", "--against", round.toString());

        assertThat(followed.out()).endsWith("; 1 summary tells of it\n");
        assertThat(twice).isEqualTo(followed);
        assertThat(looping)
                .isEqualTo(
                        new Ended(
                                2,
                                "",
                                "tplus1: --against "
                                        + loop
                                        + ": is a link to a folder that it is in; remove it.\n"));
    }
}
