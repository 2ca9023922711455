package dev.tplus1.job.watch;

import dev.tplus1.job.Block;
import dev.tplus1.job.Values;
import dev.tplus1.watch.ping.PingSettings;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.time.Duration;
import java.util.List;

/** Binds the block {@code ping}. */
public final class PingReader {
    private static final String URL = "url";
    private static final String START = "start";
    private static final String SUCCESS = "success";
    private static final String FAILURE = "failure";

    private PingReader() {}

    /** The block of this job; null where there is none. */
    public static @Nullable PingSettings read(Block job) {
        Block block =
                job.block("ping", URL, START, SUCCESS, FAILURE, "timeout", Certificates.CA_FILE);
        if (!job.has("ping")) {
            return null;
        }
        return new PingSettings(
                urls(block),
                block.read(
                        "timeout",
                        PingSettings.DEFAULT_TIMEOUT,
                        text ->
                                Values.between(
                                        text, Duration.ofMillis(1), PingSettings.MAX_TIMEOUT),
                        "a duration such as 10s, at most 10s"),
                Certificates.of(block));
    }

    private static PingSettings.Urls urls(Block block) {
        List<String> each = block.present(START, SUCCESS, FAILURE);
        if (block.has(URL)) {
            if (!each.isEmpty()) {
                throw block.complaint(
                        each.getFirst(), "stands beside url, which is for all; keep one of them");
            }
            return new PingSettings.Urls.Base(
                    Certificates.checked(block, URL, () -> PingSettings.url(block.text(URL))));
        }
        if (each.isEmpty()) {
            throw block.complaint(
                    URL,
                    "is missing; add it, or start, success and failure where each has its own");
        }
        return new PingSettings.Urls.Each(
                url(block, START), url(block, SUCCESS), url(block, FAILURE));
    }

    private static @Nullable URI url(Block block, String key) {
        return block.has(key)
                ? Certificates.checked(block, key, () -> PingSettings.url(block.text(key)))
                : null;
    }
}
