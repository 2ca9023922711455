package dev.tplus1.nightly.told;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.alert.Digest;
import dev.tplus1.alert.Digests;
import dev.tplus1.alert.Rule;
import dev.tplus1.breaks.BreakRecord;
import dev.tplus1.breaks.History.Standing;

import org.junit.jupiter.api.Test;

import java.time.LocalDate;
import java.util.List;

/** What a run tells, in its order. */
class NightTests {
    private static final LocalDate TODAY = LocalDate.parse("2026-11-29");

    private static final class Nothing implements Night.Records {
        @Override
        public List<Standing> standing(String account) {
            return List.of();
        }

        @Override
        public List<BreakRecord> undecided(String account) {
            return List.of();
        }
    }

    private static Digest.Line line(String account, Digest.Tally watch, Digest.Tally repaired) {
        return new Digest.Line(
                account,
                "Alipay",
                Digests.DATE,
                1,
                Digest.Ended.RECONCILED,
                "",
                Digest.Tally.NONE,
                watch,
                repaired,
                Digest.StillOpen.NONE,
                "",
                0,
                "",
                "");
    }

    @Test
    void namesDatesWithBreaksBeforeTheManyThatHaveNone() {
        Night night = new Night(new Nothing(), TODAY);
        Digest.Tally one = new Digest.Tally(1, List.of(Digests.money("1.00", "CNY")));
        for (int i = 0; i < 60; i++) {
            night.concluded(line("a" + i, Digest.Tally.NONE, Digest.Tally.NONE), _ -> {});
        }
        night.concluded(line("y", Digest.Tally.NONE, one), _ -> {});
        night.concluded(line("z", one, Digest.Tally.NONE), _ -> {});
        Rule breaks =
                new Rule(
                        Rule.When.BREAKS,
                        Rule.EVERYTHING.minRisk(),
                        List.of(),
                        Rule.EVERYTHING.accounts(),
                        Rule.EVERYTHING.types(),
                        0);

        List<Digest.Line> lines = night.of(breaks).lines();

        assertThat(lines).hasSize(62);
        assertThat(lines.subList(0, 2)).extracting(Digest.Line::account).containsExactly("y", "z");
        assertThat(breaks.tells(Digests.of(lines))).isTrue();
    }
}
