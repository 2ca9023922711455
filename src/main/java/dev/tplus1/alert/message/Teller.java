package dev.tplus1.alert.message;

import dev.tplus1.alert.Digest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Tells a digest as a story: the verdict first, then what must be decided, then what to do. */
final class Teller {
    private final Digest digest;
    private final Wording words;

    private Teller(Digest digest) {
        this.digest = digest;
        this.words = Wording.of(digest.language());
    }

    static Story story(Digest digest) {
        return new Teller(digest).told();
    }

    private Story told() {
        String note = digest.sample() ? words.get("sample.note") : chosen();
        String more =
                digest.moreAccounts() > 0
                        ? words.count("accounts.more", digest.moreAccounts())
                        : "";
        return new Story(
                title(),
                note,
                digest.accounts().stream().map(this::part).toList(),
                more,
                words.get("largest"),
                digest.largest().stream().map(this::named).toList(),
                digest.failing().stream().map(this::failing).toList(),
                next(),
                Harmless.visible(digest.command()),
                digest.index().isEmpty() ? Place.NOWHERE : Place.of(digest.index()),
                foot());
    }

    /** Says so where the channel's rule counts fewer breaks than the figures below. */
    private String chosen() {
        Digest.Totals totals = digest.totals();
        long all = totals.decide().count() + totals.open().count();
        return digest.counted() < all ? words.count("chosen", digest.counted()) : "";
    }

    private String title() {
        List<String> news = new ArrayList<>();
        if (digest.sample()) {
            news.add(words.get("sample"));
        }
        Digest.Totals totals = digest.totals();
        long needing = totals.needing();
        if (needing > 0) {
            news.add(words.count("title.needs", needing));
        }
        long decide = totals.decide().count();
        if (decide > 0) {
            news.add(tally("title.decide", totals.decide()));
        }
        long open = totals.open().count();
        if (open > 0) {
            news.add(tally("title.open", totals.open()));
        }
        if (needing + decide + open == 0) {
            news.add(words.get("title.clear"));
        }
        if (!digest.failing().isEmpty()) {
            news.add(words.count("title.failing", digest.failing().size()));
        }
        String semicolon = words == Wording.CHINESE ? "；" : "; ";
        return words.get("title", Harmless.of(digest.job()), String.join(semicolon, news));
    }

    private Story.Part part(Digest.Line line) {
        String account = Harmless.of(line.account());
        String date = words.day(line.businessDate());
        String head =
                line.revision() > 0
                        ? words.get("line.head", account, date, words.number(line.revision()))
                        : words.get("line.attempt", account, date);
        Topic topic = Topic.of(line);
        String sentence =
                line.verdict().isEmpty() ? sentence(line, topic) : Harmless.of(line.verdict());
        Place report = line.report().isEmpty() ? Place.NOWHERE : Place.of(line.report());
        return new Story.Part(
                head,
                words.get("state." + topic.key(line)),
                sentence,
                details(line, topic),
                report,
                topic.mark);
    }

    private String sentence(Digest.Line line, Topic topic) {
        return switch (topic) {
            case OTHER, STOP, WAIT ->
                    stands(line)
                            ? words.get(
                                    "verdict." + line.outcome() + ".stands",
                                    words.number(line.revision()))
                            : words.get("verdict." + line.outcome());
            case DECIDE -> tally("verdict.decide", line.decide());
            case WATCH -> tally("verdict.watch", line.watch());
            case REPAIRED -> tally("verdict.repaired", line.repaired());
            case CLEAN -> words.get("verdict.clean");
        };
    }

    /** Whether the run concluded nothing, and yet the date has a conclusion. */
    private static boolean stands(Digest.Line line) {
        return line.revision() > 0
                && switch (line.outcome()) {
                    case REFUSED, NOT_READY, SUSPECT_EMPTY, FAILED -> true;
                    case RECONCILED, ALREADY, HELD, BUSY, STOPPED -> false;
                };
    }

