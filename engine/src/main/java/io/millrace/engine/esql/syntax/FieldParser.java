package io.millrace.engine.esql.syntax;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.PathStep.Index;
import io.millrace.engine.esql.syntax.PathStep.Index.Direction;
import io.millrace.engine.esql.syntax.PathStep.Part;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A parser of field references: {@code InputRoot.XMLNSC.(XMLNSC.Attribute)ns:{name}[<]}. */
final class FieldParser extends TokenParser {

    /** Words after {@code path.(type)} that continue the statement and are not field names. */
    private static final Set<String> NOT_A_NAME =
            Set.of(
                    "THEN",
                    "DO",
                    "AS",
                    "FROM",
                    "AND",
                    "OR",
                    "IN",
                    "IS",
                    "LIKE",
                    "BETWEEN",
                    "NOT",
                    "WHERE",
                    "FOR",
                    "TO",
                    "TYPE",
                    "NAME",
                    "VALUE",
                    "NAMESPACE",
                    "IDENTITY",
                    "END",
                    "WHEN",
                    "ELSE",
                    "MODE",
                    "BEFORE",
                    "AFTER",
                    "REPEAT",
                    "DOMAIN",
                    "PARSE",
                    "INTO",
                    "INSERT",
                    "OPTIONS",
                    "ENCODING",
                    "CCSID",
                    "SET",
                    "FORMAT",
                    "VALUES");

    /**
     * Maximum number of steps of a path. The value is equal to the default maximum depth of trees.
     */
    private static final int MAX_STEPS = 1_000;

    private final ExpressionParser expressions;

    FieldParser(TokenCursor cursor, ExpressionParser expressions) {
        super(cursor);
        this.expressions = expressions;
    }

    /** Parses a field reference, or a call if a parenthesis follows a plain name. */
    ExpressionTree fieldOrCall() {
        Name root = name("an expression");
        if (is("(")) {
            return expressions.calls().call(List.of(), root);
        }
        Field field = field(root);
        boolean called = is("(") && field.rootIndex() == null;
        if (called && field.steps().stream().allMatch(PathStep::isPlainName)) {
            List<Name> names = new ArrayList<>(List.of(root));
            field.steps().forEach(step -> names.add(((Part.Written) step.name()).name()));
            ExpressionTree call =
                    expressions
                            .calls()
                            .call(List.copyOf(names.subList(0, names.size() - 1)), names.getLast());
            if (is(".") || is("[")) {
                boolean index = call instanceof ExpressionTree.Call c && c.arguments().size() == 1;
                throw failure("an operator or the end of the expression", afterCall(names, index));
            }
            return call;
        }
        if (is("(") && !field.steps().isEmpty()) {
            String method = cursor.previous().text();
            throw failure(
                    "an operator or the end of the expression",
                    OtherDialectHints.anyMethod(method));
        }
        return field;
    }

    private static String afterCall(List<Name> names, boolean index) {
        String method = names.getLast().text();
        if (names.size() == 1) {
            return "assign the result of " + method + " to a variable first";
        }
        return index
                ? "write an index in brackets: " + method + "[...]"
                : OtherDialectHints.anyMethod(method);
    }

    /** Parses a field reference. Any token can follow. */
    Field field(String what) {
        return field(name(what));
    }

    private Field field(Name root) {
        Index index = is("[") ? index() : null;
        List<PathStep> steps = new ArrayList<>();
        while (accept(".")) {
            add(steps);
        }
        return new Field(since(root.span()), root, index, List.copyOf(steps));
    }

    /** Parses a path without a correlation name, as after AS in a SELECT. */
    List<PathStep> relativePath() {
        List<PathStep> steps = new ArrayList<>();
        do {
            add(steps);
        } while (accept("."));
        return List.copyOf(steps);
    }

    private void add(List<PathStep> steps) {
        if (steps.size() == MAX_STEPS) {
            throw failure(
                    "a field reference of at most " + MAX_STEPS + " steps",
                    "use a REFERENCE variable for the first steps");
        }
        steps.add(step());
    }

    PathStep step() {
        Token first = peek();
        ExpressionTree type = null;
        if (accept("(")) {
            type = expressions.expression();
            expect(")");
        }
        Part namespace = new Part.None();
        Part name = new Part.None();
        boolean anyName = type == null && is("[");
        if (!anyName && (type == null || nameFollows())) {
            name = is(":") ? new Part.None() : part();
            if (!peek(1).is("=") && accept(":")) {
                namespace = name;
                name = part();
            }
        }
        Index index = is("[") ? index() : null;
        return new PathStep(since(first), type, namespace, name, index);
    }

    private boolean nameFollows() {
        Token token = peek();
        boolean adjacent = token.from() == cursor.previous().to();
        return token.is("*")
                || token.is("{")
                || token.is(":")
                || token.isName() && (adjacent || !NOT_A_NAME.contains(token.key()));
    }

    private Part part() {
        Token token = peek();
        if (accept("*")) {
            return new Part.Any(token.span());
        }
        if (accept("{")) {
            ExpressionTree name = expressions.expression();
            expect("}");
            return new Part.Computed(since(token), name);
        }
        if (token.isName()) {
            if (token.kind() == TokenKind.WORD && token.text().startsWith("@")) {
                cursor.warn(
                        ErrorCode.ESQL_UNKNOWN_FIELD,
                        token.span(),
                        "found "
                                + token.text()
                                + " as a field name, which only JSON messages can have",
                        "write an attribute of XML with its type: (XMLNSC.Attribute)"
                                + token.text().substring(1));
            }
            return new Part.Written(name("a field name"));
        }
        boolean literal = token.kind() != TokenKind.SYMBOL && token.kind() != TokenKind.END;
        throw failure(
                "a field name",
                literal ? "write names with special characters in double quotes" : "");
    }

    private Index index() {
        Token first = expect("[");
        Direction direction = Direction.FROM_FIRST;
        ExpressionTree value = null;
        if (is("]")) {
            direction = Direction.LIST;
        } else if (is("LAST") && peek(1).is("]")) {
            next();
            direction = Direction.FROM_LAST;
        } else {
            if (accept("<")) {
                direction = Direction.FROM_LAST;
            } else {
                accept(">");
            }
            boolean bare = is("]") && !cursor.previous().is("[");
            value = bare ? null : expressions.expression();
        }
        expect("]");
        return new Index(since(first), direction, value);
    }
}
