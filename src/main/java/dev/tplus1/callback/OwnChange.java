package dev.tplus1.callback;

import static dev.tplus1.callback.Refusals.refused;

import dev.tplus1.database.Database;
import dev.tplus1.database.SqlErrors;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.simple.JdbcClient;

import java.time.ZoneId;
import java.util.List;

/** Books of the user's own, changed by the user's own statements. */
final class OwnChange implements BookChange {
    private final JdbcClient jdbc;
    private final OwnUpdates updates;
    private final ZoneId zone;
    private final Messages messages;

    OwnChange(Database database, OwnUpdates updates, ZoneId zone, Messages messages) {
        this.jdbc = database.jdbc();
        this.updates = updates;
        this.zone = zone;
        this.messages = messages;
    }

    /**
     * What a statement of the user's locks beside its row, and in which order the shop locks the
     * same, nobody knows here: holding much of it at once, a replay could make the shop itself a
     * deadlock's victim.
     */
    @Override
    public int mostAtOnce() {
        return 1;
    }

    @Override
    public boolean applyAll(List<Callback> callbacks) {
        return false;
    }

    @Override
    public CallbackOutcome apply(Callback callback, boolean again) {
        if (again) {
            // whatever the statement would meet now, it has had its effect
            return refused(
                    Refusal.APPLIED_DIFFERENTLY,
                    "the callback log says that it was applied, but the books do not show it, equal"
                            + " to the statement");
        }
        OwnUpdate update = updates.of(callback.kind());
        if (update == null) {
            return refused(
                    Refusal.NO_STATEMENT,
                    "replay.mark-refunded-sql is not set, so refunds are booked by hand");
        }
        int changed;
        try {
            changed = jdbc.sql(update.sql()).params(OwnUpdate.values(callback, zone)).update();
        } catch (BadSqlGrammarException e) {
            throw update.notTaken(e);
        } catch (DataAccessException e) {
            if (!SqlErrors.ruleBroken(e)) {
                throw e;
            }
            return refused(
                    SqlErrors.duplicateKey(e) ? Refusal.BOOKED_ELSEWHERE : Refusal.CONSTRAINT,
                    "the books' own rules refuse what " + update.key() + " writes");
        }
        if (changed == 1) {
            messages.booked(callback);
            return new CallbackOutcome.Applied();
        }
        return changed == 0
                ? refused(
                        Refusal.NOT_CHANGED,
                        update.key()
                                + " met no row, and the books do not show it, equal to the"
                                + " statement")
                : refused(
                        Refusal.SEVERAL_ROWS,
                        update.key() + " met " + changed + " rows; nothing was changed");
    }
}
