package dev.tplus1.job;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.Secret;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one YAML document. What the parser says about broken text is not passed on, because it
 * quotes the text, and that may hold a password.
 */
final class YamlReader {
    private static final int MAX_DEPTH = 16;

    private final String file;

    YamlReader(String file) {
        this.file = file;
    }

    Yaml read(String text) {
        try (JsonParser parser = new YAMLFactory().createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                throw new SettingException(file + ": is empty; it must start with \"tplus1:\"");
            }
            Yaml document = value(parser, "", 0);
            if (parser.nextToken() != null) {
                throw new SettingException(
                        file + ": holds more than one YAML document; keep one job in a file");
            }
            return document;
        } catch (JacksonException e) {
            throw new SettingException(
                    file
                            + where(e.getLocation())
                            + ": not valid YAML; look for a wrong indent, a tab, or a character"
                            + " that needs quotes");
        }
    }

    private Yaml value(JsonParser parser, String path, int depth) {
        if (depth > MAX_DEPTH) {
            throw new SettingException(file + ": nested deeper than any setting is");
        }
        if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
            throw new SettingException(
                    file + ": " + path + ": an alias; write the value out, aliases are not read");
        }
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> mapping(parser, path, depth);
            case START_ARRAY -> sequence(parser, path, depth);
            case VALUE_NULL -> new Yaml.Nothing();
            case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE -> {
                String text = parser.getString();
                yield new Yaml.Scalar(text, text);
            }
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
                    throw new SettingException(
                            file + ": " + path + ": not plain YAML; use text without a tag");
        };
    }

    private Yaml mapping(JsonParser parser, String path, int depth) {
        Map<String, Yaml> values = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            String child = Block.child(path, key);
            parser.nextToken();
            Yaml value = value(parser, child, depth + 1);
            if (values.put(key, value) != null) {
                String shown =
                        Block.isShown(key, value, values.keySet())
                                ? child
                                : Block.child(path, Secret.STARS);
                throw new SettingException(
                        file
                                + ": "
                                + shown.replaceFirst("^tplus1\\.", "")
                                + ": is there twice; keep one of them");
            }
        }
        return new Yaml.Mapping(values);
    }

    private Yaml sequence(JsonParser parser, String path, int depth) {
        List<Yaml> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(parser, path + "[" + items.size() + "]", depth + 1));
        }
        return new Yaml.Sequence(items);
    }

    private static String where(TokenStreamLocation location) {
        return location.getLineNr() < 1
                ? ""
                : ", line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}
