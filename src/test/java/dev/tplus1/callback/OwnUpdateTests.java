package dev.tplus1.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.entry.SettingException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.ZoneId;

final class OwnUpdateTests {
    private static final String FINE = "UPDATE o SET s = 1 WHERE s = 0 AND no = :orderNo";

    @Test
    void takesOneUpdateAndTheSemicolonAtItsEnd() {
        OwnUpdates updates =
                OwnUpdates.of("  update o set t = :transactionId where no = :orderNo ;\n", null);

        assertThat(updates.paid().sql())
                .isEqualTo("update o set t = :transactionId where no = :orderNo");
        assertThat(updates.refunded()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DELETE FROM o WHERE no = :orderNo | must be one UPDATE statement",
                "UPDATE o SET s = 1 WHERE no = :orderNo; DROP TABLE o | must be one UPDATE",
                "UPDATE o SET s = 1 WHERE no = :order | uses :order; it may use :account",
                "UPDATE o SET s = 1 WHERE no = :refundNo | uses :refundNo; it may use :account",
                "UPDATE o SET s = ? WHERE no = :orderNo | has a ? placeholder",
                "UPDATE o SET s = 1, no = :orderNo | its WHERE must name :orderNo or",
                "UPDATE o SET no = :orderNo WHERE s = 0 | its WHERE must name :orderNo or"
            })
    void refusesWhatMayMeetOtherRows(String sql, String told) {
        assertThatThrownBy(() -> OwnUpdates.of(sql, null))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("replay.mark-paid-sql: " + told.strip());
    }

    @Test
    void aRefundsStatementMustNameTheRefund() {
        assertThatThrownBy(() -> OwnUpdates.of(FINE, FINE))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith(
                        "replay.mark-refunded-sql: its WHERE must name :refundNo or"
                                + " :providerRefundId");
    }

    @Test
    void bindsAbsentIdsAsNullAndTheTimeInTheBooksZone() {
        var values =
                OwnUpdate.values(
                        CallbackFixture.payment("", "T1", "10.00"), ZoneId.of("Asia/Shanghai"));

        assertThat(values)
                .containsEntry("orderNo", null)
                .containsEntry("refundNo", null)
                .containsEntry("transactionId", "T1")
                .containsEntry("amount", new BigDecimal("10.00"))
                .containsEntry("amountMinor", 1000L)
                .containsEntry("occurredAt", LocalDateTime.parse("2026-11-28T17:30:00.123456"));
    }
}
