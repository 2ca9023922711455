package dev.tplus1.alert.channel;

import dev.tplus1.alert.Sent;
import dev.tplus1.http.Answer;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * An answer that says in its body how it went, whatever its status is: {@code {"errcode": 310000,
 * "errmsg": "sign not match"}}.
 *
 * @param code as digits
 * @param message what the other side says, as it came
 */
record CodedAnswer(String code, String message) {
    /** Such answers are short; of a longer one nothing is read. */
    private static final int MOST_BYTES = 1 << 16;

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** Reads a number, or digits as text, as some versions of these services send it. */
    static Optional<CodedAnswer> of(Answer answer, String code, String message) {
        byte[] body = answer.bytes();
        if (body.length == 0 || body.length > MOST_BYTES) {
            return Optional.empty();
        }
        try {
            JsonNode read = MAPPER.readTree(body);
            String digits = read.path(code).asString("");
            return digits.matches("-?[0-9]{1,10}")
                    ? Optional.of(new CodedAnswer(digits, read.path(message).asString("")))
                    : Optional.empty();
        } catch (JacksonException _) {
            return Optional.empty();
        }
    }

    boolean ok() {
        return code.equals("0");
    }

    /**
     * What it means.
     *
     * @param who answers
     * @param later the codes after which the same is sent again, and how long after
     * @param meanings what other codes want, for people
     */
    Sent sent(
            String who,
            Map<String, Duration> later,
            Map<String, String> meanings,
            UnaryOperator<String> shown) {
        if (ok()) {
            return new Sent.Accepted("");
        }
        String meaning = meanings.getOrDefault(code, "");
        String said = shown.apply(message);
        String reason =
                who
                        + " answered "
                        + code
                        + (said.isEmpty() ? "" : " " + said)
                        + (meaning.isEmpty() ? "" : ": " + meaning);
        Duration pause = later.get(code);
        return pause == null ? new Sent.Refused(reason) : new Sent.TryAgain(reason, pause);
    }

    /** What an answer without such a code means: a refusal, or nothing that can be believed. */
    static Sent uncoded(String who, Answer answer, String code, UnaryOperator<String> shown) {
        String said = shown.apply(answer.text());
        String reason =
                who
                        + " answered "
                        + answer.status()
                        + (answer.ok() ? " without " + code : "")
                        + (said.isEmpty() ? "" : ": " + said);
        return answer.ok() ? new Sent.TryAgain(reason, Duration.ZERO) : new Sent.Refused(reason);
    }
}
