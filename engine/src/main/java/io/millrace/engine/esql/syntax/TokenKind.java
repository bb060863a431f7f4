package io.millrace.engine.esql.syntax;

/** Kind of token. */
enum TokenKind {
    /** Name without quotes, which can be a keyword. */
    WORD,
    /** Name in double quotes. */
    QUOTED,
    /** String in single quotes. */
    STRING,
    /** Hexadecimal string: {@code X'0A'}. */
    HEX_STRING,
    /** Bit string: {@code B'01'}. */
    BIT_STRING,
    INTEGER,
    DECIMAL,
    FLOAT,
    SYMBOL,
    /** End of the text, after the last token. */
    END
}
