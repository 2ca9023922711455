package dev.tplus1.provider.api;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.Secret;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/**
 * The values of one {@code api} block of a job file. What is wrong with one is a {@link
 * SettingException} that names the file and the key and shows no secret.
 */
public interface ApiValues {
    /** Text that must be there. */
    String text(String key);

    String text(String key, String otherwise);

    boolean has(String key);

    /** A whole number from 1. */
    int whole(String key, int otherwise, int most);

    Duration duration(String key, Duration otherwise, Duration least, Duration most);

    /** One text or several; none where it is left out. */
    List<String> texts(String key, int most);

    /** Names and their texts; none where it is left out. */
    Map<String, String> map(String key);

    /** What is written under the key, or what the file holds that {@code key-file} names. */
    Secret secret(String key);

    /** What the file holds that a text of the job file names; it is no secret. */
    String file(String key, String path);

    /** What is wrong with a key, ready to be thrown. */
    SettingException complaint(String key, String what);

    /** The account's own merchant id; null where it has none. */
    @Nullable String merchantId();

    /** The account's sub-merchant id; empty where it has none. */
    String subMerchantId();

    /** In which the account's day is counted; null for the provider's own. */
    @Nullable ZoneId zone();
}
