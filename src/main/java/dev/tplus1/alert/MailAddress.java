package dev.tplus1.alert;

import java.util.regex.Pattern;

/**
 * One e-mail address without a name: {@code finance@shop.example}.
 *
 * @param address in ASCII; nothing in it needs quotes
 */
public record MailAddress(String address) {
    private static final int MAX_LENGTH = 254;
    private static final Pattern ADDRESS =
            Pattern.compile(
                    "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
                            + "@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?"
                            + "(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*");

    /** What is none is an IllegalArgumentException that says what it must be. */
    public MailAddress {
        if (address.length() > MAX_LENGTH || !ADDRESS.matcher(address).matches()) {
            throw new IllegalArgumentException(
                    "must be an e-mail address such as finance@shop.example");
        }
    }

    /** What stands behind the at. */
    public String domain() {
        return address.substring(address.indexOf('@') + 1);
    }

    @Override
    public String toString() {
        return address;
    }
}
