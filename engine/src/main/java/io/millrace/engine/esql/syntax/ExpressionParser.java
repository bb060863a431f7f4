package io.millrace.engine.esql.syntax;

import io.millrace.engine.esql.syntax.ExpressionTree.Between;
import io.millrace.engine.esql.syntax.ExpressionTree.Binary;
import io.millrace.engine.esql.syntax.ExpressionTree.Case;
import io.millrace.engine.esql.syntax.ExpressionTree.In;
import io.millrace.engine.esql.syntax.ExpressionTree.Is;
import io.millrace.engine.esql.syntax.ExpressionTree.Like;
import io.millrace.engine.esql.syntax.ExpressionTree.ListOf;
import io.millrace.engine.esql.syntax.ExpressionTree.Qualified;
import io.millrace.engine.esql.syntax.ExpressionTree.Unary;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A parser of expressions that uses precedence climbing. */
final class ExpressionParser extends TokenParser {

    /**
     * Maximum number of operands in a chain of left-associative operators. A longer chain makes the
     * tree too deep to be traversed.
     */
    private static final int MAX_CHAIN = 10_000;

    private static final int UNARY_STRENGTH = 7;

    private static final Map<String, BinaryOperator> OPERATORS =
            Map.ofEntries(
                    Map.entry("OR", BinaryOperator.OR),
                    Map.entry("AND", BinaryOperator.AND),
                    Map.entry("=", BinaryOperator.EQUAL),
                    Map.entry("<>", BinaryOperator.NOT_EQUAL),
                    Map.entry("<", BinaryOperator.LESS),
                    Map.entry("<=", BinaryOperator.LESS_OR_EQUAL),
                    Map.entry(">", BinaryOperator.GREATER),
                    Map.entry(">=", BinaryOperator.GREATER_OR_EQUAL),
                    Map.entry("+", BinaryOperator.ADD),
                    Map.entry("-", BinaryOperator.SUBTRACT),
                    Map.entry("||", BinaryOperator.CONCATENATE),
                    Map.entry("*", BinaryOperator.MULTIPLY),
                    Map.entry("/", BinaryOperator.DIVIDE));

    private static final Map<String, Is.Test> TESTS =
            Map.ofEntries(
                    Map.entry("NULL", Is.Test.NULL),
                    Map.entry("TRUE", Is.Test.TRUE),
                    Map.entry("FALSE", Is.Test.FALSE),
                    Map.entry("UNKNOWN", Is.Test.UNKNOWN),
                    Map.entry("NUMBER", Is.Test.NUMBER),
                    Map.entry("NUM", Is.Test.NUMBER),
                    Map.entry("NAN", Is.Test.NAN),
                    Map.entry("INF", Is.Test.INFINITY),
                    Map.entry("INFINITY", Is.Test.INFINITY));

    private static final Set<String> PREDICATES = Set.of("BETWEEN", "IN", "LIKE");
    private static final Set<String> CONTINUATIONS =
            Set.of(
                    "AND", "OR", "IN", "LIKE", "IS", "BETWEEN", "THEN", "DO", "AS", "FROM", "WHERE",
                    "END", "ELSE", "UNTIL");

    private final FieldParser fields;
    private final CallParser calls;
    private final SelectParser selects;
    private final LiteralParser literals;

    ExpressionParser(TokenCursor cursor) {
        super(cursor);
        this.fields = new FieldParser(cursor, this);
        this.calls = new CallParser(cursor, this);
        this.selects = new SelectParser(cursor, this);
        this.literals = new LiteralParser(cursor);
    }

    FieldParser fields() {
        return fields;
    }

    CallParser calls() {
        return calls;
    }

    LiteralParser literals() {
        return literals;
    }

    ExpressionTree expression() {
        return expression(1);
    }

    /** Parses an operand in which IN, LIKE, BETWEEN and comparisons must be in parentheses. */
    ExpressionTree operand() {
        return expression(BinaryOperator.COMPARISON_STRENGTH + 1);
    }

    List<ExpressionTree> list(String close) {
        List<ExpressionTree> items = new ArrayList<>();
        if (!is(close)) {
            do {
                items.add(expression());
            } while (accept(","));
        }
        expect(close);
        return List.copyOf(items);
    }

