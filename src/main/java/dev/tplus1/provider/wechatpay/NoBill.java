package dev.tplus1.provider.wechatpay;

import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.input.StatementInput;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** WeChat Pay's answer that a day has no bill, which is kept as that day's statement. */
final class NoBill {
    /** "Nothing was paid or returned that day" (pay.weixin.qq.com, "申请交易账单", error codes). */
    static final String CODE = "NO_STATEMENT_EXIST";

    /**
     * A file of this name was written by the download, after it verified the answer and the hour;
     * what somebody saved by other means may be of a day whose bill was yet to come.
     */
    static final String SUFFIX = ".no-bill.json";

    private static final int MAX_BYTES = 1 << 16;

    private NoBill() {}

    /** Whether a file is such an answer; it is read whole. */
    static boolean isIn(Path file) throws RefusedException, IOException {
        return StatementInput.name(file).endsWith(SUFFIX)
                && Files.size(file) <= MAX_BYTES
                && StatementInput.isJson(file)
                && Reply.json(StatementInput.bytes(file, MAX_BYTES))
                        .path("code")
                        .stringValue("")
                        .equals(CODE);
    }
}
