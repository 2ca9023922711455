package dev.tplus1.provider.stripe;

import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;

import okio.Buffer;

import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** What may become of an answer on its way. */
final class StripeFaults {
    private StripeFaults() {}

    /** Ways to break an answer, each by its name. */
    static UnaryOperator<MockResponse.Builder> of(String name) {
        SocketEffect close = new SocketEffect.CloseSocket();
        return answer ->
                switch (name) {
                    case "reset at the head" -> answer.onResponseStart(close);
                    case "reset in the body" -> answer.onResponseBody(close);
                    case "longer than sent" ->
                            answer.setHeader("content-length", 1_000_000).onResponseEnd(close);
                    case "chunk without end" ->
                            answer.removeHeader("content-length")
                                    .addHeader("transfer-encoding", "chunked")
                                    .body(new Buffer().writeUtf8("ffff\r\n{\"object\":"))
                                    .removeHeader("content-length")
                                    .onResponseEnd(close);
                    case "trickle" -> answer.throttleBody(1, 50, TimeUnit.MILLISECONDS);
                    case "500" -> StripeFake.error(500, "", "An unknown error occurred");
                    case "503 page" -> new MockResponse.Builder().code(503).body("<html>503");
                    case "429" ->
                            StripeFake.error(429, "rate_limit", "Request rate limit exceeded");
                    case "409" -> StripeFake.error(409, "lock_timeout", "Locked");
                    case "should retry" ->
                            StripeFake.error(400, "", "Not now")
                                    .addHeader("Stripe-Should-Retry", "true");
                    case "empty" -> answer.body("");
                    case "html" -> answer.body("<!DOCTYPE html><html>Sign in</html>");
                    case "json error" -> StripeFake.error(200, "api_error", "Something went wrong");
                    case "another list" -> answer.body("{\"object\":\"list\"}");
                    case "cut" -> {
                        String body =
                                "{\"object\":\"list\",\"has_more\":false,\"data\":[{\"id\":\"t";
                        yield answer.body(body);
                    }
                    case "more and nothing" ->
                            answer.body("{\"object\":\"list\",\"has_more\":true,\"data\":[]}");
                    case "packed" ->
                            answer.body(new Buffer().writeByte(0x1f).writeByte(0x8b).writeByte(8));
                    case "the key escaped" ->
                            StripeFake.error(200, "", "bad " + StripeFake.KEY)
                                    .body(
                                            "{\"error\":{\"message\":\"bad \\u0073"
                                                    + StripeFake.KEY.substring(1)
                                                    + "\"}}");
                    case "the key" -> answer.body("{\"a\":\"" + StripeFake.KEY + "\"}");
                    default -> throw new IllegalArgumentException(name);
                };
    }
}
