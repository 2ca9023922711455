package dev.tplus1.provider.wechatpay;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.CallException;
import dev.tplus1.provider.api.ApiMeans;
import dev.tplus1.provider.api.ProviderApi;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.StatementSource.Found;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * A fake WeChat Pay and the account at it, at half past ten the next morning; pauses take no time.
 */
final class WechatPayAccount implements AutoCloseable {
    static final LocalDate DAY = LocalDate.parse("2026-11-28");
    static final Instant NOW = Instant.parse("2026-11-29T02:30:00Z");

    final WechatPayFake fake;
    final AtomicBoolean stopping = new AtomicBoolean();
    final List<Duration> pauses = new ArrayList<>();
    final Path folder;
    final WechatPayValues values;
    private final Clock clock;

    WechatPayAccount(Path root) throws IOException {
        this(root, NOW, NOW);
    }

    /**
     * @param ours what this machine's clock says
     * @param theirs what WeChat Pay's says
     */
    WechatPayAccount(Path root, Instant ours, Instant theirs) throws IOException {
        clock = Clock.fixed(ours, ZoneOffset.UTC);
        fake = new WechatPayFake(Clock.fixed(theirs, ZoneOffset.UTC));
        folder = Files.createDirectory(root.resolve("download"));
        values = new WechatPayValues(fake.block(Files.createDirectory(root.resolve("keys"))));
        values.with("tries", 3);
    }

    ProviderApi api() {
        return WechatPayApiSettings.read(values)
                .open(new ApiMeans(clock, (length, _) -> pauses.add(length), stopping::get));
    }

    Found download(LocalDate date) throws RefusedException, IOException {
        try (ProviderApi api = api()) {
            return api.download(date, folder);
        }
    }

    Found download() throws RefusedException, IOException {
        return download(DAY);
    }

    /** What became of a download: what was thrown, what was said, and what is left. */
    record Failure(String kind, String message, List<String> left) {}

    /** The same fault for each of the three tries. */
    Failure always(String path, WechatPayFake.Fault fault) throws IOException {
        fake.then(path, fault, fault, fault);
        return failure();
    }

    Failure failure() throws IOException {
        Exception thrown = thrown();
        String kind =
                switch (thrown) {
                    case null -> "nothing";
                    case CallException _ -> "call";
                    case RefusedException _ -> "refused";
                    case SettingException _ -> "setting";
                    default -> thrown.getClass().getSimpleName();
                };
        String message = thrown == null ? "" : String.valueOf(thrown.getMessage());
        return new Failure(kind, message, left());
    }

    private @Nullable Exception thrown() {
        try {
            download();
            return null;
        } catch (Exception e) {
            return e;
        }
    }

    List<String> left() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString().toLowerCase(Locale.ROOT))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public void close() {
        fake.close();
    }
}
