package dev.tplus1.provider.stripe;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.Secret;
import dev.tplus1.provider.api.ApiValues;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/** An {@code api} block as a test writes it. */
record StripeValues(Map<String, String> texts, @Nullable ZoneId zone) implements ApiValues {
    @Override
    public String text(String key) {
        String text = texts.get(key);
        if (text == null) {
            throw complaint(key, "is missing");
        }
        return text;
    }

    @Override
    public String text(String key, String otherwise) {
        return texts.getOrDefault(key, otherwise);
    }

    @Override
    public boolean has(String key) {
        return texts.containsKey(key);
    }

    @Override
    public int whole(String key, int otherwise, int most) {
        int number = has(key) ? Integer.parseInt(text(key)) : otherwise;
        if (number < 1 || number > most) {
            throw complaint(key, "must be 1 to " + most);
        }
        return number;
    }

    @Override
    public Duration duration(String key, Duration otherwise, Duration least, Duration most) {
        Duration length = has(key) ? Duration.parse(text(key)) : otherwise;
        if (length.compareTo(least) < 0 || length.compareTo(most) > 0) {
            throw complaint(key, "must be " + least + " to " + most);
        }
        return length;
    }

    @Override
    public List<String> texts(String key, int most) {
        return has(key) ? List.of(text(key).split(",", -1)) : List.of();
    }

    @Override
    public Map<String, String> map(String key) {
        return Map.of();
    }

    @Override
    public Secret secret(String key) {
        return new Secret(has(key + "-file") ? text(key + "-file") : text(key));
    }

    @Override
    public String file(String key, String path) {
        try {
            return Files.readString(Path.of(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public SettingException complaint(String key, String what) {
        return new SettingException("job.yaml: api." + key + ": " + what);
    }

    @Override
    public @Nullable String merchantId() {
        return null;
    }

    @Override
    public String subMerchantId() {
        return "";
    }
}
