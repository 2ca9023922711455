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
        return shown(id, MAX_SHOWN);
    }

    static String shown(String text, int most) {
        String printable = text.replaceAll("[\\p{Cntrl}\\p{Cf}]", "?");
        return printable.length() <= most ? printable : printable.substring(0, most) + "...";
    }
}
