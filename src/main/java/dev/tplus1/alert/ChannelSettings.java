package dev.tplus1.alert;

import dev.tplus1.http.Secret;
import dev.tplus1.http.WebhookTarget;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** One channel as the job file sets it. Immutable; its text shows no secret. */
public sealed interface ChannelSettings {
    /** Its name: an id as those of accounts. */
    String name();

    /** What it is told. */
    Rule rule();

    /** {@code en} or {@code zh}: the wording of its messages. */
    String language();

    /** What the job file calls this kind of channel. */
    default String type() {
        return switch (this) {
            case Slack _ -> "slack";
            case DingTalk _ -> "dingtalk";
            case WeCom _ -> "wecom";
            case Feishu _ -> "feishu";
            case Webhook _ -> "webhook";
            case Email _ -> "email";
        };
    }

    /** A Slack incoming webhook; its URL is the credential. */
    record Slack(String name, Rule rule, String language, RobotUrl url)
            implements ChannelSettings {}

    /**
     * A DingTalk custom robot.
     *
     * @param secret of its signature, {@code SEC...}; none where the robot checks a keyword or the
     *     address in its place
     */
    record DingTalk(String name, Rule rule, String language, RobotUrl url, @Nullable Secret secret)
            implements ChannelSettings {}

    /** A WeCom group robot; the key in its URL is the credential. */
    record WeCom(String name, Rule rule, String language, RobotUrl url)
            implements ChannelSettings {}

    /**
     * A Feishu or Lark custom bot.
     *
     * @param secret of its signature; none where the bot checks a keyword or the address in its
     *     place
     */
    record Feishu(String name, Rule rule, String language, RobotUrl url, @Nullable Secret secret)
            implements ChannelSettings {}

    /** A program of one's own, by Standard Webhooks. */
    record Webhook(String name, Rule rule, String language, WebhookTarget target)
            implements ChannelSettings {}

    /**
     * E-mail by SMTP.
     *
     * @param server where it is handed in
     * @param from the sender's address
     * @param to the recipients' addresses
     * @param attach whether report.xlsx goes along where it is small
     */
    record Email(
            String name,
            Rule rule,
            String language,
            MailServer server,
            MailAddress from,
            List<MailAddress> to,
            boolean attach)
            implements ChannelSettings {
        public static final int MAX_RECIPIENTS = 50;

        public Email {
            to = List.copyOf(to);
            if (to.isEmpty() || to.size() > MAX_RECIPIENTS) {
                throw new IllegalArgumentException("must be 1 to " + MAX_RECIPIENTS + " addresses");
            }
        }
    }
}
