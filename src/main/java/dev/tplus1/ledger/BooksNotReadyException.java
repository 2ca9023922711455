package dev.tplus1.ledger;

/** The books are behind, or may be: one line that says how far. Run again later (exit code 4). */
public final class BooksNotReadyException extends Exception {
    private static final long serialVersionUID = 1L;

    BooksNotReadyException(String message) {
        super(message);
    }
}
