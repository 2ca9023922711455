package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.stream.IntStream;

/** Decisions from the command line to the books, where it takes two persons. */
class TwoPersonNightTests {
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

    private void job(String replay, String breaks) {
        shop.replay(replay + "\n  breaks: " + breaks);
    }

    private Ended tplus1(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.add("--job");
        all.add(shop.jobFile().toString());
        Spoken spoken = new Spoken();
        int code =
                Cli.run(
                        all.toArray(String[]::new),
                        spoken.terminal(),
                        Map.of(),
                        () -> new CommandWork(shop.clock));
        return new Ended(code, spoken.out(), spoken.err());
    }

    private Ended approve(String as) {
        return tplus1(
                "breaks",
                "approve",
                "--account",
                Shop.ACCOUNT,
                "--date",
                DATE.toString(),
                "--note",
                "gateway was down",
                "--as",
                as);
    }

    private void held() {
        job("{mode: books, min-count: 2, max-share: 0.2}", "{approval: two-person}");
        IntStream.rangeClosed(1, MISSED).forEach(n -> shop.pending("" + n, 1000));
        shop.statement(DATE, Shop.payments(DATE, MISSED));
        shop.run(DATE);
    }

    /** One missed callback above the replay's limit, kept back as an alert. */
    private String keptBack(String above) {
        job(
                "{mode: books, max-amount: {CNY: 5.00}}",
                "{approval: two-person, above: " + above + "}");
        shop.pending("3", 1000);
        shop.statement(DATE, paid("3", "10.00", NINE));
        shop.run(DATE);
        return shop.breakId("MISSED_CALLBACK", "T3");
    }

