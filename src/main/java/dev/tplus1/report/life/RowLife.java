package dev.tplus1.report.life;

import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.audit.Label;
import dev.tplus1.breaks.decide.Reason;
import dev.tplus1.breaks.life.BreakLife;
import dev.tplus1.report.words.Shown;
import dev.tplus1.report.words.Words;

import org.jspecify.annotations.Nullable;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A break's life in its row; all text is ready to be shown, but for HTML's own characters.
 *
 * @param owner whom it is assigned to, or empty
 * @param since when it was found, where nothing else has happened since, or empty
 * @param title how much has happened, or empty where that is told by {@code since}
 * @param events one line each
 */
public record RowLife(String owner, String since, String title, List<String> events) {
    /** Of one that was just found. */
    public static final RowLife NEW = new RowLife("", "", "", List.of());

    /** How a run says in the audit trail which revision it was, and of which date. */
    private static final Pattern RUN_OF =
            Pattern.compile("\\brun r([0-9]{1,9})(?: of ([0-9]{4}-[0-9]{2}-[0-9]{2})\\)$)?");

    /** How a run says what it changed. */
    private static final Pattern CHANGE =
            Pattern.compile("(type|action|status|statement|books) (.+), was (.+)");

    public static RowLife of(@Nullable BreakLife life, LocalDate date, ZoneId zone, Words words) {
        if (life == null) {
            return NEW;
        }
        String owner = life.owner() == null ? "" : Shown.outside(life.owner());
        List<String> lines = new ArrayList<>();
        for (BreakLife.Event event : life.events()) {
            lines.add(line(event, date, zone, words));
            if (lines.size() == 1 && life.more() > 0) {
                lines.add(words.count("life.more", life.more()));
            }
        }
        if (life.events().size() == 1 && life.events().getFirst().what().equals(Audit.What.FOUND)) {
            return new RowLife(owner, lines.getFirst(), "", List.of());
        }
        int count = life.events().size() + life.more();
        return new RowLife(
                owner,
                "",
                lines.isEmpty() ? "" : words.get("life.title", Shown.count(count)),
                lines);
    }

    /** {@code 29 Nov 11:15:04 decided by finance-02: refunded by hand}. */
    private static String line(BreakLife.Event event, LocalDate date, ZoneId zone, Words words) {
        boolean run = event.actor().equals(Label.RUN);
        String by =
                run
                        ? by(event.detail(), date, words)
                        : words.get("life.by", Shown.outside(event.actor()));
        String detail = run ? detail(event) : event.detail();
        return words.time(event.at(), zone)
                + " "
                + done(event, by, words)
                + (detail.isEmpty()
                        ? ""
                        : words.get(
                                "life.detail",
                                run ? changes(detail, words) : Shown.outside(detail)));
    }

    /** A word of a newer version is told as it is. */
    private static String done(BreakLife.Event event, String by, Words words) {
        String key = "life." + event.what();
        String became = event.change().became();
        if (event.what().equals(Audit.What.ASSIGNED)) {
            return became == null
                    ? words.get("life.ASSIGNED.nobody", by)
                    : words.get(key, by, Shown.outside(became));
        }
        if (!words.all().containsKey(key)) {
            return words.get("life.other", by, Shown.outside(event.what().word()));
        }
        String reason = event.change().reason();
        return words.get(key, by) + (reason == null ? "" : reason(reason, words));
    }

    /** Nothing of the reason that none was given, its note says more. */
    private static String reason(String code, Words words) {
        return code.equals(Reason.OTHER.code())
                ? ""
                : words.get(
                        "life.reason",
                        words.known("life.reason." + code).orElseGet(() -> Shown.outside(code)));
    }

    /** What a run changed of a break, or its note where it says something else. */
    private static String changes(String detail, Words words) {
        List<String> worded = new ArrayList<>();
        for (String each : detail.split("; ", -1)) {
            Matcher change = CHANGE.matcher(each);
            if (!change.matches()) {
                return words.note(detail);
            }
            String what = change.group(1);
            Optional<String> is = value(what, change.group(2), words);
            Optional<String> was = value(what, change.group(3), words);
            if (is.isEmpty() || was.isEmpty()) {
                return words.note(detail);
            }
            worded.add(words.get("life.change." + what, is.get(), was.get()));
        }
        return words.semicolons(worded);
    }

    /** A type, an action, a state, or an amount; empty where a newer version wrote it. */
    private static Optional<String> value(String what, String written, Words words) {
        return switch (what) {
            case "type" -> words.known("type." + written + ".name");
            case "action" -> words.known("life.action." + written);
            case "status" -> words.known("sheet.status." + written);
            default ->
                    written.equals("none")
                            ? words.known("life.change.none")
                            : words.amount(written);
        };
    }

    private static String by(String detail, LocalDate date, Words words) {
        Matcher run = RUN_OF.matcher(detail);
        if (!run.find()) {
            return words.get("life.byRun");
        }
        String other = run.group(2);
        return other == null || other.equals(date.toString())
                ? words.get("life.byRevision", run.group(1))
                : words.get("life.byDate", other);
    }

    /** Without what a run only says to name itself. */
    private static String detail(BreakLife.Event event) {
        return event.what().equals(Audit.What.FOUND)
                ? ""
                : event.detail()
                        .replaceFirst("^by run r[0-9]+(: )?", "")
                        .replaceFirst(" \\(run r[0-9]+ of [0-9-]+\\)$", "");
    }
}
