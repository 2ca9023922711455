package dev.tplus1.provider.alipay;

import static dev.tplus1.provider.alipay.BusinessStatementFixture.DETAIL;
import static dev.tplus1.provider.alipay.BusinessStatementFixture.SUMMARY;
import static dev.tplus1.provider.alipay.BusinessStatementFixture.text;
import static dev.tplus1.provider.alipay.BusinessStatementFixture.zip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tplus1.http.Pauses;
import dev.tplus1.provider.api.ApiMeans;
import dev.tplus1.provider.api.ProviderApi;

import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;

import okio.Buffer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Alipay and an account there, at 11:00 in Beijing on the next morning; no pause takes time. */
final class AlipayApiRoom implements AutoCloseable {
    static final LocalDate DAY = LocalDate.of(2026, 11, 28);
    static final Instant MORNING = Instant.parse("2026-11-29T03:00:00Z");

    final AlipayFake alipay;
    final List<Duration> pauses = new CopyOnWriteArrayList<>();
    private final Clock clock;
    private final List<ProviderApi> opened = new CopyOnWriteArrayList<>();

    AlipayApiRoom() throws IOException {
        this(MORNING);
    }

    AlipayApiRoom(Instant now) throws IOException {
        clock = Clock.fixed(now, ZoneOffset.UTC);
        alipay = new AlipayFake(clock);
    }

    /** A day of two payments and two refunds, as Alipay sends it. */
    static byte[] bill() throws IOException {
        return zip(text(DETAIL), text(SUMMARY));
    }

    GivenValues values() {
        return new GivenValues(alipay.settings())
                .with("ca-file", "ca.pem")
                .withFile("ca.pem", AlipayFake.certificate())
                .with("tries", "3");
    }

    ProviderApi api() {
        return api(UnaryOperator.identity());
    }

    ProviderApi api(UnaryOperator<GivenValues> settings) {
        Pauses faked = (length, _) -> pauses.add(length);
        ProviderApi api =
                AlipayApiSettings.read(settings.apply(values()))
                        .open(new ApiMeans(clock, faked, () -> false));
        opened.add(api);
        return api;
    }

    /** How a download fails; then nothing is left, and no secret is told. */
    Throwable failure(Path folder, UnaryOperator<GivenValues> settings) {
        Throwable thrown = catchThrowable(() -> api(settings).download(DAY, folder));
        assertThat(thrown).isNotNull();
        assertThat(folder).isEmptyDirectory();
        assertThat(String.valueOf(thrown.getMessage()))
                .doesNotContain(AlipayFake.TOKEN)
                .doesNotContain("\n");
        return thrown;
    }

    void hostAnswers(int times, MockResponse answer) {
        for (int i = 0; i < times; i++) {
            alipay.hostAnswers(answer);
        }
    }

    static MockResponse.Builder sends(byte[] bytes) {
        return new MockResponse.Builder().body(new Buffer().write(bytes));
    }

    static MockResponse.Builder sends(String text) {
        return sends(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Only the end of the connection tells where the bytes end. */
    static MockResponse unannounced(byte[] bytes) {
        return sends(bytes)
                .removeHeader("content-length")
                .onResponseEnd(new SocketEffect.CloseSocket())
                .build();
    }

    static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
        }
    }

    @Override
    public void close() {
        opened.forEach(ProviderApi::close);
        alipay.close();
    }
}
