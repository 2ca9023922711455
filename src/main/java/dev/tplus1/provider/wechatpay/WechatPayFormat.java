package dev.tplus1.provider.wechatpay;

import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.Kind;
import dev.tplus1.provider.wechatpay.TradeBillReader.Bill;
import dev.tplus1.statement.Fingerprint;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Shown;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.StatementFormat;
import dev.tplus1.statement.StatementRows;
import dev.tplus1.statement.StatementRows.Description;
import dev.tplus1.statement.StatementSettings;
import dev.tplus1.statement.input.StatementInput;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * WeChat Pay's trade bills: ALL, SUCCESS, REFUND and the legacy layout, plain or gzip; a SUCCESS
 * and a REFUND bill of one day together are one statement. WeChat Pay's answer that there is no
 * bill is an empty one. Thread-safe.
 */
public final class WechatPayFormat implements StatementFormat {
    private static final ZoneId BEIJING = ZoneId.of("Asia/Shanghai");
    private static final String NO_BILL = "wechatpay/no-bill";
    private static final List<String> CHECKS = List.of("rows", "totals", "end", "one merchant");

    private final ZoneId zone;

    public WechatPayFormat(StatementSettings settings) {
        zone = settings.zone() == null ? BEIJING : settings.zone();
    }

    @Override
    public String provider() {
        return "wechatpay";
    }

    @Override
    public String providerName() {
        return "WeChat Pay";
    }

    @Override
    public ZoneId zone() {
        return zone;
    }

    @Override
    public KeyRule keys() {
        return KeyRule.REFUND_NO;
    }

    @Override
    public Statement read(List<Path> files, StatementRows rows)
            throws RefusedException, IOException {
        List<Path> sorted = files.stream().sorted(Fingerprint.BY_NAME).toList();
        if (sorted.size() > 2) {
            throw several(sorted.get(2), sorted.size() + " files");
        }
        Fingerprint.Taking taking = new Fingerprint.Taking();
        if (sorted.size() == 1 && NoBill.isIn(sorted.getFirst())) {
            taking.add(sorted.getFirst());
            return rows.statement(noBill(), taking.taken(sorted));
        }
        Bill bill = TradeBillReader.read(sorted.getFirst(), rows, taking);
        Description described =
                sorted.size() == 1
                        ? described(
                                bill.layout().id(),
                                bill.layout().covers(),
                                bill.merchantId(),
                                bill.subMerchantId())
                        : together(
                                bill, TradeBillReader.read(sorted.getLast(), rows, taking), rows);
        return rows.statement(described, taking.taken(sorted));
    }

    private Description together(Bill first, Bill second, StatementRows rows)
            throws RefusedException {
        Set<TradeBillLayout> layouts = EnumSet.of(first.layout(), second.layout());
        if (!layouts.equals(EnumSet.of(TradeBillLayout.SUCCESS, TradeBillLayout.REFUND))) {
            throw several(second.file(), first.layout().id() + " and " + second.layout().id());
        }
        String merchant = first.merchantId();
        String other = second.merchantId();
        boolean same =
                merchant == null
                        || other == null
                        || (merchant.equals(other)
                                && first.subMerchantId().equals(second.subMerchantId()));
        if (!same) {
            throw new RefusedException(
                    StatementInput.name(second.file()),
                    0,
                    "it is the bill of merchant "
                            + Shown.quoted(other + " " + second.subMerchantId())
                            + ", the other bill is of "
                            + Shown.quoted(merchant + " " + first.subMerchantId()));
        }
        // the one holds payments alone, the other refunds alone
        boolean paymentsFirst = first.layout() == TradeBillLayout.SUCCESS;
        LocalDate day = rows.day(paymentsFirst ? Kind.PAYMENT : Kind.REFUND);
        LocalDate otherDay = rows.day(paymentsFirst ? Kind.REFUND : Kind.PAYMENT);
        if (day != null && otherDay != null && !day.equals(otherDay)) {
            throw new RefusedException(
                    StatementInput.name(second.file()),
                    0,
                    "it is the bill of " + otherDay + ", the other bill is of " + day);
        }
        return described(
                "wechatpay/success+refund",
                EnumSet.of(Kind.PAYMENT, Kind.REFUND),
                merchant == null ? other : merchant,
                merchant == null ? second.subMerchantId() : first.subMerchantId());
    }

    /** An empty day, by the provider's own word; what it is worth is judged beside the books. */
    private Description noBill() {
        return new Description(
                provider(),
                NO_BILL,
                null,
                null,
                "",
                EnumSet.allOf(Kind.class),
                true,
                List.of("whole answer"));
    }

    private Description described(
            String layout, Set<Kind> covers, @Nullable String merchantId, String subMerchantId) {
        return new Description(
                provider(), layout, null, merchantId, subMerchantId, covers, true, CHECKS);
    }

    private static RefusedException several(Path file, String found) {
        return new RefusedException(
                StatementInput.name(file),
                0,
                "one bill, or a SUCCESS and a REFUND bill of one day, is expected, found " + found);
    }
}
