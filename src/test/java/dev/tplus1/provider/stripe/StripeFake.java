package dev.tplus1.provider.stripe;

import dev.tplus1.http.BrokenAnswers;
import dev.tplus1.http.FaultsFirst;
import dev.tplus1.http.HttpsEndpoint;

import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;

import okhttp3.HttpUrl;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Stripe over TLS, as far as it is asked: balance transactions in pages, payment intents, charges
 * and refunds, of the key's own account (called by an empty text) and of connected ones. It takes
 * one key, insists on a version, and answers as Stripe's API reference says. Thread-safe.
 */
public final class StripeFake implements AutoCloseable {
    public static final String KEY = "sk_test_51MarkerMarkerMarker";

    private static final JsonMapper JSON = JsonMapper.shared();

    private final FaultsFirst dispatcher = new FaultsFirst(this::answer);
    private final HttpsEndpoint endpoint = new HttpsEndpoint(dispatcher);
    private final Map<String, List<Row>> rows = new HashMap<>();
    private final Map<String, ObjectNode> objects = new HashMap<>();
    private final List<RecordedRequest> requests = new ArrayList<>();
    private int lists;

    /** A balance transaction, and the first list that shows it. */
    private record Row(ObjectNode json, int from) {
        long created() {
            return json.get("created").longValue();
        }

        String id() {
            return json.get("id").stringValue();
        }
    }

    public StripeFake() throws IOException {
        rows.put("", new ArrayList<>());
    }

    /** The service's address. */
    public URI url() {
        return endpoint.url("");
    }

    /** What its users must trust. */
    public X509Certificate certificate() {
        return endpoint.certificate();
    }

    /** Has the balance transactions of these pages, of any day. */
    public synchronized void serve(String account, List<Path> pages) throws IOException {
        for (Path page : pages) {
            for (JsonNode row : JSON.readTree(Files.readAllBytes(page)).get("data")) {
                add(account, row.toString(), 0);
            }
        }
    }

    /** Has a balance transaction, with its source in it. */
    public void add(String account, String json) {
        add(account, json, 0);
    }

    /** Has one that only shows after this many lists were asked for. */
    public synchronized void add(String account, String json, int afterLists) {
        List<Row> all = rows.computeIfAbsent(account, _ -> new ArrayList<>());
        all.add(new Row((ObjectNode) JSON.readTree(json), afterLists));
        JsonNode source = all.getLast().json().get("source");
        if (source.isObject()) {
            source((ObjectNode) source.deepCopy());
        }
    }

    /** What is there for every source: the charge or refund itself, and its payment intent. */
    private void source(ObjectNode source) {
        String kind = source.path("object").asString("");
        if (kind.equals("refund")) {
            if (!source.has("status")) {
                source.put("status", "succeeded");
            }
            objects.put("refunds/" + source.get("id").stringValue(), source);
        } else if (kind.equals("charge") || kind.equals("payment")) {
            source.put("status", "succeeded").put("captured", true);
            source.put("disputed", false).put("amount_refunded", 0);
            objects.put("charges/" + source.get("id").stringValue(), source);
            String intent = source.path("payment_intent").asString("");
            if (!intent.isEmpty()) {
                ObjectNode node = JSON.createObjectNode();
                node.put("id", intent).put("object", "payment_intent").put("status", "succeeded");
                node.set("latest_charge", source);
                objects.put("payment_intents/" + intent, node);
            }
        }
    }

    /** An object by its list and id, {@code refunds/re_1} say, to be changed. */
    public synchronized ObjectNode object(String path) {
        ObjectNode found = objects.get(path);
        if (found == null) {
            throw new IllegalArgumentException("there is no " + path);
        }
        return found;
    }

    /** Changes the next answer, behind those that are to be changed already. */
    public void spoil(UnaryOperator<MockResponse.Builder> spoiling) {
        dispatcher.then(spoiling);
    }

    /**
     * The next answer is broken in a way that {@link BrokenAnswers} knows, or in this one.
     *
     * @param otherwise for what does not come before there is a request
     */
    void breaks(String fault, UnaryOperator<MockResponse.Builder> otherwise) {
        if (BrokenAnswers.early(fault)) {
            next(BrokenAnswers.of(fault, new byte[0]).build());
        } else {
            spoil(otherwise);
        }
    }

