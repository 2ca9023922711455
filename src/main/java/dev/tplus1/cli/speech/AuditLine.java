package dev.tplus1.cli.speech;

import dev.tplus1.breaks.audit.Audit;

import tools.jackson.core.JsonGenerator;

import java.time.ZoneOffset;

/** An event as {@code breaks audit} lists it, its time in UTC. */
public record AuditLine(Audit.Entry entry) {
    private static final String NONE = "-";

    /** {@code 12 2026-11-29 02:00:01Z shop 2026-11-28 7K3M9QX2 RESOLVED by mei ...} */
    public String line() {
        Audit.Event event = entry.event();
        return (entry.seq()
                        + "  "
                        + Speech.second(event.at(), ZoneOffset.UTC)
                        + "Z  "
                        + event.account()
                        + " "
                        + event.date()
                        + "  "
                        + (event.breakId() == null ? NONE : event.breakId())
                        + "  "
                        + Speech.line(event.what().word())
                        + " by "
                        + Speech.line(event.actor())
                        + "  "
                        + Speech.line(told(event)))
                .stripTrailing();
    }

    private static String told(Audit.Event event) {
        String reason = event.change().reason();
        String moved = Happened.moved(event.change(), "");
        return (moved.isEmpty() ? "" : moved + "  ")
                + (reason == null ? "" : reason + ": ")
                + event.detail();
    }

    /** The same for programs. */
    public void write(JsonGenerator json) {
        Audit.Event event = entry.event();
        json.writeNumberProperty("event", entry.seq());
        json.writeStringProperty("account", event.account());
        json.writeStringProperty("business_date", event.date().toString());
        json.writeStringProperty("break_id", event.breakId());
        Happened.write(event, json);
        json.writeStringProperty("hash", entry.hash());
    }
}
