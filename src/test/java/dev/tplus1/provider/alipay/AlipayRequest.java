package dev.tplus1.provider.alipay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tplus1.provider.api.RsaSha256;

import mockwebserver3.RecordedRequest;

import java.net.URLDecoder;
import java.security.PublicKey;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** What the gateway is asked, verified as Alipay verifies it. */
final class AlipayRequest {
    private final RecordedRequest request;
    private final Map<String, String> form;

    AlipayRequest(RecordedRequest request, UnaryOperator<String> change) {
        this.request = request;
        this.form = form(change.apply(Objects.requireNonNull(request.getBody()).utf8()));
    }

    String method() {
        return form.getOrDefault("method", "");
    }

    String content() {
        return form.getOrDefault("biz_content", "");
    }

    /** What the gateway would refuse it for; empty when it is good. */
    String refusal(PublicKey merchant, Clock clock) {
        if (!"POST".equals(request.getMethod())
                || !"/gateway.do?charset=utf-8".equals(request.getTarget())
                || !"application/x-www-form-urlencoded;charset=utf-8"
                        .equals(request.getHeaders().get("content-type"))
                || !"utf-8".equals(form.get("charset"))
                || !"JSON".equals(form.get("format"))
                || !"1.0".equals(form.get("version"))) {
            return "isv.invalid-format";
        }
        if (!AlipayFake.APP_ID.equals(form.get("app_id"))) {
            return "isv.invalid-app-id";
        }
        String text =
                new TreeMap<>(form)
                        .entrySet().stream()
                                .filter(each -> !each.getKey().equals("sign"))
                                .map(each -> each.getKey() + "=" + each.getValue())
                                .collect(Collectors.joining("&"));
        if (!"RSA2".equals(form.get("sign_type"))
                || !RsaSha256.verify(
                        merchant, text.getBytes(UTF_8), form.getOrDefault("sign", ""))) {
            return "isv.invalid-signature";
        }
        LocalDateTime sent =
                LocalDateTime.parse(
                        form.getOrDefault("timestamp", ""),
                        DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss"));
        Duration off =
                Duration.between(
                                sent.atZone(ZoneId.of("Asia/Shanghai")).toInstant(),
                                clock.instant())
                        .abs();
        return off.toMinutes() < 15 ? "" : "isv.invalid-timestamp";
    }

    private static Map<String, String> form(String text) {
        Map<String, String> form = new TreeMap<>();
        for (String pair : text.split("&", -1)) {
            int at = pair.indexOf('=');
            if (at > 0) {
                form.put(pair.substring(0, at), URLDecoder.decode(pair.substring(at + 1), UTF_8));
            }
        }
        return form;
    }
}
