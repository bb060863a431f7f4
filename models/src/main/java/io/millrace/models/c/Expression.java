package io.millrace.models.c;

import static java.lang.Math.max;

/** An evaluator of constant integer expressions (ISO/IEC 9899:2018, 6.6). */
final class Expression {

    private static final int MAX_LEVELS = 100;

    /** Binary operators by precedence, the lowest precedence first. */
    private static final String[] BINARY = "||,&&,|,^,&,== !=,< > <= >=,<< >>,+ -,* / %".split(",");

    /** The meaning of names and types in an expression. By default, they have none. */
    interface Names {

        /** Returns the value of a name; throws an exception if the name has no value. */
        default long value(Token name, Tokens tokens) {
            if (tokens.at("(")) {
                tokens.skipBalanced("(", ")");
            }
            return 0;
        }

        /** Whether a type follows an opening parenthesis. */
        default boolean isType(Token token) {
            return false;
        }

        /** Reads a type and returns its size. */
        default long size(Tokens tokens) {
            throw new CSyntaxException(tokens.peek(), "found sizeof");
        }
    }

    private final Tokens tokens;
    private final Names names;
    private int levels;

    private Expression(Tokens tokens, Names names) {
        this.tokens = tokens;
        this.names = names;
    }

    static long value(Tokens tokens, Names names) {
        return new Expression(tokens, names).conditional();
    }

    private long conditional() {
        deeper();
        long value = binary(0);
        if (tokens.skip("?")) {
            long yes = conditional();
            tokens.expect(":");
            long no = conditional();
            value = value != 0 ? yes : no;
        }
        levels--;
        return value;
    }

    private void deeper() {
        if (++levels > MAX_LEVELS) {
            throw new CSyntaxException(
                    tokens.peek(), "found an expression of more than %d levels", MAX_LEVELS);
        }
    }

    private long binary(int level) {
        if (level == BINARY.length) {
            return unary();
        }
        long left = binary(level + 1);
        while (tokens.peek().isOneOf(BINARY[level].split(" "))) {
            left = apply(tokens.take(), left, binary(level + 1));
        }
        return left;
    }

    private static long apply(Token sign, long a, long b) {
        if (b == 0 && sign.isOneOf("/", "%")) {
            throw new CSyntaxException(sign, "found a division by zero");
        }
        return switch (sign.text()) {
            case "|" -> a | b;
            case "^" -> a ^ b;
            case "&" -> a & b;
            case "<<" -> a << b;
            case ">>" -> a >> b;
            case "+" -> a + b;
            case "-" -> a - b;
            case "*" -> a * b;
            case "/" -> a / b;
            case "%" -> a % b;
            case String text -> isTrue(text, a, b) ? 1 : 0;
        };
    }

    private static boolean isTrue(String sign, long a, long b) {
        return switch (sign) {
            case "||" -> a != 0 || b != 0;
            case "&&" -> a != 0 && b != 0;
            case "==" -> a == b;
            case "!=" -> a != b;
            case "<" -> a < b;
            case ">" -> a > b;
            case "<=" -> a <= b;
            default -> a >= b;
        };
    }

    private long unary() {
        deeper();
        Token token = tokens.take();
        long value =
                switch (token.kind()) {
                    case SIGN ->
                            switch (token.text()) {
                                case "-" -> -unary();
                                case "+" -> unary();
                                case "~" -> ~unary();
                                case "!" -> unary() == 0 ? 1 : 0;
                                case "(" -> parenthesis();
                                default -> throw token.expected("a whole number");
                            };
                    case NUMBER -> number(token);
                    case CHARACTER -> character(token);
                    case NAME -> token.is("sizeof") ? size() : names.value(token, tokens);
                    default -> throw token.expected("a whole number");
                };
        levels--;
        return value;
    }

    private long parenthesis() {
        boolean isCast = names.isType(tokens.peek());
        long value = isCast ? names.size(tokens) : conditional();
        tokens.expect(")");
        return isCast ? unary() : value;
    }

    private long size() {
        tokens.expect("(");
        long size = names.size(tokens);
        tokens.expect(")");
        return size;
    }

    private static long number(Token token) {
        String digits = token.text().replaceAll("[uUlL]+$", "").replace("'", "");
        boolean octal = digits.length() > 1 && digits.startsWith("0");
        try {
            return digits.matches("0[xX].+")
                    ? Long.parseUnsignedLong(digits.substring(2), 16)
                    : digits.matches("0[bB].+")
                            ? Long.parseUnsignedLong(digits.substring(2), 2)
                            : Long.parseUnsignedLong(digits, octal ? 8 : 10);
        } catch (NumberFormatException e) {
            throw token.expected("a whole number of 64 bits");
        }
    }

    private static long character(Token token) {
        String text = token.text().substring(1, max(1, token.text().length() - 1));
        if (text.length() == 1) {
            return text.charAt(0);
        }
        try {
            if (text.startsWith("\\x")) {
                return Long.parseLong(text.substring(2), 16);
            }
            if (text.matches("\\\\[0-7]{1,3}")) {
                return Long.parseLong(text.substring(1), 8);
            }
        } catch (NumberFormatException e) {
            // The error is reported below.
        }
        if (text.length() == 2 && text.charAt(0) == '\\') {
            int escape = "abtnvfr".indexOf(text.charAt(1));
            return escape < 0 ? text.charAt(1) : '\u0007' + escape;
        }
        throw token.expected("one character");
    }
}
