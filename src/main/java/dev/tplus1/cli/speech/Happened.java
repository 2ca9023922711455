package dev.tplus1.cli.speech;

import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.audit.Audit.Change;
import dev.tplus1.breaks.audit.Audit.What;
import dev.tplus1.breaks.audit.Label;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;

import java.util.Locale;

/** An event of the audit trail, in words and as JSON. */
final class Happened {
    private static final String NONE = "-";

    private Happened() {}

    /** One line; who did it at its end, unless a run did, which tells itself. */
    static String words(Audit.Event event) {
        if (event.actor().equals(Label.RUN)) {
            return event.detail();
        }
        What what = event.what();
        Change change = event.change();
        String done;
        if (what.equals(What.ASSIGNED)) {
            done = "assigned to " + (change.became() == null ? "nobody" : change.became());
        } else if (what.equals(What.FIRST_APPROVED)) {
            done = "approved as the first of two";
        } else {
            done =
                    what.word().toLowerCase(Locale.ENGLISH).replace('_', ' ')
                            + (change.reason() == null ? "" : ", " + change.reason())
                            + moved(change, ", ");
        }
        return done
                + (event.detail().isEmpty() ? "" : ": " + event.detail())
                + ", by "
                + event.actor();
    }

    /** {@code OPEN -> RESOLVED} after what comes before it; nothing where nothing is known. */
    static String moved(Change change, String before) {
        return change.was() == null && change.became() == null
                ? ""
                : before + orNone(change.was()) + " -> " + orNone(change.became());
    }

    private static String orNone(@Nullable String text) {
        return text == null ? NONE : text;
    }

    static void write(Audit.Event event, JsonGenerator json) {
        Change change = event.change();
        json.writeStringProperty("at", event.at().toString());
        json.writeStringProperty("what", event.what().word());
        json.writeStringProperty("who", event.actor());
        json.writeStringProperty("note", event.detail());
        json.writeStringProperty("reason", change.reason());
        json.writeStringProperty("was", change.was());
        json.writeStringProperty("became", change.became());
    }
}
