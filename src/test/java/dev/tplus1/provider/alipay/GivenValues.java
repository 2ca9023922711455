package dev.tplus1.provider.alipay;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.Secret;
import dev.tplus1.provider.api.ApiValues;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The values of an api block, as a job file would have them; files are what their names map to. */
final class GivenValues implements ApiValues {
    private final Map<String, String> texts;
    private final Map<String, List<String>> lists = new HashMap<>();
    private final Map<String, String> files = new HashMap<>();

    GivenValues(Map<String, String> texts) {
        this.texts = new HashMap<>(texts);
    }

    GivenValues with(String key, String text) {
        texts.put(key, text);
        return this;
    }

    GivenValues without(String key) {
        texts.remove(key);
        return this;
    }

    GivenValues with(String key, List<String> list) {
        lists.put(key, list);
        return this;
    }

    GivenValues withFile(String path, String text) {
        files.put(path, text);
        return this;
    }

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
        return texts.containsKey(key) || lists.containsKey(key);
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
        List<String> list = lists.get(key);
        if (list != null) {
            return list;
        }
        return texts.containsKey(key) ? List.of(text(key)) : List.of();
    }

    @Override
    public Map<String, String> map(String key) {
        return Map.of();
    }

    @Override
    public Secret secret(String key) {
        String path = texts.get(key + "-file");
        return new Secret(path == null ? text(key) : file(key + "-file", path));
    }

    @Override
    public String file(String key, String path) {
        String text = files.get(path);
        if (text == null) {
            throw complaint(key, "there is no such file");
        }
        return text;
    }

    @Override
    public SettingException complaint(String key, String what) {
        return new SettingException("job.yaml: api." + key + " " + what);
    }

    @Override
    public @Nullable String merchantId() {
        return null;
    }

    @Override
    public @Nullable ZoneId zone() {
        return null;
    }

    @Override
    public String subMerchantId() {
        return "";
    }
}
