package dev.tplus1.replay;

/** How missed callbacks are delivered. */
public enum ReplayMode {
    /** Into the bundled books. */
    BOOKS,
    /** To the merchant's own callback endpoint. */
    ENDPOINT,
    /** By the user's own statements. */
    SQL,
    /** Not at all: each is an alert. */
    OFF
}
