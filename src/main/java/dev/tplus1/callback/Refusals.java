package dev.tplus1.callback;

/** Words for a callback that is not allowed. */
final class Refusals {
    private static final int MAX_SHOWN = 60;

    private Refusals() {}

    static CallbackOutcome refused(Refusal reason, String detail) {
        return new CallbackOutcome.Refused(reason.name(), detail);
    }

    /** An id from outside, bounded and printable. */
    static String shown(String id) {
        String printable = id.replaceAll("[\\p{Cntrl}\\p{Cf}]", "?");
        return printable.length() <= MAX_SHOWN
                ? printable
                : printable.substring(0, MAX_SHOWN) + "...";
    }
}