    @Test
    void holdsADateUntilTheSecondPersonApprovesIt() {
        held();

        Ended ann = approve("ann");
        Ended night = tplus1("reconcile", "--date", DATE.toString());
        Ended again = approve("ann");
        Ended list = tplus1("breaks", "list", "--json");
        String before = shop.orderStatus("1");
        Ended bob = approve("bob");

        assertThat(ann.code()).isZero();
        assertThat(ann.out())
                .isEqualTo(
                        "shop 2026-11-28: approved by ann, a second person is needed; nothing is"
                                + " replayed.\n");
        assertThat(night.code()).isEqualTo(7);
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err())
                .isEqualTo(
                        "tplus1: shop 2026-11-28: ann approved it already; it takes a second person"
                                + " (--as)\n");
        assertThat(list.out()).contains("\"approved_by\":\"ann\",\"second_approval\":\"needed\"");
        assertThat(before).isEqualTo("PENDING");
        assertThat(bob.code()).isZero();
        assertThat(shop.orderStatus("1")).isEqualTo("PAID");
        assertThat(shop.breaks(DATE)).allMatch(each -> each.endsWith("REPAIRED"));
    }

    @Test
    void replaysABreakAboveTheAmountForTheSecondPersonOnly() {
        String id = keptBack("{CNY: 9.99}");

        Ended ann = tplus1("breaks", "approve", id, "--note", "is real", "--as", "ann");
        Ended shown = tplus1("breaks", "show", id);
        String before = shop.orderStatus("3");
        Ended bob = tplus1("breaks", "approve", id, "--note", "is real", "--as", "bob");

        assertThat(ann.out())
                .isEqualTo(
                        id
                                + ": approved by ann, a second person is needed; nothing is"
                                + " replayed.\n");
        assertThat(shown.out())
                .contains("Approved by ann; a second person is needed.")
                .contains("approved as the first of two: is real, by ann");
        assertThat(before).isEqualTo("PENDING");
        assertThat(bob.out()).contains("reconciled");
        assertThat(shop.orderStatus("3")).isEqualTo("PAID");
    }

    @Test
    void takesOnePersonUpToTheAmount() {
        String id = keptBack("{CNY: 10.00}");

        Ended ann = tplus1("breaks", "approve", id, "--note", "is real", "--as", "ann");

        assertThat(ann.out()).contains("reconciled");
        assertThat(shop.orderStatus("3")).isEqualTo("PAID");
    }

    @Test
    void countsWhoInTheSheetAndNotWhoImportsIt() throws IOException {
        keptBack("{CNY: 9.99}");
        Path sheet = folder.resolve("decided.xlsx");
        Files.copy(shop.dateFolder(DATE).resolve("r1/report.xlsx"), sheet);
        DecisionSheetTests.decide(sheet, "T3", "approve", "is real", "ann");

        Ended first = tplus1("breaks", "import", sheet.toString(), "--as", "zoe");
        Ended same = tplus1("breaks", "import", sheet.toString(), "--as", "yan");
        DecisionSheetTests.decide(sheet, "T3", "approve", "is real", "bob");
        Ended second = tplus1("breaks", "import", sheet.toString(), "--as", "zoe");

        assertThat(first.out())
                .isEqualTo(
                        "0 resolved, 0 approved, 1 approved by the first of two persons, a second"
                                + " is needed, 0 left open, 0 refused.\n");
        assertThat(first.err()).isEmpty();
        assertThat(first.code()).isZero();
        assertThat(same.out()).startsWith("0 resolved, 0 approved, 1 decided so before");
        assertThat(same.code()).isZero();
        assertThat(second.out()).startsWith("0 resolved, 1 approved, 0 left open, 0 refused.");
        assertThat(shop.orderStatus("3")).isEqualTo("PAID");
    }

    @Test
    void tellsTheEndOfTheAuditTrailInEverySummaryAndProvesIt() throws IOException {
        String id = keptBack("{}");
        Path summary = shop.dateFolder(DATE).resolve("r1/summary.json");
        String before = Files.readString(summary);
        tplus1("breaks", "resolve", id, "--reason", "refunded", "--note", "by hand", "--as", "ann");

        Ended rendered = tplus1("report", "--date", DATE.toString());
        Ended proven = tplus1("breaks", "audit", "--verify");
        Ended held = tplus1("breaks", "audit", "--against", folder.resolve("reports").toString());

        assertThat(before).contains("\"audit\": {\n    \"events\": 1,\n    \"head\": \"");
        assertThat(rendered.code()).isZero();
        assertThat(Files.readString(summary)).isEqualTo(before);
        String head = new Audit(shop.database).head().head();
        assertThat(proven)
                .isEqualTo(new Ended(0, "2 events, chain whole, head " + head + "\n", ""));
        assertThat(held.out()).endsWith(head + "; 1 summary tells of it\n");
        assertThat(held.code()).isZero();
    }

    @Test
    void findsAnEventThatWasChangedAndAChainThatWasRewritten() throws IOException {
        String id = keptBack("{}");
        Path summary = shop.dateFolder(DATE).resolve("r1/summary.json");
        tplus1("breaks", "resolve", id, "--note", "by hand", "--as", "ann");
        Path forged = folder.resolve("kept.json");
        Files.writeString(
                forged,
                Files.readString(summary).replaceAll("\"head\": \"....", "\"head\": \"0000"));

        Ended rewritten = tplus1("breaks", "audit", "--against", forged.toString());
        shop.database
                .jdbc()
                .sql("UPDATE tplus1_audit_event SET actor = 'bob' WHERE seq = 2")
                .update();
        Ended changed = tplus1("breaks", "audit", "--verify", "--json");

        assertThat(rewritten.code()).isEqualTo(1);
        assertThat(rewritten.err())
                .startsWith("tplus1: audit trail: not the chain that " + forged + " tells of");
        assertThat(changed.code()).isEqualTo(1);
        assertThat(changed.out())
                .isEqualTo(
                        "{\"whole\":false,\"event\":2,\"why\":\"event 2 was changed\","
                                + "\"summaries\":0}\n");
        assertThat(changed.err()).startsWith("tplus1: audit trail: broken at event 2: ");
    }

    @Test
    void namesASummaryThatCannotBeReadOrProvesNothing() throws IOException {
        keptBack("{}");
        Path broken = Files.writeString(folder.resolve("broken.json"), "{\"schema\": \"tplus1/s");
        Path other =
                Files.writeString(
                        folder.resolve("other.json"),
                        "{\"schema\": \"tplus1/summary/1\", \"job\": \"another\"}");

        Ended cut = tplus1("breaks", "audit", "--against", broken.toString());
        Ended none = tplus1("breaks", "audit", "--against", folder.resolve("none").toString());
        Ended another = tplus1("breaks", "audit", "--against", other.toString());

        assertThat(cut.code()).isEqualTo(2);
        assertThat(cut.err())
                .isEqualTo(
                        "tplus1: --against "
                                + broken
                                + ": is no JSON, or not all of it; take it from a backup.\n");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains(": cannot be read; check that it is there");
        assertThat(another.code()).isEqualTo(2);
        assertThat(another.err()).contains("tells of another job than night, so it proves nothing");
    }

    @Test
    void listsAndFiltersWhoLooksAfterWhat() {
        String id = keptBack("{}");

        Ended given = tplus1("breaks", "assign", id, "--to", "mei", "--as", "ann");
        Ended hers = tplus1("breaks", "list", "--owner", "mei");
        Ended nobodys = tplus1("breaks", "list", "--owner", "none");
        Ended young = tplus1("breaks", "list", "--older-than", "3d");
        Ended risky = tplus1("breaks", "list", "--risk", "high", "--json");
        Ended trail = tplus1("breaks", "audit", "--date", DATE.toString());
        Ended json = tplus1("breaks", "audit", "--account", Shop.ACCOUNT, "--json");
        Ended back = tplus1("breaks", "assign", id, "--to", "nobody", "--json");

        assertThat(given.out()).isEqualTo(id + ": assigned to mei.\n");
        assertThat(hers.out()).contains("OWNER", id, "mei");
        assertThat(nobodys.out()).isEqualTo("No breaks.\n");
        assertThat(young.out()).isEqualTo("No breaks.\n");
        assertThat(risky.out()).isEqualTo("[]\n");
        assertThat(trail.out()).contains(id + "  ASSIGNED by ann  - -> mei\n");
        assertThat(json.out())
                .startsWith("[{\"event\":1,\"account\":\"")
                .contains("\"what\":\"ASSIGNED\",\"who\":\"ann\",\"note\":\"\",\"reason\":null,")
                .endsWith("\"}]\n");
        assertThat(back.out()).isEqualTo("[{\"break_id\":\"" + id + "\",\"owner\":\"\"}]\n");
    }

    @Test
    void resolvesForAReasonAndOpensAgain() {
        String id = keptBack("{}");

        tplus1("breaks", "resolve", id, "--reason", "timing", "--note", "next day", "--as", "ann");
        Ended opened = tplus1("breaks", "reopen", id, "--note", "it was not", "--as", "bob");
        Ended twice = tplus1("breaks", "reopen", id, "--note", "it was not", "--as", "bob");
        Ended shown = tplus1("breaks", "show", id);

        assertThat(opened).isEqualTo(new Ended(0, id + ": open again.\n", ""));
        assertThat(twice.code()).isEqualTo(2);
        assertThat(twice.err())
                .isEqualTo("tplus1: " + id + ": it is OPEN, so it is open already\n");
        assertThat(shown.out())
                .contains("resolved, timing, OPEN -> RESOLVED: next day, by ann")
                .contains("reopened, RESOLVED -> OPEN: it was not, by bob");
    }
}
