package dev.tplus1.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.entry.SettingException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;

/** The job file's retention block. */
class RetentionBlockTests {
    private static Retention retention(String block, String replay, String account) {
        String text =
                """
                tplus1:
                  job: shop
                  database: {url: "jdbc:h2:mem:x"}
                  accounts:
                    - {id: one, provider: csv, ACCOUNT statements: {directory: in, file: "*"}}
                  replay: REPLAY
                  retention: BLOCK
                """
                        .replace("ACCOUNT", account)
                        .replace("REPLAY", replay)
                        .replace("BLOCK", block);
        return JobFile.parse("jobs/shop.yaml", text, Map.of()).retention();
    }

    @Test
    void keepsAllForEverUnlessToldOtherwise() {
        assertThat(retention("", "{}", "")).isEqualTo(Retention.FOR_EVER);
        assertThat(retention("{}", "{}", "").any()).isFalse();
    }

    @Test
    void takesWholeDaysOfEach() {
        Retention retention =
                retention(
                        "{statements: 400d, reports: P500D, breaks: 800d, batch: 62d, notices: 31d,"
                                + " outbox: 168h}",
                        "{}",
                        "");

        assertThat(retention).isEqualTo(new Retention(400, 500, 800, 62, 31, 7));
        assertThat(retention.any()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {statements: 61d}|retention.statements
                    {reports: 61d}|retention.reports
                    {breaks: 61d}|retention.breaks
                    {batch: 61d}|retention.batch
                    {notices: 30d}|retention.notices
                    {outbox: 6d}|retention.outbox
                    {breaks: 100h}|retention.breaks
                    {breaks: 36501d}|retention.breaks
                    {breaks: 0d}|retention.breaks
                    {breaks: 400}|retention.breaks
                    {break: 400d}|did you mean "breaks"
                    """)
    void refusesWhatItCannotUse(String block, String complaint) {
        assertThatThrownBy(() -> retention(block, "{}", ""))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("jobs/shop.yaml: retention")
                .hasMessageContaining(complaint);
    }

    @Test
    void letsNothingGoThatMayStillBeReplayedOrIsLookedAtForIt() {
        String replay = "{max-age: 100d}";
        String account = "suspense-days: 10,";

        assertThat(retention("{breaks: 112d}", replay, account).breaks()).isEqualTo(112);
        assertThatThrownBy(() -> retention("{breaks: 111d}", replay, account))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("a number of days from 112d, such as 400d (so far back");
    }
}
