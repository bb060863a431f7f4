package io.millrace.benchmarks.torture;

/** The torture cannot go on: no verdict about messages, but one about the victim. */
public final class TortureException extends RuntimeException {

    private static final long serialVersionUID = 1;

    TortureException(String message) {
        super(message);
    }
}
