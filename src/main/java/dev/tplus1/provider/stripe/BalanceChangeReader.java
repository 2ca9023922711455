package dev.tplus1.provider.stripe;

import dev.tplus1.delimited.Times;
import dev.tplus1.entry.Money;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Shown;
import dev.tplus1.statement.StatementRows.Place;
import dev.tplus1.statement.input.Cells;
import dev.tplus1.statement.input.LineReader;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Currency;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads the itemized balance-change report ({@code balance_change_from_activity.itemized}), amounts
 * in major units. It has nothing to be checked by but its own cells.
 */
final class BalanceChangeReader {
    private static final int MAX_AMOUNT_CHARS = 24;

    /** The columns that tell who paid; a report has those that were asked for. */
    private static final List<String> PAYER =
            List.of("customer_name", "customer_email", "customer_id", "card_last4");

    private final LineReader lines;
    private final String orderKey;
    private final Times utc = new Times(ZoneOffset.UTC);
    private final Times local;
    private final Movements movements;
    private int[] payer = {};

    /**
     * @param zone in which {@code created} is read where there is no {@code created_utc}
     */
    BalanceChangeReader(LineReader lines, String orderKey, ZoneId zone, Movements movements) {
        this.lines = lines;
        this.orderKey = orderKey;
        this.local = new Times(zone);
        this.movements = movements;
    }

    private record Columns(
            int id,
            int createdUtc,
            int created,
            int currency,
            int gross,
            int fee,
            int net,
            int category,
            int sourceId,
            int amount,
            int amountCurrency,
            int chargeId,
            int paymentIntentId,
            int orderNo,
            int refundOrderNo) {
        static Columns of(Cells cells, String orderKey) throws RefusedException {
            int utc = cells.find("created_utc");
            return new Columns(
                    cells.require("balance_transaction_id"),
                    utc,
                    utc < 0 ? cells.require("created") : -1,
                    cells.require("currency"),
                    cells.require("gross"),
                    cells.require("fee"),
                    cells.require("net"),
                    cells.require("reporting_category"),
                    cells.require("source_id"),
                    cells.require("customer_facing_amount"),
                    cells.require("customer_facing_currency"),
                    cells.require("charge_id"),
                    cells.require("payment_intent_id"),
                    cells.find("payment_metadata[" + orderKey + "]"),
                    cells.find("refund_metadata[" + orderKey + "]"));
        }
    }

    void read() throws RefusedException, IOException {
        if (!lines.next()) {
            throw lines.refuse("it holds no header");
        }
        Cells cells = new Cells(lines, lines.cells());
        Columns columns = Columns.of(cells, orderKey);
        if (movements.asksForPayers()) {
            payer = PAYER.stream().mapToInt(cells::find).toArray();
        }
        while (lines.next()) {
            cells.take();
            try {
                movements.take(movement(cells, columns), lines.file(), place(cells));
            } catch (IllegalArgumentException e) {
                throw lines.refuse(Shown.reason(e));
            }
        }
        if (!lines.ended()) {
            throw lines.refuse("the last line has no end: the file is cut off");
        }
    }

    private Place place(Cells cells) {
        String raw = lines.raw();
        if (payer.length == 0) {
            return new Place(lines.line(), raw);
        }
        // a charge waits for the end of the file, when its cells are gone
        String who =
                IntStream.of(payer)
                        .mapToObj(cells::text)
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining(", "));
        return new Place(lines.line(), () -> raw, () -> who);
    }

    private Movement movement(Cells cells, Columns columns) throws RefusedException {
        String category = cells.text(columns.category());
        String source = cells.text(columns.sourceId());
        boolean refund = source.startsWith("re_") || source.startsWith("pyr_");
        boolean charge = source.startsWith("ch_") || source.startsWith("py_");
        String chargeId = cells.text(columns.chargeId());
        String order = cells.text(columns.orderNo());
        return new Movement(
                cells.text(columns.id()),
                category,
                StripeMoney.currency(cells.text(columns.currency())),
                decimal(cells, columns.gross()),
                decimal(cells, columns.fee()),
                decimal(cells, columns.net()),
                columns.createdUtc() >= 0
                        ? cells.time(columns.createdUtc(), utc)
                        : cells.time(columns.created(), local),
                amount(cells, columns),
                false,
                true,
                chargeId.isEmpty() && charge ? source : chargeId,
                cells.text(columns.paymentIntentId()),
                refund || category.equals(Movement.REFUND) ? source : "",
                order.isEmpty() && refund ? cells.text(columns.refundOrderNo()) : order,
                "");
    }

    private static @Nullable Money amount(Cells cells, Columns columns) throws RefusedException {
        if (cells.text(columns.amount()).isEmpty()) {
            return null;
        }
        Currency currency = StripeMoney.currency(cells.text(columns.amountCurrency()));
        return StripeMoney.exact(decimal(cells, columns.amount()), currency).absolute();
    }

    private static BigDecimal decimal(Cells cells, int column) throws RefusedException {
        String text = cells.text(column);
        if (text.length() > MAX_AMOUNT_CHARS || !text.matches("-?[0-9]+(\\.[0-9]+)?")) {
            throw cells.refuse(column, Shown.quoted(text) + " is not an amount");
        }
        return new BigDecimal(text);
    }
}
