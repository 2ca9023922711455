package dev.tplus1.provider.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.BrokenAnswers;
import dev.tplus1.http.CallException;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.StatementSource.Ready;

import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;

import okhttp3.tls.HeldCertificate;

import okio.Buffer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** What may go wrong on the way: another try, or an end that says why and leaves nothing. */
@Execution(ExecutionMode.CONCURRENT)
final class StripeFaultTests {
    private static final int TRIES = 5;

    @TempDir Path parent;
    private StripeScene scene;

    @BeforeEach
    void start() throws IOException {
        scene = new StripeScene(parent);
        for (int i = 0; i < 3; i++) {
            scene.fake.add("", StripeScene.charge("c" + i, StripeScene.START + i, 100));
        }
    }

    @AfterEach
    void stop() {
        scene.close();
    }

    private Object download(String... settings) throws Exception {
        return scene.api(settings).download(StripeScene.DAY, scene.folder());
    }

    private Throwable failure(String... settings) {
        Throwable thrown = catchThrowable(() -> download(settings));
        assertThat(thrown).hasMessageNotContaining(StripeFake.KEY).hasNoCause();
        assertThat(scene.left()).isEmpty();
        return thrown;
    }

    /** From the second page on, when that is there. */
    private void spoilSecondPage(int times, UnaryOperator<MockResponse.Builder> spoil) {
        scene.fake.spoil(answer -> answer);
        IntStream.range(0, times).forEach(_ -> scene.fake.spoil(spoil));
    }

    private void spoilSecondPage(int times, String name) {
        scene.fake.spoil(answer -> answer);
        IntStream.range(0, times).forEach(_ -> scene.fake.breaks(name, StripeFaults.of(name)));
    }

    /** What came between two tries; the pace at which Stripe is asked is a matter of millis. */
    private List<Duration> waits() {
        return scene.pauses.stream()
                .filter(pause -> pause.compareTo(Duration.ofMillis(100)) > 0)
                .toList();
    }

    private String list() {
        return "Stripe's balance transactions: " + scene.fake.url() + "/v1/balance_transactions";
    }

    static List<String> passing() {
        return List.of(
                "no handshake",
                "reset connection",
                "reset request",
                "reset at the head",
                "reset in the body",
                "longer than sent",
                "chunk without end",
                "500",
                "503 page",
                "429",
                "409",
                "should retry",
                "empty",
                "html",
                "json error",
                "another list",
                "cut",
                "more and nothing",
                "the key");
    }

