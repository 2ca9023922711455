package dev.tplus1.provider.wechatpay;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.Secret;
import dev.tplus1.provider.api.ApiValues;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** An {@code api} block as a map; durations are ISO ones. */
final class WechatPayValues implements ApiValues {
    private final Map<String, Object> values;
    private @Nullable String merchantId = WechatPayFake.MERCHANT;
    private String subMerchantId = "";

    WechatPayValues(Map<String, Object> values) {
        this.values = new TreeMap<>(values);
    }

    WechatPayValues with(String key, Object value) {
        values.put(key, value);
        return this;
    }

    WechatPayValues without(String key) {
        values.remove(key);
        return this;
    }

    WechatPayValues merchant(@Nullable String id, String sub) {
        merchantId = id;
        subMerchantId = sub;
        return this;
    }

    @Override
    public String text(String key) {
        if (!has(key)) {
            throw complaint(key, "is missing");
        }
        return Objects.requireNonNull(values.get(key)).toString();
    }

    @Override
    public String text(String key, String otherwise) {
        return has(key) ? text(key) : otherwise;
    }

    @Override
    public boolean has(String key) {
        return values.containsKey(key);
    }

    @Override
    public int whole(String key, int otherwise, int most) {
        return has(key) ? Integer.parseInt(text(key)) : otherwise;
    }

    @Override
    public Duration duration(String key, Duration otherwise, Duration least, Duration most) {
        return has(key) ? Duration.parse(text(key)) : otherwise;
    }

    @Override
    public List<String> texts(String key, int most) {
        return has(key) ? List.of(text(key)) : List.of();
    }

    @Override
    @SuppressWarnings("unchecked")
    public Map<String, String> map(String key) {
        return (Map<String, String>) values.getOrDefault(key, Map.of());
    }

    @Override
    public Secret secret(String key) {
        return new Secret(has(key) ? text(key) : file(key, text(key + "-file")));
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
        return new SettingException("shop.yaml, " + key + " " + what);
    }

    @Override
    public @Nullable String merchantId() {
        return merchantId;
    }

    @Override
    public String subMerchantId() {
        return subMerchantId;
    }
}
