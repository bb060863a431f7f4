package io.millrace.models.c;

import static java.lang.Math.min;

import java.util.List;

/**
 * A sequence of tokens with a current token. The last token has the kind END and remains the
 * current token.
 */
final class Tokens {

    private final List<Token> tokens;
    private int at;

    Tokens(List<Token> tokens) {
        this.tokens = List.copyOf(tokens);
    }

    Token peek() {
        return tokens.get(at);
    }

    /** Returns the token after the current one. */
    Token second() {
        return tokens.get(min(at + 1, tokens.size() - 1));
    }

    Token take() {
        Token token = peek();
        at += isAtEnd() ? 0 : 1;
        return token;
    }

    /** Whether the current token is a specified name or punctuator. */
    boolean at(String word) {
        return peek().is(word);
    }

    /**
     * Skips the current token if it is the specified name or punctuator. Returns whether a token
     * was skipped.
     */
    boolean skip(String word) {
        boolean found = at(word);
        at += found ? 1 : 0;
        return found;
    }

    void expect(String word) {
        if (!skip(word)) {
            throw peek().expected("'" + word + "'");
        }
    }

    boolean isAtEnd() {
        return peek().kind() == Token.Kind.END;
    }

    int mark() {
        return at;
    }

    void reset(int mark) {
        at = mark;
    }

    /** Skips from an opening bracket to the matching closing bracket. */
    void skipBalanced(String open, String close) {
        Token first = peek();
        expect(open);
        for (int depth = 1; depth > 0; ) {
            if (isAtEnd()) {
                throw new CSyntaxException(
                        first, "found no '%s' that closes this '%s'", close, open);
            }
            Token token = take();
            depth += token.is(open) ? 1 : token.is(close) ? -1 : 0;
        }
    }
}
