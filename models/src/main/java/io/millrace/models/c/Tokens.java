package io.millrace.models.c;

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
        return tokens.get(Math.min(at + 1, tokens.size() - 1));
    }

    Token take() {
        Token token = tokens.get(at);
        if (token.kind() != Token.Kind.END) {
            at++;
        }
        return token;
    }

    /** Skips a name or sign if it is the current token. */
    boolean skip(String word) {
        if (!peek().is(word)) {
            return false;
        }
        at++;
        return true;
    }

    Token expect(String word) {
        if (!peek().is(word)) {
            throw new CSyntaxException(
                    peek(), "found " + peek().label() + ", expected '" + word + "'");
        }
        return take();
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
        Token first = expect(open);
        for (int depth = 1; depth > 0; ) {
            if (isAtEnd()) {
                throw new CSyntaxException(
                        first, "found no '" + close + "' that closes this '" + open + "'");
            }
            Token token = take();
            depth += token.is(open) ? 1 : token.is(close) ? -1 : 0;
        }
    }
}
