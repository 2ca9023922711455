package dev.tplus1.cli.speech;

import dev.tplus1.breaks.audit.AuditCheck.Verdict;

/**
 * What {@code breaks audit --verify} answers.
 *
 * @param kept the heads in files that the chain was held against
 * @param without the summaries there that have none
 * @param ofOthers the summaries there that are of other jobs
 */
public record AuditVerdict(Verdict verdict, long kept, long without, long ofOthers) {

    public boolean whole() {
        return verdict instanceof Verdict.Whole;
    }

    /** On one line. */
    public String line() {
        return switch (verdict) {
            case Verdict.Whole(var head) ->
                    Speech.count(head.events(), "event", "events")
                            + ", chain whole, head "
                            + head.head()
                            + held();
            case Verdict.Broken(long seq, String why) ->
                    "audit trail: broken at event "
                            + seq
                            + ": "
                            + Speech.line(why)
                            + ". Somebody wrote to the database past tplus1; compare it with a"
                            + " backup.";
            case Verdict.Rewritten(long seq, String where, String why) ->
                    "audit trail: not the chain that "
                            + Speech.line(where)
                            + " tells of, from event "
                            + seq
                            + " at the latest: "
                            + Speech.line(why)
                            + ". Compare the database with a backup.";
        };
    }

    private String held() {
        if (kept == 0) {
            return "";
        }
        return "; "
                + Speech.count(kept, "summary tells", "summaries tell")
                + " of it"
                + (without == 0 ? "" : ", " + Speech.number(without) + " without a head")
                + (ofOthers == 0 ? "" : ", " + Speech.number(ofOthers) + " of other jobs");
    }

    public String json() {
        return ArrayAnswer.object(json -> {
            json.writeBooleanProperty("whole", whole());
            switch (verdict) {
                case Verdict.Whole(var head) -> {
                    json.writeNumberProperty("events", head.events());
                    json.writeStringProperty("head", head.head());
                }
                case Verdict.Broken(long seq, String why) -> {
                    json.writeNumberProperty("event", seq);
                    json.writeStringProperty("why", why);
                }
                case Verdict.Rewritten(long seq, String where, String why) -> {
                    json.writeNumberProperty("event", seq);
                    json.writeStringProperty("why", why);
                    json.writeStringProperty("file", where);
                }
            }
            json.writeNumberProperty("summaries", kept);
        });
    }
}
