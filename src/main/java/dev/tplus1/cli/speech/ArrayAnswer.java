package dev.tplus1.cli.speech;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/** A JSON array as an answer, an object a line, said as it comes: it may be of any length. */
public final class ArrayAnswer {
    private static final int PAGE = 500;
    private static final JsonFactory JSON = new JsonFactory();

    private final Terminal terminal;
    private final List<String> lines = new ArrayList<>();
    private String last = "[";

    public ArrayAnswer(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Writes an object's properties. */
    public interface Properties {
        void write(JsonGenerator json);
    }

    public void add(Properties properties) {
        String object = object(properties);
        if (last.equals("[")) {
            last += object;
            return;
        }
        lines.add(last + ",");
        last = object;
        if (lines.size() == PAGE) {
            terminal.answer(lines);
            lines.clear();
        }
    }

    /** Says what is left. */
    public void end() {
        lines.add(last + "]");
        terminal.answer(lines);
    }

    /** One object alone. */
    static String object(Properties properties) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            properties.write(json);
            json.writeEndObject();
        }
        return text.toString();
    }
}
