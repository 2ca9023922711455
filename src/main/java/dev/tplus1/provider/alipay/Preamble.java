package dev.tplus1.provider.alipay;

import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Shown;
import dev.tplus1.statement.input.LineReader;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Alipay's files say before their table: which document they are, of which account, for which
 * day.
 *
 * @param merchantId the declared account without its suffix 0156
 */
record Preamble(String merchantId, LocalDate date) {
    /** An account is the merchant's id with this appended. */
    private static final String ACCOUNT_SUFFIX = "0156";

    /** Lines before the table; there are four. */
    private static final int MAX_LINES = 20;

    private static final Pattern ACCOUNT = Pattern.compile("#账号[：:]\\[(\\d+)]\\s*");
    private static final Pattern PERIOD =
            Pattern.compile("#起始日期[：:]\\[([^\\]]*)]\\s*终止日期[：:]\\[([^\\]]*)]\\s*");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu年MM月dd日 HH:mm:ss", Locale.ROOT)
                    .withResolverStyle(ResolverStyle.STRICT);

    /** The documents that Alipay exports under look-alike names. */
    enum Document {
        DETAIL,
        SUMMARY
    }

    /**
     * Reads the first line.
     *
     * @throws RefusedException saying what it is instead of a business statement
     */
    static Document document(LineReader lines) throws RefusedException, IOException {
        if (!lines.next()) {
            throw lines.refuse("it holds no line");
        }
        String title = lines.text().strip();
        if (title.startsWith("#支付宝业务明细查询")) {
            return Document.DETAIL;
        }
        if (title.startsWith("#支付宝业务汇总查询")) {
            return Document.SUMMARY;
        }
        if (title.startsWith("#支付宝账务")) {
            throw lines.refuse(
                    "it is the balance ledger (账务明细, bill type signcustomer), not the business"
                            + " statement (业务明细, bill type trade)");
        }
        if (title.startsWith("支付宝交易记录明细查询") || walletExport(lines)) {
            throw lines.refuse(
                    "it is a wallet export of a person's account, not a merchant statement; export"
                            + " 业务明细 from the merchant's portal");
        }
        throw lines.refuse(
                "#支付宝业务明细查询 is expected as the first line, found " + Shown.quoted(title));
    }

    /** Whether the lines that follow are those of the wallet's own export. */
    private static boolean walletExport(LineReader lines) throws RefusedException, IOException {
        for (int i = 0; i < 2 * MAX_LINES; i++) {
            String text = lines.text();
            if (text.startsWith("支付宝账户：")
                    || text.contains("电子客户回单")
                    || text.contains("支付宝交易记录明细查询")) {
                return true;
            }
            if (!lines.next()) {
                return false;
            }
        }
        return false;
    }

    /** Reads up to the line that opens the table, which it leaves as the line in hand. */
    static Preamble read(LineReader lines, String table) throws RefusedException, IOException {
        String merchant = null;
        LocalDate date = null;
        for (int i = 0; i < MAX_LINES && lines.next(); i++) {
            String text = lines.text();
            if (!text.startsWith("#")) {
                break;
            }
            if (text.startsWith("#-") && text.contains(table)) {
                if (merchant == null || date == null) {
                    throw lines.refuse(
                            "the account (#账号) and the day (#起始日期) are expected before the table");
                }
                return new Preamble(merchant, date);
            }
            if (text.startsWith("#账号")) {
                merchant = merchant(lines, text);
            } else if (text.startsWith("#起始日期")) {
                date = date(lines, text);
            }
        }
        throw lines.refuse("the line that opens the table (#---" + table + "---) is missing");
    }

    private static String merchant(LineReader lines, String text) throws RefusedException {
        Matcher account = ACCOUNT.matcher(text);
        if (!account.matches()
                || !account.group(1).endsWith(ACCOUNT_SUFFIX)
                || account.group(1).length() == ACCOUNT_SUFFIX.length()) {
            throw lines.refuse(
                    "an account that ends in "
                            + ACCOUNT_SUFFIX
                            + " is expected, found "
                            + Shown.quoted(text));
        }
        String id = account.group(1);
        return id.substring(0, id.length() - ACCOUNT_SUFFIX.length());
    }

    private static LocalDate date(LineReader lines, String text) throws RefusedException {
        Matcher period = PERIOD.matcher(text);
        if (period.matches()) {
            try {
                LocalDateTime from = LocalDateTime.parse(period.group(1), TIME);
                LocalDateTime to = LocalDateTime.parse(period.group(2), TIME);
                LocalDateTime next = from.plusDays(1);
                boolean day =
                        from.equals(from.toLocalDate().atStartOfDay())
                                && (to.equals(next) || to.equals(next.minusSeconds(1)));
                if (day) {
                    return from.toLocalDate();
                }
            } catch (DateTimeException _) {
                throw lines.refuse(
                        "the day that it declares cannot be read: " + Shown.quoted(text));
            }
        }
        throw lines.refuse("one whole day is expected, found " + Shown.quoted(text));
    }
}
