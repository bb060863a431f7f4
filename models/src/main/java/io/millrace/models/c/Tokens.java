package io.millrace.models.c;

import static java.lang.Math.min;

import java.util.List;

/** Tokens that are read one by one. The last one is of kind END and remains the current one. */
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

    /** Whether the current token is a name or sign. */
    boolean at(String word) {
        return peek().is(word);
    }

    /** Takes a name or sign if it is the current token. */
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

    /** Skips an opening bracket and everything up to the matching one. */
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
