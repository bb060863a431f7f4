package io.millrace.engine.esql.syntax;

/** The kinds of token. */
enum TokenKind {
    /** A name without quotes, which may be a keyword. */
    WORD,
    /** A name in double quotes. */
    QUOTED,
    /** Text in single quotes. */
    STRING,
    /** {@code X'0A'}. */
    HEX_STRING,
    /** {@code B'01'}. */
    BIT_STRING,
    INTEGER,
    DECIMAL,
    FLOAT,
    SYMBOL,
    /** Behind the last token. */
    END
}
