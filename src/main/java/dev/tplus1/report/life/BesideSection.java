package dev.tplus1.report.life;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.life.Beside;
import dev.tplus1.breaks.life.Turns;
import dev.tplus1.report.words.Shown;
import dev.tplus1.report.words.Words;

import java.util.ArrayList;
import java.util.List;

/**
 * Breaks that the run is about beside its own: of other dates, or of earlier revisions. They are in
 * no sum of the report.
 *
 * @param more where the others are, when not all are shown; or empty
 */
public record BesideSection(
        String anchor,
        String title,
        String sum,
        String intro,
        String first,
        List<OtherRow> rows,
        String more) {

    /** The sections that there is something to say in. */
    public static List<BesideSection> of(Beside beside, Words words) {
        List<BesideSection> sections = new ArrayList<>();
        if (beside.left() > 0) {
            sections.add(
                    new BesideSection(
                            "earlier",
                            words.get("earlier.title"),
                            words.count("earlier.sum", beside.left()),
                            words.get("earlier.intro"),
                            words.get("earlier.first"),
                            beside.earlier().stream().map(left -> row(left, words)).toList(),
                            more(beside.left(), beside.earlier().size(), words)));
        }
        if (beside.touched() > 0) {
            sections.add(
                    new BesideSection(
                            "others",
                            words.get("others.title"),
                            words.count("others.sum", beside.touched()),
                            words.get("others.intro"),
                            words.get("others.first"),
                            beside.others().stream().map(other -> row(other, words)).toList(),
                            more(beside.touched(), beside.others().size(), words)));
        }
        return sections;
    }

    private static String more(long all, int shown, Words words) {
        return all > shown
                ? words.get("others.more", Shown.count(Turns.MOST_ROWS), Shown.count(all))
                : "";
    }

    private static OtherRow row(Beside.Left left, Words words) {
        Break found = left.found();
        return new OtherRow(
                words.get("page.revision", Integer.toString(left.revision())),
                OtherRow.type(found, words),
                found.id(),
                OtherRow.ids(found, words),
                "",
                OtherRow.amount(found, words),
                "decide",
                words.get(left.withdrawn() ? "earlier.withdrawn" : "earlier.open"),
                words.note(found.note()));
    }

    private static OtherRow row(Beside.Other other, Words words) {
        Break found = other.found();
        boolean cutOff = found.type() == BreakType.CUT_OFF;
        String mark =
                switch (other.fate()) {
                    case CLOSED, RESOLVED -> "fixed";
                    case WITHDRAWN, ESCALATED -> "decide";
                };
        String what =
                switch (other.fate()) {
                    case CLOSED, RESOLVED -> "others.ended";
                    case WITHDRAWN -> "others.withdrawn";
                    case ESCALATED -> cutOff ? "others.missing" : "others.decide";
                };
        return new OtherRow(
                found.identity().date().toString(),
                OtherRow.type(found, words),
                found.id(),
                OtherRow.ids(found, words),
                "",
                OtherRow.amount(found, words),
                mark,
                words.get(what),
                words.note(other.note()));
    }
}
