package dev.tplus1.report;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakChange;
import dev.tplus1.breaks.Revision;
import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.life.Beside;
import dev.tplus1.breaks.life.BreakLife;
import dev.tplus1.breaks.life.RevisionChange;
import dev.tplus1.breaks.life.RevisionChange.Row;
import dev.tplus1.breaks.life.RevisionChange.Sort;
import dev.tplus1.report.life.Origin;
import dev.tplus1.report.life.Past;
import dev.tplus1.report.life.Payers;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What had happened before a report: some of everything that a page can tell. */
final class Pasts {
    private Pasts() {}

    /**
     * @param breaks the report's own; two at least
     * @param texts what people and providers wrote: names, labels, reasons
     */
    static RunReport with(RunReport report, List<Break> breaks, List<String> texts) {
        Origin origin =
                new Origin(
                        Reports.FINISHED,
                        texts.getFirst(),
                        texts.stream().map(text -> new Origin.KeptFile(text, 123_456)).toList());
        return new RunReport(
                report.summary(),
                report.breaks(),
                report.providerName(),
                report.jobFile(),
                new Past(
                        List.of(
                                new Revision.Approval(
                                        texts.getFirst(), texts.getLast(), Reports.FINISHED)),
                        origin,
                        hashes -> lives(hashes, texts),
                        since(breaks, texts),
                        beside(breaks, texts),
                        Payers.shown(_ -> Optional.of(texts.getFirst()))));
    }

    private static Map<String, BreakLife> lives(Iterable<String> hashes, List<String> texts) {
        Map<String, BreakLife> lives = new HashMap<>();
        for (String hash : hashes) {
            List<BreakLife.Event> events =
                    texts.stream()
                            .map(text ->
                                    new BreakLife.Event(
                                            Reports.FINISHED.minusSeconds(3_600),
                                            text,
                                            Audit.What.CHANGED,
                                            text))
                            .toList();
            lives.put(hash, new BreakLife(texts.getFirst(), events, 0));
        }
        return lives;
    }

    private static RevisionChange since(List<Break> breaks, List<String> texts) {
        Break first = breaks.getFirst();
        Break open = breaks.get(1).with(Action.ALERT, Status.OPEN, "");
        return new RevisionChange(
                new Revision.Id("wechat-shop", Reports.DATE, 1),
                Map.of(Sort.NEW, (long) texts.size(), Sort.DECIDED, 1L),
                breaks.size() - 2L,
                Stream.concat(
                                texts.stream().map(text -> new Row(Sort.NEW, null, first, text)),
                                Stream.of(
                                        new Row(
                                                Sort.DECIDED,
                                                open,
                                                breaks.get(1),
                                                texts.getLast())))
                        .toList());
    }

    private static Beside beside(List<Break> breaks, List<String> texts) {
        return new Beside(
                texts.size(),
                texts.stream()
                        .map(text ->
                                new Beside.Other(breaks.getFirst(), BreakChange.Fate.CLOSED, text))
                        .toList(),
                1,
                List.of(new Beside.Left(breaks.get(1), 1, true)));
    }
}
