package dev.tplus1.report.life;

import dev.tplus1.breaks.Revision;
import dev.tplus1.breaks.life.Beside;
import dev.tplus1.breaks.life.BreakLife;
import dev.tplus1.breaks.life.RevisionChange;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a report tells beside its own figures and breaks, as of its revision: the same whenever the
 * revision is rendered, but for the payers, which are shown where the job says so when it is
 * rendered.
 *
 * @param approvals by whom the date was approved, which had been held back, the first one first;
 *     empty where it was not
 * @param origin where the statement came from; none where that is not known
 * @param since what the revision found otherwise than the one before it; none for the first
 */
public record Past(
        List<Revision.Approval> approvals,
        @Nullable Origin origin,
        Histories histories,
        @Nullable RevisionChange since,
        Beside beside,
        Payers payers) {
    public Past {
        approvals = List.copyOf(approvals);
    }

    /** Of a run without a past. */
    public static final Past NONE = of(null);

    /** Of a run that only knows its statement. */
    public static Past of(@Nullable Origin origin) {
        return new Past(List.of(), origin, _ -> Map.of(), null, Beside.NOTHING, Payers.HIDDEN);
    }

    /** The same, with who paid. */
    public Past with(Payers shown) {
        return new Past(approvals, origin, histories, since, beside, shown);
    }

    /** What had happened to breaks. */
    @FunctionalInterface
    public interface Histories {
        /** By identity hash; those that had just been found and nothing else are left out. */
        Map<String, BreakLife> of(Set<String> identityHashes);
    }
}