    @ParameterizedTest
    @MethodSource("passing")
    void what_passes_costs_a_try_and_no_row(String name) throws Exception {
        spoilSecondPage(2, name);

        Object found = download("page-size", "2");

        assertThat(found)
                .isEqualTo(
                        new Ready(
                                List.of(
                                        scene.folder().resolve("page-000001.json"),
                                        scene.folder().resolve("page-000002.json"))));
        assertThat(waits()).hasSize(2);
        assertThat(scene.left()).containsExactly("page-000001.json", "page-000002.json");
        assertThat(scene.folder().resolve("page-000002.json")).content().contains("txn_c0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no handshake | has no secure connection: ",
                "reset connection | has no secure connection: ",
                "reset request | broke off: ",
                "reset at the head | broke off: ",
                "reset in the body | broke off: ",
                "longer than sent | broke off: ",
                "chunk without end | broke off: ",
                "500 | answered 500: {",
                "503 page | answered 503: <html>503",
                "429 | answered 429: {",
                "409 | answered 409: Locked",
                "should retry | answered 400: Not now"
            })
    void what_does_not_pass_ends_the_run_which_may_be_run_again(String name, String why) {
        spoilSecondPage(TRIES, name);

        Throwable thrown = failure("page-size", "2");

        assertThat(thrown)
                .isExactlyInstanceOf(CallException.class)
                .hasMessageStartingWith(list() + " ")
                .hasMessageEndingWith(" (tried 5 times)");
        assertThat(thrown).hasMessageContaining(why.strip());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "empty | the file is empty (0 bytes): get it from the provider again",
                "html | it is an HTML page, not a statement: was the download redirected to a"
                        + " login?",
                "json error | it is an error reply that says \"Something went wrong\"",
                "another list | a list of balance transactions with object \"list\", data and"
                        + " has_more is expected, found object \"list\"",
                "more and nothing | it says has_more and holds nothing",
                "packed | it is packed, and was asked for as it is",
                "the key escaped | it repeats the key, which no page does",
                "the key | it repeats the key, which no page does"
            })
    void an_answer_that_stays_wrong_is_refused(String name, String why) {
        spoilSecondPage(TRIES, name);

        assertThat(failure("page-size", "2"))
                .isInstanceOf(RefusedException.class)
                .hasMessage("page-000002.json: " + why);
    }

    @Test
    void a_page_that_stays_cut_is_refused() {
        spoilSecondPage(TRIES, "cut");

        assertThat(failure("page-size", "2"))
                .isInstanceOf(RefusedException.class)
                .hasMessageStartingWith("page-000002.json")
                .hasMessageContaining("it is not whole JSON, so it is cut off or damaged");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 10, 300, -8, -1})
    void a_page_that_is_cut_at_any_byte_is_refused_however_its_length_is_told(int at) {
        UnaryOperator<MockResponse.Builder> cut =
                answer -> {
                    String body = new String(BrokenAnswers.body(answer), UTF_8);
                    String part = body.substring(0, at < 0 ? body.length() + at : at);
                    return answer.body(part)
                            .removeHeader("content-length")
                            .onResponseEnd(new SocketEffect.CloseSocket());
                };
        spoilSecondPage(TRIES, cut);

        assertThat(failure("page-size", "2"))
                .isInstanceOf(RefusedException.class)
                .hasMessageStartingWith("page-000002.json");
    }

    @Test
    void a_trickle_ends_in_time() {
        scene.fake.spoil(StripeFaults.of("trickle"));

        assertThat(failure("download-timeout", "PT0.5S", "tries", "1"))
                .isExactlyInstanceOf(CallException.class)
                .hasMessage(list() + " did not answer in time");
    }

    @Test
    void a_page_without_end_is_not_taken() {
        scene.fake.spoil(answer ->
                answer.chunkedBody(
                        new Buffer().write(new byte[(int) StripeCalls.PAGE_BYTES + 1]), 1 << 16));

        assertThat(failure())
                .isExactlyInstanceOf(CallException.class)
                .hasMessage(
                        scene.fake.url()
                                + "/v1/balance_transactions sends more than 16777216 bytes, the"
                                + " limit");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "7 | PT7S",
                "86400 | PT2M",
                "99999999999 | PT2M",
                "Sun, 29 Nov 2026 02:30:09 GMT | PT9S",
                "Mon, 30 Nov 2026 02:30:09 GMT | PT2M"
            })
    void a_wish_to_be_left_alone_is_heeded(String wish, Duration pause) throws Exception {
        scene.fake.spoil(_ -> StripeFake.error(429, "", "").addHeader("Retry-After", wish));

        download();

        assertThat(scene.pauses).contains(pause);
    }

    @Test
    void nonsense_for_a_wish_is_a_short_pause() throws Exception {
        scene.fake.spoil(_ -> StripeFake.error(429, "", "").addHeader("Retry-After", "soon"));

        download();

        assertThat(scene.pauses.getFirst())
                .isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
    }

    @Test
    void a_key_that_is_not_accepted_is_named_and_not_shown() {
        Throwable thrown = failure("key", "sk_live_MarkerMarkerMarker");

        assertThat(thrown)
                .isInstanceOf(SettingException.class)
                .hasMessage(
                        "job.yaml: api.key: is no key that Stripe accepts; it answered 401: Invalid"
                                + " API Key provided: Bearer ***");
        assertThat(scene.queries()).hasSize(1);
    }

    @Test
    void a_key_from_a_file_is_named_as_that() {
        assertThat(failure("key-file", "sk_live_MarkerMarkerMarker"))
                .hasMessageStartingWith("job.yaml: api.key-file: is no key that Stripe accepts");
    }

    @Test
    void a_key_that_may_not_read_is_named() {
        scene.fake.spoil(_ -> StripeFake.error(403, "", "The key 'rk_test_***' may not"));

        assertThat(failure())
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("job.yaml: api.key: may not read what is asked for")
                .hasMessageEndingWith("Stripe answered 403: The key 'rk_test_***' may not");
    }

    @Test
    void an_account_that_the_key_may_not_act_for_is_named() {
        assertThat(failure("connected-account", "acct_9Z"))
                .isInstanceOf(SettingException.class)
                .hasMessage(
                        "job.yaml: api.connected-account: is no account that the key may act for;"
                                + " Stripe answered 403: The key has no access to account acct_9Z");
    }

    @Test
    void another_no_is_told() {
        scene.fake.spoil(_ -> StripeFake.error(400, "", "Unknown\nparameter"));

        assertThat(failure())
                .isExactlyInstanceOf(CallException.class)
                .hasMessage(
                        scene.fake.url()
                                + "/v1/balance_transactions answered 400: Unknown parameter");
        assertThat(scene.queries()).hasSize(1);
    }

    @Test
    void an_address_where_nothing_is_is_told() {
        scene.fake.spoil(_ -> new MockResponse.Builder().code(404).body("<h1>nothing here</h1>"));

        assertThat(failure())
                .isExactlyInstanceOf(CallException.class)
                .hasMessage(scene.fake.url() + "/v1/balance_transactions answered 404");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example/", "http://169.254.169.254/", "/v2"})
    void a_redirect_is_not_followed(String to) {
        scene.fake.spoil(_ -> new MockResponse.Builder().code(301).addHeader("location", to));

        assertThat(failure())
                .isExactlyInstanceOf(CallException.class)
                .hasMessageEndingWith(" answered 301: redirects are not followed");
        assertThat(scene.queries()).hasSize(1);
    }

    @Test
    void a_run_that_lost_too_much_time_does_not_try_again() {
        scene.fake.spoil(_ -> StripeFake.error(429, "", "").addHeader("Retry-After", "100"));

        assertThat(failure("retry-budget", "PT1M"))
                .isExactlyInstanceOf(CallException.class)
                .hasMessageEndingWith("; this run has no time left to try again (retry-budget)");
        assertThat(scene.queries()).hasSize(1);
    }

    @Test
    void a_folder_that_is_not_there_is_the_disks_fault() {
        Path nowhere = scene.folder().resolve("nowhere");

        assertThat(catchThrowable(() -> scene.api().download(StripeScene.DAY, nowhere)))
                .isInstanceOf(NoSuchFileException.class);
        assertThat(scene.queries()).hasSize(1);
    }

    @Test
    void a_fault_while_the_newest_part_is_read_again_leaves_nothing() {
        scene.fake.spoil(answer -> answer);
        IntStream.range(0, TRIES).forEach(_ -> scene.fake.spoil(StripeFaults.of("html")));

        assertThat(failure())
                .isInstanceOf(RefusedException.class)
                .hasMessageStartingWith("page-000002.json: it is an HTML page");
    }

    @Test
    void a_certificate_that_nobody_vouches_for_ends_it() throws Exception {
        Path other = parent.resolve("other.pem");
        Files.writeString(other, new HeldCertificate.Builder().build().certificatePem());

        assertThat(failure("ca-file", other.toString(), "tries", "1"))
                .isExactlyInstanceOf(CallException.class)
                .hasMessageStartingWith(list() + " has no secure connection: ");
        assertThat(scene.queries()).isEmpty();
    }
}
