package dev.tplus1.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tplus1.entry.BusinessDate;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

class StatementCheckTests {
    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");
    private static final BusinessDate DATE = new BusinessDate(LocalDate.of(2026, 11, 28), SHANGHAI);
    private static final List<Path> FILES = List.of(Path.of("folder", "bill.csv"));
    private static final String ON = "2026-11-28T00:00:00Z";
    private static final String BEFORE = "2026-11-27T15:59:59Z";

    private static String refusal(
            @Nullable String merchant, String subMerchant, Statement statement) {
        RefusedException refused =
                catchThrowableOfType(
                        RefusedException.class,
                        () ->
                                new StatementCheck(merchant, subMerchant)
                                        .check(statement, FILES, DATE));
        assertThat(refused).isNotNull();
        return String.valueOf(refused.getMessage());
    }

    @Test
    void acceptsTheRightMerchantAndDay() {
        Statement statement = StatementFixture.of(DATE.date(), "m-1", "s-1", ON, ON);

        assertThatCode(() -> new StatementCheck("m-1", "s-1").check(statement, FILES, DATE))
                .doesNotThrowAnyException();
        assertThatCode(() -> new StatementCheck(null, "").check(statement, FILES, DATE))
                .doesNotThrowAnyException();
    }

    @Test
    void refusesAnotherMerchant() {
        Statement statement = StatementFixture.of(null, "m-2", "", ON);

        assertThat(refusal("m-1", "", statement))
                .isEqualTo(
                        "bill.csv: it is the statement of merchant \"m-2\", expected \"m-1\"; get"
                                + " that merchant's, or correct merchant-id");
    }

    @Test
    void refusesAnotherSubMerchant() {
        Statement statement = StatementFixture.of(null, "m-1", "s-2", ON);

        assertThat(refusal("m-1", "s-1", statement)).contains("\"s-2\", expected \"s-1\"");
        assertThat(refusal("m-1", "", statement))
                .endsWith(
                        "expected none (sub-merchant-id); get that one's, or correct"
                                + " sub-merchant-id");
    }

    @Test
    void refusesAnotherDeclaredDay() {
        Statement statement = StatementFixture.of(LocalDate.of(2026, 11, 27), null, "", ON);

        assertThat(refusal(null, "", statement))
                .isEqualTo(
                        "bill.csv: it declares the day 2026-11-27, expected 2026-11-28; get the"
                                + " statement of 2026-11-28, or, if 2026-11-27 is meant, give"
                                + " --date 2026-11-27");
    }

    @Test
    void refusesAStatementOfWhichLessThanHalfIsOnTheDay() {
        Statement half = StatementFixture.of(null, null, "", ON, BEFORE);
        Statement less = StatementFixture.of(null, null, "", ON, BEFORE, BEFORE);

        assertThatCode(() -> new StatementCheck(null, "").check(half, FILES, DATE))
                .doesNotThrowAnyException();
        assertThat(refusal(null, "", less))
                .contains("only 1 of its 3 payments are on 2026-11-28")
                .endsWith(
                        "most are on 2026-11-27; get the statement of 2026-11-28, or, if 2026-11-27"
                                + " is meant, give --date 2026-11-27; times are read in"
                                + " Asia/Shanghai");
    }

    @Test
    void advisesNoOtherDayWhereMostOfItIsOnTheRightOne() {
        String next = "2026-11-29T00:00:00Z";
        String last = "2026-11-30T00:00:00Z";
        Statement scattered = StatementFixture.of(null, null, "", ON, ON, BEFORE, next, last);

        assertThat(refusal(null, "", scattered))
                .endsWith(
                        "most are on 2026-11-28; get the statement of 2026-11-28; times are read in"
                                + " Asia/Shanghai");
    }

    @Test
    void leavesTheAdviceOutOfTheReason() {
        RefusedException refused =
                new RefusedException("bill.csv", 7, "it is cut off")
                        .advising(RefusedException.FETCH_AGAIN);

        assertThat(refused).hasMessage("bill.csv, line 7: it is cut off; fetch the file again");
        assertThat(refused.reason()).isEqualTo("it is cut off");
    }

    @Test
    void tellsTheDay() {
        Statement statement = StatementFixture.of(null, null, "", BEFORE, ON, ON);

        assertThat(StatementDay.of(statement, SHANGHAI)).isEqualTo(DATE.date());
        assertThat(StatementDay.of(StatementFixture.of(null, null, ""), SHANGHAI)).isNull();
        assertThat(StatementDay.of(StatementFixture.of(DATE.date(), null, "", BEFORE), SHANGHAI))
                .isEqualTo(DATE.date());
    }
}
