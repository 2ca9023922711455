package dev.tplus1.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.breaks.decide.ApprovalSettings;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.SettingException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;

/** The job file's breaks block. */
class ApprovalBlockTests {
    private static final String LEAST =
            """
            tplus1:
              job: shop
              database: {url: "jdbc:h2:mem:x"}
              accounts:
                - {id: one, provider: csv, statements: {directory: in, file: "*"}}
            """;

    @Test
    void takesOnePersonUnlessToldOtherwise() {
        assertThat(approval("")).isEqualTo(ApprovalSettings.ONE_PERSON);
        assertThat(approval("{approval: one-person}")).isEqualTo(ApprovalSettings.ONE_PERSON);
    }

    @Test
    void takesTwoPersonsAlwaysOrAboveAmounts() {
        Money limit = Money.parse("1000.00", Money.currency("CNY"));

        assertThat(approval("{approval: two-person}"))
                .isEqualTo(new ApprovalSettings(true, Map.of()));
        assertThat(approval("{approval: two-person, above: {CNY: 1000.00}}"))
                .isEqualTo(new ApprovalSettings(true, Map.of(limit.currency(), limit)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {approval: three-person}|breaks.approval
                    {approval: two-person, above: {XYZ: 1.00}}|breaks.above
                    {approval: two-person, above: {CNY: 1.001}}|breaks.above
                    {approval: two-person, above: {CNY: -1}}|breaks.above
                    {above: {CNY: 1.00}}|breaks.above: is for approval: two-person only
                    {aproval: two-person}|did you mean "approval"
                    """)
    void refusesWhatItCannotUse(String block, String complaint) {
        assertThatThrownBy(() -> approval(block))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("jobs/shop.yaml: breaks")
                .hasMessageContaining(complaint);
    }

    private static ApprovalSettings approval(String block) {
        String text = block.isEmpty() ? LEAST : LEAST + "  breaks: " + block + "\n";
        return JobFile.parse("jobs/shop.yaml", text, Map.of()).approval();
    }
}
