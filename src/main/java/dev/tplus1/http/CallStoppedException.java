package dev.tplus1.http;

/** The process was asked to stop before the call had its answer. */
public final class CallStoppedException extends CallException {
    private static final long serialVersionUID = 1L;

    CallStoppedException(String whom) {
        super(whom + ": stopped before it answered");
    }
}
