package io.millrace.parsers.xml;

import com.ctc.wstx.util.XmlChars;

import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A conversion of documents between the names of XML 1.0's fifth edition and the names of the
 * fourth edition, which Woodstox accepts. A character that the two editions treat differently in
 * names is replaced by three characters: an escape character, and two characters that represent the
 * code point. The fourth edition treats the escape character in names as the fifth edition treats
 * the replaced character. The escape characters do not occur in the document.
 */
final class FifthEdition {

    /** Number of characters that represent a replaced character. */
    private static final int LENGTH = 3;

    /** The first of the characters that represent ten bits. They can be anywhere in a name. */
    private static final int DIGIT = 0x4E00;

    private static final int DIGIT_BITS = 10;

    /** The last character of the fifth edition's names. */
    private static final int LAST_NAME = 0xEFFFF;

    private static final char NONE = 0;
    private static final char UNKNOWN = '\uFFFD';

    private static final Pattern REFERENCE =
            Pattern.compile("#(?:x([0-9a-fA-F]{1,8})|([0-9]{1,8}));");

    /**
     * A reference in a literal of a DTD, which becomes a character immediately or in a later
     * literal.
     */
    private static final Pattern IN_LITERAL =
            Pattern.compile("(&(?:#38;|#x26;)*+)" + REFERENCE.pattern());

    private final char start;
    private final char part;
    private final char other;

    /** The document in the fourth edition. */
    final String document;

    /**
     * @param doctype index of the DOCTYPE
     */
    FifthEdition(String fifth, int doctype) {
        BitSet used = used(fifth);
        start = unused(used, 0x5300, 0x9FA5, XmlChars::is10NameStartChar);
        part =
                unused(
                        used,
                        0x0300,
                        0x30FF,
                        c -> XmlChars.is10NameChar(c) && !XmlChars.is10NameStartChar(c));
        other = unused(used, 0xE000, 0xF8FF, _ -> true);
        if (start == NONE || part == NONE || other == NONE) {
            document = fifth;
            return;
        }
        StringBuilder out = new StringBuilder(fifth.length() + 64);
        Literals literals = new Literals(fifth, doctype);
        int at = 0;
        while (literals.next()) {
            replace(fifth, at, literals.from, out);
            replaceReferences(fifth.substring(literals.from, literals.to), out);
            at = literals.to;
        }
        replace(fifth, at, fifth.length(), out);
        document = out.toString();
    }

    private static BitSet used(String document) {
        BitSet used = new BitSet(1 << 16);
        for (int i = 0; i < document.length(); i++) {
            used.set(document.charAt(i));
        }
        Matcher reference = REFERENCE.matcher(document);
        while (reference.find()) {
            int c = code(reference, 1);
            if (c <= Character.MAX_VALUE) {
                used.set(c);
            }
        }
        return used;
    }

    /** Returns the code point of a reference, whose digits are in two groups. */
    private static int code(Matcher reference, int group) {
        String hex = reference.group(group);
        long code =
                hex != null ? Long.parseLong(hex, 16) : Long.parseLong(reference.group(group + 1));
        return (int) Math.min(code, Integer.MAX_VALUE);
    }

    /** Returns an unused character with a role; NONE if the document contains all of them. */
    private static char unused(BitSet used, int from, int last, Role role) {
        int c = used.nextClearBit(from);
        while (c <= last && !role.has((char) c)) {
            c = used.nextClearBit(c + 1);
        }
        return c <= last ? (char) c : NONE;
    }

    /** A role of characters in names. */
    private interface Role {
        boolean has(char c);
    }

    /**
     * Returns the escape character for a character; NONE if its role is the same in both editions.
     */
    private char escape(int c) {
        if (c < 0x80) {
            return NONE;
        }
        if (c > Character.MAX_VALUE) {
            // Woodstox accepts all of them.
            return c > LAST_NAME ? other : NONE;
        }
        if (Characters.isNameStart(c)) {
            return XmlChars.is10NameStartChar((char) c) ? NONE : start;
        }
        return Characters.isName(c) && !XmlChars.is10NameChar((char) c) ? part : NONE;
    }

