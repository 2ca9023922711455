package dev.tplus1.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;

import okio.Buffer;
import okio.ByteString;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** What is asked and answered; files are the matter of {@link ExchangeFileTests}. */
final class ExchangeTests {
    private static final Clock CLOCK =
            Clock.fixed(Instant.parse("2026-11-29T02:30:00Z"), ZoneOffset.UTC);
    private static final String KEY = "sk_live_marker";

    private final AtomicBoolean stopping = new AtomicBoolean();
    private HttpsEndpoint endpoint;
    private Exchange exchange;

    @BeforeEach
    void start() throws IOException {
        endpoint = new HttpsEndpoint();
        exchange = exchange(CallLimits.DEFAULT, List.of());
    }

    @AfterEach
    void stop() {
        exchange.close();
        endpoint.close();
    }

    private Exchange exchange(CallLimits limits, List<String> hosts) {
        return new Exchange(
                Hosts.of(endpoint.url("/"), hosts),
                limits,
                CLOCK,
                Set.of(new Secret(KEY), new Secret(KEY + "_and_more")),
                List.of(endpoint.certificate()),
                stopping::get);
    }

    @Test
    void an_answer_is_given_as_it_came_its_headers_by_any_case() throws Exception {
        answer(
                new MockResponse.Builder()
                        .code(201)
                        .addHeader("Serial", "1")
                        .addHeader("SERIAL", "2")
                        .body("\u00fc")
                        .build());

        Answer answer = exchange.ask(Ask.get(endpoint.url("/a?b=c"), Map.of("X-Sign", "me")));

        RecordedRequest request = endpoint.server().takeRequest();
        assertThat(request.getRequestLine()).isEqualTo("GET /a?b=c HTTP/1.1");
        assertThat(request.getHeaders().get("x-sign")).isEqualTo("me");
        assertThat(request.getHeaders().get("user-agent")).isEqualTo("tplus1");
        assertThat(request.getHeaders().get("accept-encoding")).isEqualTo("identity");
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.ok()).isTrue();
        assertThat(answer.text()).isEqualTo("\u00fc");
        assertThat(answer.bytes()).containsExactly(0xc3, 0xbc);
        assertThat(answer.header("sErial")).isEqualTo("2");
        assertThat(answer.header("none")).isNull();
    }

    @Test
    void a_body_is_sent_under_the_very_type_that_it_is_given() throws Exception {
        answer(new MockResponse.Builder().build());
        answer(new MockResponse.Builder().build());

        exchange.ask(Ask.post(endpoint.url("/"), Map.of("Content-Type", "text/a"), "\u00fc"));
        exchange.ask(Ask.post(endpoint.url("/"), Map.of(), "{}"));

        RecordedRequest request = endpoint.server().takeRequest();
        assertThat(request.getHeaders().values("content-type")).containsExactly("text/a");
        assertThat(request.getBody()).isEqualTo(ByteString.encodeUtf8("\u00fc"));
        assertThat(endpoint.server().takeRequest().getHeaders().get("content-type"))
                .isEqualTo("application/json");
    }

    @Test
    void a_compressed_answer_is_not_unpacked() throws Exception {
        answer(
                new MockResponse.Builder()
                        .addHeader("content-encoding", "gzip")
                        .body("no gzip at all")
                        .build());

        assertThat(exchange.ask(get("/")).text()).isEqualTo("no gzip at all");
    }

    @ParameterizedTest
    @CsvSource({
        "https://localhost/, none of the hosts allowed",
        "https://localhost:1/, none of the hosts allowed",
        "https://127.0.0.1:PORT/, none of the hosts allowed",
        "https://localhost.evil.example:PORT/, none of the hosts allowed",
        "http://localhost:PORT/, no https address",
        "https://me@localhost:PORT/, holds a user",
        "https://me:hush@localhost:PORT/, holds a user",
        "file:///etc/passwd, no https address",
        "https:/localhost:PORT, no https address"
    })
    void nothing_is_sent_to_an_address_that_is_not_allowed(String url, String why) {
        URI elsewhere = URI.create(url.replace("PORT", "" + endpoint.server().getPort()));

        Throwable thrown = catchThrowable(() -> exchange.ask(Ask.get(elsewhere, Map.of())));

        assertThat(thrown)
                .isExactlyInstanceOf(CallException.class)
                .hasMessageContaining(" is not called: ")
                .hasMessageContaining(why)
                .hasMessageNotContaining("hush");
        assertThat(endpoint.server().getRequestCount()).isZero();
    }

    @Test
    void another_host_of_the_service_is_called_when_it_is_named() throws Exception {
        answer(new MockResponse.Builder().build());
        try (Exchange wider =
                new Exchange(
                        Hosts.of(
                                URI.create("https://api.example.com"),
                                List.of("LocalHost:" + endpoint.server().getPort())),
                        CallLimits.DEFAULT,
                        CLOCK,
                        Set.of(),
                        List.of(endpoint.certificate()),
                        stopping::get)) {

            assertThat(wider.ask(get("/")).status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "301, https://evil.example/",
        "302, http://169.254.169.254/latest/meta-data",
        "303, /here",
        "307, https://10.0.0.1/",
        "308, https://localhost/",
        "304, /"
    })
    void a_redirect_is_not_followed(int status, String to) {
        answer(new MockResponse.Builder().code(status).addHeader("location", to).build());

        Throwable thrown = catchThrowable(() -> exchange.ask(get("/a?token=hushhush")));

        assertThat(thrown)
                .isExactlyInstanceOf(CallException.class)
                .hasMessage(
                        endpoint.url("/a")
                                + " answered "
                                + status
                                + ": redirects are not followed");
        assertThat(endpoint.server().getRequestCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 409, 410, 422, 451})
    void a_definite_no_is_an_answer(int status) throws Exception {
        answer(new MockResponse.Builder().code(status).body("no").build());

        Answer answer = exchange.ask(get("/"));

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.ok()).isFalse();
        assertThat(answer.text()).isEqualTo("no");
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504})
    void what_may_pass_is_for_another_try(int status) {
        answer(new MockResponse.Builder().code(status).body("busy\r\nnow").build());

        Throwable thrown = catchThrowable(() -> exchange.ask(get("/a")));

        assertThat(thrown)
                .isInstanceOf(TryAgainException.class)
                .hasMessage(endpoint.url("/a") + " answered " + status + ": busy now");
        assertThat(endpoint.server().getRequestCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "429 | 7 | PT7S",
                "503 | 0 | PT0S",
                "503 | 99999999999999999999 | PT2M",
                "500 | Sun, 29 Nov 2026 02:30:09 GMT | PT9S",
                "503 | soon | PT0S",
                "429 | 86400 | PT2M"
            })
    void the_wish_to_be_left_alone_is_kept_and_the_client_does_not_obey_it_by_itself(
            int status, String wish, Duration expected) {
        answer(new MockResponse.Builder().code(status).addHeader("Retry-After", wish).build());

        Throwable thrown = catchThrowable(() -> exchange.ask(get("/")));

        assertThat(thrown)
                .isInstanceOfSatisfying(
                        TryAgainException.class,
                        e -> assertThat(e.retryAfter()).isEqualTo(expected));
        assertThat(endpoint.server().getRequestCount()).isEqualTo(1);
    }

    @Test
    void an_answer_without_end_is_not_held() {
        answer(
                new MockResponse.Builder()
                        .body(new Buffer().write(new byte[Exchange.ANSWER_BYTES + 1]))
                        .build());

        Throwable thrown = catchThrowable(() -> exchange.ask(get("/")));

        assertThat(thrown)
                .isExactlyInstanceOf(CallException.class)
                .hasMessage(endpoint.url("/") + " answers with more than 8388608 bytes, the limit");
    }

    @Test
    void an_answer_that_trickles_is_cut_off_in_time() {
        answer(
                new MockResponse.Builder()
                        .body("slow".repeat(100))
                        .throttleBody(1, 20, TimeUnit.MILLISECONDS)
                        .build());

        try (Exchange hasty = exchange(limits(Duration.ofMillis(500)), List.of())) {
            assertThat(catchThrowable(() -> hasty.ask(get("/"))))
                    .isInstanceOf(TryAgainException.class)
                    .hasMessage(endpoint.url("/") + " did not answer in time");
        }
    }

    @Test
    void a_certificate_that_nobody_vouches_for_ends_a_try_before_anything_is_sent() {
        try (Exchange wary =
                new Exchange(
                        Hosts.of(endpoint.url("/"), List.of()),
                        CallLimits.DEFAULT,
                        CLOCK,
                        Set.of(),
                        List.of(),
                        stopping::get)) {
            assertThat(catchThrowable(() -> wary.ask(get("/?token=hushhush"))))
                    .isInstanceOf(TryAgainException.class)
                    .hasMessageStartingWith(endpoint.url("/") + " has no secure connection: ")
                    .hasMessageNotContaining("hushhush");
        }
        assertThat(endpoint.server().getRequestCount()).isZero();
    }

    @Test
    void a_stop_ends_a_call_that_waits() throws Exception {
        answer(new MockResponse.Builder().onResponseStart(SocketEffect.Stall.INSTANCE).build());
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread call =
                Thread.ofVirtual()
                        .start(() -> thrown.set(catchThrowable(() -> exchange.ask(get("/a")))));
        endpoint.server().takeRequest();

        stopping.set(true);
        exchange.cancel();
        call.join();

        assertThat(thrown.get())
                .isExactlyInstanceOf(CallStoppedException.class)
                .hasMessage(endpoint.url("/a") + ": stopped before it answered");
    }

    @Test
    void a_stop_ends_a_call_in_the_middle_of_its_answer() throws Exception {
        answer(
                new MockResponse.Builder()
                        .body("0123456789".repeat(1000))
                        .throttleBody(10, 1, TimeUnit.SECONDS)
                        .build());
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread call =
                Thread.ofVirtual()
                        .start(() -> thrown.set(catchThrowable(() -> exchange.ask(get("/a")))));
        endpoint.server().takeRequest();

        stopping.set(true);
        while (call.isAlive()) {
            exchange.cancel();
            call.join(10);
        }

        assertThat(thrown.get()).isExactlyInstanceOf(CallStoppedException.class);
    }

    @Test
    void a_call_that_begins_after_a_stop_is_not_made() {
        stopping.set(true);

        assertThat(catchThrowable(() -> exchange.ask(get("/a"))))
                .isExactlyInstanceOf(CallStoppedException.class);
        assertThat(endpoint.server().getRequestCount()).isZero();
    }

    @Test
    void a_secret_that_the_other_side_repeats_is_starred() {
        answer(
                new MockResponse.Builder()
                        .code(500)
                        .body(
                                "bad key "
                                        + KEY
                                        + "_and_more or "
                                        + KEY
                                        + " for tok%2Fen+1 tok/en 1 ALL")
                        .build());

        Throwable thrown =
                catchThrowable(() -> exchange.ask(get("/?t=tok%2Fen+1&type=ALL&" + KEY)));

        assertThat(thrown)
                .hasMessage(
                        endpoint.url("/") + " answered 500: bad key *** or *** for *** *** ALL");
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 12, 30})
    void a_secret_that_lies_across_the_end_of_what_is_read_does_not_show_in_part(int before) {
        int blanks = Math.toIntExact(Told.MAX_ANSWER_BYTES) - before;
        answer(
                new MockResponse.Builder()
                        .code(503)
                        .body(" ".repeat(blanks) + KEY + "_".repeat(40))
                        .build());

        assertThat(catchThrowable(() -> exchange.ask(get("/"))))
                .hasMessageStartingWith(endpoint.url("/") + " answered 503: ***");
    }

    @Test
    void a_status_line_that_repeats_a_secret_is_starred() {
        answer(new MockResponse.Builder().status("w".repeat(130) + KEY).build());

        assertThat(catchThrowable(() -> exchange.ask(get("/"))))
                .isInstanceOf(TryAgainException.class)
                .hasMessageContaining("***")
                .hasMessageNotContaining(KEY);
    }

    @Test
    void text_from_outside_is_starred_before_it_is_cut_to_one_short_line() {
        String shown =
                exchange.shown(
                        "a\n\u202eb\u0000" + "c".repeat(150) + KEY, endpoint.url("/?q=short"));

        assertThat(shown).isEqualTo("a b " + "c".repeat(150) + "***");
    }

    private void answer(MockResponse response) {
        endpoint.server().enqueue(response);
    }

    private Ask get(String path) {
        return Ask.get(endpoint.url(path), Map.of());
    }

    private static CallLimits limits(Duration call) {
        return new CallLimits(
                CallLimits.CONNECT,
                CallLimits.READ,
                call,
                CallLimits.DOWNLOAD,
                CallLimits.TRIES,
                CallLimits.LOST,
                CallLimits.FILE_BYTES);
    }
}
