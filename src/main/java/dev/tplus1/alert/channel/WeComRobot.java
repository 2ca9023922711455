package dev.tplus1.alert.channel;

import dev.tplus1.alert.Digest;
import dev.tplus1.alert.Sent;
import dev.tplus1.alert.message.Markup;
import dev.tplus1.alert.message.Message;
import dev.tplus1.http.Answer;
import dev.tplus1.http.Ask;

import tools.jackson.databind.node.ObjectNode;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * WeCom's group robot (developer.work.weixin.qq.com, document 91770): Markdown of at most 4096
 * bytes of UTF-8, 20 messages a minute; it answers 200 and tells in {@code errcode}.
 */
record WeComRobot(URI address) implements Robot {
    private static final String WHO = "WeCom";
    private static final int TEXT_BYTES = 4096;
    private static final String LINE_END = "\n";

    private static final Map<String, Duration> LATER =
            Map.of(
                    "-1", Duration.ZERO,
                    "45009", Duration.ofMinutes(1),
                    "45033", Duration.ofMinutes(1));

    private static final Map<String, String> MEANINGS =
            Map.of(
                    "93000",
                    "the key in the url is not valid; copy it anew from the group's robot",
                    "93004",
                    "the robot was removed from the group",
                    "93008",
                    "the robot is not in the group");

    @Override
    public Ask ask(Digest digest, Instant now) {
        Message message = Message.of(digest, Markup.WECOM);
        String text = String.join(LINE_END, message.within(TEXT_BYTES, WeComRobot::bytes));
        ObjectNode body = Json.object().put("msgtype", "markdown");
        body.putObject("markdown").put("content", text);
        return Ask.postInSecret(address, Map.of(), body.toString());
    }

    /** Of the text itself, not of its JSON. */
    private static int bytes(String line) {
        return (line + LINE_END).getBytes(StandardCharsets.UTF_8).length;
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
