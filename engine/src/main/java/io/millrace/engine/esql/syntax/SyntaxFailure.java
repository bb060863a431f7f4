package io.millrace.engine.esql.syntax;

/**
 * Leads from where a problem was reported to where the parser goes on. Never leaves the package.
 */
final class SyntaxFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    static final SyntaxFailure INSTANCE = new SyntaxFailure();

    private SyntaxFailure() {
        super("reported", null, false, false);
    }
}
