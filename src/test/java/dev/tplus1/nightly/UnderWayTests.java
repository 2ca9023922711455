package dev.tplus1.nightly;

import static dev.tplus1.nightly.HeldDateTests.made;
import static dev.tplus1.nightly.HeldDateTests.summaryOf;
import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Lines.refunded;
import static dev.tplus1.nightly.Shop.ACCOUNT;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Decisions;
import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.entry.SettingException;
import dev.tplus1.provider.api.FakeApi;
import dev.tplus1.replay.OrderQuery.State;
import dev.tplus1.report.Summary;
import dev.tplus1.statement.StatementSource;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A date whose first run has staged what it found and was ended by a key that the provider no
 * longer accepts, when it was asked before the replays.
 */
class UnderWayTests {
    private static final String RETURNS = "tplus1_statement_return";
    private static final String OLD =
            bill(
                    paid("2", "20.00", "2026-11-28T10:00:02Z"),
                    refunded("5", "5", "5.00", "2026-11-28T10:00:05Z"));
    private static final String NEW =
            bill(
                    paid("2", "20.00", "2026-11-28T10:00:02Z"),
                    paid("3", "30.00", "2026-11-28T10:00:03Z"));

    @TempDir private Path folder;
    private String offered = OLD;
    private final FakeApi api =
            new FakeApi()
                    .downloads(to ->
                            new StatementSource.Ready(
                                    List.of(Files.writeString(to.resolve("bill.csv"), offered))));
    private Shop shop;
    private Path given;

    private static String bill(String... lines) {
        return Lines.HEADER + "\n" + String.join("\n", lines) + "\n";
    }

