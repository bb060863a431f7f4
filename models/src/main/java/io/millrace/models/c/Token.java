package io.millrace.models.c;

import static java.lang.Math.max;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Source;

import java.util.Set;

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
        return source.at(from, max(1, text.length()));
    }

    boolean is(String word) {
        return (kind == Kind.NAME || kind == Kind.SIGN) && text.equals(word);
    }

    boolean isOneOf(String... words) {
        return (kind == Kind.NAME || kind == Kind.SIGN) && Set.of(words).contains(text);
    }

    boolean isName() {
        return kind == Kind.NAME;
    }

    Token packed(int newPack) {
        return new Token(kind, text, source, from, first, comment, remark, newPack);
    }

    /** Returns this token with the comments of another token, if it has none itself. */
    Token commentedAs(Token other) {
        String before = comment.isEmpty() ? other.comment : comment;
        String after = remark.isEmpty() ? other.remark : remark;
        return new Token(kind, text, source, from, first, before, after, pack);
    }

    /** Returns a token that stands in the place of this one, without comments. */
    Token replacedBy(Kind newKind, String newText) {
        return new Token(newKind, newText, source, from, false, "", "", pack);
    }

    /** Returns a label for problems. */
    String label() {
        return kind == Kind.END ? "the end" : "'" + text + "'";
    }

    /** Returns the exception that another token is expected here. */
    CSyntaxException expected(String what) {
        return new CSyntaxException(this, "found %s, expected %s", label(), what);
    }
}
