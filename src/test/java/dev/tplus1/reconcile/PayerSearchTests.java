package dev.tplus1.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakIdentity;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.sorted.Breaks;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Line;
import dev.tplus1.entry.Money;
import dev.tplus1.statement.StatementFormat.Place;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.List;

/** Whose payers are looked up, where not all are. */
class PayerSearchTests {
    private static final Money AMOUNT = Line.money("1.00 CNY");
    private static final Breaks BREAKS =
            Breaks.of(
                    List.of(
                            found(BreakType.MISSED_CALLBACK, "M1", AMOUNT),
                            found(BreakType.MISSED_CALLBACK, "M2", AMOUNT),
                            found(BreakType.MISSING_AT_PROVIDER, "N1", null),
                            found(BreakType.UNKNOWN_ORDER, "U1", AMOUNT)));

    @Test
    void areThoseThatPeopleDecideBeforeTheMissedCallbacks() {
        assertThat(PayerSearch.places(BREAKS, 1)).containsExactly(place("U1"));
        assertThat(PayerSearch.places(BREAKS, 2))
                .containsExactlyInAnyOrder(place("U1"), place("M1"));
    }

    @Test
    void areAllThatAreInTheStatement() {
        assertThat(PayerSearch.places(BREAKS, PayerSearch.MOST))
                .containsExactlyInAnyOrder(place("U1"), place("M1"), place("M2"));
    }

    private static Place place(String id) {
        return new Place(EntryKey.payment(id), 7);
    }

    private static Break found(BreakType type, String id, @Nullable Money statement) {
        return new Break(
                new BreakIdentity("shop", Day.DATE, EntryKey.payment(id), type, 1),
                type,
                type.action(),
                Status.OPEN,
                id,
                "O" + id,
                "",
                statement,
                statement == null ? AMOUNT : null,
                null,
                null,
                statement == null ? 0 : 7,
                "");
    }
}
