package io.millrace.engine.esql.syntax;

import io.millrace.engine.error.Problems;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Hints for common mistakes of authors: habits from other languages, mistyped keywords. */
final class SyntaxHints {

    /** Words that continue a construct and therefore are not mistyped statements. */
    private static final Set<String> CONTINUING =
            Set.of(
                    "AND", "OR", "NOT", "THEN", "DO", "FROM", "WHERE", "AS", "TO", "IN", "IS", "OF",
                    "VALUES");

    private static final Set<String> CLAUSES =
            Set.of(
                    "WHERE",
                    "FROM",
                    "AND",
                    "VALUE",
                    "VALUES",
                    "NAMESPACE",
                    "NAME",
                    "TYPE",
                    "DOMAIN",
                    "PARSE",
                    "INTO",
                    "FORMAT",
                    "DEFAULT",
                    "CCSID",
                    "ENCODING",
                    "ESCAPE",
                    "LIKE",
                    "BETWEEN",
                    "IDENTITY");

    /** Words of other languages that close or divide a construct. */
    private static final Map<String, List<String>> DIVIDERS =
            Map.of(
                    "ELSIF", List.of("ELSEIF"),
                    "ELIF", List.of("ELSEIF"),
                    "ENDIF", List.of("END", "IF"),
                    "ENDWHILE", List.of("END", "WHILE"),
                    "ENDLOOP", List.of("END", "LOOP"),
                    "ENDFOR", List.of("END", "FOR"),
                    "ENDCASE", List.of("END", "CASE"),
                    "ENDREPEAT", List.of("END", "REPEAT"));

    private static final Set<String> AFTER_A_NAME =
            Set.of("=", ".", "(", ":", "[", ",", ")", "+", "-");

    /** Operators of other languages that consist of two symbols of ESQL. */
    private static final Set<String> OPERATORS = Set.of(">>", "<<", "==", "=>", "=<", "**", "++");

    private SyntaxHints() {}

    /**
     * Returns the keywords that a mistyped word at the start of a statement can mean; empty if
     * there are none.
     */
    static List<String> keywords(Token word, Token after, Set<String> statements) {
        boolean name = word.kind() != TokenKind.WORD || AFTER_A_NAME.contains(after.key());
        if (name || statements.contains(word.key()) || CONTINUING.contains(word.key())) {
            return List.of();
        }
        List<String> divider = DIVIDERS.get(word.key());
        if (divider != null || !OtherDialectHints.statement(word.key()).isEmpty()) {
            return divider == null ? List.of() : divider;
        }
        String nearest = Problems.nearest(word.text(), statements);
        return nearest == null || word.text().length() < 3 ? List.of() : List.of(nearest);
    }

    /** Whether a word is a mistyped form of a keyword. */
    static boolean isMistyped(Token word, String keyword) {
        return word.kind() == TokenKind.WORD
                && keyword.length() > 2
                && word.text().length() > 2
                && Character.isLetter(keyword.charAt(0))
                && !CONTINUING.contains(word.key())
                && !StatementWords.isStatement(word)
                && !StatementWords.TERMINATORS.contains(word.key())
                && Problems.nearest(word.text(), List.of(keyword)) != null;
    }

    /** Returns advice for a word that does not start a statement; empty if there is none. */
    static String onStatement(Token word, Token after, Set<String> statements) {
        if (after.is("=") || after.is(":")) {
            return "use SET for an assignment";
        }
        if (word.isName() && (after.is("+") || after.is("-"))) {
            return "write SET " + word.text() + " = " + word.text() + " " + after.key() + " 1";
        }
        if (word.kind() == TokenKind.WORD && after.is("(")) {
            return "use CALL to call a procedure: CALL " + word.text() + "(...)";
        }
        if (word.isName() && (after.is(".") || after.is("["))) {
            return "use SET for an assignment, CALL for a procedure";
        }
        if (word.is("#") || word.is("/") && after.is("/")) {
            return COMMENT;
        }
        String foreign = OtherDialectHints.statement(word.key());
        if (!foreign.isEmpty() || word.kind() != TokenKind.WORD) {
            return foreign;
        }
        return Problems.didYouMean(word.text(), statements);
    }

