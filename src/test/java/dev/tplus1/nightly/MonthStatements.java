package dev.tplus1.nightly;

import dev.tplus1.nightly.MonthDay.Line;
import dev.tplus1.provider.wechatpay.TradeBillFixture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Puts each provider's statements where the job looks for them. */
final class MonthStatements {
    static final String MERCHANT = "1230000109";
    private static final DateTimeFormatter LOCAL =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private final Path folder;

    MonthStatements(Path folder) {
        this.folder = folder;
    }

    void write(MonthDay day, int revision) {
        byte[] bytes = bytes(day, revision);
        Path file = file(day);
        put(file, bytes);
        if (day.account.equals(MonthCalendar.BERLIN)) {
            String control = "rows=" + day.lines(revision).size() + "\nsha256=" + sha256(bytes);
            put(
                    file.resolveSibling(file.getFileName() + ".control"),
                    (control + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    /** The file ends in the middle of a line. */
    void writeCutOff(MonthDay day) {
        byte[] bytes = bytes(day, 1);
        put(file(day), Arrays.copyOf(bytes, bytes.length * 2 / 3));
    }

    private Path file(MonthDay day) {
        return folder.resolve(day.account).resolve("statement-" + day.date + ".csv");
    }

    private static void put(Path file, byte[] bytes) {
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] bytes(MonthDay day, int revision) {
        return day.account.equals(MonthCalendar.BERLIN)
                ? csv(day.lines(revision), day.zone)
                : bill(day.lines(revision), day.zone);
    }

    private static byte[] csv(List<Line> lines, ZoneId zone) {
        String header = Lines.HEADER + ",provider_refund_id\n";
        return lines.stream()
                .map(line ->
                        String.join(
                                        ",",
                                        line.transactionId(),
                                        line.orderNo(),
                                        line.refundNo(),
                                        line.refundNo().isEmpty() ? "PAYMENT" : "REFUND",
                                        MonthFigures.decimal(line.minor(), line.currency()),
                                        line.currency(),
                                        line.inProgress() ? "PROCESSING" : "SUCCESS",
                                        DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
                                                line.at().atZone(zone)),
                                        line.refundNo().isEmpty() ? "" : "P" + line.refundNo())
                                + "\n")
                .collect(Collectors.joining("", header, ""))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] bill(List<Line> lines, ZoneId zone) {
        TradeBillFixture bill = new TradeBillFixture(TradeBillFixture.ALL, TradeBillFixture.FOOTER);
        for (Line line : lines) {
            String amount = MonthFigures.decimal(line.minor(), line.currency());
            Map<String, String> cells = new HashMap<>();
            cells.put("交易时间", LOCAL.format(line.at().atZone(zone)));
            cells.put("商户号", MERCHANT);
            cells.put("微信订单号", line.transactionId());
            cells.put("商户订单号", line.orderNo());
            cells.put("货币种类", line.currency());
            if (line.refundNo().isEmpty()) {
                cells.put("应结订单金额", amount);
                cells.put("订单金额", amount);
            } else {
                cells.put("交易状态", "REFUND");
                cells.put("微信退款单号", "P" + line.refundNo());
                cells.put("商户退款单号", line.refundNo());
                cells.put("退款金额", amount);
                cells.put("申请退款金额", amount);
                cells.put("退款状态", line.inProgress() ? "PROCESSING" : "SUCCESS");
            }
            bill.row(cells);
        }
        return bill.bytes();
    }
}
