package dev.tplus1.provider.alipay;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.Answer;
import dev.tplus1.http.Ask;
import dev.tplus1.http.CallException;
import dev.tplus1.http.Exchange;
import dev.tplus1.http.TryAgainException;
import dev.tplus1.provider.api.RsaSha256;

import tools.jackson.core.JacksonException;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Alipay's open gateway. One call is one signed POST, and one answer whose signature is verified
 * (RSA2, which is SHA256withRSA, both ways). Thread-safe.
 *
 * <p>Of the codes of the gateway (opendocs.alipay.com/common/02km9f, "公共错误码"): 10000 is done; 20000
 * and 40005 pass; 20001, 40003 and 40006, and what 40001 and 40002 say of application and
 * signature, are for people to mend; everything else is business, and its caller's.
 *
 * <p>Alipay does not sign the answer to who it does not know, and its SDK believes any error
 * without a signature. Here such an error may end a call, or have it tried again. It is never an
 * answer: neither that there is no bill, nor that there is no order.
 */
final class Gateway {
    private static final String FORM = "application/x-www-form-urlencoded;charset=utf-8";
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    /** Details of a busy or broken business system; "unknow" is how Alipay spells it. */
    private static final List<String> PASSING = List.of("system_error", "unknow");

    private final Exchange exchange;
    private final URI url;
    private final Application application;
    private final Clock clock;

    Gateway(Exchange exchange, URI url, Application application, Clock clock) {
        this.exchange = exchange;
        // the gateway decodes the form by what the query says
        this.url = URI.create(url + "?charset=utf-8");
        this.application = application;
        this.clock = clock;
    }

    /**
     * Asks once.
     *
     * @param content of the business: names and texts
     * @return done, or refused for a reason of the business; signed either way
     * @throws TryAgainException when another try may succeed
     * @throws CallException when none will
     * @throws SettingException naming what Alipay does not accept
     */
    Reply ask(String method, Map<String, String> content) throws TryAgainException, CallException {
        Ask ask = Ask.post(url, Map.of("content-type", FORM), form(method, content));
        Answer answer = exchange.ask(ask);
        if (!answer.ok()) {
            throw new CallException(
                    ask.shown() + " answered " + answer.status() + ": " + shown(answer.text()));
        }
        byte[] body = answer.bytes();
        SignedText text;
        try {
            text = SignedText.of(body, method);
        } catch (IllegalArgumentException e) {
            throw new TryAgainException(
                    ask.shown()
                            + " does not answer as the gateway does, "
                            + e.getMessage()
                            + ": "
                            + shown(answer.text()));
        }
        try {
            if (text.signed()) {
                byte[] verified = text.verified(application.alipayKey());
                if (verified == null) {
                    throw application
                            .complaints()
                            .of(
                                    "public-key",
                                    "is not what Alipay's answer is signed with: copy Alipay's"
                                            + " public key (支付宝公钥) from its open platform, not"
                                            + " the application's own");
                }
                return judged(ask, method, new Reply(verified, body), true);
            }
            return judged(ask, method, new Reply(text.unverified(), body), false);
        } catch (JacksonException _) {
            throw new TryAgainException(ask.shown() + " answers what is no JSON");
        }
    }

    private Reply judged(Ask ask, String method, Reply reply, boolean signed)
            throws TryAgainException, CallException {
        String told = shown(reply.told());
        switch (reply.code()) {
            case "20000", "40005" -> throw new TryAgainException(ask.shown() + " answered " + told);
            case "20001", "40003", "40006" ->
                    throw application
                            .complaints()
                            .of(
                                    "app-id",
                                    "is not allowed to call " + method + " at Alipay: " + told);
            case "40001", "40002" -> checkWhoAsks(reply, told);
            default -> {
                // done, or of the business
            }
        }
        if (reply.saysNo(PASSING)) {
            throw new TryAgainException(ask.shown() + " answered " + told);
        }
        if (!signed) {
            throw new CallException(
                    ask.shown()
                            + " answered "
                            + told
                            + ", without a signature, so it is not believed");
        }
        return reply;
    }

    private void checkWhoAsks(Reply reply, String told) {
        if (reply.saysNo(List.of("app-id", "permission", "token"))) {
            throw application.complaints().of("app-id", "is not accepted by Alipay: " + told);
        }
        if (reply.saysNo(List.of("signature", "encrypt", "cert"))) {
            throw application
                    .complaints()
                    .of(
                            "private-key",
                            "does not belong to the public key that Alipay has for application "
                                    + application.id()
                                    + ", or that one is not uploaded: "
                                    + told);
        }
        if (reply.saysNo(List.of("timestamp"))) {
            throw new SettingException(
                    "Alipay refuses the time of the request, so set this machine's clock: " + told);
        }
    }

    /** The parameters, signed, as a form. */
    private String form(String method, Map<String, String> content) {
        Map<String, String> parameters = new TreeMap<>();
        parameters.put("app_id", application.id());
        parameters.put("biz_content", Reply.JSON.writeValueAsString(new TreeMap<>(content)));
        parameters.put("charset", "utf-8");
        parameters.put("format", "JSON");
        parameters.put("method", method);
        parameters.put("sign_type", "RSA2");
        parameters.put("timestamp", TIMESTAMP.format(clock.instant().atZone(DetailReader.BEIJING)));
        parameters.put("version", "1.0");
        String text =
                parameters.entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining("&"));
        parameters.put(
                "sign", RsaSha256.sign(application.key(), text.getBytes(StandardCharsets.UTF_8)));
        return parameters.entrySet().stream()
                .map(each ->
                        each.getKey()
                                + "="
                                + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    /** Text from outside, for people. */
    String shown(String text) {
        return exchange.shown(text, url);
    }
}
