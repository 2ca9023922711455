package dev.tplus1.provider.stripe;

import dev.tplus1.http.BrokenAnswers;
import dev.tplus1.provider.ConfirmFaultContract;

import mockwebserver3.MockResponse;

import okhttp3.tls.Certificates;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Whole nights on a Stripe that fails when it is asked about a payment. */
class StripeConfirmFaultTests extends ConfirmFaultContract {
    /** For the page, and for the day's last minutes once more. */
    private static final int CALLS_BEFORE = 2;

    private static final String NO_ANSWER = "without what was asked for";
    private static final List<String> FAULTS =
            List.of(
                    "order  | unseen 0      | 0 | 2 | " + NO_ANSWER,
                    "order  | unseen half   | 0 | 2 | " + NO_ANSWER,
                    "order  | unseen last   | 0 | 2 | " + NO_ANSWER,
                    "order  | twice         | 0 | 2 | " + NO_ANSWER,
                    "order  | trailing      | 0 | 2 | " + NO_ANSWER,
                    "order  | page          | 0 | 2 | " + NO_ANSWER,
                    "order  | another order | 0 | 2 | " + NO_ANSWER,
                    "order  | 404           | 0 | 1 | answered 404",
                    "order  | 409           | 0 | 2 | answered 409",
                    "order  | 401           | 2 | 1 | api.key: is no key that Stripe accepts",
                    "order  | 403           | 2 | 1 | api.key: may not read what is asked for",
                    "refund | cut half      | 0 | 2 | broke off",
                    "refund | unseen half   | 0 | 2 | " + NO_ANSWER,
                    "refund | 404           | 0 | 1 | answered 404",
                    "refund | 500           | 0 | 2 | answered 500");

    StripeConfirmFaultTests() {
        super("provider: stripe", "EUR", "pi_c", StripeFake.KEY);
    }

    @Override
    protected List<String> faults() {
        return FAULTS;
    }

    @Override
    protected Map<String, Object> failing(Missed of) throws IOException {
        StripeFake fake = closing(new StripeFake());
        String id = of.transactionId().substring("pi_".length());
        String charge = StripeScene.charge(id, StripeScene.START + 7200, AMOUNT);
        fake.add("", charge.replace("\"S" + id + "\"", "\"" + of.orderNo() + "\""));
        if (!of.refundNo().isEmpty()) {
            String refundId = of.refundNo().substring("re_".length());
            fake.add("", StripeScene.refund(refundId, id, StripeScene.START + 14_400, AMOUNT));
        }
        for (int i = 0; i < CALLS_BEFORE; i++) {
            fake.spoil(answer -> answer);
        }
        for (int i = 0; i < of.tries(); i++) {
            fake.breaks(of.fault(), spoiling(of));
        }
        Path trusted = folder.resolve("ca-" + fake.url().getPort() + ".pem");
        String certificate = Certificates.certificatePem(fake.certificate());
        return Map.of(
                "url",
                fake.url().toString(),
                "key",
                StripeFake.KEY,
                "ca-file",
                Files.writeString(trusted, certificate).toString());
    }

    private static UnaryOperator<MockResponse.Builder> spoiling(Missed of) {
        return answer ->
                of.fault().equals("another order")
                        ? answer.body(
                                new String(BrokenAnswers.body(answer), StandardCharsets.UTF_8)
                                        .replace(of.transactionId(), "pi_other"))
                        : BrokenAnswers.of(of.fault(), answer);
    }
}
