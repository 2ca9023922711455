package dev.tplus1.provider.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tplus1.entry.StatementEntry;
import dev.tplus1.http.CallStoppedException;
import dev.tplus1.provider.api.ProviderApi;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.StatementSettings;
import dev.tplus1.statement.StatementSource.Found;
import dev.tplus1.statement.StatementSource.NotReady;
import dev.tplus1.statement.StatementSource.Ready;
import dev.tplus1.statement.Statements;

import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** What makes up a day; faults on the way are the matter of {@link StripeFaultTests}. */
@Execution(ExecutionMode.CONCURRENT)
final class StripeDownloadTests {
    @TempDir Path parent;
    private StripeScene scene;

    @BeforeEach
    void start() throws IOException {
        scene = new StripeScene(parent);
    }

    @AfterEach
    void stop() {
        scene.close();
    }

    private List<Path> files(String... settings) throws Exception {
        Found found = scene.api(settings).download(StripeScene.DAY, scene.folder());
        assertThat(found).isInstanceOf(Ready.class);
        List<Path> files = ((Ready) found).files();
        assertThat(files.stream().map(file -> String.valueOf(file.getFileName())))
                .isEqualTo(scene.left());
        return files;
    }

    private static List<String> orders(List<Path> files) throws Exception {
        return Statements.entries(
                        Statements.read(new StripeFormat(StatementSettings.of("stripe")), files))
                .stream()
                .map(StatementEntry::orderNo)
                .toList();
    }

    private void charges(int count, long created) {
        for (int i = 0; i < count; i++) {
            scene.fake.add("", StripeScene.charge("c" + i, created, 100 + i));
        }
    }

    @Test
    void a_day_is_asked_for_by_its_seconds_with_sources_key_and_version() throws Exception {
        scene.fake.add("", StripeScene.charge("a", StripeScene.START, 100));

        files();

        RecordedRequest request = scene.fake.requests().getFirst();
        assertThat(request.getUrl().queryParameter("created[gte]")).isEqualTo("1795824000");
        assertThat(request.getUrl().queryParameter("created[lt]")).isEqualTo("1795910400");
        assertThat(request.getUrl().queryParameter("limit")).isEqualTo("100");
        assertThat(request.getUrl().queryParameter("expand[]")).isEqualTo("data.source");
        assertThat(request.getUrl().queryParameter("starting_after")).isNull();
        assertThat(request.getHeaders().get("authorization")).isEqualTo("Bearer " + StripeFake.KEY);
        assertThat(request.getHeaders().get("stripe-version")).isEqualTo("2026-08-26.dahlia");
        assertThat(request.getHeaders().get("stripe-account")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "Asia/Tokyo, 1795791600, 86400",
        "America/New_York, 1795842000, 86400",
        "UTC, 1795824000, 86400"
    })
    void a_day_is_the_accounts_own(String zone, long from, long seconds) throws Exception {
        scene.in(zone).fake.add("", StripeScene.charge("first", from, 1));
        scene.fake.add("", StripeScene.charge("last", from + seconds - 1, 1));
        scene.fake.add("", StripeScene.charge("before", from - 1, 1));
        scene.fake.add("", StripeScene.charge("after", from + seconds, 1));
        scene.at("2026-11-30T00:00:00Z");

        assertThat(orders(files())).containsExactly("Slast", "Sfirst");
    }

    @Test
    void a_day_without_anything_is_one_empty_page() throws Exception {
        List<Path> files = files();

        assertThat(files).hasSize(1);
        assertThat(files.getFirst())
                .hasFileName("page-000001.json")
                .content()
                .contains("\"data\":[]");
        assertThat(orders(files)).isEmpty();
    }

