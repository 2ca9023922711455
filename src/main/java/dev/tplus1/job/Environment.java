package dev.tplus1.job;

import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts {@code ${NAME}} and {@code ${NAME:default}} into the scalars of a document: the secret of
 * that name where there is a folder of secrets, else the environment's variable. What comes out is
 * taken as it is, never read as YAML, and never shown.
 */
final class Environment {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}:]*)(?::([^}]*))?\\}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final String file;
    private final Map<String, String> variables;
    private final ConfigTree secrets;

    Environment(String file, Map<String, String> variables, ConfigTree secrets) {
        this.file = file;
        this.variables = variables;
        this.secrets = secrets;
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
            String value = value(matcher.group(1), path);
            if (value == null) {
                value = matcher.group(2);
            }
            if (value == null) {
                throw missing(matcher.group(1), path);
            }
            matcher.appendReplacement(text, Matcher.quoteReplacement(value));
        }
        return matcher.appendTail(text).toString();
    }

    private @Nullable String value(String name, String path) {
        boolean variable = NAME.matcher(name).matches();
        if (!variable && !ConfigTree.mayBeNamed(name)) {
            // what is no name at all may be a part of a secret that happens to have a ${
            throw complaint(
                    path,
                    "\"${...}\" is no name of an environment variable; use letters, digits"
                            + " and _"
                            + (secrets.there()
                                    ? " (of a secret: \".\" and \"-\" too; the file db/password is"
                                            + " db.password)"
                                    : ""));
        }
        if (!variable && !secrets.there()) {
            throw complaint(
                    path,
                    "\"${"
                            + Block.bounded(name)
                            + "}\" is the name of a secret; say where those are (secrets:"
                            + " {directory: ...}), or use letters, digits and _ only");
        }
        try {
            String secret = secrets.value(name);
            return secret == null && variable ? variables.get(name) : secret;
        } catch (IllegalArgumentException e) {
            throw complaint(path, String.valueOf(e.getMessage()));
        }
    }

    private SettingException missing(String name, String path) {
        String key = path.substring(path.lastIndexOf('.') + 1);
        boolean secret = Block.mayBeSecret(key) || Block.mayBeSecret(name);
        List<String> ways = new ArrayList<>();
        if (NAME.matcher(name).matches()) {
            ways.add("set it");
        }
        if (!secret) {
            // a secret's default would be the secret, in the job file
            ways.add("give a default: ${" + Block.bounded(name) + ":...}");
        }
        if (secret || secrets.there()) {
            ways.add(secrets.place(name));
        }
        return complaint(
                path,
                (secrets.there()
                                ? "neither the secrets nor the environment have "
                                : "the environment has no variable ")
                        + Block.bounded(name)
                        + "; "
                        + String.join(", or ", ways));
    }

    private SettingException complaint(String path, String what) {
        return new SettingException(
                file + ": " + path.replaceFirst("^tplus1\\.", "") + ": " + what);
    }
}