    @BeforeEach
    void rejectTheKey() {
        shop = new Shop(folder);
        shop.edit = api.of(ACCOUNT);
        shop.pending("2", 2000);
        shop.booked("3", 3000, "2026-11-28T10:00:03Z");
        given = folder.resolve("given.csv");
        Shop.write(given, NEW);
        api.order(
                "T2",
                _ -> {
                    throw new SettingException("accounts[0].statements.api.key: is not accepted");
                });
        assertThat(shop.run(DATE))
                .isInstanceOfSatisfying(
                        NightResult.Failed.class,
                        failed -> assertThat(failed.cause()).isInstanceOf(SettingException.class));
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void aFetchKeepsWhatItBringsAndLeavesWhatIsStagedWithItsReturns() {
        Map<String, List<String>> before = shop.everything();
        List<String> returns = shop.rows(RETURNS);
        offered = NEW;

        NightResult.Fetched other = fetch();
        NightResult.Fetched again = fetch();

        assertThat(other.kept()).isEqualTo(NightResult.Kept.ARCHIVED);
        assertThat(other.against()).isNull();
        assertThat(other.underWay()).isEqualTo(new NightResult.UnderWay(1, false));
        assertThat(again.kept()).isEqualTo(NightResult.Kept.KNOWN);
        assertThat(returns).hasSize(1);
        assertThat(shop.rows(RETURNS)).isEqualTo(returns);
        assertThat(shop.everything()).isEqualTo(before);
        api.order("T2", _ -> new State.Stands());
        NightResult.Ran ran = (NightResult.Ran) shop.run(DATE);
        assertThat(ran.leftUnused()).isFalse();
        assertThat(ran.summary().statement().sha256()).isNotEqualTo(other.sha256());
        assertThat(fetch().underWay()).isNull();
    }

    @Test
    void aFetchSaysThatItBroughtWhatIsUnderWay() {
        assertThat(fetch().underWay()).isEqualTo(new NightResult.UnderWay(1, true));
    }

    @Test
    void aGivenStatementIsLeftUnusedWhereItWasNotAskedForARevisionOfItsOwn() {
        assertThat(reconcile(false)).isInstanceOf(NightResult.Failed.class);
        api.order("T2", _ -> new State.Stands());

        NightResult.Ran ran = (NightResult.Ran) reconcile(false);

        assertThat(ran.leftUnused()).isTrue();
        assertThat(summaryOf(ran).revision()).isEqualTo(1);
        assertThat(summaryOf(ran).replays().applied()).isEqualTo(1);
    }

    @Test
    void whatIsUnderWayIsEndedBeforeAGivenStatementGetsARevision() {
        assertThat(reconcile(true)).isInstanceOf(NightResult.Failed.class);
        api.order("T2", _ -> new State.Stands());

        NightResult.Ran ran = (NightResult.Ran) reconcile(true);

        assertThat(ran.leftUnused()).isFalse();
        assertThat(summaryOf(ran).revision()).isEqualTo(2);
        assertThat(summaryOf(ran).statement().files()).containsExactly("given.csv");
        assertThat(shop.summary(DATE, "r1")).contains("\"applied\": 1");
    }

    @Test
    void theStatementThatIsUnderWayMayBeGivenAgain() {
        Shop.write(given, OLD);
        api.order("T2", _ -> new State.Stands());

        assertThat(((NightResult.Ran) reconcile(true)).leftUnused()).isFalse();
    }

    @Test
    void aGivenStatementIsLeftUnusedWhereOnlyAReportWasMissing() {
        api.order("T2", _ -> new State.Stands());
        shop.run(DATE);
        shop.database.jdbc().sql("UPDATE tplus1_revision SET published_at = NULL").update();

        NightResult.Ran ran = (NightResult.Ran) reconcile(false);

        assertThat(ran.leftUnused()).isTrue();
        assertThat(summaryOf(ran).revision()).isEqualTo(1);
    }

    @Test
    void whatBecameTooOldMeanwhileIsNotReplayedWithoutAnApproval() {
        api.order("T2", _ -> new State.Stands());
        shop.clock.set("2026-12-09T02:00:00Z");

        Summary summary = summaryOf(shop.run(DATE));

        assertThat(summary.replays()).isEqualTo(new Summary.Replays(0, 0, 1, 0));
        assertThat(shop.orderStatus("2")).isEqualTo("PENDING");
        assertThat(shop.rows("tplus1_break"))
                .anyMatch(row ->
                        row.contains(
                                "The replay was refused. Not replayed: the date is older than the"
                                        + " limit of 3 days. Check it, then approve it."));
        made(
                new Decisions(shop.database, shop.clock)
                        .approveBreaks(
                                List.of(shop.breakId("MISSED_CALLBACK", "T2")), "ann", "checked"));
        assertThat(summaryOf(shop.approved(DATE)).replays().applied()).isEqualTo(1);
    }

    @Test
    void theCommandsSayItInOneLine() {
        shop.restart();
        Shop.write(folder.resolve("shop/statement-2026-11-28.csv"), NEW);
        Spoken fetched = new Spoken();
        Spoken reconciled = new Spoken();

        int fetchedCode = command(fetched, "fetch");
        int code = command(reconciled, "reconcile", "--statement", given.toString());

        String again =
                "tplus1 reconcile --job " + shop.jobFile() + " --account shop --date 2026-11-28";
        assertThat(fetched.err()).isEmpty();
        assertThat(fetched.out())
                .contains(
                        "shop 2026-11-28: fetched, 2 entries, archived\n",
                        "  under way     r1 is not concluded and goes on with the statement that it"
                                + " began with: "
                                + again
                                + ", then the same with --rerun for this one\n");
        assertThat(fetchedCode).isZero();
        assertThat(reconciled.out()).startsWith("shop 2026-11-28: reconciled, ");
        assertThat(reconciled.err())
                .isEqualTo(
                        "tplus1: shop 2026-11-28: --statement not used: this run finished r1, which"
                                + " an earlier one had begun, with the statement of that one; to"
                                + " use yours: "
                                + again
                                + " --rerun --statement FILE\n");
        assertThat(code).isEqualTo(4);
    }

    private int command(Spoken spoken, String name, String... more) {
        List<String> args =
                new ArrayList<>(
                        List.of(name, "--job", shop.jobFile().toString(), "--date", "2026-11-28"));
        args.addAll(List.of(more));
        return Cli.run(
                args.toArray(String[]::new),
                spoken.terminal(),
                Map.of(),
                () -> new CommandWork(shop.clock));
    }

    private NightResult.Fetched fetch() {
        return (NightResult.Fetched) shop.nightly().fetch(Shop.request(DATE, false)).getFirst();
    }

    private NightResult reconcile(boolean rerun) {
        return shop.nightly()
                .reconcile(
                        new NightRequest(
                                DATE,
                                List.of(ACCOUNT),
                                List.of(given),
                                rerun,
                                false,
                                Duration.ZERO))
                .getFirst();
    }
}