    /** Words after CURRENT in SQL, where ESQL has a function. */
    private static final Set<String> CURRENT = Set.of("DATE", "TIME", "TIMESTAMP");

    private static final String EXPRESSION = "an expression";
    private static final String CAST = "write CAST(value AS type)";
    private static final String COMMENT = "write a comment after -- or between /* and */";

    /** Returns advice for an unexpected token; empty if there is none. */
    static String on(Token before, Token found, Token after, String expected) {
        boolean adjacent = before != null && before.to() == found.from();
        if (adjacent
                && before.kind() == TokenKind.SYMBOL
                && OPERATORS.contains(before.key() + found.key())) {
            String operator = before.text() + found.text();
            return "ESQL has no operator "
                    + operator
                    + (operator.equals("==") ? "; use one = for equality" : "");
        }
        return switch (found.key()) {
            case "=" -> before.is("=") ? "use one = for equality" : assigned(before, expected);
            case "/" -> after.is("/") || before.is("/") ? COMMENT : "";
            case ")" -> expected.startsWith(",") ? "" : extra(expected);
            case "+", "-" -> expected.equals("=") ? sign(before, found, after) : "";
            case "." -> after.is(".") ? "write x BETWEEN a AND b for a range" : "";
            case "EMPTY", "BLANK" -> "write COALESCE(x, '') = ''";
            case "{" ->
                    expected.equals(EXPRESSION)
                            ? "ESQL has no object literals; set each field"
                            : "write statements between BEGIN and END";
            case "AS" -> expected.equals(";") ? CAST : "";
            case "FROM" ->
                    before.is("SELECT") ? "write the selected items between SELECT and FROM" : "";
            case "[" ->
                    expected.equals(EXPRESSION)
                            ? "ESQL has no array literals; set each field, such as path.item[1]"
                            : "";
            case ":" ->
                    before.is(":") || after.is(":")
                            ? CAST
                            : after.is("=")
                                    ? "write an initial value after the type, without :="
                                    : "";
            case "?" -> OtherDialectHints.function("IF");
            default -> onOther(before, found, expected);
        };
    }

    private static String sign(Token before, Token found, Token after) {
        boolean name = found.is("-") && after.isName() && before.isName();
        return name
                ? "write a name that contains - in double quotes: \""
                        + before.text()
                        + "-"
                        + after.text()
                        + "\""
                : "write SET x = x " + found.key() + " 1";
    }

    private static String assigned(Token before, String expected) {
        if (before.kind() != TokenKind.WORD) {
            return "";
        }
        return expected.equals(";")
                ? "assign a value with SET, or write VALUE and the value in CREATE"
                : "write an initial value after the type, without =";
    }

    private static String extra(String expected) {
        if (expected.equals("AS")) {
            return "the syntax is CAST(value AS type)";
        }
        boolean complete = expected.equals(";") || expected.equals("THEN") || expected.equals("DO");
        return complete ? "remove the extra )" : "";
    }

    private static String onOther(Token before, Token found, String expected) {
        if (before.kind() == TokenKind.STRING && found.from() == before.to() && found.isName()) {
            return "double a quote within a string: ''";
        }
        if (before.is("CALL") && found.isName() && !expected.equals("(")) {
            return "call a function without CALL: " + found.text() + "(...)";
        }
        if (expected.startsWith("TERMINAL")) {
            return "the syntax is PROPAGATE TO TERMINAL 'out1'";
        }
        if (expected.equals("SQLSTATE")) {
            return "write FOR SQLSTATE LIKE '%' to handle all exceptions";
        }
        if (before.kind() == TokenKind.INTEGER && DatetimeLiterals.UNITS.contains(found.key())) {
            return "write INTERVAL '" + before.text() + "' " + found.key();
        }
        if (before.is("CURRENT") && CURRENT.contains(found.key())) {
            return "write CURRENT_" + found.key();
        }
        String clause = OtherDialectHints.clause(found.key());
        if (!clause.isEmpty()) {
            return clause;
        }
        if (expected.equals(";") && found.kind() == TokenKind.WORD) {
            return Problems.didYouMean(found.text(), CLAUSES);
        }
        return "";
    }
}
