package dev.tplus1.ledger;

import dev.tplus1.database.NamedParameters;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.SqlParameterValue;
import org.springframework.jdbc.core.namedparam.NamedParameterUtils;
import org.springframework.jdbc.core.namedparam.ParsedSql;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One of the four queries, with its named parameters.
 *
 * @param key what it is called in the job file
 * @param own whether the user wrote it
 */
record Query(String key, ParsedSql sql, boolean own) {

    /** SQL with question marks, and the values for them in their order. */
    record Bound(String sql, List<Object> values) {}

    /**
     * Reads a query and checks its parameters.
     *
     * @param needed the parameter without which it would return everything
     * @param known all that it may use
     */
    static Query of(String key, String text, boolean own, Set<String> needed, Set<String> known) {
        String trimmed = text.strip();
        while (trimmed.endsWith(";")) {
            trimmed = trimmed.substring(0, trimmed.length() - 1).strip();
        }
        Query query = new Query(key, NamedParameterUtils.parseSqlStatement(trimmed), own);
        Set<String> used =
                NamedParameters.of(trimmed)
                        .orElseThrow(() ->
                                new SettingException(
                                        key
                                                + " has a ? placeholder; it may use "
                                                + list(known)
                                                + " instead"));
        for (String name : used) {
            if (!known.contains(name)) {
                throw new SettingException(
                        key + " uses :" + BookRows.shown(name, 60) + "; it may use " + list(known));
            }
        }
        for (String name : needed) {
            if (!used.contains(name)) {
                throw new SettingException(key + " does not use :" + name + ", but must");
            }
        }
        return query;
    }

    private static String list(Set<String> names) {
        return names.stream().sorted().map(name -> ":" + name).collect(Collectors.joining(", "));
    }

    Bound bind(Map<String, Object> values) {
        SqlParameterSource source = new Values(values);
        String text = NamedParameterUtils.substituteNamedParameters(sql, source);
        List<Object> flat = new ArrayList<>();
        for (Object value : NamedParameterUtils.buildValueArray(sql, source, null)) {
            if (value instanceof SqlParameterValue typed) {
                flatten(flat, typed.getValue());
            } else {
                flatten(flat, value);
            }
        }
        return new Bound(text, flat);
    }

    private static void flatten(List<Object> flat, @Nullable Object value) {
        if (value instanceof Collection<?> many) {
            flat.addAll(many);
        } else if (value != null) {
            flat.add(value);
        }
    }

    private record Values(Map<String, Object> values) implements SqlParameterSource {
        @Override
        public boolean hasValue(String name) {
            return values.containsKey(name);
        }

        @Override
        public @Nullable Object getValue(String name) {
            return values.get(name);
        }
    }
}
