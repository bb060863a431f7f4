package io.millrace.models.cobol;

import java.util.Locale;
import java.util.Optional;

/**
 * The meaning of a PICTURE (IBM Enterprise COBOL Language Reference, "PICTURE clause").
 *
 * @param digits of a number: positions of digits, those of P not counted
 * @param scale number of digits after the decimal point; negative for zeros before it that are not
 *     stored
 * @param characters number of characters that it represents, without S and V
 */
record Picture(Kind kind, int digits, int scale, boolean signed, int characters) {

    enum Kind {
        /** X, A, and both with 9, B, 0 or a stroke between. */
        TEXT,
        /** G: characters of two bytes. */
        DOUBLE_BYTE,
        /** N: characters of two bytes. */
        NATIONAL,
        /** 9, S, V and P: a number for calculations. */
        NUMBER,
        /** A number laid out for people to read. */
        EDITED
    }

    private static final int MAX_LENGTH = 1 << 20;

    /** Parses a picture; returns empty if it is not one. */
    static Optional<Picture> of(String written) {
        String expanded = expand(written.toUpperCase(Locale.ROOT));
        return expanded == null || expanded.isEmpty() ? Optional.empty() : read(expanded);
    }

    /**
     * Repeats every symbol as often as its number in parentheses specifies; returns null for wrong
     * parentheses.
     */
    private static String expand(String written) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < written.length(); i++) {
            char c = written.charAt(i);
            if (c != '(') {
                out.append(c);
                continue;
            }
            int close = written.indexOf(')', i);
            String count = close < 0 ? "" : written.substring(i + 1, close).strip();
            if (out.isEmpty() || !count.matches("[0-9]{1,7}")) {
                return null;
            }
            int times = Integer.parseInt(count);
            char last = out.charAt(out.length() - 1);
            out.setLength(out.length() - 1);
            if (times > MAX_LENGTH - out.length()) {
                return null;
            }
            out.repeat(last, times);
            i = close;
        }
        return out.toString();
    }

    private static Optional<Picture> read(String symbols) {
        if (holdsOnly(symbols, "9SVP") && symbols.indexOf('9') + symbols.indexOf('P') > -2) {
            return number(symbols);
        }
        if (holdsOnly(symbols, "GB") && symbols.indexOf('G') >= 0) {
            return text(Kind.DOUBLE_BYTE, symbols);
        }
        if (holdsOnly(symbols, "NB0/") && symbols.indexOf('N') >= 0) {
            return text(Kind.NATIONAL, symbols);
        }
        if (holdsOnly(symbols, "XA9B0/")
                && (symbols.indexOf('X') >= 0 || symbols.indexOf('A') >= 0)) {
            return text(Kind.TEXT, symbols);
        }
        return edited(symbols);
    }

    private static boolean holdsOnly(String symbols, String allowed) {
        return symbols.chars().allMatch(c -> allowed.indexOf(c) >= 0);
    }

    private static Optional<Picture> text(Kind kind, String symbols) {
        return Optional.of(new Picture(kind, 0, 0, false, symbols.length()));
    }

    private static Optional<Picture> number(String symbols) {
        boolean signed = symbols.startsWith("S");
        String rest = signed ? symbols.substring(1) : symbols;
        int point = rest.indexOf('V');
        String plain = rest.replace("V", "");
        boolean wrong =
                rest.indexOf('S') >= 0
                        || rest.length() - plain.length() > 1
                        || plain.matches(".*9P+9.*");
        int digits = (int) plain.chars().filter(c -> c == '9').count();
        if (wrong || digits == 0) {
            return Optional.empty();
        }
        int scale;
        if (plain.startsWith("P")) {
            scale = plain.length();
        } else if (plain.endsWith("P")) {
            scale = -(plain.length() - digits);
        } else {
            scale = point < 0 ? 0 : rest.length() - point - 1;
        }
        return Optional.of(new Picture(Kind.NUMBER, digits, scale, signed, digits));
    }

    private static Optional<Picture> edited(String symbols) {
        String plain = symbols.replace("CR", "++").replace("DB", "++");
        boolean symbolsOnly =
                plain.chars().allMatch(c -> "9ZVPSB0/,.*+-E".indexOf(c) >= 0 || isCurrency(c));
        boolean any = plain.chars().anyMatch(c -> "9Z*+-".indexOf(c) >= 0 || isCurrency(c));
        if (!symbolsOnly || !any) {
            return Optional.empty();
        }
        int notShown = (int) plain.chars().filter(c -> "VPS".indexOf(c) >= 0).count();
        int digits = (int) plain.chars().filter(c -> c == '9' || c == 'Z' || c == '*').count();
        return Optional.of(new Picture(Kind.EDITED, digits, 0, false, plain.length() - notShown));
    }

    private static boolean isCurrency(int c) {
        return Character.getType(c) == Character.CURRENCY_SYMBOL;
    }
}