    private ExpressionTree expression(int weakest) {
        cursor.enter();
        try {
            ExpressionTree left = prefix();
            for (int links = 0; ; links++) {
                ExpressionTree joined = join(left, weakest);
                if (joined == null) {
                    return left;
                }
                if (links > MAX_CHAIN) {
                    throw failure(
                            "an expression of at most " + MAX_CHAIN + " operands",
                            "compute it in several statements");
                }
                left = joined;
            }
        } finally {
            cursor.leave();
        }
    }

    /**
     * Parses the operator after a left operand and returns the combined expression; null if no
     * operator that binds tightly enough follows.
     */
    private @Nullable ExpressionTree join(ExpressionTree left, int weakest) {
        BinaryOperator operator = OPERATORS.get(peek().key());
        if (operator != null && operator.strength() >= weakest) {
            if (operator.isAssociative()) {
                return chain(left, operator);
            }
            next();
            return binary(operator, left, expression(operator.strength() + 1));
        }
        return weakest <= BinaryOperator.COMPARISON_STRENGTH ? predicate(left) : null;
    }

    private static ExpressionTree binary(
            BinaryOperator operator, ExpressionTree left, ExpressionTree right) {
        return new Binary(left.span().to(right.span()), operator, left, right);
    }

    /**
     * Parses a chain of operators. A long chain of an associative operator becomes an equivalent
     * balanced tree.
     */
    private ExpressionTree chain(ExpressionTree left, BinaryOperator operator) {
        List<ExpressionTree> operands = new ArrayList<>();
        operands.add(left);
        while (OPERATORS.get(peek().key()) == operator) {
            next();
            operands.add(expression(operator.strength() + 1));
        }
        if (operands.size() <= 8) {
            return operands.stream().reduce((a, b) -> binary(operator, a, b)).orElseThrow();
        }
        return balanced(operands, operator);
    }

    private static ExpressionTree balanced(List<ExpressionTree> operands, BinaryOperator operator) {
        if (operands.size() == 1) {
            return operands.getFirst();
        }
        int middle = operands.size() / 2;
        return binary(
                operator,
                balanced(operands.subList(0, middle), operator),
                balanced(operands.subList(middle, operands.size()), operator));
    }

    private @Nullable ExpressionTree predicate(ExpressionTree left) {
        boolean negated = is("NOT") && PREDICATES.contains(peek(1).key());
        if (negated) {
            next();
        }
        if (accept("BETWEEN")) {
            boolean symmetric = accept("SYMMETRIC");
            if (!symmetric) {
                accept("ASYMMETRIC");
            }
            ExpressionTree low = operand();
            expect("AND");
            return new Between(since(left.span()), left, low, operand(), symmetric, negated);
        }
        if (accept("IN")) {
            expect("(");
            List<ExpressionTree> candidates = list(")");
            return new In(since(left.span()), left, candidates, negated);
        }
        if (accept("LIKE")) {
            ExpressionTree pattern = operand();
            ExpressionTree escape = accept("ESCAPE") ? operand() : null;
            return new Like(since(left.span()), left, pattern, escape, negated);
        }
        return accept("IS") ? test(left) : null;
    }

    private ExpressionTree test(ExpressionTree left) {
        boolean negated = accept("NOT");
        boolean plus = accept("+");
        boolean minus = !plus && accept("-");
        Is.Test test = TESTS.get(peek().key());
        if (test == null || (plus || minus) && test != Is.Test.INFINITY) {
            throw failure("NULL, TRUE, FALSE, UNKNOWN, NUMBER, NAN or INFINITY");
        }
        next();
        Is.Test signed = plus ? Is.Test.PLUS_INFINITY : minus ? Is.Test.MINUS_INFINITY : test;
        return new Is(since(left.span()), left, signed, negated);
    }

    private ExpressionTree prefix() {
        Token token = peek();
        return switch (token.kind()) {
            case STRING, HEX_STRING, BIT_STRING, INTEGER, DECIMAL, FLOAT -> literals.plain();
            case SYMBOL -> symbol(token);
            case WORD -> word(token);
            case QUOTED -> fields.fieldOrCall();
            case END -> throw failure("an expression");
        };
    }

    private ExpressionTree symbol(Token token) {
        switch (token.key()) {
            case "(" -> {
                return parenthesis();
            }
            case "-", "+" -> {
                next();
                ExpressionTree operand = expression(UNARY_STRENGTH);
                UnaryOperator operator = token.is("-") ? UnaryOperator.MINUS : UnaryOperator.PLUS;
                return new Unary(since(token), operator, operand);
            }
            case "?" ->
                    throw failure(
                            "an expression",
                            "? is allowed only as a parameter marker in a PASSTHRU string");
            default -> throw failure("an expression");
        }
    }

