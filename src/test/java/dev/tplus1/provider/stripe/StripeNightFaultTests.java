package dev.tplus1.provider.stripe;

import dev.tplus1.http.Bomb;
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
import java.util.function.UnaryOperator;

/** Whole nights on a Stripe that fails. */
class StripeNightFaultTests extends NightFaultContract {
    private static final List<String> FAULTS =
            List.of(
                    "first  | cut 0           | 1 | broke off",
                    "first  | cut 1           | 1 | broke off",
                    "first  | cut 10          | 1 | broke off",
                    "first  | cut half        | 1 | broke off",
                    "first  | cut last 8      | 1 | broke off",
                    "first  | cut last        | 1 | broke off",
                    "first  | unseen 0        | 6 | the file is empty (0 bytes)",
                    "first  | unseen 1        | 6 | it is not whole JSON, so it is cut off",
                    "first  | unseen 10       | 6 | it is not whole JSON, so it is cut off",
                    "first  | unseen half     | 6 | it is not whole JSON, so it is cut off",
                    "first  | unseen last 8   | 6 | it is not whole JSON, so it is cut off",
                    "first  | unseen last     | 6 | it is not whole JSON, so it is cut off",
                    "second | cut half        | 1 | broke off",
                    "second | unseen half     | 6 | it is not whole JSON, so it is cut off",
                    "first  | twice           | 6 | there is text after the page's end",
                    "first  | trailing        | 6 | page-000001.json",
                    "first  | another day     | 6 | which was not asked for",
                    "first  | error           | 6 | it is an error reply",
                    "first  | page            | 6 | it is an HTML page",
                    "second | page            | 6 | it is an HTML page",
                    "first  | bomb            | 6 | it is packed, and was asked for as it is",
                    "first  | endless         | 1 | sends more than 1048576 bytes, the limit",
                    "second | endless         | 1 | sends more than 1048576 bytes, the limit",
                    "first  | redirect        | 1 | answered 301: redirects are not followed",
                    "first  | private address | 1 | answered 301: redirects are not followed",
                    "second | redirect        | 1 | answered 301: redirects are not followed",
                    "first  | no handshake    | 1 | has no secure connection",
                    "first  | reset request   | 1 | has no secure connection",
                    "first  | reset answer    | 1 | broke off",
                    "first  | reset body      | 1 | broke off",
                    "second | reset answer    | 1 | broke off",
                    "second | reset body      | 1 | broke off",
                    "first  | trickle         | 1 | did not answer in time",
                    "first  | 401             | 2 | api.key: is no key that Stripe accepts",
                    "first  | 403             | 2 | api.key: may not read what is asked for",
                    "first  | 404             | 1 | answered 404",
                    "first  | 429             | 1 | answered 429",
                    "first  | 500             | 1 | answered 500",
                    "second | 401             | 2 | api.key: is no key that Stripe accepts",
                    "second | 404             | 1 | answered 404",
                    "second | 500             | 1 | answered 500",
                    "first  | not settled     | 4 | Run again later");

    StripeNightFaultTests() {
        super("stripe-shop", "provider: stripe", StripeFake.KEY);
    }

    @Override
    protected List<String> faults() {
        return FAULTS;
    }

    @Override
    protected Map<String, Object> failing(String stage, String fault) throws IOException {
        StripeFake fake = opened();
        Map<String, Object> api = block(fake);
        if (stage.equals("second")) {
            api.put("page-size", 3);
            fake.spoil(answer -> answer);
        }
        if (fault.equals("not settled")) {
            api.put("look-back", "12h");
        } else if (BrokenAnswers.early(fault)) {
            fake.next(BrokenAnswers.of(fault, new byte[0]).build());
        } else {
            fake.spoil(spoiling(fault));
        }
        return api;
    }

    @Override
    protected Map<String, Object> busy(String retryAfter) throws IOException {
        StripeFake fake = opened();
        fake.spoil(_ -> BrokenAnswers.later(retryAfter));
        fake.spoil(_ -> BrokenAnswers.later(retryAfter));
        return block(fake);
    }

    @Override
    protected Map<String, Object> recovering() throws IOException {
        StripeFake fake = opened();
        for (String fault : List.of("500", "reset answer", "page", "unseen half")) {
            fake.spoil(spoiling(fault));
        }
        return block(fake);
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
                                    StripeFaults.body(answer)
                                            .replaceFirst(
                                                    "\"created\":[0-9]+", "\"created\":1000000"));
            case "error" -> StripeFaults.of("json error");
            case "bomb" -> _ -> BrokenAnswers.sends(Bomb.gzip());
            default ->
                    answer ->
                            BrokenAnswers.of(
                                    fault,
                                    StripeFaults.body(answer).getBytes(StandardCharsets.UTF_8));
        };
    }
}
