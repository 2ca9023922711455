package dev.tplus1.alert.channel;

import dev.tplus1.alert.Channel;
import dev.tplus1.alert.ChannelSettings;
import dev.tplus1.http.CallLimits;
import dev.tplus1.http.Secret;
import dev.tplus1.http.Webhooks;

import org.jspecify.annotations.Nullable;

import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Makes channels from their settings. Nothing is connected to before it is sent to. */
public final class Channels {
    private Channels() {}

    /**
     * One channel; whoever opens it closes it.
     *
     * @param trusted certificates that are trusted beside those of the platform; may be empty
     * @param stopping whether the process was asked to stop: then nothing is sent any more
     */
    public static Channel open(
            ChannelSettings settings,
            Clock clock,
            List<X509Certificate> trusted,
            BooleanSupplier stopping) {
        return open(settings, RobotChannel.LIMITS, MailChannel.LIMITS, clock, trusted, stopping);
    }

    static Channel open(
            ChannelSettings settings,
            CallLimits limits,
            MailLimits mailLimits,
            Clock clock,
            List<X509Certificate> trusted,
            BooleanSupplier stopping) {
        String name = settings.name();
        return switch (settings) {
            case ChannelSettings.Slack slack ->
                    RobotChannel.open(
                            name,
                            new SlackRobot(slack.url().reveal()),
                            Set.of(),
                            limits,
                            clock,
                            trusted,
                            stopping);
            case ChannelSettings.DingTalk ding ->
                    RobotChannel.open(
                            name,
                            new DingTalkRobot(ding.url().reveal(), ding.secret()),
                            secrets(ding.secret()),
                            limits,
                            clock,
                            trusted,
                            stopping);
            case ChannelSettings.WeCom wecom ->
                    RobotChannel.open(
                            name,
                            new WeComRobot(wecom.url().reveal()),
                            Set.of(),
                            limits,
                            clock,
                            trusted,
                            stopping);
            case ChannelSettings.Feishu feishu ->
                    RobotChannel.open(
                            name,
                            new FeishuRobot(feishu.url().reveal(), feishu.secret()),
                            secrets(feishu.secret()),
                            limits,
                            clock,
                            trusted,
                            stopping);
            case ChannelSettings.Webhook webhook ->
                    new WebhookChannel(
                            name,
                            webhook.target(),
                            new Webhooks(clock, limits.call(), trusted),
                            stopping);
            case ChannelSettings.Email email ->
                    new MailChannel(email, mailLimits, clock, trusted, stopping);
        };
    }

    private static Set<Secret> secrets(@Nullable Secret secret) {
        return secret == null ? Set.of() : Set.of(secret);
    }
}
