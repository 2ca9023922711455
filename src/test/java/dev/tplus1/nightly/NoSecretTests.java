package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.http.BrokenAnswers;
import dev.tplus1.provider.alipay.AlipayFake;
import dev.tplus1.provider.stripe.StripeFake;

import mockwebserver3.MockResponse;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * No secret of any setting is anywhere, at whatever level it is logged, whatever fails, even where
 * the other side says it back.
 */
class NoSecretTests {
    private static final String DATE = "2026-11-28";
    private static final Pattern BREAK = Pattern.compile("(?m)^(\\w{8}) .* OPEN ");

    /** The links to the bills are secrets that no setting has. */
    private static final List<String> TOKENS = List.of(AlipayFake.TOKEN, "token-0000");

    @TempDir private Path folder;
    private SecretScene scene;

    @BeforeEach
    void open() throws IOException {
        scene = new SecretScene(folder);
    }

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void isShownWhateverFails() throws IOException {
        Path sending = scene.jobs.sending;
        Path writing = scene.jobs.writing;

        assertThat(scene.run(sending, "check")).startsWith("check: exit 0");
        theProvidersSayTheSecretsBack();
        // the endpoint breaks every replay, then the relay
        assertThat(scene.run(sending, "reconcile", "--date", DATE))
                .contains("3 accounts: 3 reconciled", "decide        2 missed callback,");
        assertThat(scene.run(writing, "reconcile", "--date", DATE, "--rerun"))
                .contains("3 accounts: 3 reconciled", "repaired      2 missed callbacks");
        assertThat(scene.run(writing, "outbox", "relay")).contains("4 dead letters");
        assertThat(scene.run(sending, "outbox", "list", "--all"))
                .contains("answered 403: not whsec_*** at /outbox?***", "no answer within");
        breaksAreDecided(writing);

        List<String> all = new ArrayList<>(scene.jobs.secrets());
        all.addAll(TOKENS);
        scene.assertNoneIsShown(all);
        scene.assertIsFound(
                "alipay-shop",
                "tplus1_revision",
                "4200002849202611280000000005",
                "4200002849202611280000000005");
    }

    /** All of them at once; what they say is a secret, whole or in part. */
    private void theProvidersSayTheSecretsBack() {
        String stripe = StripeFake.KEY;
        String alipay = scene.providers.alipay.settings().getOrDefault("private-key", "");
        String wechatPay = scene.jobs.secrets().getLast();
        stripe(StripeFake.error(401, stripe, "not " + stripe));
        scene.providers.wechatPay.next(
                said("{\"code\": \"SIGN_ERROR\", \"message\": \"not %s\"}", wechatPay, 401));
        scene.providers.alipay.says(AlipayFake.failed("40002", "isv.invalid-signature", alipay));
        assertThat(fetch())
                .contains(
                        "it answered 401: not ***",
                        "answered 401: SIGN_ERROR: not ***;",
                        "isv.invalid-signature: ***.");

        stripe(StripeFake.error(403, stripe, "not " + stripe));
        scene.providers.wechatPay.next(said("not %s", wechatPay, 404));
        scene.providers.alipay.gatewayAnswers(said("not %s", alipay, 403));
        assertThat(fetch()).contains("answered 403: not ***", "answered 404", "answered 403");

        stripe(StripeFake.error(429, stripe, "not " + stripe));
        stripe(BrokenAnswers.sends("{\"object\": \"" + stripe + "\"}"));
        stripe(BrokenAnswers.sends(stripe).onResponseBody(BrokenAnswers.CLOSE));
        stripe(new MockResponse.Builder().code(301));
        scene.providers.wechatPay.next(said("not %s", wechatPay, 302));
        scene.providers.alipay.hostAnswers(said("not %s", alipay, 302));
        assertThat(fetch())
                .contains("answered 301: redirects", "answered 302: redirects")
                .contains("3 accounts: 3 failed");
    }

    private void stripe(MockResponse.Builder answer) {
        String key = StripeFake.KEY;
        scene.providers.stripe.spoil(_ ->
                answer.addHeader("request-id", key)
                        .addHeader("retry-after", key)
                        .addHeader("location", "https://example.com/" + key + "?key=" + key));
    }

    private static MockResponse said(String text, String secret, int status) {
        return BrokenAnswers.sends(text.formatted(secret))
                .code(status)
                .addHeader("request-id", secret)
                .build();
    }

    private String fetch() {
        return scene.run(scene.jobs.writing, "fetch", "--date", DATE);
    }

    private void breaksAreDecided(Path job) {
        Matcher open = BREAK.matcher(scene.run(job, "breaks", "list"));
        assertThat(open.find()).isTrue();
        String id = open.group(1);
        assertThat(scene.run(job, "breaks", "show", id)).contains("exit 0");
        assertThat(scene.run(job, "breaks", "approve", id, "--note", "done")).contains("exit 2");
        String sheet = folder + "/reports/demo/stripe-shop/" + DATE + "/r2/report.xlsx";
        assertThat(scene.run(job, "breaks", "import", sheet)).contains("exit 0");
        assertThat(scene.run(job, "breaks", "resolve", id, "--note", "done")).contains("exit 0");
    }
}
