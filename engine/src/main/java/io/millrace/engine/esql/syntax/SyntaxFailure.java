package io.millrace.engine.esql.syntax;

/**
 * An exception that transfers control from the report of a problem to the recovery point of the
 * parser. Never leaves the package.
 */
final class SyntaxFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    static final SyntaxFailure INSTANCE = new SyntaxFailure();

    private SyntaxFailure() {
        super("reported", null, false, false);
    }
}
