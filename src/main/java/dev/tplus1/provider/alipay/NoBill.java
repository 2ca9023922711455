package dev.tplus1.provider.alipay;

import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.input.StatementInput;

import tools.jackson.core.JacksonException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Alipay's answer that there is no bill of a day, kept as a file: the gateway's answer as it came.
 */
final class NoBill {
    /** What asks for a bill. */
    static final String METHOD = "alipay.data.dataservice.bill.downloadurl.query";

    /**
     * What its detail has, in any case: {@code isp.bill_not_exist} and {@code BILL_NOT_EXIST} are
     * known, and no document of Alipay's confirms either.
     */
    static final List<String> CODES = List.of("bill_not_exist");

    /**
     * A file of this name was written by the download, after it verified the answer and the hour
     * and knew its code from the job file; what somebody saved by other means may be of a day whose
     * bill was yet to come.
     */
    static final String SUFFIX = ".no-bill.json";

    private static final int MAX_BYTES = 1 << 20;

    private NoBill() {}

    /**
     * Whether a file is such an answer, and not a statement, nor any other answer.
     *
     * @throws RefusedException when it is nothing that a provider sends
     */
    static boolean is(Path file) throws RefusedException, IOException {
        if (!StatementInput.name(file).endsWith(SUFFIX) || !StatementInput.isJson(file)) {
            return false;
        }
        byte[] body = StatementInput.bytes(file, MAX_BYTES);
        try {
            Reply reply = new Reply(SignedText.of(body, METHOD).unverified(), body);
            return !reply.ok();
        } catch (IllegalArgumentException | JacksonException _) {
            return false; // what it is instead, the reader of statements says
        }
    }
}
