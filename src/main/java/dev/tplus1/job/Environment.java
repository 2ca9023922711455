package dev.tplus1.job;

import dev.tplus1.entry.SettingException;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts {@code ${NAME}} and {@code ${NAME:default}} into the scalars of a document. What comes out
 * of the environment is taken as it is, never read as YAML, and never shown.
 */
final class Environment {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}:]*)(?::([^}]*))?\\}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final String file;
    private final Map<String, String> variables;

    Environment(String file, Map<String, String> variables) {
        this.file = file;
        this.variables = variables;
    }

    Yaml fill(Yaml value, String path) {
        return switch (value) {
            case Yaml.Nothing nothing -> nothing;
            case Yaml.Scalar scalar -> new Yaml.Scalar(text(scalar.text(), path), scalar.shown());
            case Yaml.Mapping mapping -> {
                Map<String, Yaml> filled = new LinkedHashMap<>();
                mapping.values()
                        .forEach((key, v) -> filled.put(key, fill(v, Block.child(path, key))));
                yield new Yaml.Mapping(filled);
            }
            case Yaml.Sequence sequence -> {
                List<Yaml> filled = new ArrayList<>();
                for (Yaml item : sequence.items()) {
                    filled.add(fill(item, path + "[" + filled.size() + "]"));
                }
                yield new Yaml.Sequence(filled);
            }
        };
    }

    private String text(String written, String path) {
        Matcher matcher = VARIABLE.matcher(written);
        StringBuilder text = new StringBuilder();
        while (matcher.find()) {
            String name = matcher.group(1);
            if (!NAME.matcher(name).matches()) {
                throw complaint(
                        path,
                        "\"${"
                                + Block.bounded(name)
                                + "}\" is no name of an environment variable; use letters, digits"
                                + " and _");
            }
            String value = variables.get(name);
            if (value == null) {
                value = matcher.group(2);
            }
            if (value == null) {
                throw complaint(
                        path,
                        "the environment has no variable "
                                + Block.bounded(name)
                                + "; set it, or give a default: ${"
                                + Block.bounded(name)
                                + ":...}");
            }
            matcher.appendReplacement(text, Matcher.quoteReplacement(value));
        }
        return matcher.appendTail(text).toString();
    }

    private SettingException complaint(String path, String what) {
        return new SettingException(
                file + ": " + path.replaceFirst("^tplus1\\.", "") + ": " + what);
    }
}
