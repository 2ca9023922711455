package dev.tplus1.provider.wechatpay;

import dev.tplus1.http.Answer;
import dev.tplus1.http.Ask;
import dev.tplus1.http.CallException;
import dev.tplus1.http.Exchange;
import dev.tplus1.http.Received;
import dev.tplus1.http.TryAgainException;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;

/**
 * Asks WeChat Pay, signed, and believes only signed answers: one call is one try, signed anew.
 * Thread-safe.
 */
final class SignedCalls {
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    private final WechatPayApiSettings settings;
    private final Exchange exchange;
    private final Clock clock;

    SignedCalls(WechatPayApiSettings settings, Exchange exchange, Clock clock) {
        this.settings = settings;
        this.exchange = exchange;
        this.clock = clock;
    }

    /**
     * Asks once. Every answer that is no error is signed; an error may not be, when who asked is
     * not known to WeChat Pay say, so whoever concludes anything from one looks whether it is
     * proven.
     *
     * @param target path and query
     * @throws TryAgainException when another try may succeed
     * @throws CallException when none will
     * @throws dev.tplus1.entry.SettingException when one side does not accept the other
     */
    Reply get(String target) throws TryAgainException, CallException {
        URI url = settings.url().resolve(target);
        Answer answer = exchange.ask(signed(url, "application/json"));
        boolean signed = answer.ok() || PlatformKeys.signed(answer);
        if (signed) {
            settings.platformKeys().check(answer, clock.instant());
        }
        Reply reply = Reply.of(answer, signed);
        if (reply.ok() && !reply.body().isObject()) {
            throw new CallException(shown(url) + " answered with what is no JSON object");
        }
        checkAccepted(reply, url);
        return reply;
    }

    /**
     * Asks once for a file, which nobody signs.
     *
     * @throws TryAgainException when another try may succeed, with a link of its own
     * @throws CallException when none will
     * @throws IOException when the local disk failed
     * @throws dev.tplus1.entry.SettingException when WeChat Pay does not accept who asks
     */
    void save(String link, Path file) throws TryAgainException, IOException {
        URI url;
        Ask ask;
        try {
            url = URI.create(link);
            ask = signed(url, "*/*");
        } catch (IllegalArgumentException _) {
            throw new CallException("WeChat Pay gives a link to the file that is no URL");
        }
        switch (exchange.save(ask, file)) {
            case Received.Saved _ -> {
                // what it is worth is the next question
            }
            case Received.Refused refused -> {
                Reply reply = Reply.of(refused.answer(), false);
                if (reply.status() == UNAUTHORIZED) {
                    checkAccepted(reply, url);
                }
                // its time may be over, and a new link may do
                throw new TryAgainException(said(reply, url));
            }
        }
    }

    private Ask signed(URI url, String accept) {
        Map<String, String> headers = new HashMap<>();
        headers.put("accept", accept);
        headers.put(
                "authorization",
                settings.merchant().authorization(Ask.target(url), clock.instant()));
        String publicKeyId = settings.platformKeys().publicKeyId();
        if (!publicKeyId.isEmpty()) {
            // or the answer may be signed with a certificate, as before the key was there
            headers.put("wechatpay-serial", publicKeyId);
        }
        return Ask.get(url, headers);
    }

    private void checkAccepted(Reply reply, URI url) {
        String merchant = "merchant-id " + settings.merchant().merchantId();
        if (reply.status() == UNAUTHORIZED) {
            throw settings.complaint(
                    "private-key",
                    "is not accepted: "
                            + said(reply, url)
                            + "; private-key must belong to the API certificate that serial-no"
                            + " names, that to "
                            + merchant
                            + ", and this machine's clock must be right");
        }
        boolean forbidden =
                reply.status() == FORBIDDEN
                        && (reply.code().isEmpty() || reply.code().equals("NO_AUTH"));
        if (forbidden || reply.code().equals("MCH_NOT_EXISTS")) {
            String sub = settings.subMerchantId();
            throw settings.complaint(
                    "serial-no",
                    "signs in, but may not ask: "
                            + said(reply, url)
                            + "; check "
                            + merchant
                            + (sub.isEmpty() ? "" : ", sub-merchant-id " + sub)
                            + " and what the merchant platform grants them");
        }
    }

    /** What an answer says, for people. */
    String said(Reply reply, String target) {
        return said(reply, settings.url().resolve(target));
    }

    private String said(Reply reply, URI url) {
        String code = reply.code();
        String why = code.isEmpty() ? reply.answer().text() : code + ": " + reply.text("message");
        String line = exchange.shown(why, url);
        return shown(url) + " answered " + reply.status() + (line.isEmpty() ? "" : ": " + line);
    }

    private static String shown(URI url) {
        return Ask.get(url, Map.of()).shown();
    }
}
