package dev.tplus1.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.alert.Rule.When;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Risk;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Set;

final class RuleTests {
    private static Rule when(When when) {
        return new Rule(when, Risk.LOW, List.of(), Set.of(), Set.of(), 0);
    }

    private static Digest failing(Digest digest) {
        return Digests.make(
                "en",
                0,
                digest.accounts(),
                List.of(),
                null,
                List.of(new Digest.Failing("ops", 1, 0, Digests.AT, "gone")));
    }

    private static Digest counted(long counted, long repaired) {
        Digest.Line line = Digests.line("shop", Digest.Ended.RECONCILED, "", "");
        Digest.Line with =
                new Digest.Line(
                        line.account(),
                        line.provider(),
                        line.businessDate(),
                        1,
                        line.outcome(),
                        "",
                        new Digest.Tally(counted, List.of()),
                        Digest.Tally.NONE,
                        new Digest.Tally(repaired, List.of()),
                        Digest.StillOpen.NONE,
                        "",
                        0,
                        "",
                        "");
        return Digests.make("en", counted, List.of(with), List.of(), null, List.of());
    }

    @ParameterizedTest
    @CsvSource({
        "ALWAYS, true, true, true",
        "BREAKS, false, true, true",
        "NEEDS_PERSON, false, false, true",
        "FAILURES, false, false, false"
    })
    void a_clean_night_may_be_silent(When when, boolean clean, boolean repaired, boolean decide) {
        Rule rule = when(when);

        assertThat(rule.tells(Digests.clean("en"))).isEqualTo(clean);
        assertThat(rule.tells(counted(0, 9))).isEqualTo(repaired);
        assertThat(rule.tells(counted(2, 0))).isEqualTo(decide);
    }

    @ParameterizedTest
    @CsvSource({
        "HELD, true",
        "REFUSED, true",
        "NOT_READY, true",
        "SUSPECT_EMPTY, true",
        "FAILED, true",
        "ALREADY, false",
        "BUSY, false",
        "STOPPED, false"
    })
    void a_failure_is_told_whatever_the_rule(Digest.Ended ended, boolean told) {
        Digest digest = Digests.of(List.of(Digests.line("shop", ended, "", "")));

        assertThat(when(When.FAILURES).tells(digest)).isEqualTo(told);
    }

    @Test
    void a_channel_in_trouble_and_a_sample_are_told_whatever_the_rule() {
        Rule rule = when(When.FAILURES);

        assertThat(rule.tells(failing(Digests.clean("en")))).isTrue();
        assertThat(rule.tells(Samples.digest("shop", "ops", "en", Digests.AT, Digests.ZONE)))
                .isTrue();
    }

    @Test
    void breaks_are_chosen_by_account_type_risk_amount_and_age() {
        Rule rule =
                new Rule(
                        When.BREAKS,
                        Risk.HIGH,
                        List.of(Digests.money("100.00", "CNY")),
                        Set.of("shop"),
                        Set.of(BreakType.UNKNOWN_ORDER),
                        3);

        assertThat(counts(rule, "shop", BreakType.UNKNOWN_ORDER, Risk.HIGH, "100.00", 3)).isTrue();
        assertThat(counts(rule, "shop", BreakType.UNKNOWN_ORDER, Risk.HIGH, "-100.00", 9)).isTrue();
        assertThat(counts(rule, "else", BreakType.UNKNOWN_ORDER, Risk.HIGH, "100.00", 3)).isFalse();
        assertThat(counts(rule, "shop", BreakType.DISPUTE, Risk.HIGH, "100.00", 3)).isFalse();
        assertThat(counts(rule, "shop", BreakType.UNKNOWN_ORDER, Risk.MEDIUM, "100.00", 3))
                .isFalse();
        assertThat(counts(rule, "shop", BreakType.UNKNOWN_ORDER, Risk.HIGH, "99.99", 3)).isFalse();
        assertThat(counts(rule, "shop", BreakType.UNKNOWN_ORDER, Risk.HIGH, "100.00", 2)).isFalse();
        assertThat(
                        rule.counts(
                                "shop",
                                BreakType.UNKNOWN_ORDER,
                                Risk.HIGH,
                                Digests.money("0.01", "EUR"),
                                3))
                .isTrue();
        assertThat(rule.tells(counted(0, 9))).isFalse();
        assertThat(rule.tells(counted(1, 0))).isTrue();
        assertThat(rule.covers("else")).isFalse();
    }

    private static boolean counts(
            Rule rule, String account, BreakType type, Risk risk, String amount, int days) {
        return rule.counts(account, type, risk, Digests.money(amount, "CNY"), days);
    }

    @Test
    void what_contradicts_itself_is_a_mistake() {
        assertThatThrownBy(() ->
                        new Rule(
                                When.ALWAYS,
                                Risk.LOW,
                                List.of(Digests.money("1.00", "CNY"), Digests.money("2.00", "CNY")),
                                Set.of(),
                                Set.of(),
                                0))
                .hasMessage("two limits are of one currency");
        ChannelSettings one =
                new ChannelSettings.Slack(
                        "ops",
                        Rule.EVERYTHING,
                        "en",
                        RobotUrl.of("https://hooks.slack.example/services/x"));
        assertThatThrownBy(() -> new AlertSettings(List.of(one, one)))
                .hasMessage("two channels are named ops");
        assertThat(one.toString()).doesNotContain("services");
    }
}
