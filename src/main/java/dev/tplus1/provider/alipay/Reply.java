package dev.tplus1.provider.alipay;

import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.List;
import java.util.Locale;

/** What Alipay's gateway says in answer to one call: that it was done, or why not. Immutable. */
final class Reply {
    /** Reads strictly, and numbers as the decimals that they are. */
    static final JsonMapper JSON =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                                    .build())
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .build();

    private static final String DONE = "10000";
    private static final int MAX_SCALE = 18;

    private final JsonNode node;
    private final byte[] body;

    /**
     * @param text the JSON object that says it
     * @param body the whole answer, as it came
     * @throws tools.jackson.core.JacksonException when the text is no JSON
     */
    Reply(byte[] text, byte[] body) {
        this.node = JSON.readTree(text);
        this.body = body;
    }

    boolean ok() {
        return code().equals(DONE);
    }

    /** The gateway's code, {@code 40004} say. */
    String code() {
        return text("code");
    }

    /**
     * What the code means in detail, {@code ACQ.TRADE_NOT_EXIST} say; empty where it is not said.
     */
    String detail() {
        return text("sub_code");
    }

    /** Whether it says no in one of these words, which are parts of details in any case. */
    boolean saysNo(List<String> words) {
        String detail = detail().toLowerCase(Locale.ROOT);
        return !ok()
                && words.stream().anyMatch(word -> detail.contains(word.toLowerCase(Locale.ROOT)));
    }

    /** A field as text, a number as a plain decimal; empty where there is none. */
    String text(String field) {
        JsonNode value = node.path(field);
        if (value.isNumber()) {
            BigDecimal number = value.decimalValue();
            return Math.abs(number.scale()) <= MAX_SCALE
                    ? number.toPlainString()
                    : number.toString();
        }
        return value.isString() ? value.stringValue() : "";
    }

    /**
     * An amount in major units; null where there is none.
     *
     * @throws IllegalArgumentException saying what is wrong with it
     */
    @Nullable Money amount(String field, Currency currency) {
        String text = text(field);
        return text.isEmpty() ? null : Money.parse(text, currency);
    }

    /** Code, detail and words, as they came: not for people before they are bounded. */
    String told() {
        String words = text("sub_msg").isEmpty() ? text("msg") : text("sub_msg");
        return code() + " " + detail() + ": " + words;
    }

    /** The whole answer, as it came. */
    byte[] body() {
        return body.clone();
    }
}
