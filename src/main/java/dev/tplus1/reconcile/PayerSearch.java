package dev.tplus1.reconcile;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.sorted.Breaks;
import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.StatementFormat;
import dev.tplus1.statement.StatementFormat.Place;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Who paid the entries that are breaks, looked up in their statement, which is read once more. */
public final class PayerSearch {
    /**
     * The payers of so many breaks are looked up, of those that no replay repairs first; of more it
     * is unknown.
     */
    static final int MOST = 100_000;

    private PayerSearch() {}

    /**
     * Looks them up.
     *
     * @param sha256 of the statement that the breaks are of
     * @param files which are that statement
     * @return by break, as far as the statement says it
     * @throws RefusedException when the files are another statement now
     */
    public static Function<Break, Optional<String>> of(
            StatementFormat format, String sha256, List<Path> files, Breaks breaks, Scratch scratch)
            throws RefusedException, IOException {
        Set<Place> places = places(breaks, MOST);
        if (places.isEmpty()) {
            return _ -> Optional.empty();
        }
        Map<Place, String> payers = format.payers(sha256, files, places, scratch);
        return each -> Optional.ofNullable(payers.get(place(each)));
    }

    /** Where in the statement they are: a day of outage must not leave out what people decide. */
    static Set<Place> places(Breaks breaks, int most) {
        Set<Place> places = new HashSet<>();
        for (boolean missed : new boolean[] {false, true}) {
            breaks.each(each -> {
                boolean wanted = (each.type() == BreakType.MISSED_CALLBACK) == missed;
                if (wanted && each.statementAmount() != null && places.size() < most) {
                    places.add(place(each));
                }
            });
        }
        return places;
    }

    private static Place place(Break each) {
        return new Place(each.identity().key(), each.statementLine());
    }
}