    private ExpressionTree parenthesis() {
        Token open = expect("(");
        ExpressionTree inner = expression();
        expect(")");
        Token after = peek();
        if (inner instanceof ExpressionTree.Field field
                && field.steps().isEmpty()
                && TypeParser.isScalar(field.root().folded())
                && after.kind() != TokenKind.SYMBOL
                && !after.firstOnLine()
                && beginsOperand(after)) {
            throw failure(
                    "an operator or the end of the expression",
                    "write CAST(value AS " + field.root().folded() + ")");
        }
        if (DatetimeLiterals.UNITS.contains(peek().key())) {
            String qualifier = literals.qualifier();
            return new Qualified(since(open), inner, qualifier);
        }
        return inner;
    }

    /**
     * Parses an expression that starts with a word. A word is a keyword only if the tokens after it
     * fit; otherwise it is a name.
     */
    private ExpressionTree word(Token token) {
        Token after = peek(1);
        if (after.is(".") || after.is("[")) {
            return fields.fieldOrCall();
        }
        boolean header = token.is("THEN") || token.is("DO");
        if (header && (after.firstOnLine() || StatementWords.isStatement(after))) {
            throw failure("an expression");
        }
        return switch (token.key()) {
            case "NULL", "TRUE", "FALSE", "UNKNOWN" -> literals.named();
            case "DATE", "TIME", "TIMESTAMP", "GMTTIME", "GMTTIMESTAMP" ->
                    after.kind() == TokenKind.STRING ? literals.datetime() : fields.fieldOrCall();
            case "DECIMAL" ->
                    after.kind() == TokenKind.STRING ? literals.decimal() : fields.fieldOrCall();
            case "INTERVAL" ->
                    literals.beginsInterval() ? literals.interval() : fields.fieldOrCall();
            case "IF" -> {
                if (beginsOperand(after) && !after.is("(") && !after.firstOnLine()) {
                    throw failure("an expression", OtherDialectHints.function("IF"));
                }
                yield fields.fieldOrCall();
            }
            case "NOT" -> beginsOperand(after) ? not() : fields.fieldOrCall();
            case "CASE" -> beginsOperand(after) ? caseExpression() : fields.fieldOrCall();
            case "SELECT" ->
                    beginsOperand(after) || after.is("*") ? selects.select() : fields.fieldOrCall();
            case "ROW" -> after.is("(") ? selects.row() : fields.fieldOrCall();
            case "LIST" -> after.is("{") ? listOf() : fields.fieldOrCall();
            case "FOR" -> isQuantifier(after) ? selects.quantified() : fields.fieldOrCall();
            case "CAST" -> after.is("(") ? calls.cast() : fields.fieldOrCall();
            default -> fields.fieldOrCall();
        };
    }

    private static boolean isQuantifier(Token token) {
        return token.is("ALL") || token.is("ANY") || token.is("SOME");
    }

    private static boolean beginsOperand(Token token) {
        return switch (token.kind()) {
            case END -> false;
            case SYMBOL -> token.is("(") || token.is("-") || token.is("+");
            case WORD -> !CONTINUATIONS.contains(token.key());
            default -> true;
        };
    }

    private ExpressionTree not() {
        Token first = next();
        ExpressionTree operand = expression(BinaryOperator.NOT_STRENGTH);
        return new Unary(since(first), UnaryOperator.NOT, operand);
    }

    private ExpressionTree listOf() {
        Token first = next();
        expect("{");
        List<ExpressionTree> items = list("}");
        return new ListOf(since(first), items);
    }

    private ExpressionTree caseExpression() {
        Token first = next();
        ExpressionTree operand = is("WHEN") ? null : expression();
        List<Case.When> branches = new ArrayList<>();
        do {
            expect("WHEN");
            ExpressionTree when = expression();
            expect("THEN");
            branches.add(new Case.When(when, expression()));
        } while (is("WHEN"));
        ExpressionTree otherwise = accept("ELSE") ? expression() : null;
        expect("END");
        if (is("CASE") && !peek().firstOnLine()) {
            failure(
                    "the rest of the statement",
                    "a CASE expression ends with END, a CASE statement with END CASE");
            next();
        }
        return new Case(since(first), operand, List.copyOf(branches), otherwise);
    }
}
