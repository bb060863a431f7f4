package io.millrace.parsers.xml;

/** The characters that XML 1.0 (fifth edition) allows at each position. */
final class Characters {

    private static final byte NAME_START = 1;
    private static final byte NAME = 2;
    private static final byte WHITE = 4;

    private static final byte[] ASCII = new byte[128];

    static {
        for (int c = 0; c < 128; c++) {
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == ':';
            if (letter) {
                ASCII[c] = NAME_START | NAME;
            } else if (c >= '0' && c <= '9' || c == '-' || c == '.') {
                ASCII[c] = NAME;
            }
        }
        ASCII[' '] = ASCII['\t'] = ASCII['\n'] = ASCII['\r'] = WHITE;
    }

    /**
     * By byte: ASCII name characters, and all bytes beyond ASCII, which are checked when the name
     * is read.
     */
    static final boolean[] NAME_BYTE = new boolean[256];

    static {
        for (int i = 0; i < 256; i++) {
            NAME_BYTE[i] = i >= 128 || (ASCII[i] & NAME) != 0;
        }
    }

    private Characters() {}

    static boolean isWhite(int b) {
        return b == ' ' || b == '\n' || b == '\t' || b == '\r';
    }

    /** Whether a character matches production Char. */
    static boolean isLegal(int c) {
        return c >= 0x20
                ? c <= 0xD7FF || c >= 0xE000 && c <= 0xFFFD || c >= 0x10000 && c <= 0x10FFFF
                : isWhite(c);
    }

    static boolean isNameStart(int c) {
        if (c < 128) {
            return (ASCII[c] & NAME_START) != 0;
        }
        return c >= 0xC0 && c != 0xD7 && c != 0xF7 && c <= 0x2FF
                || c >= 0x370 && c != 0x37E && c <= 0x1FFF
                || c == 0x200C
                || c == 0x200D
                || c >= 0x2070 && c <= 0x218F
                || c >= 0x2C00 && c <= 0x2FEF
                || c >= 0x3001 && c <= 0xD7FF
                || c >= 0xF900 && c <= 0xFDCF
                || c >= 0xFDF0 && c <= 0xFFFD
                || c >= 0x10000 && c <= 0xEFFFF;
    }

    static boolean isName(int c) {
        if (c < 128) {
            return (ASCII[c] & NAME) != 0;
        }
        return isNameStart(c)
                || c == 0xB7
                || c >= 0x300 && c <= 0x36F
                || c == 0x203F
                || c == 0x2040;
    }

    static boolean isAscii(String text) {
        int all = 0;
        for (int i = 0; i < text.length(); i++) {
            all |= text.charAt(i);
        }
        return all < 128;
    }

    /**
     * Whether a string is a name in the sense of XML with only ASCII characters and without a
     * colon.
     */
    static boolean isPlainName(String text) {
        int length = text.length();
        if (length == 0 || !isNameStart(text.charAt(0))) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 128 || (ASCII[c] & NAME) == 0 || c == ':') {
                return false;
            }
        }
        return true;
    }

    /** Whether a string matches production Name. */
    static boolean isName(String text) {
        return !text.isEmpty()
                && isNameStart(text.codePointAt(0))
                && text.codePoints().allMatch(Characters::isName);
    }

    static boolean isWhite(String text) {
        return text.chars().allMatch(Characters::isWhite);
    }
}
