package dev.tplus1.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;

import okio.Buffer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/** Files that are asked for: whole under their name, or nothing is left of them. */
final class ExchangeFileTests {
    private static final Clock CLOCK =
            Clock.fixed(Instant.parse("2026-11-29T02:30:00Z"), ZoneOffset.UTC);
    private static final String BILL = "a line of a bill\n".repeat(20_000);
    private static final int LIMIT = 1 << 20;

    private final AtomicBoolean stopping = new AtomicBoolean();
    @TempDir Path folder;
    private HttpsEndpoint endpoint;
    private Exchange exchange;

    @BeforeEach
    void start() throws IOException {
        endpoint = new HttpsEndpoint();
        exchange = exchange(CallLimits.DOWNLOAD, stopping::get);
    }

    @AfterEach
    void stop() {
        exchange.close();
        endpoint.close();
    }

    private Exchange exchange(Duration download, BooleanSupplier stops) {
        return new Exchange(
                Hosts.of(endpoint.url("/"), List.of()),
                new CallLimits(
                        CallLimits.CONNECT,
                        CallLimits.READ,
                        CallLimits.CALL,
                        download,
                        CallLimits.TRIES,
                        CallLimits.LOST,
                        LIMIT),
                CLOCK,
                Set.of(),
                List.of(endpoint.certificate()),
                stops);
    }

    /** How the length of a body is told. */
    enum Length {
        TOLD,
        CHUNKED
    }

    private static MockResponse.Builder bill(Length length) {
        MockResponse.Builder response =
                new MockResponse.Builder().addHeader("content-type", "text/csv");
        return length == Length.TOLD ? response.body(BILL) : response.chunkedBody(BILL, 1000);
    }

    @ParameterizedTest
    @EnumSource
    void a_file_is_saved_whole_under_its_name(Length length) throws Exception {
        answer(bill(length));

        Received received = save();

        assertThat(received)
                .isEqualTo(
                        new Received.Saved(folder.resolve("bill.csv"), BILL.length(), "text/csv"));
        assertThat(folder.resolve("bill.csv")).hasContent(BILL);
        assertThat(left()).containsExactly("bill.csv");
    }

    @Test
    void a_no_is_told_and_nothing_written() throws Exception {
        answer(new MockResponse.Builder().code(404).addHeader("Why", "so").body("gone"));

        Received received = save();

        assertThat(received)
                .isInstanceOfSatisfying(
                        Received.Refused.class,
                        refused -> {
                            assertThat(refused.answer().status()).isEqualTo(404);
                            assertThat(refused.answer().text()).isEqualTo("gone");
                            assertThat(refused.answer().header("why")).isEqualTo("so");
                        });
        assertThat(left()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 10, 170_000, 339_992, 339_999})
    void a_body_that_is_cut_short_of_its_length_is_for_another_try(int bytes) {
        answer(
                new MockResponse.Builder()
                        .body(BILL.substring(0, bytes))
                        .setHeader("content-length", BILL.length())
                        .onResponseEnd(new SocketEffect.CloseSocket()));

        assertThat(failure())
                .isInstanceOf(TryAgainException.class)
                .hasMessageStartingWith(endpoint.url("/bill") + " broke off: ");
        assertThat(left()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 10, 170_000, 339_992, 339_999})
    void a_body_that_is_cut_without_its_last_chunk_is_for_another_try(int bytes) {
        String chunk = Integer.toHexString(BILL.length()) + "\r\n" + BILL.substring(0, bytes);
        answer(
                new MockResponse.Builder()
                        .body(chunk)
                        .removeHeader("content-length")
                        .addHeader("transfer-encoding", "chunked")
                        .onResponseEnd(new SocketEffect.CloseSocket()));

        assertThat(failure())
                .isInstanceOf(TryAgainException.class)
                .hasMessageStartingWith(endpoint.url("/bill") + " broke off: ");
        assertThat(left()).isEmpty();
    }

