package dev.tplus1.database;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.jdbc.core.namedparam.NamedParameterUtils;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** The named parameters of SQL that a user wrote. */
public final class NamedParameters {
    private NamedParameters() {}

    /** Their names, as they first come; none where the text has a {@code ?} placeholder. */
    public static Optional<Set<String>> of(String sql) {
        Set<String> used = new LinkedHashSet<>();
        try {
            NamedParameterUtils.buildValueArray(
                    NamedParameterUtils.parseSqlStatement(sql), new Recorder(used), null);
        } catch (InvalidDataAccessApiUsageException _) {
            return Optional.empty();
        }
        return Optional.of(Collections.unmodifiableSet(used));
    }

    private record Recorder(Set<String> used) implements SqlParameterSource {
        @Override
        public boolean hasValue(String name) {
            return true;
        }

        @Override
        public Object getValue(String name) {
            used.add(name);
            return "";
        }
    }
}
