package dev.tplus1.report.life;

import dev.tplus1.breaks.Break;

import java.util.Optional;
import java.util.function.Function;

/**
 * Who paid what a break is about, as its statement entry says: what identifies a person, so only
 * report.html and report.xlsx show it, and only where the job says so.
 */
public final class Payers {
    /** Nobody is shown. */
    public static final Payers HIDDEN = new Payers(false, _ -> Optional.empty());

    private final boolean shown;
    private final Function<Break, Optional<String>> search;

    private Payers(boolean shown, Function<Break, Optional<String>> search) {
        this.shown = shown;
        this.search = search;
    }

    /**
     * All that are known are shown.
     *
     * @param search the payer in the provider's own words; empty where it is not known
     */
    public static Payers shown(Function<Break, Optional<String>> search) {
        return new Payers(true, search);
    }

    /** Whether there is something to show of this break: it has a statement entry. */
    public boolean shown(Break each) {
        return shown && each.statementAmount() != null;
    }

    /** Whether payers are shown at all. */
    public boolean shown() {
        return shown;
    }

    public Optional<String> of(Break each) {
        return search.apply(each);
    }
}
