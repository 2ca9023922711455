package dev.tplus1.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.alert.ChannelSettings;
import dev.tplus1.alert.Rule;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Risk;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.SettingException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Map;
import java.util.Set;

class AlertsReaderTests {
    private static final String WHSEC = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";

    private static Alerting parse(String block) {
        return JobFile.parse(
                        "shop.yaml",
                        """
                        tplus1:
                          job: shop
                          database: {url: "jdbc:h2:mem:shop"}
                          accounts:
                            - {id: one, provider: csv, statements: {directory: in, file: "*"}}
                        """
                                + block,
                        Map.of("HUSH", "hush-hush", "WHSEC", WHSEC))
                .alerts();
    }

    private static Alerting channel(String keys) {
        return parse("  alerts: {channels: [{name: a, " + keys + "}]}\n");
    }

    @Test
    void tellsNobodyWhereItIsLeftOut() {
        assertThat(parse("")).isEqualTo(Alerting.NONE);
        assertThat(parse("  alerts: {max-share: 0.1}\n")).isEqualTo(Alerting.NONE);
    }

    @Test
    void readsARuleAndShowsNoSecret() {
        Alerting alerting =
                channel(
                        "type: dingtalk, url:"
                            + " \"https://oapi.dingtalk.com/robot/send?access_token=hush-hush\","
                            + " secret: \"${HUSH}\", language: zh, when: needs-person, min-risk:"
                            + " high, min-amount: {CNY: 50.00}, accounts: [one], types:"
                            + " [UNKNOWN_ORDER], older-than: 3d");

        ChannelSettings channel = alerting.to().channels().getFirst();
        assertThat(channel.type()).isEqualTo("dingtalk");
        assertThat(channel.language()).isEqualTo("zh");
        assertThat(channel.rule())
                .isEqualTo(
                        new Rule(
                                Rule.When.NEEDS_PERSON,
                                Risk.HIGH,
                                List.of(Money.parse("50.00", Money.currency("CNY"))),
                                Set.of("one"),
                                Set.of(BreakType.UNKNOWN_ORDER),
                                3));
        assertThat(alerting.tries()).isEqualTo(24);
        assertThat(alerting.toString()).doesNotContain("hush-hush");
    }

    @Test
    void speaksTheReportsLanguageWhereAChannelHasNone() {
        Alerting alerting =
                parse(
                        """
                          reports: {language: zh}
                          alerts:
                            channels:
                              - {name: a, type: slack, url: "https://hooks.slack.com/x"}
                              - {name: b, type: slack, url: "https://hooks.slack.com/x", language: en}
                        """);

        assertThat(alerting.to().channels())
                .extracting(ChannelSettings::language)
                .containsExactly("zh", "en");
        assertThat(
                        channel("type: slack, url: \"https://hooks.slack.com/x\"")
                                .to()
                                .channels()
                                .getFirst()
                                .language())
                .isEqualTo("en");
    }

    @Test
    void readsAMailServerWithItsUsualPort() {
        Alerting alerting =
                channel(
                        "type: email, host: smtp.shop.example, tls: tls, username: u, password:"
                                + " \"${HUSH}\", from: a@shop.example, to: [b@shop.example,"
                                + " c@shop.example], attach: false");

        assertThat(alerting.to().channels())
                .singleElement()
                .isInstanceOfSatisfying(
                        ChannelSettings.Email.class,
                        email -> {
                            assertThat(email.server().port()).isEqualTo(465);
                            assertThat(email.to()).hasSize(2);
                            assertThat(email.attach()).isFalse();
                            assertThat(email.rule()).isEqualTo(Rule.EVERYTHING);
                        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    type: pager|type: "pager" is not one of slack, dingtalk, wecom, feishu, webhook, email; correct it
                    type: slack|url: is missing; add it
                    type: slack, url: "ftp://hush-hush"|url:
                    type: slack, url: "https://hooks.slack.com/x", secret: hush-hush|secret: is not for a channel of type slack; leave it out
                    type: webhook, url: "https://a.example/h", secret: hush-hush|secret:
                    type: webhook, url: "https://a.example/h", secret: "${WHSEC}", host: h|host: is not for a channel of type webhook; leave it out
                    type: slack, url: "https://hooks.slack.com/x", language: de|language: "de" is not en or zh; correct it
                    type: slack, url: "https://hooks.slack.com/x", when: never|when: "never" is not one of always, breaks, needs-person, failures; correct it
                    type: slack, url: "https://hooks.slack.com/x", min-risk: huge|min-risk: "huge" is not one of low, medium, high; correct it
                    type: slack, url: "https://hooks.slack.com/x", min-amount: {CNY: 1.234}|min-amount.CNY: "1.234" is not
                    type: slack, url: "https://hooks.slack.com/x", accounts: [two]|accounts: "two" is no account of this job
                    type: slack, url: "https://hooks.slack.com/x", types: [WRONG]|types: "WRONG" is no type of break
                    type: slack, url: "https://hooks.slack.com/x", older-than: 36h|older-than: "36h" is not a number of days such as 3d, at most 365d; correct it
                    type: email, host: h, from: nobody, to: b@shop.example|from:
                    type: email, host: h, from: a@shop.example, to: [nobody]|to:
                    type: email, host: h, username: u, from: a@shop.example, to: b@shop.example|host: needs both username and password
                    type: email, host: h, port: 70000, from: a@shop.example, to: b@shop.example|port: "70000" is not a port
                    type: slack, urll: x|url: unknown key "urll", did you mean "url"?
                    """)
    void saysInOneLineWhatIsWrong(String keys, String complaint) {
        assertThatThrownBy(() -> channel(keys))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("shop.yaml: alerts.channels[0]." + complaint)
                .hasMessageNotContaining("hush-hush")
                .hasMessageNotContaining("\n");
    }

    @Test
    void refusesTwoChannelsOfOneName() {
        String one = "{name: a, type: slack, url: \"https://hooks.slack.com/x\"}";

        assertThatThrownBy(() -> parse("  alerts: {channels: [" + one + ", " + one + "]}\n"))
                .hasMessage(
                        "shop.yaml: alerts.channels[1].name: \"a\" is another channel's too; names"
                                + " are unique");
        assertThatThrownBy(() -> parse("  alerts: {tries: 0}\n"))
                .hasMessageContaining("alerts.tries: \"0\" is not a number from 1 to 100");
        assertThatThrownBy(() -> parse("  alerts: {ca-file: none.pem}\n"))
                .hasMessageContaining("alerts.ca-file: ");
    }
}
