package dev.tplus1.alert.channel;

import dev.tplus1.alert.Digest;
import dev.tplus1.alert.Sent;
import dev.tplus1.alert.message.Markup;
import dev.tplus1.alert.message.Message;
import dev.tplus1.http.Answer;
import dev.tplus1.http.Ask;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Slack's incoming webhook (docs.slack.dev, "incoming webhooks" and "section block"): at most 50
 * blocks of at most 3000 characters. It answers 200 {@code ok}, or a status and one word.
 */
record SlackRobot(URI address) implements Robot {
    private static final String WHO = "Slack";
    private static final String OK = "ok";

    /** Of a block, which has no more than 3000 characters. */
    private static final int BLOCK_CHARS = 3000;

    /** Of all blocks: five of them are more than anybody reads. */
    private static final int TEXT_CHARS = 12_000;

    private static final String LINE_END = "\n";

    private static final Map<String, String> MEANINGS =
            Map.of(
                    "no_service",
                    "the webhook was removed or its url is not whole; make it anew",
                    "no_active_hooks",
                    "the webhook was disabled; make it anew",
                    "invalid_token",
                    "the url is not valid; copy it anew",
                    "channel_not_found",
                    "the channel is no longer there",
                    "channel_is_archived",
                    "the channel was archived",
                    "action_prohibited",
                    "an administrator does not allow it");

    @Override
    public Ask ask(Digest digest, Instant now) {
        Message message = Message.of(digest, Markup.SLACK);
        ObjectNode body = Json.object().put("text", message.title());
        body.put("unfurl_links", false).put("unfurl_media", false);
        ArrayNode blocks = body.putArray("blocks");
        for (String text : texts(message.within(TEXT_CHARS, line -> line.length() + 1))) {
            blocks.addObject()
                    .put("type", "section")
                    .putObject("text")
                    .put("type", "mrkdwn")
                    .put("text", text)
                    .put("verbatim", true); // or addresses and names in it become links
        }
        return Ask.postInSecret(address, Map.of(), body.toString());
    }

    /** Whole lines, as many as there is room for in each block. */
    private static List<String> texts(List<String> lines) {
        List<String> texts = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (String line : lines) {
            if (!text.isEmpty() && text.length() + 1 + line.length() > BLOCK_CHARS) {
                texts.add(text.toString());
                text.setLength(0);
            }
            text.append(text.isEmpty() ? "" : LINE_END).append(line);
        }
        texts.add(text.toString());
        return texts;
    }

    @Override
    public Sent read(Answer answer, UnaryOperator<String> shown) {
        String word = answer.text().strip();
        if (answer.ok() && word.equals(OK)) {
            return new Sent.Accepted("");
        }
        String meaning = MEANINGS.getOrDefault(word, "");
        String said = shown.apply(word);
        String reason =
                WHO
                        + " answered "
                        + answer.status()
                        + (said.isEmpty() ? "" : " " + said)
                        + (meaning.isEmpty() ? "" : ": " + meaning);
        return answer.ok()
                ? new Sent.TryAgain(reason + ", not ok", Duration.ZERO)
                : new Sent.Refused(reason);
    }

    @Override
    public String toString() {
        return WHO;
    }
}
