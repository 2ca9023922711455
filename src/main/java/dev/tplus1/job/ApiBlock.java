package dev.tplus1.job;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.Secret;
import dev.tplus1.provider.api.ApiValues;
import dev.tplus1.statement.StatementSettings;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The block {@code api} of an account. Its text shows nothing of it.
 *
 * @param account whose it is
 */
record ApiBlock(Block block, StatementSettings account) implements ApiValues {
    private static final String FILE = "-file";

    @Override
    public String text(String key) {
        return block.text(key);
    }

    @Override
    public String text(String key, String otherwise) {
        return block.text(key, otherwise);
    }

    @Override
    public boolean has(String key) {
        return block.has(key);
    }

    @Override
    public int whole(String key, int otherwise, int most) {
        return block.read(
                key,
                otherwise,
                text -> Values.whole(text, 1, most),
                "a whole number from 1 to " + most);
    }

    @Override
    public Duration duration(String key, Duration otherwise, Duration least, Duration most) {
        return block.read(
                key,
                otherwise,
                text -> Values.between(text, least, most),
                JobReader.A_DURATION + ", from " + Values.text(least) + " to " + Values.text(most));
    }

    @Override
    public List<String> texts(String key, int most) {
        return block.has(key) ? block.texts(key, most) : List.of();
    }

    @Override
    public Map<String, String> map(String key) {
        return block.map(key, (_, text) -> text, "text");
    }

    @Override
    public Secret secret(String key) {
        String inFile = key + FILE;
        if (block.has(key) && block.has(inFile)) {
            throw complaint(inFile, "stands beside " + key + "; keep one of them");
        }
        if (block.has(inFile)) {
            return new Secret(held(inFile, block.text(inFile), TextFile::secret));
        }
        if (!block.has(key)) {
            throw complaint(key, "is missing; add it, or " + inFile + " with the file that has it");
        }
        return new Secret(block.text(key));
    }

    @Override
    public String file(String key, String path) {
        return held(key, path, TextFile::open);
    }

    private String held(String key, String path, Function<Path, String> reader) {
        try {
            return reader.apply(TextFile.path(path));
        } catch (IllegalArgumentException e) {
            // what is no path may be the secret itself, put where its file's name belongs
            String shown = path.indexOf('/') < 0 ? "" : block.shown(key, path);
            throw complaint(key, (shown.isEmpty() ? "" : shown + ": ") + e.getMessage());
        }
    }

    @Override
    public SettingException complaint(String key, String what) {
        return block.complaint(key, what);
    }

    @Override
    public @Nullable String merchantId() {
        return account.merchantId();
    }

    @Override
    public String subMerchantId() {
        return account.subMerchantId();
    }

    @Override
    public @Nullable ZoneId zone() {
        return account.zone();
    }

    @Override
    public String toString() {
        return "ApiBlock[" + account.provider() + "]";
    }
}
