package io.millrace.engine.esql.syntax;

/** A parser of some constructs. All parsers share one token cursor. */
abstract class TokenParser {

    final TokenCursor cursor;

    TokenParser(TokenCursor cursor) {
        this.cursor = cursor;
    }

    final Token peek() {
        return cursor.peek();
    }

    final Token peek(int ahead) {
        return cursor.peek(ahead);
    }

    final Token next() {
        return cursor.next();
    }

    final boolean atEnd() {
        return cursor.atEnd();
    }

    final boolean is(String key) {
        return cursor.is(key);
    }

    final boolean accept(String key) {
        return cursor.accept(key);
    }

    final Token expect(String key) {
        return cursor.expect(key);
    }

    final Span since(Token first) {
        return cursor.since(first);
    }

    final SyntaxFailure failure(String expected) {
        return cursor.failure(expected);
    }

    final SyntaxFailure failure(String expected, String hint) {
        return cursor.failure(expected, hint);
    }

    final boolean accept(String first, String second) {
        return cursor.accept(first, second);
    }

    final Name name(String what) {
        return cursor.name(what);
    }

    final Span since(Span first) {
        return cursor.since(first);
    }

    final boolean beginsStatement() {
        return StatementWords.isStatement(peek());
    }

    /** Whether a routine or module starts here, even if its second word is mistyped. */
    final boolean beginsDefinition() {
        return is("CREATE") && StatementWords.isDefinition(peek(1), peek(2));
    }
}
