package dev.tplus1.report.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.decide.Reason;
import dev.tplus1.breaks.life.BreakLife;
import dev.tplus1.report.words.Language;
import dev.tplus1.report.words.Words;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

/** What had happened to a break, in the reader's language. */
class RowLifeTests {
    private static final Words CHINESE = Words.in(Language.CHINESE);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    status REPAIRED, was HELD|status repaired, was on hold|状态为已补单，原为已暂停
                    type MISSING_AT_PROVIDER, was CUT_OFF|type Missing at provider, was Cut-off|类型为渠道无此笔，原为日切差异
                    action ALERT, was SUSPENSE|now to be decided, was to be watched|处理方式为人工处理，原为观察
                    books 1234.50 CNY, was none|books CNY\u00a01,234.50, was none|账面为 1,234.50\u00a0元，原为 无
                    statement 3.00 EUR, was 2.00 EUR|statement EUR\u00a03.00, was EUR\u00a02.00|账单为 EUR\u00a03.00，原为 EUR\u00a02.00
                    status OPEN, was HELD; books none, was 1.00 CNY|status open, was on hold; books none, was CNY\u00a01.00|状态为未结，原为已暂停；账面为 无，原为 1.00\u00a0元
                    """)
    void wordsWhatARunChanged(String written, String english, String chinese) {
        String detail = "by run r2: " + written;

        assertThat(told(Audit.What.CHANGED, detail, Words.ENGLISH))
                .isEqualTo("29 Nov 09:00:00 changed in revision 2: " + english);
        assertThat(told(Audit.What.CHANGED, detail, CHINESE))
                .isEqualTo("11-29 09:00:00 第 2 版变更：" + chinese);
    }

    @Test
    void leavesWhatANewerVersionWroteAsItIs() {
        String newer = "status PARKED, was OPEN; books 1.00 RMB, was none";

        assertThat(told(Audit.What.CHANGED, "by run r2: " + newer, CHINESE)).endsWith("：" + newer);
    }

    @Test
    void hasWordsForEveryTypeActionAndState() {
        for (BreakType type : BreakType.values()) {
            assertThat(CHINESE.known("type." + type + ".name")).isPresent();
        }
        for (Action action : Action.values()) {
            assertThat(CHINESE.known("life.action." + action)).isPresent();
        }
        for (Status status : Status.values()) {
            assertThat(CHINESE.known("sheet.status." + status)).isPresent();
        }
    }

    @ParameterizedTest
    @EnumSource
    void wordsThePersonsReason(Reason reason) {
        String line =
                only(
                        new BreakLife.Event(
                                Instant.parse("2026-11-29T01:00:00Z"),
                                "mei",
                                Audit.What.RESOLVED,
                                "5521",
                                new Audit.Change(reason.code(), "OPEN", "RESOLVED")),
                        CHINESE);

        assertThat(line).startsWith("11-29 09:00:00 由 mei 处理").endsWith("：5521");
        assertThat(line.replace("mei", "")).doesNotContainPattern("[a-z]");
        assertThat(line.contains("（")).isEqualTo(reason != Reason.OTHER);
    }

    private static String told(Audit.What what, String detail, Words words) {
        return only(
                new BreakLife.Event(Instant.parse("2026-11-29T01:00:00Z"), "tplus1", what, detail),
                words);
    }

    private static String only(BreakLife.Event event, Words words) {
        return RowLife.of(
                        new BreakLife(null, List.of(event), 0),
                        LocalDate.of(2026, 11, 28),
                        ZoneId.of("Asia/Shanghai"),
                        words)
                .events()
                .getFirst();
    }
}
