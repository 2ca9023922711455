package dev.tplus1.provider.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.StatementEntry;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.Statement.OtherMovement;
import dev.tplus1.statement.StatementSettings;
import dev.tplus1.statement.Statements;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

class BalanceChangeTests {
    private static final String HEADER =
            "balance_transaction_id,created_utc,created,available_on_utc,available_on,currency,gross,fee,net,reporting_category,source_id,description,customer_facing_amount,customer_facing_currency,customer_id,charge_id,payment_intent_id,payment_metadata[order_no]\n";
    private static final String CHARGE =
            "txn_1,2026-11-28 10:00:00,,,,usd,54.00,1.86,52.14,charge,ch_1,\"tea,"
                    + " two\",5000,jpy,,ch_1,pi_1,S1\n";
    private static final String REFUND =
            "txn_2,2026-11-28"
                    + " 11:00:00,,,,usd,-10.80,0,-10.80,refund,re_1,,-1000,jpy,,ch_1,pi_1,S1\n";

    @TempDir Path folder;

    private Statement read(String text) throws Exception {
        Path file = Files.writeString(folder.resolve("report.csv"), text);
        return Statements.read(new StripeFormat(StatementSettings.of("stripe")), List.of(file));
    }

    private String refusal(String text) {
        RefusedException refused = catchThrowableOfType(RefusedException.class, () -> read(text));
        assertThat(refused).isNotNull();
        return String.valueOf(refused.getMessage());
    }

    private static Money yen(long amount) {
        return new Money(amount, Money.currency("JPY"));
    }

    @Test
    void readsWhatTheCustomerSaw() throws Exception {
        Statement statement = read(HEADER + CHARGE + REFUND);

        assertThat(statement.layout()).isEqualTo("stripe/balance-change");
        assertThat(statement.controlled()).isFalse();
        StatementEntry payment = Statements.entries(statement).getFirst();
        StatementEntry refund = Statements.entries(statement).getLast();
        assertThat(payment.key()).isEqualTo(EntryKey.payment("pi_1"));
        assertThat(payment.amount()).isEqualTo(yen(5000));
        assertThat(payment.orderNo()).isEqualTo("S1");
        assertThat(payment.time()).isEqualTo(Instant.parse("2026-11-28T10:00:00Z"));
        assertThat(refund.key()).isEqualTo(EntryKey.refund("re_1"));
        assertThat(refund.amount()).isEqualTo(yen(1000));
        assertThat(statement.fees().toString()).isEqualTo("{USD=1.86}");
    }

    @Test
    void takesWhatWasNotCapturedOffItsCharge() throws Exception {
        String reversal =
                CHARGE.replace("txn_1", "txn_3")
                        .replace(",charge,", ",partial_capture_reversal,")
                        .replace("5000", "-1500")
                        .replace("54.00,1.86,52.14", "-16.20,0,-16.20");

        Statement statement = read(HEADER + reversal + CHARGE);

        assertThat(Statements.entries(statement))
                .extracting(StatementEntry::amount)
                .containsExactly(yen(3500));
    }

    @Test
    void listsOtherMovements() throws Exception {
        Statement statement =
                read(
                        HEADER
                                + "txn_9,2026-11-28"
                                + " 11:00:00,,,,usd,-20.00,0,-20.00,payout,po_1,,,,,,,\n");

        assertThat(statement.otherMovements())
                .extracting(OtherMovement::category)
                .containsExactly("payout");
    }

    @Test
    void refusesCutsMissingColumnsAndInexactAmounts() {
        String whole = HEADER + CHARGE + REFUND;

        for (int length = 0; length < whole.length(); length++) {
            boolean atLineEnd = length > 0 && whole.charAt(length - 1) == '\n';
            // the layout has nothing that would tell a cut between two rows
            if (!atLineEnd) {
                assertThat(refusal(whole.substring(0, length))).startsWith("report.csv");
            }
        }
        assertThat(refusal(whole.replace("customer_facing_amount", "other")))
                .isEqualTo("report.csv, line 1: the column \"customer_facing_amount\" is missing");
        assertThat(refusal(whole.replace("5000", "5000.50"))).contains("line 2").contains("JPY");
    }
}