    @Test
    void all_pages_of_a_second_are_brought_each_row_once() throws Exception {
        charges(25, StripeScene.START + 7);

        List<Path> files = files("page-size", "10");

        assertThat(files)
                .extracting(file -> String.valueOf(file.getFileName()))
                .containsExactly("page-000001.json", "page-000002.json", "page-000003.json");
        assertThat(orders(files))
                .containsExactlyElementsOf(
                        IntStream.range(0, 25).mapToObj(i -> "Sc" + (24 - i)).toList());
        assertThat(scene.queries().get(1)).endsWith("&starting_after=txn_c15");
        assertThat(scene.queries().get(2)).endsWith("&starting_after=txn_c5");
    }

    @Test
    void pages_are_kept_as_they_came() throws Exception {
        String odd =
                "{ \"object\":\"list\",\n\"has_more\":false, \"data\":[ ], \"new\":\"\u00fc\" }";
        scene.fake.spoil(answer -> answer.body(odd));

        assertThat(files().getFirst()).hasContent(odd);
    }

    @Test
    void a_record_that_shows_late_becomes_a_page_of_its_own() throws Exception {
        charges(12, StripeScene.END - 100);
        scene.fake.add("", StripeScene.charge("late", StripeScene.END - 200, 1), 2);

        List<Path> files = files("page-size", "10");

        assertThat(files).hasSize(3);
        assertThat(new TreeSet<>(orders(files))).hasSize(13).contains("Slate");
        assertThat(scene.queries())
                .filteredOn(query -> query.contains("gte%5D=" + (StripeScene.END - 300)))
                .hasSize(4); // two pages with something new, and two without
    }

    @Test
    void records_that_keep_coming_make_the_day_not_ready() throws Exception {
        for (int i = 1; i <= 5; i++) {
            scene.fake.add("", StripeScene.charge("late" + i, StripeScene.END - i, 1), i);
        }

        Found found = scene.api().download(StripeScene.DAY, scene.folder());

        assertThat(found)
                .isEqualTo(
                        new NotReady(
                                "Stripe is still adding to the balance transactions of"
                                        + " 2026-11-28"));
        assertThat(scene.left()).isEmpty();
        assertThat(scene.queries()).hasSize(4);
    }

    @Test
    void a_day_that_ended_less_than_the_look_back_ago_is_not_ready_and_not_asked_for()
            throws Exception {
        Found early =
                scene.at("2026-11-29T00:04:59Z").api().download(StripeScene.DAY, scene.folder());
        Found inTime =
                scene.at("2026-11-29T00:05:00Z").api().download(StripeScene.DAY, scene.folder());

        assertThat(early)
                .isEqualTo(
                        new NotReady(
                                "Stripe may add to 2026-11-28 until 2026-11-29T00:05:00Z (the day's"
                                        + " end and look-back)"));
        assertThat(inTime).isInstanceOf(Ready.class);
    }

    @Test
    void without_a_look_back_the_list_is_read_once() throws Exception {
        scene.at("2026-11-29T00:00:00Z");

        files("look-back", "PT0S");

        assertThat(scene.queries()).hasSize(1);
    }

    @Test
    void a_connected_account_is_named_and_has_its_own_list() throws Exception {
        scene.fake.add("", StripeScene.charge("mine", StripeScene.START, 1));
        scene.fake.add("acct_1A", StripeScene.charge("theirs", StripeScene.START, 1));
        ProviderApi api = scene.api("connected-account", "acct_1A");

        api.download(StripeScene.DAY, scene.folder());

        assertThat(scene.fake.requests().getFirst().getHeaders().get("stripe-account"))
                .isEqualTo("acct_1A");
        assertThat(orders(List.of(scene.folder().resolve("page-000001.json"))))
                .containsExactly("Stheirs");
        assertThat(api.from())
                .isEqualTo(
                        scene.fake.url()
                                + "/v1/balance_transactions of acct_1A, version 2026-08-26.dahlia");
    }

