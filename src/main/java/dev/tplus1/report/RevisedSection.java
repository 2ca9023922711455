package dev.tplus1.report;

import dev.tplus1.entry.StatementChange;
import dev.tplus1.entry.StatementChange.Side;
import dev.tplus1.entry.StatementChange.Sort;
import dev.tplus1.report.words.Shown;
import dev.tplus1.report.words.Words;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What the statement says otherwise than the one that the revision before used, as the page shows
 * it.
 *
 * @param more where the others are, when not all are shown; or empty
 */
record RevisedSection(
        String title,
        String sum,
        String intro,
        List<ReportPage.Fact> facts,
        String before,
        List<Row> rows,
        String more) {

    /** One that differs; text is ready to be shown, but for HTML's own characters. */
    record Row(
            String sort,
            String what,
            List<BreakRows.Id> ids,
            BreakRows.Cell before,
            BreakRows.Cell after,
            String difference) {}

    /** The section; null where the statement is the one that was used before, or the first. */
    static @Nullable RevisedSection of(Summary summary, Words words) {
        Summary.RevisedStatement revised = summary.revisedStatement();
        return revised == null ? null : new Writer(summary, revised, words).section();
    }

    private record Writer(Summary summary, Summary.RevisedStatement revised, Words words) {
        RevisedSection section() {
            String number = Integer.toString(revised.previousRevision());
            boolean unknown = !revised.notCompared().isEmpty();
            boolean same = !unknown && total() == 0 && revised.other() == 0;
            List<Currency> currencies = currencies();
            boolean coded = currencies.size() > 1;
            String amounts =
                    currencies.size() == 1
                            ? words.get("revised.amounts", words.unit(currencies.getFirst()))
                            : "";
            return new RevisedSection(
                    words.get("revised.title", number),
                    unknown
                            ? words.get("revised.unknown")
                            : same ? words.get("revised.same") : counts(),
                    unknown
                            ? words.get(
                                    "revised.introUnknown",
                                    number,
                                    words.note(revised.notCompared()))
                            : same
                                    ? words.get("revised.introSame", number)
                                    : words.sentences(
                                            amounts.isEmpty()
                                                    ? List.of(words.get("revised.intro", number))
                                                    : List.of(
                                                            words.get("revised.intro", number),
                                                            amounts)),
                    facts(),
                    words.get("page.revision", number),
                    revised.rows().stream().map(row -> row(row, coded)).toList(),
                    total() + revised.other() > revised.rows().size()
                            ? words.get("revised.more", Shown.count(StatementChange.MOST_ROWS))
                            : "");
        }

        private long total() {
            return revised.added() + revised.changed() + revised.withdrawn();
        }

        private String counts() {
            String counts =
                    words.get(
                            "revised.counts",
                            Shown.count(revised.added()),
                            Shown.count(revised.changed()),
                            Shown.count(revised.withdrawn()));
            return revised.other() == 0
                    ? counts
                    : words.commas(List.of(counts, words.count("revised.other", revised.other())));
        }

        private List<Currency> currencies() {
            return revised.rows().stream()
                    .flatMap(row -> Stream.of(row.before(), row.after()))
                    .filter(Objects::nonNull)
                    .map(Side::currency)
                    .distinct()
                    .toList();
        }

        private List<ReportPage.Fact> facts() {
            List<ReportPage.Fact> facts = new ArrayList<>();
            sums(facts, Sort.ADDED, revised.added(), StatementChange.Sum::added);
            if (revised.changed() > 0) {
                List<String> parts =
                        revised.sums().stream()
                                .filter(sum ->
                                        sum.changedFrom().signum() != 0
                                                || sum.changedTo().signum() != 0)
                                .map(sum ->
                                        words.get(
                                                "revised.fromTo",
                                                coded(sum.currency(), sum.changedFrom()),
                                                Shown.grouped(sum.changedTo())))
                                .toList();
                fact(facts, Sort.CHANGED, revised.changed(), parts);
            }
            sums(facts, Sort.WITHDRAWN, revised.withdrawn(), StatementChange.Sum::withdrawn);
            facts.add(
                    new ReportPage.Fact(
                            words.get("revised.sha", "r" + revised.previousRevision()),
                            revised.previousSha256(),
                            ""));
            return facts;
        }

        private void sums(
                List<ReportPage.Fact> facts,
                Sort sort,
                long count,
                Function<StatementChange.Sum, BigDecimal> of) {
            if (count > 0) {
                fact(
                        facts,
                        sort,
                        count,
                        revised.sums().stream()
                                .filter(sum -> of.apply(sum).signum() != 0)
                                .map(sum -> coded(sum.currency(), of.apply(sum)))
                                .toList());
            }
        }

        private void fact(List<ReportPage.Fact> facts, Sort sort, long count, List<String> sums) {
            String entries = words.count("entries", count);
            facts.add(
                    new ReportPage.Fact(
                            words.get("revised." + sort),
                            "",
                            sums.isEmpty()
                                    ? entries
                                    : words.commas(List.of(entries, words.list(sums)))));
        }

        private String coded(Currency currency, BigDecimal amount) {
            return words.coded(currency, Shown.grouped(amount));
        }

        private Row row(StatementChange.Row row, boolean coded) {
            List<BreakRows.Id> ids = new ArrayList<>();
            boolean refund = !row.refundNo().isEmpty();
            id(ids, "row.refund", row.refundNo());
            id(ids, refund ? "row.ofPayment" : "row.payment", row.transactionId());
            Side one = row.after() == null ? row.before() : row.after();
            if (one != null) {
                id(ids, "row.order", one.orderNo());
            }
            return new Row(
                    words.get("revised." + row.sort()),
                    what(row.what()),
                    ids,
                    cell(row, row.before(), row.after(), coded),
                    cell(row, row.after(), row.before(), coded),
                    difference(row.before(), row.after(), coded));
        }

        private String what(String what) {
            return switch (what) {
                case "PAYMENT" -> words.get("row.payment");
                case "REFUND" -> words.get("row.refund");
                case "fees" -> words.get("page.fees");
                default -> Shown.outside(what);
            };
        }

        private void id(List<BreakRows.Id> ids, String term, String value) {
            if (!value.isEmpty()) {
                ids.add(new BreakRows.Id(words.get(term), Shown.outside(value)));
            }
        }

        /** What one side says; what the other side says otherwise is marked. */
        private BreakRows.Cell cell(
                StatementChange.Row row, @Nullable Side side, @Nullable Side other, boolean coded) {
            List<BreakRows.Line> lines = new ArrayList<>();
            if (side == null) {
                return new BreakRows.Cell(words.get("row.notInStatement"), true, lines);
            }
            Instant time = side.time();
            if (time != null) {
                String done =
                        switch (row.what()) {
                            case "PAYMENT" -> "row.paid";
                            case "REFUND" -> "row.refunded";
                            default -> "row.at";
                        };
                lines.add(
                        new BreakRows.Line(
                                words.get(done, words.time(time, summary.zone())),
                                other != null && !time.equals(other.time())));
            }
            if (other != null && !side.orderNo().equals(other.orderNo())) {
                String order =
                        side.orderNo().isEmpty()
                                ? words.get("revised.noOrder")
                                : words.get("revised.order", Shown.outside(side.orderNo()));
                lines.add(new BreakRows.Line(order, true));
            }
            if (side.inProgress()) {
                lines.add(
                        new BreakRows.Line(
                                words.get("revised.inProgress"),
                                other != null && !other.inProgress()));
            }
            boolean differs =
                    other != null
                            && (side.amount().compareTo(other.amount()) != 0
                                    || !side.currency().equals(other.currency()));
            return new BreakRows.Cell(
                    coded ? coded(side.currency(), side.amount()) : Shown.grouped(side.amount()),
                    differs,
                    lines);
        }

        private String difference(@Nullable Side before, @Nullable Side after, boolean coded) {
            Side one = after == null ? before : after;
            if (one == null) {
                throw new IllegalStateException("a row of neither side");
            }
            if (before != null && after != null && !before.currency().equals(after.currency())) {
                return words.get("revised.otherCurrency");
            }
            BigDecimal was = before == null ? BigDecimal.ZERO : before.amount();
            BigDecimal is = after == null ? BigDecimal.ZERO : after.amount();
            BigDecimal difference = is.subtract(was);
            String text = (difference.signum() > 0 ? "+" : "") + Shown.grouped(difference);
            return coded ? words.coded(one.currency(), text) : text;
        }
    }
}
