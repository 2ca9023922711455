package dev.tplus1.nightly;

import dev.tplus1.breaks.BreakBook;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.audit.AuditHead;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.Money;
import dev.tplus1.reconcile.Reconciliation;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.Summary;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.Statement.IgnoredRow;
import dev.tplus1.statement.Statement.OtherMovement;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Makes a run's summary out of what its rooms found. */
public final class Figures {
    private Figures() {}

    /**
     * Who ran, for whom.
     *
     * @param revision from 1; 0 for a run that takes none
     */
    public record Head(
            String job,
            String account,
            String provider,
            BusinessDate day,
            int revision,
            Summary.Mode mode,
            String runId) {}

    /** The summary of a compared day. */
    public static Summary of(
            Head head,
            Statement statement,
            List<Path> files,
            Reconciliation found,
            Outcome outcome,
            Summary.@Nullable Hold held,
            @Nullable LocalDate watchedUntil,
            Summary.@Nullable RevisedStatement revised,
            Instant now) {
        return new Summary(
                head.job(),
                head.account(),
                head.provider(),
                head.day().date(),
                head.day().zone(),
                head.revision(),
                outcome,
                facts(statement, files, found),
                new Summary.LedgerFacts(found.ledgerEntries(), found.settledDuringRun()),
                found.matched(),
                found.matchedAcrossCutoff(),
                found.carried(),
                found.counts(),
                Summary.Replays.none(),
                Summary.Alerts.none(),
                fees(statement),
                movements(statement),
                found.proof(),
                head.mode(),
                held,
                null,
                found.counts().containsKey(BreakType.CUT_OFF) ? watchedUntil : null,
                revised,
                null,
                head.runId(),
                now);
    }

    /** The summary of a run that did not get as far as comparing, and so takes no revision. */
    static Summary of(Head head, Outcome outcome, Summary.Problem problem, Instant now) {
        return new Summary(
                head.job(),
                head.account(),
                head.provider(),
                head.day().date(),
                head.day().zone(),
                0,
                outcome,
                Summary.StatementFacts.none(),
                new Summary.LedgerFacts(0, 0),
                0,
                0,
                0,
                Map.of(),
                Summary.Replays.none(),
                Summary.Alerts.none(),
                List.of(),
                List.of(),
                List.of(),
                head.mode(),
                null,
                problem,
                null,
                null,
                null,
                head.runId(),
                now);
    }

    /** The same summary once its date is concluded; of a held date the one alert is the date's. */
    static Summary concluded(
            Summary s, Summary.Replays replays, BreakBook.Counted counted, Instant now) {
        BreakBook.Alerts alerts = counted.alerts();
        Summary.Alerts told =
                s.held() == null
                        ? new Summary.Alerts(alerts.opened(), alerts.stillOpen(), alerts.closed())
                        : new Summary.Alerts(1, 0, 0);
        return ended(s, s.outcome(), null, replays, told, counted.audit(), now);
    }

    /** The same summary with an end that does not conclude its date. */
    static Summary ended(
            Summary s,
            Outcome outcome,
            Summary.@Nullable Problem problem,
            Summary.Replays replays,
            Summary.Alerts alerts,
            Instant now) {
        return ended(s, outcome, problem, replays, alerts, null, now);
    }

    private static Summary ended(
            Summary s,
            Outcome outcome,
            Summary.@Nullable Problem problem,
            Summary.Replays replays,
            Summary.Alerts alerts,
            @Nullable AuditHead audit,
            Instant now) {
        return new Summary(
                s.job(),
                s.account(),
                s.provider(),
                s.businessDate(),
                s.zone(),
                outcome.concludes() ? s.revision() : 0,
                outcome,
                s.statement(),
                s.ledger(),
                s.matched(),
                s.matchedAcrossCutoff(),
                s.carriedByOtherDates(),
                s.breaks(),
                replays,
                alerts,
                s.fees(),
                s.otherMovements(),
                s.proof(),
                s.mode(),
                s.held(),
                problem,
                s.watchedUntil(),
                s.revisedStatement(),
                audit,
                s.runId(),
                now);
    }

    private static Summary.StatementFacts facts(
            Statement statement, List<Path> files, Reconciliation found) {
        String merchant = statement.merchantId();
        return new Summary.StatementFacts(
                found.statementEntries(),
                statement.ignored().size(),
                found.otherDay(),
                statement.covers(),
                statement.sha256(),
                found.statementPayments(),
                statement.layout(),
                merchant == null ? "" : merchant,
                statement.declaredDate(),
                statement.controlled(),
                statement.checks(),
                files.stream().map(file -> String.valueOf(file.getFileName())).toList(),
                statement.ignored().stream()
                        .collect(
                                Collectors.groupingBy(
                                        IgnoredRow::reason, TreeMap::new, Collectors.counting())),
                statement.counted().totals().stream()
                        .map(total ->
                                new Summary.Total(
                                        total.kind(),
                                        total.currency(),
                                        total.count(),
                                        new Money(total.minor(), total.currency()).value()))
                        .sorted(
                                Comparator.comparing(Summary.Total::kind)
                                        .thenComparing(total -> total.currency().getCurrencyCode()))
                        .toList());
    }

    private static List<Summary.Fee> fees(Statement statement) {
        Map<String, BigDecimal> byCode = new TreeMap<>();
        statement
                .fees()
                .forEach((currency, amount) -> byCode.put(currency.getCurrencyCode(), amount));
        return byCode.entrySet().stream()
                .map(e -> new Summary.Fee(Currency.getInstance(e.getKey()), e.getValue()))
                .toList();
    }

    private static List<Summary.Movement> movements(Statement statement) {
        Map<String, List<OtherMovement>> groups = new TreeMap<>();
        for (OtherMovement movement : statement.otherMovements()) {
            groups.computeIfAbsent(
                            movement.category() + "\u0000" + movement.gross().currency(),
                            _ -> new ArrayList<>())
                    .add(movement);
        }
        return groups.values().stream().map(Figures::sum).toList();
    }

    private static Summary.Movement sum(List<OtherMovement> same) {
        BigDecimal gross = BigDecimal.ZERO;
        BigDecimal fee = BigDecimal.ZERO;
        BigDecimal net = BigDecimal.ZERO;
        for (OtherMovement movement : same) {
            gross = gross.add(movement.gross().value());
            fee = fee.add(movement.fee().value());
            net = net.add(movement.net().value());
        }
        OtherMovement first = same.getFirst();
        return new Summary.Movement(
                first.category(), first.gross().currency(), same.size(), gross, fee, net);
    }
}