    @Test
    void requests_keep_to_the_pace() throws Exception {
        charges(4, StripeScene.START);

        scene.frozen("page-size", "1").download(StripeScene.DAY, scene.folder());

        assertThat(scene.pauses)
                .containsExactly(
                        Duration.ofMillis(40),
                        Duration.ofMillis(80),
                        Duration.ofMillis(120),
                        Duration.ofMillis(160));
        assertThat(scene.queries()).hasSize(5);
    }

    @Test
    void a_cursor_that_comes_back_is_an_error() {
        charges(30, StripeScene.START);
        for (String id : List.of("a", "b", "a")) {
            String body =
                    "{\"object\":\"list\",\"has_more\":true,\"data\":[%s]}"
                            .formatted(StripeScene.charge(id, StripeScene.START, 1));
            scene.fake.spoil(_ -> new MockResponse.Builder().body(body));
        }

        assertThat(catchThrowable(this::files))
                .isInstanceOf(RefusedException.class)
                .hasMessage(
                        "page-000003.json: it says has_more and ends as a page before it: the list"
                                + " has no end");
        assertThat(scene.left()).isEmpty();
    }

    @Test
    void more_pages_than_the_limit_are_an_error() {
        charges(30, StripeScene.START);

        assertThat(catchThrowable(() -> files("page-size", "10", "max-pages", "2")))
                .isInstanceOf(RefusedException.class)
                .hasMessage(
                        "page-000003.json: the day has more than 2 pages, the limit that max-pages"
                                + " sets");
        assertThat(scene.left()).isEmpty();
        assertThat(scene.queries()).hasSize(3);
    }

    @Test
    void as_many_pages_as_the_limit_are_none() throws Exception {
        charges(30, StripeScene.START);

        assertThat(files("page-size", "10", "max-pages", "3")).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(longs = {StripeScene.START - 1, StripeScene.END})
    void a_row_of_another_day_is_an_error(long created) {
        String body =
                "{\"object\":\"list\",\"has_more\":false,\"data\":[%s]}"
                        .formatted(StripeScene.charge("a", created, 1));
        for (int i = 0; i < 5; i++) {
            scene.fake.spoil(answer -> answer.body(body));
        }

        assertThat(catchThrowable(this::files))
                .isInstanceOf(RefusedException.class)
                .hasMessageStartingWith("page-000001.json, line 1: created is 2026-11-2")
                .hasMessageEndingWith(", which was not asked for");
        assertThat(scene.left()).isEmpty();
    }

    @Test
    void a_stop_between_two_pages_ends_the_download_and_leaves_nothing() {
        charges(30, StripeScene.START);
        scene.fake.spoil(answer -> answer);
        scene.fake.spoil(answer -> {
            scene.stopping.set(true);
            return answer;
        });

        assertThat(catchThrowable(() -> files("page-size", "10")))
                .isInstanceOf(CallStoppedException.class);
        assertThat(scene.left()).isEmpty();
    }

    @Test
    void the_sample_statement_is_brought_as_it_is_in_its_folder() throws Exception {
        List<Path> sample;
        try (var listed = Files.list(Path.of("sample-statements/stripe"))) {
            sample = listed.sorted().toList();
        }
        scene.fake.serve("", sample);

        List<Path> files = files("page-size", "3");

        assertThat(files).hasSizeGreaterThan(2);
        assertThat(Set.copyOf(orders(files))).isEqualTo(Set.copyOf(orders(sample)));
        assertThat(orders(files)).hasSameSizeAs(orders(sample));
    }

    @Test
    void a_harmless_call_proves_the_key() throws Exception {
        scene.fake.add("acct_1A", StripeScene.charge("theirs", StripeScene.START, 1));

        assertThat(scene.api().proofs().getFirst().prove())
                .isEqualTo("signed in, balance transactions can be read");
        assertThat(scene.api("connected-account", "acct_1A").proofs().getFirst().prove())
                .isEqualTo("signed in, balance transactions of acct_1A can be read");
        assertThat(scene.queries().getFirst())
                .isEqualTo("/v1/balance_transactions?limit=1&expand%5B%5D=data.source");
    }
}
