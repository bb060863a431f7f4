package io.millrace.models.c;

import java.util.List;
import java.util.Map;

/** Computes constant expressions of integers (ISO/IEC 9899:2018, 6.6). */
final class Expression {

    private static final int MAX_LEVELS = 100;

    /** Signs of two operands by how tightly they bind, loosest first. */
    private static final List<List<String>> BINARY =
            List.of(
                    List.of("||"),
                    List.of("&&"),
                    List.of("|"),
                    List.of("^"),
                    List.of("&"),
                    List.of("==", "!="),
                    List.of("<", ">", "<=", ">="),
                    List.of("<<", ">>"),
                    List.of("+", "-"),
                    List.of("*", "/", "%"));

    private static final Map<Character, Long> ESCAPES =
            Map.of('n', 10L, 't', 9L, 'r', 13L, '0', 0L, 'b', 8L, 'f', 12L, 'v', 11L, 'a', 7L);

    /** The names and types in an expression. */
    interface Names {

        /** Returns the value of a name; throws an exception if it has none. */
        long value(Token name, Tokens tokens);

        /** Whether a type follows an opening parenthesis. */
        boolean isType(Token token);

        /** Reads a type and returns its size. */
        long size(Tokens tokens);
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
                    tokens.peek(), "found an expression of more than " + MAX_LEVELS + " levels");
        }
    }

    private long binary(int level) {
        if (level == BINARY.size()) {
            return unary();
        }
        long left = binary(level + 1);
        while (true) {
            Token sign = tokens.peek();
            if (sign.kind() != Token.Kind.SIGN || !BINARY.get(level).contains(sign.text())) {
                return left;
            }
            tokens.take();
            left = apply(sign, left, binary(level + 1));
        }
    }

    private static long apply(Token sign, long a, long b) {
        return switch (sign.text()) {
            case "||" -> truth(a != 0 || b != 0);
            case "&&" -> truth(a != 0 && b != 0);
            case "|" -> a | b;
            case "^" -> a ^ b;
            case "&" -> a & b;
            case "==" -> truth(a == b);
            case "!=" -> truth(a != b);
            case "<" -> truth(a < b);
            case ">" -> truth(a > b);
            case "<=" -> truth(a <= b);
            case ">=" -> truth(a >= b);
            case "<<" -> a << b;
            case ">>" -> a >> b;
            case "+" -> a + b;
            case "-" -> a - b;
            case "*" -> a * b;
            default -> {
                if (b == 0) {
                    throw new CSyntaxException(sign, "found a division by zero");
                }
                yield sign.is("/") ? a / b : a % b;
            }
        };
    }

    private static long truth(boolean value) {
        return value ? 1 : 0;
    }

    private long unary() {
        deeper();
        long value =
                tokens.skip("-")
                        ? -unary()
                        : tokens.skip("+")
                                ? unary()
                                : tokens.skip("~")
                                        ? ~unary()
                                        : tokens.skip("!") ? truth(unary() == 0) : primary();
        levels--;
        return value;
    }

    private long primary() {
        Token token = tokens.take();
        if (token.is("(")) {
            if (names.isType(tokens.peek())) {
                names.size(tokens);
                tokens.expect(")");
                return unary();
            }
            long value = conditional();
            tokens.expect(")");
            return value;
        }
        if (token.is("sizeof")) {
            tokens.expect("(");
            long size = names.size(tokens);
            tokens.expect(")");
            return size;
        }
        return switch (token.kind()) {
            case NUMBER -> number(token);
            case CHARACTER -> character(token);
            case NAME -> names.value(token, tokens);
            default ->
                    throw new CSyntaxException(
                            token, "found " + token.label() + ", expected a whole number");
        };
    }

    private static long number(Token token) {
        String digits = token.text().replaceAll("[uUlL]+$", "").replace("'", "");
        try {
            if (digits.matches("0[xX].+")) {
                return Long.parseUnsignedLong(digits.substring(2), 16);
            }
            if (digits.matches("0[bB].+")) {
                return Long.parseUnsignedLong(digits.substring(2), 2);
            }
            boolean octal = digits.length() > 1 && digits.startsWith("0");
            return Long.parseUnsignedLong(digits, octal ? 8 : 10);
        } catch (NumberFormatException e) {
            throw new CSyntaxException(
                    token, "found " + token.label() + ", expected a whole number of 64 bits");
        }
    }

    private static long character(Token token) {
        String text = token.text().substring(1, Math.max(1, token.text().length() - 1));
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
            // Reported below.
        }
        if (text.length() == 2 && text.charAt(0) == '\\') {
            return ESCAPES.getOrDefault(text.charAt(1), (long) text.charAt(1));
        }
        throw new CSyntaxException(token, "found " + token.label() + ", expected one character");
    }
}
