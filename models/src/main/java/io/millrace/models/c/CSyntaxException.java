package io.millrace.models.c;

/** A declaration that cannot be understood; never leaves the package. */
final class CSyntaxException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Token token;
    private final String hint;

    CSyntaxException(Token token, String found) {
        this(token, found, "");
    }

    CSyntaxException(Token token, String found, String hint) {
        super(found, null, false, false);
        this.token = token;
        this.hint = hint;
    }

    Token token() {
        return token;
    }

    String hint() {
        return hint;
    }
}
