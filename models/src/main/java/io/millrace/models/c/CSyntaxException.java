package io.millrace.models.c;

import io.millrace.models.ConversionReport;

/** Thrown if a declaration cannot be parsed. Always caught in this package. */
final class CSyntaxException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Token token;
    private String hint = "";

    CSyntaxException(Token token, String found, Object... values) {
        super(found.formatted(values), null, false, false);
        this.token = token;
    }

    CSyntaxException advise(String text) {
        hint = text;
        return this;
    }

    void report(ConversionReport report) {
        report.advise(token.place(), hint, "%s", getMessage());
    }
}
