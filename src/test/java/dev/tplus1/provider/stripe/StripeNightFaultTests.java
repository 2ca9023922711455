package dev.tplus1.provider.stripe;

import dev.tplus1.http.BrokenAnswers;
import dev.tplus1.provider.NightFaultContract;

import mockwebserver3.MockResponse;

import okhttp3.tls.Certificates;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Whole nights on a Stripe that fails. */
class StripeNightFaultTests extends NightFaultContract {
    /** What may be wrong with any page. */
    private static final List<String> OF_A_PAGE =
            List.of(
                    "unseen 0        | 6 | the file is empty (0 bytes)",
                    "unseen 1        | 6 | it is not whole JSON, so it is cut off",
                    "unseen 10       | 6 | it is not whole JSON, so it is cut off",
                    "unseen half     | 6 | it is not whole JSON, so it is cut off",
                    "unseen last 8   | 6 | it is not whole JSON, so it is cut off",
                    "unseen last     | 6 | it is not whole JSON, so it is cut off",
                    "twice           | 6 | there is text after the page's end",
                    "trailing        | 6 | .json",
                    "another day     | 6 | which was not asked for",
                    "error           | 6 | it is an error reply",
                    "page            | 6 | it is an HTML page",
                    "bomb            | 6 | it is packed, and was asked for as it is",
                    "endless         | 1 | sends more than 1048576 bytes, the limit",
                    "401             | 2 | api.key: is no key that Stripe accepts",
                    "403             | 2 | api.key: may not read what is asked for");

    StripeNightFaultTests() {
        super("stripe-shop", "provider: stripe", StripeFake.KEY);
    }

    @Override
    protected List<String> stages() {
        return List.of("first", "second");
    }

    @Override
    protected List<String> faults() {
        return Stream.concat(
                        stages().stream()
                                .flatMap(page ->
                                        OF_A_PAGE.stream().map(fault -> page + " | " + fault)),
                        Stream.of(
                                "first  | not settled | 4 | Run again later",
                                "second | again       | 6 | ends as a page before it"))
                .toList();
    }

    @Override
    protected Map<String, Object> failing(String stage, String fault) throws IOException {
        StripeFake fake = opened();
        Map<String, Object> api = at(stage, fake);
        switch (fault) {
            case "not settled" -> api.put("look-back", "12h");
            case "again" -> {
                AtomicReference<String> second = new AtomicReference<>("");
                fake.spoil(answer -> {
                    second.set(text(answer));
                    return answer;
                });
                fake.spoil(answer -> answer.body(second.get()));
            }
            default -> fake.breaks(fault, spoiling(fault));
        }
        return api;
    }

    private static String text(MockResponse.Builder answer) {
        return new String(BrokenAnswers.body(answer), StandardCharsets.UTF_8);
    }

    @Override
    protected Map<String, Object> busy(String stage, String retryAfter) throws IOException {
        StripeFake fake = opened();
        Map<String, Object> api = at(stage, fake);
        fake.spoil(_ -> BrokenAnswers.later(retryAfter));
        fake.spoil(_ -> BrokenAnswers.later(retryAfter));
        return api;
    }

    @Override
    protected Map<String, Object> recovering() throws IOException {
        StripeFake fake = opened();
        for (String fault : List.of("500", "reset answer", "page", "unseen half")) {
            fake.spoil(spoiling(fault));
        }
        return block(fake);
    }

    @Override
    protected Map<String, Map<String, Object>> nothing() throws IOException {
        return Map.of("no-rows", block(closing(new StripeFake())));
    }

    /** The next fault comes at this page. */
    private Map<String, Object> at(String stage, StripeFake fake) throws IOException {
        Map<String, Object> api = block(fake);
        if (stage.equals("second")) {
            api.put("page-size", 3);
            fake.spoil(answer -> answer);
        }
        return api;
    }

    private StripeFake opened() throws IOException {
        StripeFake fake = closing(new StripeFake());
        Path pages = SAMPLES.resolve("stripe");
        fake.serve(
                "",
                List.of(
                        pages.resolve("stripe-2026-11-28-1.json"),
                        pages.resolve("stripe-2026-11-28-2.json")));
        return fake;
    }

    private Map<String, Object> block(StripeFake fake) throws IOException {
        Map<String, Object> block = new HashMap<>();
        block.put("url", fake.url().toString());
        block.put("key", StripeFake.KEY);
        Path trusted = folder.resolve("ca-" + fake.url().getPort() + ".pem");
        String certificate = Certificates.certificatePem(fake.certificate());
        block.put("ca-file", Files.writeString(trusted, certificate).toString());
        return block;
    }

    private static UnaryOperator<MockResponse.Builder> spoiling(String fault) {
        return switch (fault) {
            case "another day" ->
                    answer ->
                            BrokenAnswers.sends(
                                    text(answer)
                                            .replaceFirst(
                                                    "\"created\":[0-9]+", "\"created\":1000000"));
            case "error" -> StripeFaults.of("json error");
            default -> answer -> BrokenAnswers.of(fault, answer);
        };
    }
}
