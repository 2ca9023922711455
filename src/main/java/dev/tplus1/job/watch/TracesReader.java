package dev.tplus1.job.watch;

import dev.tplus1.http.Secret;
import dev.tplus1.job.Block;
import dev.tplus1.job.Values;
import dev.tplus1.watch.trace.TraceSettings;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Binds the block {@code traces}. */
public final class TracesReader {
    private static final String ENDPOINT = "endpoint";
    private static final String HEADERS = "headers";
    private static final int MAX_LENGTH = 8192;

    /** What RFC 9110 calls a token. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}");

    private static final Pattern VALUE = Pattern.compile("[\\x20-\\x7e]+");

    /** What goes with the body, and is not a setting. */
    private static final Pattern OURS =
            Pattern.compile(
                    "(?i)content-.*|host|connection|transfer-encoding|expect|upgrade|user-agent");

    private TracesReader() {}

    /** The block of this job; null where there is none. */
    public static @Nullable TraceSettings read(Block job) {
        Block block = job.block("traces", ENDPOINT, HEADERS, "timeout", Certificates.CA_FILE);
        if (!job.has("traces")) {
            return null;
        }
        URI endpoint =
                Certificates.checked(
                        block, ENDPOINT, () -> TraceSettings.endpoint(block.text(ENDPOINT)));
        Map<String, Secret> headers = headers(block);
        Duration timeout =
                block.read(
                        "timeout",
                        TraceSettings.DEFAULT_TIMEOUT,
                        text ->
                                Values.between(
                                        text, Duration.ofMillis(1), TraceSettings.MAX_TIMEOUT),
                        "a duration such as 10s, at most 30s");
        List<X509Certificate> trusted = Certificates.of(block);
        return Certificates.checked(
                block, HEADERS, () -> new TraceSettings(endpoint, headers, timeout, trusted));
    }

    /** What is wrong is said without the value, which is a secret. */
    private static Map<String, Secret> headers(Block block) {
        Map<String, Secret> headers = new LinkedHashMap<>();
        block.map(HEADERS, (_, value) -> value.strip(), "text")
                .forEach((name, value) -> {
                    if (!NAME.matcher(name).matches()) {
                        throw block.complaint(HEADERS, "has a name that no header has; correct it");
                    }
                    if (OURS.matcher(name).matches()) {
                        throw block.complaint(
                                HEADERS, "must not have " + name + ", which goes with the body");
                    }
                    if (value.length() > MAX_LENGTH || !VALUE.matcher(value).matches()) {
                        throw block.complaint(
                                HEADERS,
                                name
                                        + " must be plain characters in one line, at most "
                                        + MAX_LENGTH);
                    }
                    headers.put(name, new Secret(value));
                });
        return headers;
    }
}
