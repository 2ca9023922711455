package dev.tplus1.breaks.decide;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Why a person settles a break, to be counted by. */
public enum Reason {
    /** Booked in the shop system by hand. */
    BOOKED_BY_HAND,
    /** The money was given back. */
    REFUNDED,
    /** The provider has put its side right. */
    PROVIDER_CORRECTED,
    /** The provider's side is wrong and stays so. */
    PROVIDER_ERROR,
    /** The same money is there another time. */
    DUPLICATE,
    /** It is on another day. */
    TIMING,
    /** It is lost, or too small to follow. */
    WRITTEN_OFF,
    /** The note says. */
    OTHER;

    /** As people write it and the audit trail keeps it: {@code booked-by-hand}. */
    public String code() {
        return name().toLowerCase(Locale.ENGLISH).replace('_', '-');
    }

    /** The one with this code. */
    public static Optional<Reason> of(String code) {
        return Arrays.stream(values()).filter(each -> each.code().equals(code)).findFirst();
    }

    public static List<String> codes() {
        return Arrays.stream(values()).map(Reason::code).toList();
    }
}
