package dev.tplus1.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.SettingException;
import dev.tplus1.replay.ReplayPolicy.Verdict;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Map;

final class ReplayPolicyTests {
    private static final Instant BEGUN = Instant.parse("2026-11-29T02:00:00Z");
    private static final Break MISSED = Breaks.of(BreakType.MISSED_CALLBACK, "10.00 CNY");

    @ParameterizedTest
    @CsvSource({
        "20, 100, false",
        "21, 100, true",
        "21, 420, false",
        "22, 420, true",
        "21, 0, true",
        "0, 0, false",
    })
    void holdsBackMoreThanTheCountThatAreAlsoMoreThanTheShare(
            int missed, long payments, boolean held) {
        ReplayPolicy policy = new ReplayPolicy(settings(ReplayMode.BOOKS, Map.of()));

        assertThat(policy.heldBack(missed, payments)).isEqualTo(held);
    }

    @Test
    void neverHoldsBackWhatIsNotReplayed() {
        ReplayPolicy policy = new ReplayPolicy(settings(ReplayMode.OFF, Map.of()));

        assertThat(policy.heldBack(100, 100)).isFalse();
        assertThat(policy.verdicts(List.of(MISSED), Breaks.DATE, BEGUN).getFirst())
                .isEqualTo(
                        new Verdict.Alert(
                                MISSED,
                                "Replay is off for this account. Have the order booked in the shop"
                                        + " system."));
    }

    @Test
    void leavesOutWhatIsNoMissedCallback() {
        ReplayPolicy policy = new ReplayPolicy(settings(ReplayMode.BOOKS, Map.of()));

        assertThat(
                        policy.verdicts(
                                List.of(Breaks.of(BreakType.UNKNOWN_ORDER, "1.00 CNY")),
                                Breaks.DATE,
                                BEGUN))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "5000.00 CNY, 5000.00 CNY, ''",
        "5000.01 CNY, 5000.00 CNY, 'CNY 5,000.00'",
        "1 JPY, 5000.00 CNY, JPY 0",
        "0.001 KWD, 5000.00 CNY, KWD 0.000",
    })
    void givesAnAmountAboveTheLimitToAPerson(String amount, String limit, String told) {
        Break brk = Breaks.of(BreakType.MISSED_CALLBACK, amount);
        ReplayPolicy policy = new ReplayPolicy(settings(ReplayMode.BOOKS, cap(limit)));

        Verdict verdict = policy.verdicts(List.of(brk), Breaks.DATE, BEGUN).getFirst();

        assertThat(verdict)
                .isEqualTo(
                        told.isEmpty()
                                ? new Verdict.Replay(brk)
                                : new Verdict.Alert(
                                        brk,
                                        "Not replayed: the amount is above the limit of "
                                                + told
                                                + ". Check it, then approve it."));
    }

    @ParameterizedTest
    @CsvSource({
        // the account's zone is eight hours ahead: its December begins at 16:00
        "2026-12-01T15:59:59Z, true",
        "2026-12-01T16:00:00Z, false",
    })
    void doesNotReplayDatesThatAreTooOld(String now, boolean replayed) {
        ReplayPolicy policy = new ReplayPolicy(settings(ReplayMode.BOOKS, Map.of()));

        Verdict verdict =
                policy.verdicts(List.of(MISSED), Breaks.DATE, Instant.parse(now)).getFirst();

        assertThat(verdict)
                .isEqualTo(
                        replayed
                                ? new Verdict.Replay(MISSED)
                                : new Verdict.Alert(
                                        MISSED,
                                        "Not replayed: the date is older than the limit of 3 days."
                                                + " Check it, then approve it."));
    }

    @Test
    void refusesModesWithoutWhatTheyNeedAndLimitsThatCannotBe() {
        assertThatThrownBy(() -> settings(ReplayMode.ENDPOINT, Map.of()))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("replay.endpoint: belongs to mode endpoint, which needs it");
        assertThatThrownBy(() -> settings(ReplayMode.SQL, Map.of()))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("replay.mark-paid-sql: belongs to mode sql, which needs it");
        assertThatThrownBy(() -> limited("1.5", 20))
                .hasMessageContaining("replay.max-share is 1.5, expected 0 to 1");
        assertThatThrownBy(() -> limited("0.5", -1)).hasMessageContaining("replay.min-count");
    }

    private static ReplaySettings limited(String share, int count) {
        return new ReplaySettings(
                ReplayMode.BOOKS,
                new BigDecimal(share),
                count,
                Map.of(),
                Duration.ofDays(3),
                true,
                null,
                null,
                null);
    }

    private static Map<Currency, Money> cap(String limit) {
        String[] parts = limit.split(" ", 2);
        Currency currency = Money.currency(parts[1]);
        return Map.of(currency, Money.parse(parts[0], currency));
    }

    private static ReplaySettings settings(ReplayMode mode, Map<Currency, Money> maxAmount) {
        return new ReplaySettings(
                mode,
                new BigDecimal("0.05"),
                20,
                maxAmount,
                Duration.ofDays(3),
                true,
                null,
                null,
                null);
    }
}
