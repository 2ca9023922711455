package dev.tplus1.provider.wechatpay;

import dev.tplus1.http.CallException;
import dev.tplus1.http.CallStoppedException;
import dev.tplus1.http.Retries;
import dev.tplus1.http.TryAgainException;
import dev.tplus1.provider.api.AnswerFile;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Shown;
import dev.tplus1.statement.StatementSource.Found;
import dev.tplus1.statement.StatementSource.NotReady;
import dev.tplus1.statement.StatementSource.Ready;
import dev.tplus1.statement.input.StatementInput;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Fetches the trade bill of one day (pay.weixin.qq.com, "申请交易账单" and "下载账单"): a signed answer holds
 * a link, good for minutes, and the SHA-1 of the bill as it is before it is packed; the file itself
 * is not signed. Each try asks for a link of its own. For one download.
 */
final class BillDownload {
    /** The provider's days, whatever the account's. */
    static final ZoneId BEIJING = ZoneId.of("Asia/Shanghai");

    static final String PATH = "/v3/bill/tradebill";

    /** How long WeChat Pay keeps bills. */
    private static final int MONTHS_KEPT = 3;

    private static final String CREATING = "STATEMENT_CREATING";
    private static final Pattern SHA1 = Pattern.compile("[0-9a-f]{40}");

    private final WechatPayApiSettings settings;
    private final SignedCalls calls;
    private final Clock clock;
    private final LocalDate date;
    private final Path file;
    private final Path noBillFile;

    /** Why the last try's file cannot be trusted; null when it failed otherwise. */
    private @Nullable RefusedException refusal;

    BillDownload(
            WechatPayApiSettings settings,
            SignedCalls calls,
            Clock clock,
            LocalDate date,
            Path folder) {
        this.settings = settings;
        this.calls = calls;
        this.clock = clock;
        this.date = date;
        String name = "wechatpay-" + date;
        this.file = folder.resolve(name + (settings.packed() ? ".csv.gz" : ".csv"));
        this.noBillFile = folder.resolve(name + NoBill.SUFFIX);
    }

    /** Fetches it, within what the retries allow. */
    Found found(Retries retries) throws RefusedException, IOException {
        Instant end = end(date);
        if (clock.instant().isBefore(end)) {
            // of a day to come WeChat Pay says, too, that it has no bill
            return new NotReady(date + " is not over in Beijing, where WeChat Pay's days end");
        }
        try {
            return retries.run("WeChat Pay's bill of " + date, this::fetched);
        } catch (CallStoppedException e) {
            throw e;
        } catch (CallException e) {
            if (refusal != null) {
                throw refusal;
            }
            throw e;
        }
    }

    static Instant end(LocalDate date) {
        return date.plusDays(1).atStartOfDay(BEIJING).toInstant();
    }

    /** What is asked for a day's bill. */
    static String target(WechatPayApiSettings settings, LocalDate date) {
        String sub = settings.subMerchantId();
        return PATH
                + "?bill_date="
                + date
                + "&bill_type="
                + settings.billType()
                + (sub.isEmpty() ? "" : "&sub_mchid=" + sub)
                + (settings.packed() ? "&tar_type=GZIP" : "");
    }

    /** Whether an error says of a bill that it is not there or not yet there. */
    static boolean tellsOfABill(Reply reply) {
        return reply.code().equals(CREATING) || reply.code().equals(NoBill.CODE);
    }

    private Found fetched() throws TryAgainException, IOException {
        refusal = null;
        String target = target(settings, date);
        Reply reply = calls.get(target);
        if (reply.ok()) {
            return ready(reply);
        }
        if (reply.code().equals(CREATING)) {
            return new NotReady(
                    "WeChat Pay is still making the bill of "
                            + date
                            + " ("
                            + CREATING
                            + "); it makes bills from 09:00 Beijing time on");
        }
        if (date.isBefore(LocalDate.now(clock.withZone(BEIJING)).minusMonths(MONTHS_KEPT))) {
            throw new CallException(
                    "WeChat Pay has no bill of "
                            + date
                            + " any more: it keeps them for three months ("
                            + calls.said(reply, target)
                            + "); give the file by --statement");
        }
        if (reply.code().equals(NoBill.CODE)) {
            return noBill(reply);
        }
        throw new CallException("WeChat Pay's bill of " + date + ": " + calls.said(reply, target));
    }

    /** That there is no bill concludes a day, so it is believed only when it is proven. */
    private Found noBill(Reply reply) throws TryAgainException, IOException {
        if (!reply.proven()) {
            throw new TryAgainException(
                    "the answer "
                            + NoBill.CODE
                            + " is not signed, so it is not believed that the day is empty");
        }
        Instant known = end(date).plus(settings.noBillAfter());
        if (clock.instant().isBefore(known)) {
            return new NotReady(
                    "WeChat Pay has no bill of "
                            + date
                            + " ("
                            + NoBill.CODE
                            + "), and may yet make one until "
                            + known.atZone(BEIJING).toLocalDateTime()
                            + " Beijing time (no-bill-after)");
        }
        AnswerFile.write(noBillFile, reply.answer().bytes());
        return new Ready(List.of(noBillFile));
    }

    private Found ready(Reply reply) throws TryAgainException, IOException {
        String link = reply.text("download_url");
        String type = reply.text("hash_type");
        String hash = reply.text("hash_value").toLowerCase(Locale.ROOT);
        if (!type.equals("SHA1") || !SHA1.matcher(hash).matches()) {
            throw refused(
                    "WeChat Pay gives no SHA-1 to check it by, but "
                            + Shown.quoted(type)
                            + " "
                            + Shown.quoted(hash));
        }
        calls.save(link, file);
        boolean trusted = false;
        try {
            check(hash);
            trusted = true;
        } catch (RefusedException e) {
            refusal = e;
            throw new TryAgainException(String.valueOf(e.getMessage()));
        } finally {
            if (!trusted) {
                Files.deleteIfExists(file);
            }
        }
        return new Ready(List.of(file));
    }

    private void check(String hash) throws RefusedException, IOException {
        MessageDigest digest = sha1();
        StatementInput.digest(file, digest);
        String found = HexFormat.of().formatHex(digest.digest());
        if (!found.equals(hash)) {
            throw new RefusedException(
                    StatementInput.name(file),
                    0,
                    "its bytes, unpacked, have the SHA-1 "
                            + found
                            + ", expected "
                            + hash
                            + ", which WeChat Pay signed: it did not arrive as it was sent");
        }
    }

    /** What no other try mends. */
    private CallException refused(String reason) {
        RefusedException thrown = new RefusedException(StatementInput.name(file), 0, reason);
        refusal = thrown;
        return new CallException(String.valueOf(thrown.getMessage()));
    }

    private static MessageDigest sha1() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
