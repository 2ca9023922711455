package dev.tplus1.watch.trace;

import okio.Buffer;
import okio.ByteString;

import java.io.EOFException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Reads what opentelemetry-proto's ExportTraceServiceRequest has of a span, by the numbers of its
 * fields.
 */
public final class Otlp {
    /**
     * A span.
     *
     * @param attributes its own
     * @param resource those of what sent it
     * @param status 0 unset, 1 ok, 2 error
     */
    public record Span(
            String traceId,
            String id,
            String parentId,
            String name,
            long start,
            long end,
            Map<String, String> attributes,
            Map<String, String> resource,
            long status,
            String message) {
        public String attribute(String key) {
            return attributes.getOrDefault(key, "");
        }
    }

    private record Field(int number, long value, ByteString bytes) {}

    private Otlp() {}

    static List<Span> spans(List<ByteString> requests) {
        List<Span> spans = new ArrayList<>();
        for (ByteString request : requests) {
            for (Field resourceSpans : fields(request)) {
                List<Field> parts = fields(resourceSpans.bytes());
                Map<String, String> resource =
                        numbered(parts, 1)
                                .flatMap(each -> fields(each.bytes()).stream())
                                .filter(each -> each.number() == 1)
                                .collect(TreeMap::new, Otlp::put, Map::putAll);
                numbered(parts, 2)
                        .flatMap(scope -> numbered(fields(scope.bytes()), 2))
                        .forEach(each -> spans.add(span(fields(each.bytes()), resource)));
            }
        }
        spans.sort(Comparator.comparingLong(Span::start));
        return spans;
    }

    private static Span span(List<Field> fields, Map<String, String> resource) {
        List<Field> status = numbered(fields, 15).flatMap(f -> fields(f.bytes()).stream()).toList();
        return new Span(
                bytes(fields, 1).hex(),
                bytes(fields, 2).hex(),
                bytes(fields, 4).hex(),
                bytes(fields, 5).utf8(),
                value(fields, 7),
                value(fields, 8),
                numbered(fields, 9).collect(TreeMap::new, Otlp::put, Map::putAll),
                resource,
                value(status, 3),
                bytes(status, 2).utf8());
    }

    /** A key and its value, which is a text or a number. */
    private static void put(Map<String, String> attributes, Field attribute) {
        List<Field> both = fields(attribute.bytes());
        List<Field> value = fields(bytes(both, 2));
        attributes.put(
                bytes(both, 1).utf8(),
                numbered(value, 3).findFirst().isPresent()
                        ? Long.toString(value(value, 3))
                        : bytes(value, 1).utf8());
    }

    private static Stream<Field> numbered(List<Field> fields, int number) {
        return fields.stream().filter(each -> each.number() == number);
    }

    private static ByteString bytes(List<Field> fields, int number) {
        return numbered(fields, number).findFirst().map(Field::bytes).orElse(ByteString.EMPTY);
    }

    private static long value(List<Field> fields, int number) {
        return numbered(fields, number).findFirst().map(Field::value).orElse(0L);
    }

    private static List<Field> fields(ByteString message) {
        List<Field> fields = new ArrayList<>();
        Buffer buffer = new Buffer().write(message);
        try {
            while (!buffer.exhausted()) {
                long tag = varint(buffer);
                int number = (int) (tag >>> 3);
                switch ((int) (tag & 7)) {
                    case 0 -> fields.add(new Field(number, varint(buffer), ByteString.EMPTY));
                    case 1 -> fields.add(new Field(number, buffer.readLongLe(), ByteString.EMPTY));
                    case 2 ->
                            fields.add(new Field(number, 0, buffer.readByteString(varint(buffer))));
                    case 5 -> fields.add(new Field(number, buffer.readIntLe(), ByteString.EMPTY));
                    default -> throw new IllegalStateException("wire type of tag " + tag);
                }
            }
        } catch (EOFException e) {
            throw new IllegalStateException(e);
        }
        return fields;
    }

    private static long varint(Buffer buffer) throws EOFException {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            long next = buffer.readByte();
            value |= (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }
}
