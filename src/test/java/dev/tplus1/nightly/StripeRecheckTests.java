package dev.tplus1.nightly;

import static dev.tplus1.nightly.HeldDateTests.summaryOf;
import static dev.tplus1.nightly.Shop.ACCOUNT;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.RevisedStatements;
import dev.tplus1.entry.StatementChange;
import dev.tplus1.provider.stripe.StripeFake;
import dev.tplus1.statement.Archive;

import mockwebserver3.MockResponse;

import okhttp3.tls.Certificates;

import okio.Buffer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * What Stripe writes of a day changes from night to night, because it goes on telling of a balance
 * transaction what became of it.
 */
class StripeRecheckTests {
    /** Pages that one download asks for: the day, and its last minutes again. */
    private static final int PAGES = 2;

    @TempDir private Path folder;
    private StripeFake stripe;
    private Shop shop;
    private Archive archive;

    @BeforeEach
    void concludeADate() throws IOException {
        stripe = new StripeFake();
        stripe.add("", charge("1", 4000));
        shop = new Shop(folder);
        Path ca = folder.resolve("ca.pem");
        Shop.write(ca, Certificates.certificatePem(stripe.certificate()));
        shop.accounts(
                "    - {id: shop, provider: stripe, statements: {api: {url: \""
                        + stripe.url()
                        + "\", key: "
                        + StripeFake.KEY
                        + ", ca-file: \""
                        + ca
                        + "\"}}}\n");
        shop.order(ACCOUNT, "S1", 4000, "EUR", "PAID", "pi_1", "2026-11-28T10:00:00Z");
        archive = new Archive(folder.resolve("reports/night/.archive"));
        summaryOf(shop.run(DATE));
    }

    @AfterEach
    void close() {
        shop.close();
        stripe.close();
    }

    @Test
    void factsThatNobodyReadsAreNeitherRevisedNorKeptAgain() throws IOException {
        List<String> kept = archive.list(ACCOUNT, DATE);

        for (String later : List.of("available", "settled", "paid out")) {
            status(later);
            NightResult.Fetched fetched = recheck();

            assertThat(fetched.sha256()).isNotEqualTo(kept.getFirst());
            assertThat(fetched.against())
                    .isEqualTo(new NightResult.Against(1, StatementChange.NONE));
        }

        assertThat(archive.list(ACCOUNT, DATE)).isEqualTo(kept).hasSize(1);
        assertThat(revised()).isEmpty();
    }

    @Test
    void aBalanceTransactionThatCameLaterIsToldEachNightAndKeptOnce() throws IOException {
        stripe.add("", charge("2", 5000));

        for (String later : List.of("pending", "available")) {
            status(later);

            assertThat(Objects.requireNonNull(recheck().against()).change().added()).isEqualTo(1);
        }

        assertThat(archive.list(ACCOUNT, DATE)).hasSize(2);
        assertThat(revised()).singleElement().extracting("added").isEqualTo(1L);
        status("paid out");
        assertThat(summaryOf(shop.rerun(DATE)).revision()).isEqualTo(2);
        assertThat(revised()).isEmpty();
    }

    private List<RevisedStatements.Seen> revised() {
        return new RevisedStatements(shop.database, shop.clock).open(ACCOUNT);
    }

    private NightResult.Fetched recheck() {
        List<NightResult> told = new ArrayList<>();
        shop.nightly().recheck(List.of(), DATE.plusDays(1), 1, told::add);
        return (NightResult.Fetched) told.getFirst();
    }

    /** The next download tells this of every balance transaction. */
    private void status(String status) {
        UnaryOperator<MockResponse.Builder> told =
                answer -> answer.body(body(answer).replace("pending", status));
        for (int page = 0; page < PAGES; page++) {
            stripe.spoil(told);
        }
    }

    private static String body(MockResponse.Builder answer) {
        Buffer buffer = new Buffer();
        try {
            Objects.requireNonNull(answer.build().getBody()).writeTo(buffer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return buffer.readUtf8();
    }

    private static String charge(String id, long cents) {
        long created = DATE.atTime(10, 0).toEpochSecond(ZoneOffset.UTC);
        return """
        {"id": "txn_%1$s", "object": "balance_transaction", "amount": %3$d, "created": %2$d,
         "currency": "eur", "fee": 0, "net": %3$d, "reporting_category": "charge",
         "source": {"id": "ch_%1$s", "object": "charge", "amount": %3$d, "amount_captured": %3$d,
          "currency": "eur", "payment_intent": "pi_%1$s", "metadata": {"order_no": "S%1$s"}},
         "status": "pending"}\
        """
                .formatted(id, created, cents);
    }
}
