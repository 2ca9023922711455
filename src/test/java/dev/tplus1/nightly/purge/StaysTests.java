package dev.tplus1.nightly.purge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.purge.OldBreaks.Stand;
import dev.tplus1.nightly.purge.Stays.Why;

import org.junit.jupiter.api.Test;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which dates stay, however old they are. */
class StaysTests {
    private static final LocalDate FIRST = LocalDate.of(2026, 1, 10);

    private static Stand stand(int day, boolean ended, long open) {
        LocalDate date = FIRST.plusDays(day);
        return new Stand(date, ended, open, date.atStartOfDay(), List.of("job/shop/" + date));
    }

    private static LocalDate day(int day) {
        return FIRST.plusDays(day);
    }

    @Test
    void isTheLastOneAndThoseThatItIsComparedWith() {
        Stays stays = Stays.of(List.of(stand(0, true, 0), stand(9, true, 0)), Set.of(), 2);

        assertThat(stays.has(day(0))).isFalse();
        assertThat(stays.why())
                .containsEntry(day(9), Why.LATEST)
                .containsEntry(day(6), Why.NEIGHBOUR)
                .doesNotContainKey(day(5));
    }

    @Test
    void isEachThatIsNotOverWithTheFirstReasonAndItsNeighbours() {
        Stays stays =
                Stays.of(
                        List.of(
                                stand(20, false, 3),
                                stand(40, true, 1),
                                stand(60, true, 0),
                                stand(80, true, 0),
                                stand(99, true, 0)),
                        Set.of(day(60)),
                        1);

        assertThat(stays.why())
                .containsAllEntriesOf(
                        Map.of(
                                day(20), Why.NOT_ENDED,
                                day(40), Why.OPEN_BREAKS,
                                day(60), Why.REVISED,
                                day(18), Why.NEIGHBOUR,
                                day(42), Why.NEIGHBOUR))
                .doesNotContainKeys(day(17), day(43), day(80));
    }
}
