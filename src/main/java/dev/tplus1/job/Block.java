package dev.tplus1.job;

import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * One mapping of the job file and the keys that it may have. Every complaint names file, path, what
 * is wrong and what to do.
 */
public final class Block {
    private static final int MAX_SHOWN = 60;

    /** What keys are called whose values may be secrets, or hold them. */
    private static final Pattern SECRET =
            Pattern.compile("(?i)pass|pwd|secret|key|token|url|login|user");

    private static final Pattern PLAIN_KEY = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*");

    private final String file;
    private final String path;
    private final Map<String, Yaml> values;

    private Block(String file, String path, Map<String, Yaml> values) {
        this.file = file;
        this.path = path;
        this.values = values;
    }

    /** The mapping there, which may have these keys only. */
    static Block of(String file, String path, Yaml value, String... known) {
        return switch (value) {
            case Yaml.Mapping(Map<String, Yaml> values) -> {
                Block block = new Block(file, path, values);
                values.forEach((key, each) -> block.checkKnown(key, each, List.of(known)));
                yield block;
            }
            case Yaml.Nothing _ -> new Block(file, path, Map.of());
            case Yaml.Scalar _, Yaml.Sequence _ ->
                    throw new SettingException(
                            file
                                    + ": "
                                    + (path.isEmpty() ? "" : path + ": ")
                                    + "must be a block of keys: "
                                    + String.join(", ", known));
        };
    }

    static String child(String path, String key) {
        String shown = bounded(key);
        return path.isEmpty() ? shown : path + "." + shown;
    }

    /** Text from the file as a message may show it: printable and not long. */
    static String bounded(String text) {
        String plain = text.replaceAll("\\p{Cntrl}", "?");
        return plain.length() <= MAX_SHOWN ? plain : plain.substring(0, MAX_SHOWN) + "...";
    }

    /**
     * Whether messages may show a key that nobody knows. A secret becomes a key, or the end of one,
     * where it is not in quotes: {@code {password:hush}}, {@code {password: hu,sh}}.
     *
     * @param beside all keys of the mapping
     */
    static boolean isShown(String key, Yaml value, Set<String> beside) {
        boolean whole = !(value instanceof Yaml.Nothing) && PLAIN_KEY.matcher(key).matches();
        return whole || (!mayBeSecret(key) && key.indexOf(':') < 0 && noneIsSecret(beside));
    }

    private static boolean noneIsSecret(Set<String> keys) {
        return keys.stream().noneMatch(Block::mayBeSecret);
    }

    /** Whether a key is called as those are whose values may be secrets, or hold them. */
    static boolean mayBeSecret(String key) {
        return SECRET.matcher(key).find();
    }

    private void checkKnown(String key, Yaml value, List<String> known) {
        if (known.contains(key)) {
            return;
        }
        boolean shown = isShown(key, value, values.keySet());
        String near = Likeness.nearest(key, known);
        if (near != null) {
            throw complaint(
                    near,
                    (shown ? "unknown key \"" + bounded(key) + "\"" : "an unknown key")
                            + ", did you mean \""
                            + near
                            + "\"?");
        }
        throw new SettingException(
                file
                        + ": "
                        + (path.isEmpty() ? "" : path + ": ")
                        + (shown
                                ? "unknown key \"" + bounded(key) + "\""
                                : "an unknown key that may be a part of a secret, so it is not"
                                        + " shown; put texts into quotes")
                        + "; known here: "
                        + String.join(", ", known));
    }

    public SettingException complaint(String key, String what) {
        return new SettingException(file + ": " + child(path, key) + ": " + what);
    }

    /**
     * What messages may show of a text that stands under a key: what was written there, before the
     * environment was put in.
     */
    String shown(String key, String text) {
        return bounded(written(values.get(key), text));
    }

    private static String written(@Nullable Yaml value, String text) {
        return switch (value) {
            case Yaml.Scalar scalar when scalar.text().equals(text) -> scalar.shown();
            case Yaml.Mapping(Map<String, Yaml> items) -> written(items.values(), text);
            case Yaml.Sequence(List<Yaml> items) -> written(items, text);
            case Yaml.Scalar _, Yaml.Nothing _ -> "";
            case null -> "";
        };
    }

    private static String written(Collection<Yaml> items, String text) {
        return items.stream()
                .map(item -> written(item, text))
                .filter(shown -> !shown.isEmpty())
                .findFirst()
                .orElse("");
    }

    public boolean has(String key) {
        return values.containsKey(key);
    }

    /** The keys that it has of these. */
    public List<String> present(String... keys) {
        return Arrays.stream(keys).filter(this::has).toList();
    }

