package io.millrace.benchmarks.torture;

/** A failure of a victim outside its crash points, after which the test cannot continue. */
public final class TortureException extends RuntimeException {

    private static final long serialVersionUID = 1;

    TortureException(String message) {
        super(message);
    }
}
