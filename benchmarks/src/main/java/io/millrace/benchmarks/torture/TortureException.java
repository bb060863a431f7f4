package io.millrace.benchmarks.torture;

/** A failure of a victim outside the crash points. The test cannot continue. */
public final class TortureException extends RuntimeException {

    private static final long serialVersionUID = 1;

    TortureException(String message) {
        super(message);
    }
}
