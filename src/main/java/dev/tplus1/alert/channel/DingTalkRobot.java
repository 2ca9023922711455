package dev.tplus1.alert.channel;

import dev.tplus1.alert.Digest;
import dev.tplus1.alert.Sent;
import dev.tplus1.alert.message.Markup;
import dev.tplus1.alert.message.Message;
import dev.tplus1.http.Answer;
import dev.tplus1.http.Ask;
import dev.tplus1.http.Secret;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ObjectNode;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * DingTalk's custom robot (open.dingtalk.com, "custom robot access" and "custom robot security
 * settings"): at most 20,000 bytes a message and 20 messages a minute, else it is silent for ten
 * minutes; it answers 200 whatever happens, and tells in {@code errcode}.
 *
 * @param secret of the signature; none where the robot looks for a keyword or an address
 */
record DingTalkRobot(URI address, @Nullable Secret secret) implements Robot {
    private static final String WHO = "DingTalk";

    /** Less than the 20,000 of the whole message, for what is around the text. */
    private static final int TEXT_BYTES = 18_000;

    private static final int TITLE_CHARS = 100;

    /** A line ends where two blanks stand before its end. */
    private static final String LINE_END = "  \n";

    private static final Map<String, Duration> LATER =
            Map.of(
                    "-1", Duration.ZERO,
                    "130101", Duration.ofMinutes(10),
                    "130102", Duration.ofMinutes(10),
                    "410100", Duration.ofMinutes(10),
                    "660026", Duration.ofMinutes(10));

    private static final Map<String, String> MEANINGS =
            Map.of(
                    "310000",
                    "its security setting did not match: the keyword (tplus1 is in every message),"
                            + " the secret of the signature, this machine's clock, or its address",
                    "300001",
                    "there is no such robot; make the url anew",
                    "300005",
                    "there is no such robot; make the url anew",
                    "400101",
                    "there is no such robot; make the url anew",
                    "400102",
                    "the robot was stopped in the group's settings",
                    "400105",
                    "it does not take this kind of message");

    @Override
    public Ask ask(Digest digest, Instant now) {
        Message message = Message.of(digest, Markup.MARKDOWN);
        String text =
                String.join(
                        LINE_END, message.within(TEXT_BYTES, line -> Json.bytes(line + LINE_END)));
        ObjectNode body = Json.object().put("msgtype", "markdown");
        body.putObject("markdown").put("title", cut(message.title())).put("text", text);
        body.putObject("at").put("isAtAll", false);
        return Ask.postInSecret(signed(now), Map.of(), body.toString());
    }

    private static String cut(String title) {
        return title.length() <= TITLE_CHARS
                ? title
                : title.substring(
                                0,
                                Character.isHighSurrogate(title.charAt(TITLE_CHARS - 2))
                                        ? TITLE_CHARS - 2
                                        : TITLE_CHARS - 1)
                        + "…";
    }

    /** The secret is the key of the HMAC, and is in what it is taken of, too. */
    private URI signed(Instant now) {
        if (secret == null) {
            return address;
        }
        long timestamp = now.toEpochMilli();
        String sign = Signing.hmac(secret.reveal(), timestamp + "\n" + secret.reveal());
        String query =
                "timestamp="
                        + timestamp
                        + "&sign="
                        + URLEncoder.encode(sign, StandardCharsets.UTF_8);
        return URI.create(address + (address.getRawQuery() == null ? "?" : "&") + query);
    }

    @Override
    public Sent read(Answer answer, UnaryOperator<String> shown) {
        return CodedAnswer.of(answer, "errcode", "errmsg")
                .map(coded -> coded.sent(WHO, LATER, MEANINGS, shown))
                .orElseGet(() -> CodedAnswer.uncoded(WHO, answer, "errcode", shown));
    }

    @Override
    public String toString() {
        return WHO;
    }
}
