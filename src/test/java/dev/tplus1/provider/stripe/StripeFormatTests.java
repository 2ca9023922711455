package dev.tplus1.provider.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

class StripeFormatTests {
    private static final String CHARGE =
            """
            {"id": "ch_1", "object": "charge", "amount": 5000, "amount_captured": 4000, "currency": "eur",
             "payment_intent": "pi_1", "metadata": {"order_no": "S1"}}\
            """;
    private static final String REFUND =
            """
            {"id": "re_1", "object": "refund", "amount": 700, "currency": "eur", "charge": "ch_1",
             "payment_intent": "pi_1", "metadata": {}, "status": "pending"}\
            """;

    @TempDir Path folder;

    private static String transaction(String id, String category, long amount, String source) {
        return """
        {"id": "%s", "object": "balance_transaction", "amount": %d, "created": 1795860000, "currency": "usd",
         "fee": 29, "net": %d, "reporting_category": "%s", "source": %s, "status": "pending"}\
        """
                .formatted(id, amount, amount - 29, category, source);
    }

    private static String page(boolean more, String... rows) {
        return "{\"object\": \"list\", \"url\": \"/v1/balance_transactions\", \"has_more\": "
                + more
                + ", \"data\": ["
                + String.join(", ", rows)
                + "]}";
    }

    private List<Path> files(String... pages) throws Exception {
        List<Path> files = new ArrayList<>();
        for (String page : pages) {
            files.add(Files.writeString(folder.resolve("page-" + files.size() + ".json"), page));
        }
        return files;
    }

    private Statement read(String... pages) throws Exception {
        return Statements.read(new StripeFormat(StatementSettings.of("stripe")), files(pages));
    }

    private String raw(Statement statement, StatementEntry entry, String charge) throws Exception {
        return Statements.raw(
                new StripeFormat(StatementSettings.of("stripe")),
                statement,
                files(page(false, charge)),
                entry);
    }

    private String refusal(String... pages) {
        RefusedException refused = catchThrowableOfType(RefusedException.class, () -> read(pages));
        assertThat(refused).isNotNull();
        return String.valueOf(refused.getMessage());
    }

    @Test
    void takesTheSourcesAmountAndCurrencyAndTheIntentAsKey() throws Exception {
        String charge = transaction("txn_1", "charge", 4321, CHARGE);

        Statement statement = read(page(false, charge));

        StatementEntry entry = Statements.entries(statement).getFirst();
        assertThat(statement.layout()).isEqualTo("stripe/balance-transactions");
        assertThat(statement.controlled()).isTrue();
        assertThat(entry.key()).isEqualTo(EntryKey.payment("pi_1"));
        assertThat(entry.orderNo()).isEqualTo("S1");
        assertThat(entry.amount()).isEqualTo(new Money(4000, Money.currency("EUR")));
        assertThat(entry.time()).isEqualTo(Instant.ofEpochSecond(1795860000));
        assertThat(raw(statement, entry, charge)).isEqualTo(charge);
        assertThat(statement.fees())
                .containsExactly(entry(Money.currency("USD"), new BigDecimal("0.29")));
    }

    @Test
    void keysAChargeWithoutIntentByItselfAndDoesWithoutAnOrderNumber() throws Exception {
        String source =
                CHARGE.replace("\"pi_1\"", "null")
                        .replace("\"amount_captured\": 4000, ", "")
                        .replace("{\"order_no\": \"S1\"}", "{}");

        StatementEntry entry =
                Statements.entries(read(page(false, transaction("txn_1", "charge", 5000, source))))
                        .getFirst();

        assertThat(entry.key()).isEqualTo(EntryKey.payment("ch_1"));
        assertThat(entry.orderNo()).isEmpty();
        assertThat(entry.amount()).isEqualTo(new Money(5000, Money.currency("EUR")));
    }