    @Test
    void a_body_whose_length_is_told_by_its_end_alone_is_for_its_reader_to_judge()
            throws Exception {
        answer(
                new MockResponse.Builder()
                        .body("half")
                        .removeHeader("content-length")
                        .onResponseEnd(new SocketEffect.CloseSocket()));

        assertThat(save()).isEqualTo(new Received.Saved(folder.resolve("bill.csv"), 4, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"request start", "response start", "response body"})
    void a_connection_that_is_reset_is_for_another_try(String stage) {
        SocketEffect reset = new SocketEffect.CloseSocket();
        MockResponse.Builder response = bill(Length.TOLD);
        answer(
                switch (stage) {
                    case "request start" -> response.onRequestStart(reset);
                    case "response start" -> response.onResponseStart(reset);
                    default -> response.onResponseBody(reset);
                });

        assertThat(failure())
                .isInstanceOf(TryAgainException.class)
                .hasMessageStartingWith(endpoint.url("/bill").toString());
        assertThat(left()).isEmpty();
    }

    @Test
    void a_no_that_is_cut_off_is_the_networks_fault_and_not_the_disks() {
        answer(
                new MockResponse.Builder()
                        .code(404)
                        .body("go")
                        .setHeader("content-length", 4)
                        .onResponseEnd(new SocketEffect.CloseSocket()));

        assertThat(failure()).isInstanceOf(TryAgainException.class);
    }

    @Test
    void a_download_that_trickles_is_cut_off_in_time() {
        answer(bill(Length.TOLD).throttleBody(1, 20, TimeUnit.MILLISECONDS));

        try (Exchange hasty = exchange(Duration.ofMillis(500), stopping::get)) {
            assertThat(catchThrowable(() -> hasty.save(ask(), folder.resolve("bill.csv"))))
                    .isInstanceOf(TryAgainException.class)
                    .hasMessage(endpoint.url("/bill") + " did not answer in time");
        }
        assertThat(left()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_file_larger_than_the_limit_is_refused(Length length) {
        Buffer bomb = new Buffer().write(new byte[LIMIT + 1]);
        MockResponse.Builder response = new MockResponse.Builder();
        answer(length == Length.TOLD ? response.body(bomb) : response.chunkedBody(bomb, 65_536));

        assertThat(failure())
                .isExactlyInstanceOf(CallException.class)
                .hasMessage(endpoint.url("/bill") + " sends more than 1048576 bytes, the limit");
        assertThat(left()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_file_of_just_the_limit_is_taken(Length length) throws Exception {
        Buffer large = new Buffer().write(new byte[LIMIT]);
        MockResponse.Builder response = new MockResponse.Builder();
        answer(length == Length.TOLD ? response.body(large) : response.chunkedBody(large, 65_536));

        assertThat(save()).isEqualTo(new Received.Saved(folder.resolve("bill.csv"), LIMIT, null));
    }

    @Test
    void a_folder_that_is_not_there_is_the_disks_fault_and_no_reason_to_try_again() {
        answer(bill(Length.TOLD));
        Path nowhere = folder.resolve("nowhere").resolve("bill.csv");

        assertThat(catchThrowable(() -> exchange.save(ask(), nowhere)))
                .isInstanceOf(NoSuchFileException.class);
        assertThat(left()).isEmpty();
    }

    @Test
    void a_stop_ends_a_download_between_two_pieces() {
        AtomicInteger pieces = new AtomicInteger();
        answer(bill(Length.CHUNKED));

        try (Exchange stopped = exchange(CallLimits.DOWNLOAD, () -> pieces.incrementAndGet() > 2)) {
            assertThat(catchThrowable(() -> stopped.save(ask(), folder.resolve("bill.csv"))))
                    .isExactlyInstanceOf(CallStoppedException.class);
        }
        assertThat(left()).isEmpty();
    }

    @Test
    void a_stop_ends_a_download_that_waits_for_its_next_piece() throws Exception {
        answer(bill(Length.TOLD).throttleBody(70_000, 1, TimeUnit.HOURS));
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread download = Thread.ofVirtual().start(() -> thrown.set(failure()));
        Path unfinished = folder.resolve("bill.csv.part");
        while (!Files.exists(unfinished) || Files.size(unfinished) == 0) {
            Thread.onSpinWait();
        }

        stopping.set(true);
        exchange.cancel();
        download.join();

        assertThat(thrown.get())
                .isExactlyInstanceOf(CallStoppedException.class)
                .hasMessage(endpoint.url("/bill") + ": stopped before it answered");
        assertThat(left()).isEmpty();
    }

    @Test
    void an_error_page_is_quoted_without_a_file() {
        answer(new MockResponse.Builder().code(502).body("<h1>Bad\ngateway</h1>"));

        assertThat(failure())
                .isInstanceOf(TryAgainException.class)
                .hasMessage(endpoint.url("/bill") + " answered 502: <h1>Bad gateway</h1>");
        assertThat(left()).isEmpty();
    }

    @Test
    void bytes_are_kept_as_they_came() throws Exception {
        byte[] packed = {0x1f, (byte) 0x8b, 0, 13, 10, (byte) 0xff};
        answer(
                new MockResponse.Builder()
                        .addHeader("content-encoding", "gzip")
                        .body(new Buffer().write(packed)));

        save();

        assertThat(folder.resolve("bill.csv")).hasBinaryContent(packed);
    }

    private void answer(MockResponse.Builder response) {
        endpoint.server().enqueue(response.build());
    }

    private Ask ask() {
        return Ask.get(endpoint.url("/bill?token=hushhush"), Map.of());
    }

    private Received save() throws Exception {
        return exchange.save(ask(), folder.resolve("bill.csv"));
    }

    private Throwable failure() {
        return catchThrowable(this::save);
    }

    private List<String> left() {
        try (var files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
