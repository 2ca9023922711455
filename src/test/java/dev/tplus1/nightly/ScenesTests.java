package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.nightly.SceneDay.Psp;
import dev.tplus1.nightly.SceneDay.Sale;
import dev.tplus1.nightly.SceneSide.Ended;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Dates with a known answer at all three providers: from their APIs everything ends as it does from
 * a folder with the same files. All dates are run once, one after another, and then looked at.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScenesTests {
    /** Every scene there is. */
    private static final LocalDate FIRST = LocalDate.of(2026, 11, 23);

    private static final LocalDate SECOND = FIRST.plusDays(1);
    private static final LocalDate THIRD = FIRST.plusDays(2);
    private static final LocalDate MIXED = FIRST.plusDays(3);
    private static final LocalDate MIXED_AGAIN = FIRST.plusDays(4);
    private static final LocalDate HELD = FIRST.plusDays(5);
    private static final LocalDate NOT_READY = FIRST.plusDays(6);

    /** More missed callbacks than the job lets pass. */
    private static final int MANY = 7;

    private final NightClock clock = new NightClock("2026-11-24T02:07:00Z");
    private final List<SceneDay> days = new ArrayList<>();
    private final Map<Psp, List<String>> explained = new EnumMap<>(Psp.class);
    private ThreeProviders providers;
    private SceneFiles files;
    private SceneSide folders;
    private SceneSide apis;

    @BeforeAll
    void runAllDates(@TempDir Path folder) throws IOException {
        providers = new ThreeProviders(clock);
        folders = new SceneSide(folder.resolve("folders"), clock, MANY - 1);
        apis = new SceneSide(folder.resolve("apis"), clock, MANY - 1);
        files = new SceneFiles(providers, folders.folder);
        Files.writeString(
                apis.job,
                providers
                        .asking(apis.folder, Files.readString(apis.job))
                        .replace("\"key\":", "\"page-size\":" + SceneFiles.PAGE + ",\"key\":"));

        reconcileThreeDatesWithEveryScene();
        reconcileDatesThatEndEachInItsOwnWay();
        reconcileADateThatIsHeldAndOneThatIsNotThereYet();

        both("reconcile", "--date", FIRST.toString(), "--rerun");
        both("breaks", "list", "--json");
    }

    @AfterAll
    void close() {
        folders.close();
        apis.close();
        providers.close();
    }

    private void reconcileThreeDatesWithEveryScene() throws IOException {
        Map<Psp, Sale> early = new EnumMap<>(Psp.class);
        Map<Psp, Sale> unknown = new EnumMap<>(Psp.class);
        for (SceneDay day : planted(FIRST)) {
            Scenes scenes = new Scenes(day);
            payments(day, scenes);
            refunds(day, scenes);
            early.put(day.provider, scenes.early());
            unknown.put(day.provider, scenes.ofAnUnknownOrder());
            explained(day, "CUT_OFF", early, "RESOLVED");
            explained(day, "UNKNOWN_ORDER", unknown, "RESOLVED");
            files.serve(day);
        }
        reconcile(FIRST);
        for (SceneDay day : planted(SECOND)) {
            Scenes scenes = new Scenes(day);
            scenes.matched();
            scenes.missed(Status.REPAIRED);
            day.listed(of(early, day));
            day.booked(of(unknown, day).at(day.start().plus(Duration.ofHours(9))));
            Instant soon = day.start().plusSeconds(200);
            scenes.missing(BreakType.MISSING_AT_PROVIDER, Status.OPEN, soon);
            files.serve(day);
        }
        reconcile(SECOND);
        for (SceneDay day : planted(THIRD)) {
            new Scenes(day).matched();
            files.serve(day);
        }
        reconcile(THIRD);
    }

    private static Sale of(Map<Psp, Sale> sales, SceneDay day) {
        return Objects.requireNonNull(sales.get(day.provider));
    }

    private void explained(SceneDay day, String type, Map<Psp, Sale> sales, String status) {
        String key = of(sales, day).transaction();
        explained
                .computeIfAbsent(day.provider, _ -> new ArrayList<>())
                .add(day.date + " " + type + " PAYMENT " + key + " " + status);
    }

    /** Each provider has another outcome. */
    private void reconcileDatesThatEndEachInItsOwnWay() throws IOException {
        List<SceneDay> days = planted(MIXED);
        files.without(days.get(0));
        suspect(days.get(1));
        refused(days.get(2));
        reconcile(MIXED);
        days = planted(MIXED_AGAIN);
        suspect(days.get(0));
        refused(days.get(1));
        files.without(days.get(2));
        reconcile(MIXED_AGAIN);
    }

    /** The provider has nothing, and the books have something. */
    private void suspect(SceneDay day) throws IOException {
        day.booked(day.sale());
        files.without(day);
    }

    private void refused(SceneDay day) throws IOException {
        day.listed(day.sale());
        day.wrong = true;
        files.serve(day);
    }

    private void reconcileADateThatIsHeldAndOneThatIsNotThereYet() throws IOException {
        for (SceneDay day : planted(HELD)) {
            boolean approved = day.provider == Psp.ALIPAY;
            for (int i = 0; i < MANY; i++) {
                new Scenes(day).missed(approved ? Status.REPAIRED : Status.HELD);
            }
            files.serve(day);
        }
        reconcile(HELD);
        both(
                "breaks",
                "approve",
                "--date",
                HELD.toString(),
                "--account",
                Psp.ALIPAY.account,
                "--note",
                "the shop was down",
                "--as",
                "finance-02");
        providers.wechatPay.creating(NOT_READY);
        clock.set(NOT_READY.plusDays(1) + "T00:02:00Z");
        both("reconcile", "--date", NOT_READY.toString());
    }

    private static void payments(SceneDay day, Scenes scenes) {
        scenes.matched();
        scenes.listedTwice();
        scenes.ofAnotherAmount();
        scenes.underAnotherOrder();
        scenes.acrossTheEnd();
        scenes.acrossTheStart();
        scenes.bookedLate();
        scenes.paidTwice();
        scenes.bookedWithoutItsId();
        scenes.paidAfterItWas("CLOSED");
        scenes.paidAfterItWas("FAILED");
        scenes.paidAndReturned();
        scenes.pendingOfAnotherAmount();
        scenes.missed(Status.REPAIRED);
        Instant late = day.end().minusSeconds(100);
        scenes.missing(BreakType.CUT_OFF, Status.SUSPENSE, late);
        scenes.missing(BreakType.CUT_OFF, Status.SUSPENSE, day.start().plusSeconds(100));
        Instant noon = day.start().plus(Duration.ofHours(12));
        scenes.missing(BreakType.MISSING_AT_PROVIDER, Status.OPEN, noon);
        if (day.provider == Psp.STRIPE) {
            scenes.inAnotherCurrency();
            scenes.settledInAnotherCurrency();
            scenes.alike();
            scenes.disputed();
        }
    }

    private static void refunds(SceneDay day, Scenes scenes) {
        scenes.returnedInParts();
        scenes.returnedLate();
        scenes.returnedUnknown();
        scenes.returnedThoughItFailed();
        scenes.returnedOfWhatIsNotBooked();
        scenes.returnedOfAnotherAmount("PENDING");
        scenes.returnedOfAnotherAmount("SUCCEEDED");
        scenes.returnedTooMuch();
        scenes.returnMissed();
        scenes.refundMissing();
        if (day.provider != Psp.ALIPAY) {
            scenes.returning();
            scenes.returnBookedTwice();
        }
        if (day.provider == Psp.WECHATPAY) {
            scenes.returnFailed();
        }
        if (day.provider == Psp.STRIPE) {
            scenes.returnCameBack();
        }
    }

    private List<SceneDay> planted(LocalDate date) {
        List<SceneDay> all =
                Arrays.stream(Psp.values()).map(each -> new SceneDay(each, date)).toList();
        days.addAll(all);
        return all;
    }

    private void reconcile(LocalDate date) {
        for (SceneDay day : days) {
            if (day.date.equals(date)) {
                for (Consumer<Shop> booking : day.books) {
                    booking.accept(folders.shop);
                    booking.accept(apis.shop);
                }
            }
        }
        clock.set(date.plusDays(1) + "T02:07:00Z");
        both("reconcile", "--date", date.toString());
    }

    private void both(String... command) {
        // not side by side: Spring Batch takes executions of two repositories for one another
        folders.run(command);
        apis.run(command);
    }

    @Test
    void everyCommandEndsAndSaysTheSame() {
        assertThat(folders.ended)
                .extracting(Ended::code)
                .containsExactly(0, 0, 0, 6, 6, 7, 0, 4, 0, 0);
        for (int i = 0; i < folders.ended.size(); i++) {
            Ended fromFolder = folders.ended.get(i);
            Ended fromApi = apis.ended.get(i);
            assertThat(fromApi.code()).as(fromFolder.command()).isEqualTo(fromFolder.code());
            if (!fromFolder.command().contains(NOT_READY.toString())) {
                // a folder has no file, a provider has no bill
                assertThat(fromApi).isEqualTo(fromFolder);
            }
        }
    }

    @Test
    void everyBreakThatWasPlantedIsFoundAndNoOther() throws IOException {
        for (SceneDay day : days) {
            Path at = folders.shop.dateFolder(day.provider.account, day.date).resolve("r1");
            assertThat(breaks(at)).as(day.provider + " " + day.date).isEqualTo(day.breaks);
        }
    }

    /** As {@link SceneDay#breaks}; none where nothing was concluded. */
    private static Set<String> breaks(Path revision) throws IOException {
        if (!Files.exists(revision)) {
            return Set.of();
        }
        Set<String> rows = new TreeSet<>();
        for (String line : Files.readAllLines(revision.resolve("breaks.csv"))) {
            List<String> row = List.of(line.split(",", -1));
            rows.add(
                    String.join(
                            ",",
                            row.get(1),
                            row.get(5),
                            row.get(6),
                            row.get(7),
                            row.get(8),
                            row.get(4)));
        }
        rows.remove("type,kind,transaction_id,order_no,refund_no,status");
        return rows;
    }

    @Test
    void everyTypeOfBreakIsAmongThem() {
        Set<BreakType> types = EnumSet.noneOf(BreakType.class);
        for (SceneDay day : days) {
            day.breaks.forEach(row -> types.add(BreakType.valueOf(row.replaceAll(",.*", ""))));
        }

        assertThat(types).containsExactly(BreakType.values());
    }

    @Test
    void everyRowOfTheDatabaseIsTheSame() {
        assertThat(apis.tables())
                .isEqualTo(folders.tables())
                .contains("ORDERS", "REFUNDS", "OUTBOX", "PAYMENT_CALLBACK_LOG", "TPLUS1_FINDING");
        for (String table : folders.tables()) {
            assertThat(apis.rows(table)).as(table).isEqualTo(folders.rows(table));
        }
    }

    @Test
    void everyReportAndStatementIsTheSame() {
        Map<String, String> fromFolder = folders.files();

        Map<String, String> fromApi = apis.files();

        assertThat(fromApi.keySet()).isEqualTo(fromFolder.keySet());
        fromFolder.forEach((name, text) -> {
            if (!name.contains("/" + NOT_READY + "/attempt/")) {
                assertThat(fromApi.get(name)).as(name).isEqualTo(text);
            }
        });
        assertThat(fromFolder.keySet())
                .anyMatch(name -> name.endsWith("wechatpay-2026-11-23.csv.gz"))
                .anyMatch(name -> name.endsWith("wechatpay-2026-11-26.no-bill.json"))
                .anyMatch(name -> name.endsWith("page-000003.json"))
                .anyMatch(name -> name.endsWith("r1/summary.json"))
                .anyMatch(name -> name.endsWith("attempt/summary.json"));
        assertThat(Contents.names(apis.folder))
                .noneMatch(path -> path.toString().matches(".*([.]part|[.]incoming-.*)"));
    }

    @Test
    void laterDatesExplainWhatEarlierOnesCouldNot() {
        explained.forEach((provider, lines) ->
                assertThat(folders.shop.breaks()).as(provider.account).containsAll(lines));
        assertThat(folders.shop.breaks(FIRST))
                .filteredOn(line -> line.startsWith("MISSING_AT_PROVIDER PAYMENT"))
                .hasSize(2 * Psp.values().length);
    }

    @Test
    void theProviderIsAskedOnceAboutEachCallbackThatIsReplayedAndAboutNoOther() {
        List<String> wechatPay = asked(Psp.WECHATPAY, Sale::orderNo);
        List<String> stripe = asked(Psp.STRIPE, Sale::transaction);

        assertThat(providers.wechatPay.targets())
                .filteredOn(target -> !target.startsWith("/v3/bill"))
                .extracting(target -> target.replaceAll(".*/|\\?.*", ""))
                .containsExactlyInAnyOrderElementsOf(wechatPay)
                .hasSize(3);
        assertThat(providers.stripe.requests())
                .extracting(request -> request.getUrl().pathSegments())
                .filteredOn(path -> path.size() == 3)
                .extracting(path -> path.get(2))
                .containsExactlyInAnyOrderElementsOf(stripe)
                .hasSize(3);
        // eight links; two questions for a payment, and one for a refund
        assertThat(providers.alipay.gatewayCalls()).isEqualTo(8 + 2 * (2 + MANY) + 1);
        assertThat(apis.shop.count("payment_callback_log WHERE outcome = 'APPLIED'"))
                .isEqualTo(3 + 3 + 3 + MANY);
    }

    private List<String> asked(Psp provider, Function<Sale, String> payment) {
        return days.stream()
                .filter(day -> day.provider == provider)
                .flatMap(day -> day.questions.stream())
                .map(each ->
                        each.refundNo().isEmpty() ? payment.apply(each.sale()) : each.refundNo())
                .toList();
    }
}
