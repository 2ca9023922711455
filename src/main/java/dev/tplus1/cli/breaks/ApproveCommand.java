package dev.tplus1.cli.breaks;

import dev.tplus1.cli.Answers;
import dev.tplus1.cli.Arguments;
import dev.tplus1.cli.Deciding;
import dev.tplus1.cli.Session;
import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.ArrayAnswer;
import dev.tplus1.cli.speech.Terminal;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.core.JsonGenerator;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

@Command(
        name = "approve",
        description = {
            "Let replays that were held back go ahead: these, or all of a date.",
            "Where the job says so, it takes a second person (--as) who approves the same."
        },
        footer = {
            "",
            "Examples:",
            "  tplus1 breaks approve --job jobs/shop.yaml --account wechat-shop \\",
            "      --date 2026-11-28 --note \"gateway was down, looked at 20 of them\"",
            "  tplus1 breaks approve 7K3M9QX2 --job jobs/shop.yaml --note \"order is real\""
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
public final class ApproveCommand implements Callable<Integer> {
    private final Session session;
    @Mixin private Shared shared;

    @Parameters(paramLabel = "ID", arity = "0..*", description = "The breaks' ids.")
    private List<String> ids = List.of();

    @Option(names = "--date", paramLabel = "D", description = "All that is held of this date.")
    private @Nullable String date;

    @Option(names = "--account", paramLabel = "A", description = "The date's account.")
    private @Nullable String account;

    @Option(
            names = "--note",
            required = true,
            paramLabel = "N",
            description = "Why, for the audit trail.")
    private String note;

    public ApproveCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        if (ids.isEmpty() && (date == null || account == null)) {
            throw new SettingException(
                    "breaks approve: name the breaks, or --date and --account together.");
        }
        if (!ids.isEmpty() && (date != null || account != null)) {
            throw new SettingException(
                    "breaks approve: either the breaks' ids, or --date and --account; not"
                            + " both.");
        }
        LocalDate day = Arguments.optionalDate("--date", date);
        List<String> wanted = Arguments.breakIds(ids);
        String words = Arguments.note(note);
        String as = shared.name();
        Work.Job job = session.job(shared.job());
        if (account != null) {
            Session.requireAccounts(job, List.of(account));
        }
        Terminal aside = shared.json() ? session.terminal().onErr() : session.terminal();
        Answers answers = new Answers(aside, false);
        session.work()
                .approve(
                        new Deciding.Approve(job, wanted, day, account, words, as),
                        aside.progress(),
                        approved -> told(approved, aside),
                        answers);
        return answers.conclude("dates").code();
    }

    /** With {@code --json}, out is for a program alone. */
    private void told(Deciding.Approved approved, Terminal aside) {
        List<String> lines = new ArrayList<>(approved.said());
        approved.each().stream()
                .filter(Deciding.Approval::takesSecond)
                .forEach(each -> {
                    String of =
                            each.breakId() == null
                                    ? each.account() + " " + each.date()
                                    : each.breakId();
                    lines.add(
                            of
                                    + ": approved by "
                                    + each.by()
                                    + ", a second person is needed; nothing is replayed.");
                });
        aside.answer(lines);
        if (shared.json()) {
            ArrayAnswer array = new ArrayAnswer(session.terminal());
            approved.each().forEach(each -> array.add(json -> write(each, json)));
            array.end();
        }
    }

    private static void write(Deciding.Approval each, JsonGenerator json) {
        json.writeStringProperty("account", each.account());
        json.writeStringProperty("business_date", each.date().toString());
        json.writeStringProperty("break_id", each.breakId());
        json.writeStringProperty("approved_by", each.by());
        json.writeStringProperty("second_approval", each.takesSecond() ? "needed" : "");
    }
}
