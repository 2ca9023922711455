package dev.tplus1.provider.stripe;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.Answer;
import dev.tplus1.http.Ask;
import dev.tplus1.http.CallException;
import dev.tplus1.http.Exchange;
import dev.tplus1.http.Received;
import dev.tplus1.http.Retries;
import dev.tplus1.http.TryAgainException;
import dev.tplus1.provider.api.ApiLine;
import dev.tplus1.provider.api.ApiMeans;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks Stripe: with the key, for the account, under the version, not too often; and tells what a no
 * means (docs.stripe.com/api/errors). Thread-safe.
 */
final class StripeCalls implements AutoCloseable {
    /** A page of 100 balance transactions has some hundred kilobytes. */
    static final long PAGE_BYTES = 16 << 20;

    /** A character of which a key may consist, written as its number. */
    private static final Pattern ESCAPED = Pattern.compile("\\\\u00([0-9a-fA-F]{2})");

    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    private final StripeApiSettings settings;
    private final Map<String, String> headers;
    private final String base;
    private final Exchange exchange;
    private final Retries retries;
    private final Pace pace;

    StripeCalls(StripeApiSettings settings, ApiMeans means, LongSupplier nanoTime) {
        this.settings = settings;
        ApiLine line = settings.line();
        ApiLine pages =
                new ApiLine(
                        line.url(), line.hosts(), line.limits().files(PAGE_BYTES), line.trusted());
        this.exchange = pages.exchange(means, Set.of(settings.key()));
        this.retries = pages.retries(means);
        this.pace = new Pace(means.pauses(), means.stopping(), nanoTime);
        this.base = line.url().toString().replaceAll("/+$", "");
        Map<String, String> all = new HashMap<>();
        all.put("accept", "application/json");
        all.put("authorization", "Bearer " + settings.key().reveal());
        all.put("stripe-version", settings.version());
        if (!settings.connectedAccount().isEmpty()) {
            all.put("stripe-account", settings.connectedAccount());
        }
        this.headers = Map.copyOf(all);
    }

    /** The address of a path, and of a query behind it. */
    String url(String path) {
        return base + path;
    }

    /** What a query or a path may hold. */
    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Tries again what may be tried again. */
    <T> T run(String whom, Retries.Try<T> attempt) throws IOException {
        return retries.run(whom, attempt);
    }

    /** Asks once for a file. */
    void save(String path, Path file) throws TryAgainException, IOException {
        Ask ask = ask(path);
        switch (exchange.save(ask, file)) {
            case Received.Saved _ -> {
                // its reader judges it
            }
            case Received.Refused refused -> throw refusal(ask, refused.answer());
        }
    }

    /**
     * An object, however often it must be asked for.
     *
     * @param kinds what its property {@code object} may say
     * @param id that it must have; empty for any
     * @return nothing where Stripe knows none with this id
     */
    Optional<JsonNode> object(String whom, String path, Set<String> kinds, String id)
            throws IOException {
        return retries.run(
                whom,
                () -> {
                    Ask ask = ask(path);
                    Answer answer = exchange.ask(ask);
                    JsonNode node = json(answer);
                    if (answer.status() == NOT_FOUND
                            && error(node, "code").equals("resource_missing")) {
                        return Optional.empty();
                    }
                    if (!answer.ok()) {
                        throw refusal(ask, answer);
                    }
                    if (node == null
                            || !kinds.contains(PageReader.text(node, "object"))
                            || (!id.isEmpty() && !PageReader.text(node, "id").equals(id))) {
                        throw new TryAgainException(
                                ask.shown()
                                        + " answered "
                                        + answer.status()
                                        + " without what was asked for"
                                        + said(ask, node));
                    }
                    return Optional.of(node);
                });
    }

    private Ask ask(String path) {
        pace.await();
        return Ask.get(URI.create(url(path)), headers);
    }

    /** What comes of a no. */
    private CallException refusal(Ask ask, Answer answer) throws TryAgainException {
        JsonNode node = json(answer);
        int status = answer.status();
        String why = "answered " + status + said(ask, node);
        if (status == UNAUTHORIZED) {
            throw settings.complaint()
                    .apply(settings.keyName(), "is no key that Stripe accepts; it " + why);
        }
        if (status == FORBIDDEN) {
            throw forbidden(error(node, "code"), why);
        }
        // this header tells what a status does not (docs.stripe.com/error-low-level)
        boolean again = "true".equals(answer.header("stripe-should-retry"));
        if (status == CONFLICT || again) {
            throw new TryAgainException(ask.shown() + " " + why);
        }
        if (status == BAD_REQUEST
                && error(node, "message").startsWith("Invalid Stripe API version")) {
            throw settings.complaint().apply("version", "is none that Stripe knows; it " + why);
        }
        return new CallException(ask.shown() + " " + why);
    }

    private SettingException forbidden(String code, String why) {
        return !settings.connectedAccount().isEmpty() && code.equals("account_invalid")
                ? settings.complaint()
                        .apply(
                                "connected-account",
                                "is no account that the key may act for; Stripe " + why)
                : settings.complaint()
                        .apply(
                                settings.keyName(),
                                "may not read what is asked for (balance transaction sources,"
                                        + " charges, refunds, payment intents); Stripe "
                                        + why);
    }

    private String said(Ask ask, @Nullable JsonNode node) {
        String message = error(node, "message");
        return message.isEmpty() ? "" : ": " + exchange.shown(message, ask.url());
    }

    /** Whether a page repeats the key, perhaps as JSON may write it. */
    boolean repeatsKey(String json) {
        return ESCAPED.matcher(json)
                .replaceAll(escaped ->
                        Matcher.quoteReplacement(
                                Character.toString(Integer.parseInt(escaped.group(1), 16))))
                .contains(settings.key().reveal());
    }

    /** Text from Stripe, as it may be shown. */
    String shown(String text) {
        return exchange.shown(text, settings.line().url());
    }

    /** A property of what an error says; empty where there is none. */
    private static String error(@Nullable JsonNode node, String property) {
        return PageReader.text(node == null ? null : node.get("error"), property);
    }

    private static @Nullable JsonNode json(Answer answer) {
        try {
            JsonNode node = PageReader.JSON.readTree(answer.bytes());
            return node.isObject() ? node : null;
        } catch (JacksonException _) {
            return null; // what is no JSON has nothing to tell
        }
    }

    /** Ends what is under way. */
    void cancel() {
        exchange.cancel();
    }

    @Override
    public void close() {
        exchange.close();
    }
}