    /** What the sentence does not say. */
    private List<String> details(Digest.Line line, Topic topic) {
        List<String> details = new ArrayList<>();
        if (!line.reason().isEmpty()) {
            details.add(words.get("line.reason", Harmless.of(line.reason())));
        }
        if (topic != Topic.DECIDE && line.decide().count() > 0) {
            details.add(tally("line.decide", line.decide()));
        }
        if (topic != Topic.WATCH && line.watch().count() > 0) {
            details.add(tally("line.watch", line.watch()));
        }
        if (topic != Topic.REPAIRED && line.repaired().count() > 0) {
            details.add(tally("line.repaired", line.repaired()));
        }
        Digest.StillOpen open = line.stillOpen();
        if (open.count() > 0) {
            details.add(
                    words.count(
                            "line.open",
                            open.count(),
                            words.sums(open.sums()),
                            words.day(
                                    Objects.requireNonNullElse(open.oldest(), line.businessDate())),
                            words.count("days", open.days())));
        }
        return details;
    }

    private String tally(String key, Digest.Tally tally) {
        return words.count(key, tally.count(), words.sums(tally.sums()));
    }

    private String named(Digest.Named named) {
        boolean one = digest.size() == 1;
        return words.get(
                one ? "largest.row" : "largest.row.account",
                words.get("type." + named.type()),
                words.amount(named.amount()),
                Harmless.of(named.orderNo()),
                words.count("days", named.days()),
                Harmless.of(named.id()),
                Harmless.of(named.account()));
    }

    private String failing(Digest.Failing failing) {
        List<String> sentences = new ArrayList<>();
        sentences.add(words.get("failing", Harmless.of(failing.channel())));
        if (failing.waiting() > 0) {
            sentences.add(words.count("failing.waiting", failing.waiting()));
        }
        if (failing.dead() > 0) {
            sentences.add(words.count("failing.dead", failing.dead()));
        }
        sentences.add(words.get("failing.oldest", words.moment(failing.since(), digest.zone())));
        if (!failing.reason().isEmpty()) {
            sentences.add(Harmless.of(failing.reason()));
        }
        return String.join(words == Wording.CHINESE ? "" : " ", sentences);
    }

    /** What the account that comes first asks for. */
    private String next() {
        return digest.accounts().stream()
                .filter(Digest.Line::needsPerson)
                .min(Comparator.comparingInt(line -> line.outcome().failure() ? 0 : 1))
                .map(line ->
                        switch (line.outcome()) {
                            case HELD -> words.get("next.HELD");
                            case NOT_READY -> words.get("next.NOT_READY");
                            case REFUSED, SUSPECT_EMPTY, FAILED -> words.get("next.failure");
                            case RECONCILED, ALREADY, BUSY, STOPPED -> words.get("next.decide");
                        })
                .orElse("");
    }

    private List<String> foot() {
        List<String> foot = new ArrayList<>();
        Digest.AuditHead audit = digest.audit();
        if (audit != null) {
            foot.add(words.count("audit", audit.events(), Harmless.of(audit.hash())));
        }
        String made = words.moment(digest.at(), digest.zone());
        foot.add(
                digest.runId().isEmpty()
                        ? words.get("run.unnamed", "", made)
                        : words.get("run", Harmless.of(digest.runId()), made));
        return foot;
    }

    /** What the verdict's sentence is about: the first that applies. */
    private enum Topic {
        STOP("stop"),
        WAIT("wait"),
        OTHER("wait"),
        DECIDE("decide"),
        WATCH("watch"),
        REPAIRED("fixed"),
        CLEAN("fixed");

        private final String mark;

        Topic(String mark) {
            this.mark = mark;
        }

        static Topic of(Digest.Line line) {
            return switch (line.outcome()) {
                case HELD, REFUSED, SUSPECT_EMPTY, FAILED -> STOP;
                case NOT_READY -> WAIT;
                case ALREADY, BUSY, STOPPED -> OTHER;
                case RECONCILED -> {
                    if (line.decide().count() > 0) {
                        yield DECIDE;
                    }
                    if (line.watch().count() > 0) {
                        yield WATCH;
                    }
                    yield line.repaired().count() > 0 ? REPAIRED : CLEAN;
                }
            };
        }

        String key(Digest.Line line) {
            return switch (this) {
                case STOP, WAIT, OTHER -> line.outcome().name();
                case DECIDE -> "decide";
                case WATCH -> "watch";
                case REPAIRED -> "repaired";
                case CLEAN -> "clean";
            };
        }
    }
}