    /** What the next requests get, whatever they are. */
    public void next(MockResponse... answers) {
        dispatcher.next(answers);
    }

    /** All that was asked. */
    public synchronized List<RecordedRequest> requests() {
        return List.copyOf(requests);
    }

    private synchronized MockResponse answer(RecordedRequest request) {
        requests.add(request);
        return right(request).build();
    }

    private MockResponse.Builder right(RecordedRequest request) {
        if (!("Bearer " + KEY).equals(request.getHeaders().get("authorization"))) {
            return error(
                    401,
                    "",
                    "Invalid API Key provided: " + request.getHeaders().get("authorization"));
        }
        String version = request.getHeaders().get("stripe-version");
        if (version == null || !version.matches("20[0-9-]{8}\\.[a-z]+")) {
            return error(400, "", "Invalid Stripe API version: " + version);
        }
        String header = request.getHeaders().get("stripe-account");
        String account = header == null ? "" : header;
        if (!rows.containsKey(account)) {
            return error(403, "account_invalid", "The key has no access to account " + account);
        }
        HttpUrl url = request.getUrl();
        List<String> path = url.pathSegments();
        if (path.equals(List.of("v1", "balance_transactions"))) {
            lists++;
            return list(rows.get(account), url);
        }
        return path.size() == 3 && path.getFirst().equals("v1")
                ? object(path.get(1) + "/" + path.get(2), url)
                : error(404, "", "Unrecognized request URL");
    }

    private MockResponse.Builder object(String path, HttpUrl url) {
        ObjectNode found = objects.get(path);
        if (found == null) {
            return error(404, "resource_missing", "No such object: " + path);
        }
        ObjectNode shown = found.deepCopy();
        JsonNode charge = shown.get("latest_charge");
        if (charge != null
                && charge.isObject()
                && !url.queryParameterValues("expand[]").contains("latest_charge")) {
            shown.set("latest_charge", charge.get("id"));
        }
        return json(shown.toString());
    }

    private MockResponse.Builder list(List<Row> all, HttpUrl url) {
        int limit = whole(url, "limit", 10);
        if (limit < 1 || limit > 100) {
            return error(400, "parameter_invalid_integer", "This value must be 1 to 100");
        }
        long from = whole(url, "created[gte]", 0);
        long to = whole(url, "created[lt]", Integer.MAX_VALUE);
        // of one second, those that were added last come first
        List<Row> shown =
                all.reversed().stream()
                        .filter(row -> lists > row.from())
                        .sorted((a, b) -> Long.compare(b.created(), a.created()))
                        .toList();
        String after = url.queryParameter("starting_after");
        int start = 0;
        if (after != null) {
            List<String> ids = shown.stream().map(Row::id).toList();
            start = ids.indexOf(after) + 1;
            if (start == 0) {
                return error(400, "resource_missing", "No such balance transaction: " + after);
            }
        }
        List<Row> rest =
                shown.subList(start, shown.size()).stream()
                        .filter(row -> row.created() >= from && row.created() < to)
                        .toList();
        boolean expanded = url.queryParameterValues("expand[]").contains("data.source");
        ObjectNode page = JSON.createObjectNode();
        page.put("object", "list").put("url", "/v1/balance_transactions");
        page.put("has_more", rest.size() > limit);
        rest.stream().limit(limit).forEach(row -> page.withArray("data").add(shown(row, expanded)));
        if (rest.isEmpty()) {
            page.putArray("data");
        }
        return json(page.toString());
    }

    private static ObjectNode shown(Row row, boolean expanded) {
        ObjectNode json = row.json();
        if (expanded || !json.get("source").isObject()) {
            return json;
        }
        ObjectNode plain = json.deepCopy();
        plain.set("source", json.get("source").get("id"));
        return plain;
    }

    private static int whole(HttpUrl url, String name, int otherwise) {
        @Nullable String text = url.queryParameter(name);
        return text == null ? otherwise : Integer.parseInt(text);
    }

    private static MockResponse.Builder json(String body) {
        return new MockResponse.Builder().addHeader("content-type", "application/json").body(body);
    }

    /** An error as Stripe words it. */
    public static MockResponse.Builder error(int status, String code, String message) {
        ObjectNode error = JSON.createObjectNode();
        error.putObject("error")
                .put("type", "invalid_request_error")
                .put("code", code)
                .put("message", message);
        return json(error.toString()).code(status);
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
