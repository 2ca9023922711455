package dev.tplus1.watch.metrics;

import java.util.List;

/** What is measured, by the names that alert rules and dashboards have; all of them gauges. */
enum Metric {
    LAST_RUN(
            "tplus1_last_run_timestamp_seconds",
            "When the account's last run ended.",
            Metric.ACCOUNT),
    LAST_OUTCOME(
            "tplus1_last_run_outcome",
            "1 for how the account's latest date that was run ended, 0 for all others.",
            Metric.ACCOUNT,
            "outcome"),
    LAST_SUCCESS(
            "tplus1_last_success_timestamp_seconds",
            "When the account's latest reconciled date was concluded.",
            Metric.ACCOUNT),
    LAST_RECONCILED(
            "tplus1_last_reconciled_date_timestamp_seconds",
            "When the account's latest reconciled business date began, in its zone.",
            Metric.ACCOUNT),
    RUN_DURATION(
            "tplus1_run_duration_seconds",
            "How long the last date that was run took, waiting for its statement included.",
            Metric.ACCOUNT),
    STEP_DURATION(
            "tplus1_step_duration_seconds",
            "How long each step of the last date that was run took.",
            Metric.ACCOUNT,
            "step"),
    STATEMENT_ENTRIES(
            "tplus1_statement_entries",
            "Entries of the latest concluded date's statement that count.",
            Metric.ACCOUNT),
    LEDGER_ENTRIES(
            "tplus1_ledger_entries",
            "Entries that the books have in the latest concluded date.",
            Metric.ACCOUNT),
    MATCHED_ENTRIES(
            "tplus1_matched_entries",
            "Entries of the latest concluded date that both sides have, equal and in the day.",
            Metric.ACCOUNT),
    BREAKS(
            "tplus1_breaks",
            "Breaks that the latest concluded date's latest revision found.",
            Metric.ACCOUNT,
            "type"),
    REPLAYS(
            "tplus1_replays",
            "What became of the missed callbacks of the latest concluded date's latest revision.",
            Metric.ACCOUNT,
            "result"),
    OPEN_ALERTS(
            "tplus1_open_alerts",
            "Breaks of all dates that wait for a person.",
            Metric.ACCOUNT,
            "type"),
    OLDEST_OPEN_ALERT(
            "tplus1_oldest_open_alert_timestamp_seconds",
            "When the business date of the oldest break that waits for a person began.",
            Metric.ACCOUNT),
    HELD_DATES("tplus1_held_dates", "Dates that are held back.", Metric.ACCOUNT),
    MISSING_DATES(
            "tplus1_missing_dates",
            "Dates of the last 32 days that are over and that no run has concluded.",
            Metric.ACCOUNT),
    DEAD_NOTICES(
            "tplus1_dead_notices",
            "Notices that a channel did not take and that are not tried any more."),
    DEAD_LETTERS(
            "tplus1_dead_letters",
            "Messages of the outbox that were not taken and that are not tried any more."),
    EXIT_CODE("tplus1_exit_code", "The exit code of the last process that ran dates."),
    BUILD("tplus1_build_info", "The version of the last process that ran dates.", "version");

    /** The label that comes first of what is measured by account. */
    static final String ACCOUNT = "account";

    private final String id;
    private final String help;

    @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
    private final List<String> labels;

    Metric(String id, String help, String... labels) {
        this.id = id;
        this.help = help;
        this.labels = List.of(labels);
    }

    String id() {
        return id;
    }

    String help() {
        return help;
    }

    /** Beside the job's, which each has. */
    List<String> labels() {
        return labels;
    }

    boolean byAccount() {
        return labels.contains(ACCOUNT);
    }
}
