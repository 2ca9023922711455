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
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The custom bot of Feishu and Lark (open.larkoffice.com, "custom bot usage guide"): a body of at
 * most 20 KB, 100 messages a minute and 5 a second; it tells in {@code code}, whatever the status.
 * The card has one element of Markdown, which is taken by clients of any age.
 *
 * @param secret of the signature; none where the bot looks for a keyword or an address
 */
record FeishuRobot(URI address, @Nullable Secret secret) implements Robot {
    private static final String WHO = "Feishu";

    /** Less than the 20 KB of the whole body, for the card around the text and its title. */
    private static final int TEXT_BYTES = 16_000;

    private static final String LINE_END = "\n";

    /** A request that cannot be read and one too many both get this; the words tell which. */
    private static final String BAD_OR_TOO_MANY = "9499";

    private static final Map<String, Duration> LATER =
            Map.of("11232", Duration.ofMinutes(1), "99991400", Duration.ofMinutes(1));

    private static final Map<String, Duration> TOO_MANY =
            Map.of(BAD_OR_TOO_MANY, Duration.ofMinutes(1));

    private static final Map<String, String> MEANINGS =
            Map.of(
                    "19001",
                    "the token in the url is not valid; copy it anew from the group's bot",
                    "19021",
                    "the signature did not match: check secret, and this machine's clock",
                    "19022",
                    "the bot does not take messages from this machine's address",
                    "19024",
                    "the bot wants a keyword: tplus1 is in every message");

    @Override
    public Ask ask(Digest digest, Instant now) {
        Message message = Message.of(digest, Markup.MARKDOWN);
        Message headless = message.withoutTitle(); // the card's own head has it
        String text =
                String.join(
                        LINE_END, headless.within(TEXT_BYTES, line -> Json.bytes(line + LINE_END)));
        ObjectNode body = Json.object();
        if (secret != null) {
            String timestamp = Long.toString(now.getEpochSecond());
            body.put("timestamp", timestamp);
            // the text to sign is the key, and what is signed is empty
            body.put("sign", Signing.hmac(timestamp + "\n" + secret.reveal(), ""));
        }
        body.put("msg_type", "interactive");
        ObjectNode card = body.putObject("card");
        card.putObject("config").put("wide_screen_mode", true);
        card.putObject("header")
                .putObject("title")
                .put("tag", "plain_text")
                .put("content", message.title());
        card.putArray("elements").addObject().put("tag", "markdown").put("content", text);
        return Ask.postInSecret(address, Map.of(), body.toString());
    }

    @Override
    public Sent read(Answer answer, UnaryOperator<String> shown) {
        return CodedAnswer.of(answer, "code", "msg")
                .map(coded -> coded.sent(WHO, tooMany(coded) ? TOO_MANY : LATER, MEANINGS, shown))
                .orElseGet(() -> CodedAnswer.uncoded(WHO, answer, "code", shown));
    }

    private static boolean tooMany(CodedAnswer coded) {
        String said = coded.message().toLowerCase(Locale.ROOT);
        return coded.code().equals(BAD_OR_TOO_MANY)
                && (said.contains("too many")
                        || said.contains("too fast")
                        || said.contains("freq"));
    }

    @Override
    public String toString() {
        return WHO;
    }
}
