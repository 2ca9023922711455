package dev.tplus1.provider.alipay;

import static dev.tplus1.provider.alipay.BusinessStatementFixture.DETAIL;
import static dev.tplus1.provider.alipay.BusinessStatementFixture.SUMMARY;
import static dev.tplus1.provider.alipay.BusinessStatementFixture.text;
import static dev.tplus1.provider.alipay.BusinessStatementFixture.zip;

import dev.tplus1.http.Pauses;
import dev.tplus1.provider.api.ApiMeans;
import dev.tplus1.provider.api.ProviderApi;

import java.io.IOException;
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
                .withFile("ca.pem", alipay.certificate())
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
