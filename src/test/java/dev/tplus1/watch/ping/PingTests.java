package dev.tplus1.watch.ping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;

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
import java.util.Iterator;
import java.util.List;

class PingTests {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private PingServer server;

    @BeforeEach
    void open() throws IOException {
        server = new PingServer();
    }

    @AfterEach
    void close() {
        server.close();
    }

    private PingSettings base(URI url) {
        return settings(new PingSettings.Urls.Base(url), Duration.ofSeconds(10));
    }

    private PingSettings settings(PingSettings.Urls urls, Duration timeout) {
        return new PingSettings(urls, timeout, List.of(server.certificate()));
    }

    private static List<String> troubles(PingSettings settings, int exit, Duration patience) {
        try (Ping ping = new Ping(settings, Clock.systemUTC(), (_, _) -> {}, patience)) {
            ping.begins();
            return ping.ended(exit);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, /UUID",
        "3, /UUID",
        "4, /UUID/log",
        "1, /UUID/1",
        "2, /UUID/2",
        "5, /UUID/5",
        "6, /UUID/6",
        "7, /UUID/7",
        "143, /UUID/143"
    })
    void saysThatItBeginsAndThenHowItEnded(int exit, String end) {
        List<String> troubles = troubles(base(server.url()), exit, PATIENCE);

        assertThat(troubles).isEmpty();
        assertThat(server.calls()).containsExactly("GET /UUID/start", "GET " + end);
    }

    @Test
    void keepsTheQueryOfTheOneUrl() {
        troubles(base(server.url("/?create=1")), 6, PATIENCE);

        assertThat(server.calls())
                .containsExactly("GET /UUID/start?create=1", "GET /UUID/6?create=1");
    }

    @ParameterizedTest
    @CsvSource({"0, complete", "3, complete", "4, ''", "7, fail", "143, fail"})
    void callsTheUrlOfEach(int exit, String state) {
        PingSettings settings =
                settings(
                        new PingSettings.Urls.Each(
                                server.url("?state=run"),
                                server.url("?state=complete"),
                                server.url("?state=fail")),
                        Duration.ofSeconds(10));

        List<String> troubles = troubles(settings, exit, PATIENCE);

        assertThat(troubles).isEmpty();
        assertThat(server.calls())
                .startsWith("GET /UUID?state=run")
                .hasSize(state.isEmpty() ? 1 : 2);
        assertThat(server.calls().getLast()).endsWith(state);
    }

    @Test
    void saysNothingWhereNoUrlIsForIt() {
        PingSettings settings =
                settings(
                        new PingSettings.Urls.Each(null, server.url(), null),
                        Duration.ofSeconds(10));

        List<String> troubles = troubles(settings, 1, PATIENCE);

        assertThat(troubles).isEmpty();
        assertThat(server.calls()).isEmpty();
    }

    @Test
    void triesAgainAFewTimes() {
        Iterator<Integer> statuses = List.of(503, 200, 500, 429, 200).iterator();
        server.answers(() -> PingServer.answer(statuses.next()));

        List<String> troubles = troubles(base(server.url()), 0, PATIENCE);

        assertThat(troubles).isEmpty();
        assertThat(server.calls())
                .containsExactly(
                        "GET /UUID/start",
                        "GET /UUID/start",
                        "GET /UUID",
                        "GET /UUID",
                        "GET /UUID");
    }

    @ParameterizedTest
    @CsvSource({"500, 6, ' answered 500: OK (tried 3 times)'", "404, 2, ' answered 404'"})
    void saysOnceWhatIsNotTakenAndShowsNoSecret(int status, int calls, String end) {
        server.answers(() -> PingServer.answer(status));

        List<String> troubles = troubles(base(server.url()), 0, PATIENCE);

        assertThat(server.calls()).hasSize(calls);
        assertThat(troubles)
                .containsExactly(
                        "ping: https://localhost:" + server.url().getPort() + "/***" + end);
    }

    @Test
    void showsNoSecretThatTheServiceSays() {
        server.answers(() ->
                new MockResponse.Builder()
                        .code(500)
                        .body("no check /" + PingServer.SECRET + "/start")
                        .build());

        List<String> troubles = troubles(base(server.url()), 0, PATIENCE);

        assertThat(String.join(" ", troubles))
                .contains("answered 500")
                .doesNotContain(PingServer.SECRET)
                .doesNotContain(PingServer.SECRET.substring(0, 8));
    }

    @Test
    void followsNoRedirect() {
        server.answers(() ->
                new MockResponse.Builder()
                        .code(302)
                        .addHeader("location", server.url("/elsewhere").toString())
                        .build());

        List<String> troubles = troubles(base(server.url()), 0, PATIENCE);

        assertThat(server.calls()).containsExactly("GET /UUID/start", "GET /UUID");
        assertThat(troubles)
                .singleElement()
                .asString()
                .endsWith("answered 302: redirects are not followed");
    }

    @Test
    void givesUpWhatIsNotAnsweredInTime() {
        server.answers(() ->
                new MockResponse.Builder().onResponseStart(SocketEffect.Stall.INSTANCE).build());

        List<String> troubles =
                troubles(
                        settings(new PingSettings.Urls.Base(server.url()), Duration.ofMillis(200)),
                        0,
                        PATIENCE);

        assertThat(troubles)
                .singleElement()
                .asString()
                .endsWith("/*** did not answer in time (tried 3 times)");
    }

    @Test
    void waitsAtTheEndOnlySoLong() {
        server.answers(() ->
                new MockResponse.Builder().onResponseStart(SocketEffect.Stall.INSTANCE).build());

        List<String> troubles = troubles(base(server.url()), 0, Duration.ofMillis(100));

        assertThat(troubles).containsExactly("ping: was not answered within 0 s");
    }

    @Test
    void trustsNobodyElsesCertificate() {
        PingSettings settings =
                new PingSettings(
                        new PingSettings.Urls.Base(server.url()),
                        Duration.ofSeconds(10),
                        List.of());

        List<String> troubles = troubles(settings, 0, PATIENCE);

        assertThat(troubles)
                .singleElement()
                .asString()
                .contains(" has no secure connection: ")
                .doesNotContain(PingServer.SECRET);
        assertThat(server.calls()).isEmpty();
    }

    @Test
    void showsNoUrl() {
        assertThat(base(server.url()).toString()).isEqualTo("PingSettings[***]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://hc-ping.com/UUID",
                "hc-ping.com/UUID",
                "https://user:hush@hc-ping.com/UUID",
                "https://hc-ping.com/UUID#x",
                "https://hc-ping.com/U U"
            })
    void takesOnlyAUrlThatCanBeCalledSafely(String url) {
        assertThatThrownBy(() -> PingSettings.url(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must be the whole URL that the service shows")
                .hasMessageNotContaining("UUID");
    }
}
