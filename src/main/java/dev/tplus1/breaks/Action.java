package dev.tplus1.breaks;

/**
 * What is done about a break: replayed by itself, watched for the cut-off, or given to a person.
 */
public enum Action {
    REPLAY,
    SUSPENSE,
    ALERT
}