    private void replace(String fifth, int from, int to, StringBuilder out) {
        for (int i = from; i < to; ) {
            int c = fifth.codePointAt(i);
            char escape = escape(c);
            if (escape == NONE) {
                out.appendCodePoint(c);
            } else {
                out.append(escape)
                        .append((char) (DIGIT + (c >> DIGIT_BITS)))
                        .append((char) (DIGIT + (c & (1 << DIGIT_BITS) - 1)));
            }
            i += Character.charCount(c);
        }
    }

    private void replaceReferences(String literal, StringBuilder out) {
        Matcher reference = IN_LITERAL.matcher(literal);
        int at = 0;
        while (reference.find()) {
            int c = code(reference, 2);
            if (!Character.isValidCodePoint(c) || escape(c) == NONE) {
                continue;
            }
            replace(literal, at, reference.start(), out);
            StringBuilder characters = new StringBuilder();
            String one = Character.toString(c);
            replace(one, 0, one.length(), characters);
            for (int i = 0; i < LENGTH; i++) {
                out.append(reference.group(1))
                        .append("#x%X;".formatted((int) characters.charAt(i)));
            }
            at = reference.end();
        }
        replace(literal, at, literal.length(), out);
    }

    /** Returns a name or text as in the original document. */
    String original(String fourth) {
        int at = next(fourth, 0);
        if (at == fourth.length()) {
            return fourth;
        }
        StringBuilder out = new StringBuilder(fourth.length());
        int done = 0;
        while (at < fourth.length()) {
            out.append(fourth, done, at);
            done = at + LENGTH;
            if (done <= fourth.length()) {
                int high = fourth.charAt(at + 1) - DIGIT;
                int code = high << DIGIT_BITS | fourth.charAt(at + 2) - DIGIT;
                // A message of Woodstox can contain an escape character alone.
                out.appendCodePoint(Character.isValidCodePoint(code) ? code : UNKNOWN);
            }
            at = next(fourth, done);
        }
        return out.append(fourth, Math.min(done, fourth.length()), fourth.length()).toString();
    }

    private int next(String fourth, int from) {
        int at = Math.min(from, fourth.length());
        while (at < fourth.length() && !isEscape(fourth.charAt(at))) {
            at++;
        }
        return at;
    }

    private boolean isEscape(char c) {
        return c == start || c == part || c == other;
    }

    /** Returns the internal subset of a DTD as in the original document. */
    String originalSubset(String fourth) {
        Matcher reference = IN_LITERAL.matcher(fourth);
        StringBuilder out = new StringBuilder();
        int at = 0;
        int from = 0;
        while (reference.find(from)) {
            from = reference.end();
            int escape = code(reference, 2);
            if (escape > Character.MAX_VALUE || !isEscape((char) escape)) {
                continue;
            }
            out.append(fourth, at, reference.start()).append(reference.group(1));
            StringBuilder characters = new StringBuilder().append((char) escape);
            for (int i = 1; i < LENGTH && reference.find(from); i++) {
                characters.append((char) code(reference, 2));
                from = reference.end();
            }
            out.append("#x%X;".formatted(original(characters.toString()).codePointAt(0)));
            at = from;
        }
        return original(out.append(fourth, at, fourth.length()).toString());
    }

    /** The literals of the internal subset of a document, without their quotation marks. */
    private static final class Literals {

        private final String document;
        private int at;
        int from;
        int to;

        private boolean inSubset;

        Literals(String document, int doctype) {
            this.document = document;
            at = doctype;
        }

        /** Finds the next literal; returns false at the end of the DOCTYPE. */
        boolean next() {
            while (at < document.length()) {
                char c = document.charAt(at);
                if (document.startsWith("<!--", at)) {
                    at = after("-->", at + 4);
                } else if (document.startsWith("<?", at)) {
                    at = after("?>", at + 2);
                } else if (c == '"' || c == '\'') {
                    from = at + 1;
                    at = after(String.valueOf(c), from);
                    to = Math.max(from, at - 1);
                    return true;
                } else {
                    at++;
                }
                inSubset |= c == '[';
                if (c == ']' || c == '>' && !inSubset) {
                    at = document.length();
                }
            }
            return false;
        }

        private int after(String end, int position) {
            int found = document.indexOf(end, position);
            return found < 0 ? document.length() : found + end.length();
        }
    }
}
