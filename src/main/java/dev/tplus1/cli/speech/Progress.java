package dev.tplus1.cli.speech;

/** How far long work has come, on a terminal only. Thread-safe. */
public interface Progress {
    /**
     * Says what an account's run is doing now.
     *
     * @param activity {@code comparing} say
     * @param reached {@code 4,100,000 of about 12,473,000} say
     */
    void show(String account, String activity, String reached);

    /** Takes the line away, before something else is printed and at the end. */
    void clear();

    /** Says nothing. */
    static Progress silent() {
        return new Progress() {
            @Override
            public void show(String account, String activity, String reached) {
                // nobody watches
            }

            @Override
            public void clear() {
                // nothing was written
            }
        };
    }
}
