package dev.tplus1.provider.stripe;

import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Shown;
import dev.tplus1.statement.StatementRows.Place;
import dev.tplus1.statement.input.StatementInput;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads pages of the list of balance transactions, with {@code data.source} expanded. */
final class PageReader {
    /** A page of 100 rows has some hundred kilobytes; somebody may have joined pages. */
    static final int PAGE_BYTES = 256 << 20;

    /** Of two properties with one name nobody knows which is meant. */
    static final JsonMapper JSON =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                                    .build())
                    .build();

    private final Rows rows;
    private long row;
    private boolean complete;

    /** Takes a page's rows as they stand there. */
    interface Rows {
        /**
         * Takes one.
         *
         * @param file the page's name
         * @throws IllegalArgumentException that says what is wrong with it
         */
        void take(BalanceTransaction row, String file, Place place);
    }

    PageReader(Rows rows) {
        this.rows = rows;
    }

    /** Whether a page was read that says it is the last. */
    boolean complete() {
        return complete;
    }

    /** Reads a page. Rows count on over all pages. */
    void read(Path file) throws RefusedException, IOException {
        String name = StatementInput.name(file);
        byte[] bytes = text(StatementInput.bytes(file, PAGE_BYTES), name);
        Boolean more = null;
        boolean data = false;
        String object = "";
        String error = null;
        try (JsonParser parser = JSON.createParser(bytes)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw refused(name, 0, "a page, which is a JSON object, is expected");
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String property = parser.currentName();
                JsonToken value = parser.nextToken();
                if (property.equals("data") && value == JsonToken.START_ARRAY) {
                    readRows(parser, bytes, name);
                    data = true;
                } else {
                    JsonNode node = parser.readValueAsTree();
                    switch (property) {
                        case "has_more" -> more = node.isBoolean() ? node.booleanValue() : null;
                        case "object" -> object = node.isString() ? node.stringValue() : "";
                        case "error" -> error = text(node, "message");
                        default -> {
                            // url and whatever else Stripe adds
                        }
                    }
                }
            }
            if (parser.nextToken() != null) {
                throw refused(name, 0, "there is text after the page's end");
            }
        } catch (JacksonException e) {
            throw refused(
                    name,
                    row,
                    "it is not whole JSON, so it is cut off or damaged ("
                            + e.getOriginalMessage()
                            + ")");
        }
        if (error != null) {
            throw refused(name, 0, "it is an error reply that says " + Shown.quoted(error));
        }
        if (!object.equals("list") || !data || more == null) {
            throw refused(
                    name,
                    0,
                    "a list of balance transactions with object \"list\", data and has_more is"
                            + " expected"
                            + (object.isEmpty() ? "" : ", found object " + Shown.quoted(object)));
        }
        complete |= !more;
    }

    private void readRows(JsonParser parser, byte[] bytes, String name) throws RefusedException {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            row++;
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                throw refused(name, row, "a balance transaction is expected");
            }
            int start = Math.toIntExact(parser.currentTokenLocation().getByteOffset());
            JsonNode node = parser.readValueAsTree();
            int end = Math.toIntExact(parser.currentLocation().getByteOffset());
            Supplier<String> raw =
                    () -> new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
            try {
                rows.take(
                        new BalanceTransaction(node), name, new Place(row, raw, () -> payer(node)));
            } catch (IllegalArgumentException e) {
                throw refused(name, row, Shown.reason(e));
            }
        }
    }

    /** The bytes without a byte order mark, known to be UTF-8. */
    private static byte[] text(byte[] bytes, String name) throws RefusedException {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        } catch (CharacterCodingException _) {
            throw refused(name, 0, "it is not UTF-8 text");
        }
        boolean marked =
                bytes.length >= 3
                        && bytes[0] == (byte) 0xef
                        && bytes[1] == (byte) 0xbb
                        && bytes[2] == (byte) 0xbf;
        return marked ? Arrays.copyOfRange(bytes, 3, bytes.length) : bytes;
    }

    /** Who paid, as far as the source tells: e-mail, customer, card. */
    private static String payer(JsonNode node) {
        JsonNode source = node.get("source");
        JsonNode billing = source == null ? null : source.get("billing_details");
        JsonNode method = source == null ? null : source.get("payment_method_details");
        JsonNode card = method == null ? null : method.get("card");
        String email = text(billing, "email");
        String digits = text(card, "last4");
        return Stream.of(
                        text(billing, "name"),
                        email.isEmpty() ? text(source, "receipt_email") : email,
                        BalanceTransaction.reference(source, "customer"),
                        digits.isEmpty() ? "" : (text(card, "brand") + " *" + digits).strip())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /** A text property; empty where there is none. */
    static String text(@Nullable JsonNode node, String property) {
        JsonNode value = node == null ? null : node.get(property);
        return value != null && value.isString() ? value.stringValue() : "";
    }

    private static RefusedException refused(String file, long line, String reason) {
        return new RefusedException(file, line, Shown.reason(reason));
    }
}
