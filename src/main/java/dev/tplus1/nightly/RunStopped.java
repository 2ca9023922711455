package dev.tplus1.nightly;

/** The process was asked to stop, and this run did, between two transactions. */
final class RunStopped extends Exception {
    private static final long serialVersionUID = 1L;

    RunStopped() {
        super("asked to stop");
    }

    RunStopped(Throwable noticed) {
        super("asked to stop", noticed);
    }
}