    @Test
    void keysARefundByItsIdAndSeesThatItIsUnfinished() throws Exception {
        StatementEntry entry =
                Statements.entries(read(page(false, transaction("txn_2", "refund", -700, REFUND))))
                        .getFirst();

        assertThat(entry.key()).isEqualTo(EntryKey.refund("re_1"));
        assertThat(entry.refundNo()).isEqualTo("re_1");
        assertThat(entry.transactionId()).isEqualTo("pi_1");
        assertThat(entry.amount()).isEqualTo(new Money(700, Money.currency("EUR")));
        assertThat(entry.inProgress()).isTrue();
    }

    @Test
    void countsAFailedRefundThatMovedAndIgnoresOneThatDidNot() throws Exception {
        String failed = REFUND.replace("pending", "failed");

        Statement statement =
                read(
                        page(
                                false,
                                transaction("txn_2", "refund", -700, failed),
                                transaction("txn_3", "refund", 0, failed.replace("re_1", "re_2"))));

        assertThat(Statements.entries(statement))
                .extracting(StatementEntry::refundNo)
                .containsExactly("re_1");
        assertThat(statement.ignored()).hasSize(1);
    }

    @Test
    void countsATransactionOnTwoPagesOnce() throws Exception {
        String charge = transaction("txn_1", "charge", 4000, CHARGE);
        String refund = transaction("txn_2", "refund", -700, REFUND);

        Statement statement = read(page(true, refund, charge), page(false, charge));

        assertThat(Statements.entries(statement)).hasSize(2);
    }

    @Test
    void refusesATransactionThatIsThereTwiceWithDifferentAmounts() {
        String charge = transaction("txn_1", "charge", 4000, CHARGE);

        assertThat(
                        refusal(
                                page(true, charge),
                                page(false, transaction("txn_1", "charge", 4001, CHARGE))))
                .contains("\"txn_1\" is there twice, with different amounts");
    }

    @Test
    void refusesANetThatIsNotTheAmountLessTheFee() {
        String charge = transaction("txn_1", "charge", 4000, CHARGE);

        assertThat(refusal(page(false, charge.replace("3971", "3970"))))
                .contains("net 39.70 is not the amount 40.00 less the fee 0.29");
    }

    @Test
    void listsARefundThatBroughtMoneyApart() throws Exception {
        Statement statement = read(page(false, transaction("txn_2", "refund", 700, REFUND)));

        assertThat(Statements.entries(statement)).isEmpty();
        assertThat(statement.otherMovements())
                .extracting(OtherMovement::category)
                .containsExactly("refund");
    }

    @Test
    void foldsAReversalIntoItsChargeAndListsOneWithout() throws Exception {
        String reversal = transaction("txn_3", "partial_capture_reversal", -1000, CHARGE);

        Statement with = read(page(false, reversal, transaction("txn_1", "charge", 5000, CHARGE)));
        Statement without = read(page(false, reversal));

        assertThat(Statements.entries(with))
                .extracting(StatementEntry::amount)
                .containsExactly(new Money(4000, Money.currency("EUR")));
        assertThat(with.otherMovements()).isEmpty();
        assertThat(without.otherMovements())
                .extracting(OtherMovement::category)
                .containsExactly("partial_capture_reversal");
    }

    @Test
    void losesNoneOfTwoRowsOfOneCharge() throws Exception {
        Statement statement =
                read(
                        page(true, transaction("txn_2", "charge", 3000, CHARGE)),
                        page(false, transaction("txn_1", "charge", 1000, CHARGE)));

        assertThat(Statements.entries(statement))
                .extracting(StatementEntry::line, StatementEntry::key)
                .containsExactly(
                        tuple(1L, EntryKey.payment("pi_1")), tuple(2L, EntryKey.payment("pi_1")));
    }

