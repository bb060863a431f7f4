package io.millrace.models.cobol;

import java.util.Locale;
import java.util.Optional;

/**
 * The meaning of a PICTURE (IBM Enterprise COBOL Language Reference, "PICTURE clause").
 *
 * @param digits number of digit positions of a number, without the positions of P
 * @param scale number of digits after the decimal point; if negative, number of zeros before it
 *     that are not stored
 * @param characters number of characters, without S and V
 */
record Picture(Kind kind, int digits, int scale, boolean signed, int characters) {

    enum Kind {
        /** X, A, and combinations with 9, B, 0 and slash: a string. */
        TEXT,
        /** G: characters of two bytes. */
        DOUBLE_BYTE,
        /** N: characters of two bytes. */
        NATIONAL,
        /** 9, S, V and P: a number for calculations. */
        NUMBER,
        /** A number edited for display. */
        EDITED
    }

    private static final int MAX_LENGTH = 1 << 20;

    /** Parses a picture. Returns an empty result if the picture is invalid. */
    static Optional<Picture> of(String written) {
        String expanded = expand(written.toUpperCase(Locale.ROOT));
        return expanded == null || expanded.isEmpty() ? Optional.empty() : read(expanded);
    }

    /**
     * Repeats each symbol as its number in parentheses specifies; returns null if the parentheses
     * are invalid.
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
        if (symbols.matches("[9SVP]+")) {
            return number(symbols);
        }
        if (symbols.matches("[GB]*G[GB]*")) {
            return text(Kind.DOUBLE_BYTE, symbols);
        }
        if (symbols.matches("[NB0/]*N[NB0/]*")) {
            return text(Kind.NATIONAL, symbols);
        }
        return symbols.matches("[XA9B0/]*[XA][XA9B0/]*")
                ? text(Kind.TEXT, symbols)
                : edited(symbols);
    }

    private static Optional<Picture> text(Kind kind, String symbols) {
        return Optional.of(new Picture(kind, 0, 0, false, symbols.length()));
    }

    private static Optional<Picture> number(String symbols) {
        boolean signed = symbols.startsWith("S");
        String rest = signed ? symbols.substring(1) : symbols;
        int point = rest.indexOf('V');
        String plain = rest.replaceFirst("V", "");
        int digits = count(plain, "9");
        if (digits == 0 || count(plain, "SV") > 0 || plain.matches(".*9P+9.*")) {
            return Optional.empty();
        }
        int scale = point < 0 ? 0 : rest.length() - point - 1;
        if (plain.startsWith("P")) {
            scale = plain.length();
        } else if (plain.endsWith("P")) {
            scale = digits - plain.length();
        }
        return Optional.of(new Picture(Kind.NUMBER, digits, scale, signed, digits));
    }

    private static Optional<Picture> edited(String symbols) {
        String plain = symbols.replace("CR", "++").replace("DB", "++").replaceAll("\\p{Sc}", "+");
        int characters = plain.length();
        if (count(plain, "9ZVPSB0/,.*+-E") < characters || count(plain, "9Z*+-") == 0) {
            return Optional.empty();
        }
        int shown = characters - count(plain, "VPS");
        return Optional.of(new Picture(Kind.EDITED, count(plain, "9Z*"), 0, false, shown));
    }

    private static int count(String symbols, String counted) {
        return (int) symbols.chars().filter(c -> counted.indexOf(c) >= 0).count();
    }
}
