package io.millrace.engine.esql.codegen;

/**
 * Something that cannot be compiled though it is correct, for example a function in an UPDATE that
 * databases lack.
 */
final class UnsupportedConstruct extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param text what was found and what is possible, as problems say it
     */
    UnsupportedConstruct(String text) {
        super(text, null, false, false);
    }
}