    @Test
    void listsOtherMovementsWithWhatTheyAreAbout() throws Exception {
        String dispute =
                "{\"id\": \"dp_1\", \"object\": \"dispute\", \"charge\": \"ch_1\","
                        + " \"payment_intent\": \"pi_1\"}";

        Statement statement =
                read(
                        page(
                                false,
                                transaction("txn_1", "dispute", -4000, dispute),
                                transaction("txn_2", "refund_failure", 700, REFUND),
                                transaction("txn_3", "payout", -900, "\"po_1\"")));

        assertThat(Statements.entries(statement)).isEmpty();
        assertThat(statement.otherMovements())
                .extracting(
                        OtherMovement::category,
                        OtherMovement::transactionId,
                        OtherMovement::refundNo)
                .containsExactly(
                        tuple("dispute", "pi_1", ""),
                        tuple("refund_failure", "pi_1", "re_1"),
                        tuple("payout", "", ""));
        assertThat(statement.otherMovements().getFirst().net())
                .isEqualTo(new Money(-4029, Money.currency("USD")));
    }

    @ParameterizedTest
    @CsvSource({
        "usd, 1234, 12.34",
        "jpy, 500, 500",
        "kwd, 1230, 1.230",
        "mga, 7, 7.00",
        "isk, 700, 7",
        "ugx, 900, 9",
        "krw, 3, 3"
    })
    void convertsStripesMinorUnits(String currency, long amount, String expected) {
        Money money = StripeMoney.ofApi(amount, StripeMoney.currency(currency));

        assertThat(money.decimal()).isEqualTo(expected);
    }

    @Test
    void refusesMinorUnitsThatCannotBeConverted() {
        String charge = CHARGE.replace("eur", "isk").replace("4000", "4050");

        assertThat(refusal(page(false, transaction("txn_1", "charge", 1, charge))))
                .isEqualTo(
                        "page-0.json, line 1: 40.50 ISK is not a whole number of the currency's"
                                + " minor units, or too large");
    }

    @Test
    void refusesPagesWithoutTheLastOne() {
        assertThat(refusal(page(true, transaction("txn_1", "charge", 1, CHARGE))))
                .contains("has_more false) is missing");
    }

    @Test
    void refusesASourceThatIsNotExpanded() {
        assertThat(refusal(page(false, transaction("txn_1", "charge", 1, "\"ch_1\""))))
                .contains("line 1")
                .contains("expand[]=data.source");
    }

    @Test
    void refusesAPageCutAtAnyByte() {
        byte[] whole =
                page(false, transaction("txn_1", "charge", 1, CHARGE))
                        .getBytes(StandardCharsets.UTF_8);

        for (int length = 0; length < whole.length; length++) {
            String cut = new String(Arrays.copyOf(whole, length), StandardCharsets.UTF_8);
            assertThat(refusal(cut)).startsWith("page-0.json");
        }
    }

    @Test
    void refusesWhatIsNoPage() {
        assertThat(refusal("{\"error\": {\"message\": \"Invalid API Key\"}}"))
                .contains("error reply that says \"Invalid API Key\"");
        assertThat(refusal(CHARGE)).contains("found object \"charge\"");
        assertThat(refusal("[]")).contains("JSON object");
        assertThat(refusal(page(false) + "x")).startsWith("page-0.json");
        assertThat(refusal("<html></html>")).contains("HTML page");
        assertThat(refusal("{\"object\": \"list\", \"object\": \"list\"}")).contains("page-0.json");
    }

    @Test
    void takesAnEmptyListForAnEmptyDay() throws Exception {
        assertThat(Statements.entries(read(page(false)))).isEmpty();
    }

    @Test
    void tellsTheDayOfAPageThatIsNotTheLast() throws Exception {
        Path page = files(page(true, transaction("txn_1", "charge", 1, CHARGE))).getFirst();

        assertThat(
                        new StripeFormat(StatementSettings.of("stripe"))
                                .dayOf(page, Statements.scratch()))
                .isEqualTo(LocalDate.ofEpochDay(1795860000 / 86400));
    }
}
