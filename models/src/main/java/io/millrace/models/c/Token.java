package io.millrace.models.c;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Source;

/**
 * A token of a header.
 *
 * @param text text in the source
 * @param first whether it is the first on its line
 * @param comment text of the comment directly before it; empty for none
 * @param remark text of the comment after the previous token, on the same line; empty for none
 * @param pack maximum alignment of members at this position
 */
record Token(
        Kind kind,
        String text,
        Source source,
        int from,
        boolean first,
        String comment,
        String remark,
        int pack) {

    enum Kind {
        NAME,
        NUMBER,
        TEXT,
        CHARACTER,
        SIGN,
        END
    }

    /** Counts lines: for problems, not for every token. */
    Place place() {
        return source.at(from, Math.max(1, text.length()));
    }

    boolean is(String word) {
        return (kind == Kind.NAME || kind == Kind.SIGN) && text.equals(word);
    }

    boolean isName() {
        return kind == Kind.NAME;
    }

    Token packed(int newPack) {
        return new Token(kind, text, source, from, first, comment, remark, newPack);
    }

    /** Returns this token with the comments of another token, if it has none itself. */
    Token commentedAs(Token other) {
        return new Token(
                kind,
                text,
                source,
                from,
                first,
                comment.isEmpty() ? other.comment : comment,
                remark.isEmpty() ? other.remark : remark,
                pack);
    }

    /** Returns the replacement of a macro at the position of its use. */
    Token usedAt(Token use) {
        return new Token(kind, text, use.source, use.from, false, "", "", use.pack);
    }

    /** Returns a label for problems. */
    String label() {
        return kind == Kind.END ? "the end" : "'" + text + "'";
    }
}
