package dev.tplus1.alert.channel;

import dev.tplus1.alert.Digest;
import dev.tplus1.alert.Sent;
import dev.tplus1.http.Answer;
import dev.tplus1.http.Ask;

import java.net.URI;
import java.time.Instant;
import java.util.function.UnaryOperator;

/** A chat's robot: how a message is put to it, and what its answers mean. Immutable. */
sealed interface Robot permits DingTalkRobot, FeishuRobot, SlackRobot, WeComRobot {
    /** Its address, a credential as a whole. */
    URI address();

    /** One try, signed at that instant. */
    Ask ask(Digest digest, Instant now);

    /**
     * What an answer means.
     *
     * @param shown makes what the other side says one line of bounded length without secrets
     */
    Sent read(Answer answer, UnaryOperator<String> shown);
}
