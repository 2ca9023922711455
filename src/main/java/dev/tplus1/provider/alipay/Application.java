package dev.tplus1.provider.alipay;

import dev.tplus1.entry.SettingException;

import java.security.PrivateKey;
import java.security.PublicKey;

/**
 * An application at Alipay's open platform, and the keys by which both sides sign. Its text shows
 * no key.
 *
 * @param id the app_id
 * @param key what the application signs with
 * @param alipayKey what Alipay's answers are verified with
 * @param complaints what is wrong with one of the settings that these came from
 */
record Application(String id, PrivateKey key, PublicKey alipayKey, Complaints complaints) {
    /** Makes an exception of a key of the job file and what is wrong with it. */
    interface Complaints {
        SettingException of(String key, String what);
    }

    @Override
    public String toString() {
        return "application " + id;
    }
}
