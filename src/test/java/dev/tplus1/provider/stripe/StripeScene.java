package dev.tplus1.provider.stripe;

import dev.tplus1.provider.api.ApiMeans;
import dev.tplus1.provider.api.ProviderApi;

import okhttp3.tls.Certificates;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** A fake Stripe, and what talks with it; no pause takes any time. */
final class StripeScene implements AutoCloseable {
    static final LocalDate DAY = LocalDate.of(2026, 11, 28);

    /** The day's first second in UTC. */
    static final long START = 1_795_824_000L;

    static final long END = START + 86_400;

    final StripeFake fake;
    final List<Duration> pauses = new ArrayList<>();
    final AtomicBoolean stopping = new AtomicBoolean();
    private final Path folder;
    private final List<ProviderApi> opened = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-29T02:30:00Z");
    private @Nullable ZoneId zone;

    /**
     * @param parent a temporary folder
     */
    StripeScene(Path parent) throws IOException {
        fake = new StripeFake();
        folder = Files.createDirectory(parent.resolve("download"));
        Files.writeString(
                parent.resolve("ca.pem"), Certificates.certificatePem(fake.certificate()));
    }

    /** Where downloads go. */
    Path folder() {
        return folder;
    }

    StripeScene at(String instant) {
        now = Instant.parse(instant);
        return this;
    }

    StripeScene in(String zoneId) {
        zone = ZoneId.of(zoneId);
        return this;
    }

    /** The API under these settings, as {@code key, value, key, value}. */
    ProviderApi api(String... settings) {
        return opened(settings(settings).open(means()));
    }

    /** The same, and no time passes from one request to the next. */
    ProviderApi frozen(String... settings) {
        return opened(new StripeApi(settings(settings), means(), () -> 0));
    }

    private ProviderApi opened(ProviderApi api) {
        opened.add(api);
        return api;
    }

    private ApiMeans means() {
        return new ApiMeans(
                Clock.fixed(now, ZoneOffset.UTC), (length, _) -> pauses.add(length), stopping::get);
    }

    private StripeApiSettings settings(String... settings) {
        Map<String, String> texts = new HashMap<>();
        texts.put("url", fake.url().toString());
        texts.put("ca-file", folder.resolveSibling("ca.pem").toString());
        texts.put("key", StripeFake.KEY);
        for (int i = 0; i < settings.length; i += 2) {
            texts.put(settings[i], settings[i + 1]);
        }
        return StripeApiSettings.read(new StripeValues(texts, zone));
    }

    /** What is left in the folder. */
    List<String> left() {
        try (var files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The queries of all lists that were asked for. */
    List<String> queries() {
        return fake.requests().stream().map(request -> request.getTarget()).toList();
    }

    /** A charge of so many cents, of its own payment intent. */
    static String charge(String id, long created, long cents) {
        return """
        {"id": "txn_%1$s", "object": "balance_transaction", "amount": %3$d, "created": %2$d,
         "currency": "eur", "fee": 0, "net": %3$d, "reporting_category": "charge",
         "source": {"id": "ch_%1$s", "object": "charge", "amount": %3$d, "amount_captured": %3$d,
          "currency": "eur", "payment_intent": "pi_%1$s", "metadata": {"order_no": "S%1$s"}},
         "status": "available"}\
        """
                .formatted(id, created, cents);
    }

    /** A refund of a charge. */
    static String refund(String id, String of, long created, long cents) {
        return """
        {"id": "txn_%1$s", "object": "balance_transaction", "amount": -%4$d, "created": %3$d,
         "currency": "eur", "fee": 0, "net": -%4$d, "reporting_category": "refund",
         "source": {"id": "re_%1$s", "object": "refund", "amount": %4$d, "currency": "eur",
          "charge": "ch_%2$s", "payment_intent": "pi_%2$s", "metadata": {}, "status": "succeeded"},
         "status": "available"}\
        """
                .formatted(id, of, created, cents);
    }

    @Override
    public void close() {
        opened.forEach(ProviderApi::close);
        fake.close();
    }
}
