package io.millrace.engine.esql.syntax;

import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.PathStep.Index;
import io.millrace.engine.esql.syntax.PathStep.Index.Direction;
import io.millrace.engine.esql.syntax.PathStep.Part;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A parser of field references: {@code InputRoot.XMLNSC.(XMLNSC.Attribute)ns:{name}[<]}. */
final class FieldParser {

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

    /** Maximum number of steps of a path; the usual maximum depth of trees. */
    private static final int MAX_STEPS = 1_000;

    private final TokenCursor cursor;
    private final ExpressionParser expressions;

    FieldParser(TokenCursor cursor, ExpressionParser expressions) {
        this.cursor = cursor;
        this.expressions = expressions;
    }

    /** Parses a field reference, or a call if a parenthesis follows a plain name. */
    ExpressionTree fieldOrCall() {
        Name root = cursor.name("an expression");
        if (cursor.is("(")) {
            return expressions.calls().call(List.of(), root);
        }
        Field field = field(root);
        boolean called = cursor.is("(") && field.rootIndex() == null;
        if (called && field.steps().stream().allMatch(PathStep::isPlainName)) {
            List<Name> names = new ArrayList<>(List.of(root));
            field.steps().forEach(step -> names.add(((Part.Written) step.name()).name()));
            return expressions
                    .calls()
                    .call(List.copyOf(names.subList(0, names.size() - 1)), names.getLast());
        }
        return field;
    }

    /** Parses a field reference, whatever token follows. */
    Field field(String what) {
        return field(cursor.name(what));
    }

    private Field field(Name root) {
        Index index = cursor.is("[") ? index() : null;
        List<PathStep> steps = new ArrayList<>();
        while (cursor.accept(".")) {
            add(steps);
        }
        return new Field(cursor.since(root.span()), root, index, List.copyOf(steps));
    }

    /** Parses a path without a correlation name, as after AS in a SELECT. */
    List<PathStep> relativePath() {
        List<PathStep> steps = new ArrayList<>();
        do {
            add(steps);
        } while (cursor.accept("."));
        return List.copyOf(steps);
    }

    private void add(List<PathStep> steps) {
        if (steps.size() == MAX_STEPS) {
            throw cursor.failure(
                    "a field reference of at most " + MAX_STEPS + " steps",
                    "a REFERENCE variable may stand for the first of them");
        }
        steps.add(step());
    }

    PathStep step() {
        Token first = cursor.peek();
        ExpressionTree type = null;
        if (cursor.accept("(")) {
            type = expressions.expression();
            cursor.expect(")");
        }
        Part namespace = new Part.None();
        Part name = new Part.None();
        boolean anyName = type == null && cursor.is("[");
        if (!anyName && (type == null || nameFollows())) {
            name = cursor.is(":") ? new Part.None() : part();
            if (cursor.accept(":")) {
                namespace = name;
                name = part();
            }
        }
        Index index = cursor.is("[") ? index() : null;
        return new PathStep(cursor.since(first), type, namespace, name, index);
    }

    private boolean nameFollows() {
        Token token = cursor.peek();
        boolean adjacent = token.from() == cursor.previous().to();
        return token.is("*")
                || token.is("{")
                || token.is(":")
                || token.isName() && (adjacent || !NOT_A_NAME.contains(token.key()));
    }

    private Part part() {
        Token token = cursor.peek();
        if (cursor.accept("*")) {
            return new Part.Any(token.span());
        }
        if (cursor.accept("{")) {
            ExpressionTree name = expressions.expression();
            cursor.expect("}");
            return new Part.Computed(cursor.since(token), name);
        }
        if (token.isName()) {
            return new Part.Written(cursor.name("a field name"));
        }
        boolean literal = token.kind() != TokenKind.SYMBOL && token.kind() != TokenKind.END;
        throw cursor.failure(
                "a field name", literal ? "names with odd characters stand in double quotes" : "");
    }

    private Index index() {
        Token first = cursor.expect("[");
        Direction direction = Direction.FROM_FIRST;
        ExpressionTree value = null;
        if (cursor.is("]")) {
            direction = Direction.LIST;
        } else if (cursor.is("LAST") && cursor.peek(1).is("]")) {
            cursor.next();
            direction = Direction.FROM_LAST;
        } else {
            if (cursor.accept("<")) {
                direction = Direction.FROM_LAST;
            } else {
                cursor.accept(">");
            }
            boolean bare = cursor.is("]") && !cursor.previous().is("[");
            value = bare ? null : expressions.expression();
        }
        cursor.expect("]");
        return new Index(cursor.since(first), direction, value);
    }
}
