package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.nightly.SceneDay.Provider;
import dev.tplus1.nightly.SceneDay.Sale;

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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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

    /** What only a run that asks its provider notes. */
    private static final String NOTE = "Asked before the replay, the provider said: it stands.";

    /** How a report has it, a csv and everything else. */
    private static final List<String> ASKED =
            List.of(
                    "<div class=\"side\"><bdi>" + NOTE + "</bdi></div>",
                    "\"" + NOTE + "\"\r\n",
                    NOTE);

    private static final Pattern PAGE = Pattern.compile("stripe-2026-11-\\d\\d-(\\d{6}\\.json)");

    /** What a second run may have otherwise: clocks, processes, and the order of three accounts. */
    private static final Map<String, Pattern> OF_A_RUN =
            Map.of(
                    "TPLUS1_LEASE", Pattern.compile("OWNER|HOST|PID|PLACE|ACQUIRED_AT|HEARTBEAT_AT"),
                    "TPLUS1_FENCE", Pattern.compile("OWNER"),
                    "TPLUS1_AUDIT_EVENT", Pattern.compile("SEQ|PREVIOUS_HASH|HASH"),
                    "TPLUS1_AUDIT_HEAD", Pattern.compile("HASH"),
                    "PAYMENT_CALLBACK_LOG", Pattern.compile("ID"),
                    "OUTBOX", Pattern.compile("ID"));

    private static final Pattern OF_A_JOB =
            Pattern.compile(
                    "(JOB_|STEP_)?(INSTANCE|EXECUTION)_ID|.*_TIME|LAST_UPDATED|EXIT_MESSAGE");

    private Path root;
    private final NightClock clock = new NightClock("2026-11-24T02:07:00Z");
    private final List<SceneDay> days = new ArrayList<>();
    private final Map<Provider, List<String>> explained = new EnumMap<>(Provider.class);
    private ThreeProviders providers;
    private SceneFiles files;
    private Side folders;
    private Side apis;

    /** What a command ended with and said. */
    private record Ended(String command, int code, String out, String err) {}

    /** A job with its books, and all that it said. */
    private final class Side implements AutoCloseable {
        private final Path folder;
        private final Shop shop;
        private final Path job;
        private final List<Ended> ended = new ArrayList<>();

        Side(String name) throws IOException {
            folder = Files.createDirectory(root.resolve(name));
            shop = new Shop(folder);
            shop.replay("{mode: books, min-count: " + (MANY - 1) + ", max-share: 0.5}");
            shop.accounts(
                    block(Provider.WECHATPAY, "1230000109"),
                    block(Provider.ALIPAY, "2088000000000000"),
                    block(Provider.STRIPE, ""));
            job = shop.jobFile();
        }

        private static String block(Provider provider, String merchant) {
            return "    - id: "
                    + provider.account
                    + "\n      provider: "
                    + provider.format
                    + (merchant.isEmpty() ? "" : "\n      merchant-id: \"" + merchant + "\"")
                    + "\n      statements: {directory: \"FOLDER/"
                    + provider.format
                    + "\", file: \"*{date}*\"}\n";
        }

        void run(String... command) {
            Spoken spoken = new Spoken();
            List<String> args = new ArrayList<>(List.of(command));
            args.addAll(List.of("--job", job.toString()));
            int code =
                    Cli.run(
                            args.toArray(String[]::new),
                            spoken.terminal(),
                            Map.of(),
                            () -> new CommandWork(clock));
            ended.add(
                    new Ended(
                            String.join(" ", command),
                            code,
                            same(spoken.out()),
                            same(spoken.err())));
        }

        /** Without what names the folder, a page's file, or that somebody was asked. */
        private String same(String text) {
            String plain = text.replace(folder.toString(), "");
            for (String noted : ASKED) {
                plain = plain.replace(noted, noted.endsWith("\n") ? "\r\n" : "");
            }
            return PAGE.matcher(plain).replaceAll("page-$1");
        }

        List<String> tables() {
            return shop
                    .database
                    .jdbc()
                    .sql(
                            "SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA ="
                                    + " 'PUBLIC' AND TABLE_NAME NOT LIKE '%history' ORDER BY 1")
                    .query(String.class)
                    .list();
        }

        List<String> rows(String table) {
            Pattern without = OF_A_RUN.getOrDefault(table, OF_A_JOB);
            return shop.database.jdbc().sql("SELECT * FROM " + table).query().listOfRows().stream()
                    .map(row ->
                            row.entrySet().stream()
                                    .filter(cell -> !without.matcher(cell.getKey()).matches())
                                    .map(cell -> cell.getKey() + "=" + Cell.text(cell.getValue()))
                                    .collect(Collectors.joining(", ")))
                    .map(this::same)
                    .sorted()
                    .toList();
        }

        /** What is left below the reports, without what names the source and spreadsheets. */
        Map<String, String> files() {
            Map<String, String> left = new TreeMap<>();
            Contents.below(folder.resolve("reports"))
                    .forEach((name, text) -> {
                        boolean ofAFolder =
                                name.endsWith("origin.json")
                                        || name.contains("/" + NOT_READY + "/");
                        if (!ofAFolder && !name.endsWith(".xlsx")) {
                            left.put(same(name), same(text));
                        }
                    });
            return left;
        }

        @Override
        public void close() {
            shop.close();
        }
    }

    @BeforeAll
    void runAllDates(@TempDir Path folder) throws IOException {
        root = folder;
        providers = new ThreeProviders(clock);
        folders = new Side("folders");
        apis = new Side("apis");
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
        Map<Provider, Sale> early = new EnumMap<>(Provider.class);
        Map<Provider, Sale> unknown = new EnumMap<>(Provider.class);
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
            day.listed(early.get(day.provider));
            day.booked(unknown.get(day.provider).at(day.start().plus(Duration.ofHours(9))));
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

    private void explained(SceneDay day, String type, Map<Provider, Sale> sales, String status) {
        String key = Objects.requireNonNull(sales.get(day.provider)).transaction();
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
            boolean approved = day.provider == Provider.ALIPAY;
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
                Provider.ALIPAY.account,
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
        if (day.provider == Provider.STRIPE) {
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
        if (day.provider != Provider.ALIPAY) {
            scenes.returning();
            scenes.returnBookedTwice();
        }
        if (day.provider == Provider.WECHATPAY) {
            scenes.returnFailed();
        }
        if (day.provider == Provider.STRIPE) {
            scenes.returnCameBack();
        }
    }

    private List<SceneDay> planted(LocalDate date) {
        List<SceneDay> all =
                Arrays.stream(Provider.values()).map(each -> new SceneDay(each, date)).toList();
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
        fromFolder.forEach((name, text) -> assertThat(fromApi.get(name)).as(name).isEqualTo(text));
        assertThat(fromFolder.keySet())
                .anyMatch(name -> name.endsWith("wechatpay-2026-11-23.csv.gz"))
                .anyMatch(name -> name.endsWith("wechatpay-2026-11-26.no-bill.json"))
                .anyMatch(name -> name.endsWith("page-000003.json"))
                .anyMatch(name -> name.endsWith("r1/summary.json"))
                .anyMatch(name -> name.endsWith("attempt/summary.json"));
    }

    @Test
    void laterDatesExplainWhatEarlierOnesCouldNot() {
        explained.forEach((provider, lines) ->
                assertThat(folders.shop.breaks()).as(provider.account).containsAll(lines));
        assertThat(folders.shop.breaks(FIRST))
                .filteredOn(line -> line.startsWith("MISSING_AT_PROVIDER PAYMENT"))
                .hasSize(2 * Provider.values().length);
    }

    @Test
    void theProviderIsAskedOnceAboutEachCallbackThatIsReplayedAndAboutNoOther() {
        List<String> wechatPay = asked(Provider.WECHATPAY, Sale::orderNo);
        List<String> stripe = asked(Provider.STRIPE, Sale::transaction);

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

    private List<String> asked(Provider provider, Function<Sale, String> payment) {
        return days.stream()
                .filter(day -> day.provider == provider)
                .flatMap(day -> day.questions.stream())
                .map(each ->
                        each.refundNo().isEmpty() ? payment.apply(each.sale()) : each.refundNo())
                .toList();
    }
}