    Yaml value(String key) {
        Yaml value = values.get(key);
        if (value == null) {
            throw complaint(key, "is missing; add it");
        }
        return value;
    }

    /** The block under this key; left out, an empty one. */
    public Block block(String key, String... known) {
        return of(
                file,
                child(path, key),
                Objects.requireNonNullElse(values.get(key), new Yaml.Nothing()),
                known);
    }

    /** The blocks of the list under this key. */
    List<Block> blocks(String key, int most, String... known) {
        if (!(value(key) instanceof Yaml.Sequence(List<Yaml> items)) || items.isEmpty()) {
            throw complaint(key, "must be a list with at least one item (\"- id: ...\")");
        }
        if (items.size() > most) {
            throw complaint(
                    key, "has " + items.size() + " items, more than " + most + "; split the job");
        }
        List<Block> blocks = new ArrayList<>();
        for (Yaml item : items) {
            blocks.add(of(file, child(path, key) + "[" + blocks.size() + "]", item, known));
        }
        return blocks;
    }

    /** Text that must be there and not be blank. */
    public String text(String key) {
        return scalar(key, value(key)).text();
    }

    /** One text, or a list of them. */
    List<String> texts(String key, int most) {
        if (!(value(key) instanceof Yaml.Sequence(List<Yaml> items))) {
            return List.of(text(key));
        }
        if (items.isEmpty() || items.size() > most) {
            throw complaint(key, "must have 1 to " + most + " words");
        }
        return items.stream().map(item -> scalar(key, item).text()).toList();
    }

    /** Text that must be there and may be empty, a password say. */
    @Nullable String emptyableText(String key) {
        Yaml value = values.get(key);
        return switch (value) {
            case null -> null;
            case Yaml.Nothing _ -> "";
            case Yaml.Scalar scalar -> scalar.text();
            case Yaml.Mapping _, Yaml.Sequence _ -> throw complaint(key, "must be text");
        };
    }

    String text(String key, String otherwise) {
        return has(key) ? text(key) : otherwise;
    }

    public @Nullable String optionalText(String key) {
        return has(key) ? text(key) : null;
    }

    /**
     * What is read from the text under a key.
     *
     * @param reader throws IllegalArgumentException where the text is nothing of the kind
     * @param expected what the text must be, for the complaint: {@code a duration such as 10m}
     */
    public <T> T read(String key, T otherwise, Function<String, T> reader, String expected) {
        return has(key) ? read(key, reader, expected) : otherwise;
    }

    public <T> T read(String key, Function<String, T> reader, String expected) {
        return interpret(key, scalar(key, value(key)), reader, expected);
    }

    private <T> T interpret(
            String key, Yaml.Scalar scalar, Function<String, T> reader, String expected) {
        try {
            return reader.apply(scalar.text());
        } catch (IllegalArgumentException _) {
            throw complaint(
                    key, "\"" + bounded(scalar.shown()) + "\" is not " + expected + "; correct it");
        }
    }

    /** A value of its own kind; what is wrong is said without it, as it may be or hold a secret. */
    public <T> T checked(String key, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            throw complaint(key, Objects.requireNonNullElse(e.getMessage(), "cannot be used"));
        }
    }

    /** The mapping of text to something under this key, in the file's order; empty if left out. */
    public <T> Map<String, T> map(String key, ItemReader<T> reader, String expected) {
        Map<String, T> read = new LinkedHashMap<>();
        switch (values.get(key)) {
            case null -> {}
            case Yaml.Nothing _ -> {}
            case Yaml.Mapping(Map<String, Yaml> items) -> {
                Block inner = new Block(file, child(path, key), items);
                items.forEach((name, value) ->
                        read.put(
                                name,
                                inner.interpret(
                                        name,
                                        inner.scalar(name, value),
                                        text -> reader.read(name, text),
                                        expected)));
            }
            case Yaml.Scalar _, Yaml.Sequence _ ->
                    throw complaint(key, "must be a block of \"name: value\" pairs");
        }
        return read;
    }

    /** Reads one value of a map. */
    public interface ItemReader<T> {
        /** Throws IllegalArgumentException where the text is nothing of the kind. */
        T read(String name, String text);
    }

    private Yaml.Scalar scalar(String key, Yaml value) {
        return switch (value) {
            case Yaml.Scalar scalar when !scalar.text().isBlank() -> scalar;
            case Yaml.Scalar _, Yaml.Nothing _ ->
                    throw complaint(key, "is empty; give it a value or leave it out");
            case Yaml.Mapping _, Yaml.Sequence _ ->
                    throw complaint(key, "must be a single value, not a block or a list");
        };
    }
}
