package io.millrace.engine.esql.syntax;

import io.millrace.engine.esql.syntax.ExpressionTree.Select;

import java.util.ArrayList;
import java.util.List;

/**
 * A parser of SELECT, ROW and quantified predicates, the expressions that define correlation names.
 */
final class SelectParser {

    private final TokenCursor cursor;
    private final ExpressionParser expressions;

    SelectParser(TokenCursor cursor, ExpressionParser expressions) {
        this.cursor = cursor;
        this.expressions = expressions;
    }

    ExpressionTree select() {
        Token first = cursor.next();
        boolean itemOnly = cursor.is("ITEM") && isItemKeyword(cursor.peek(1));
        if (itemOnly) {
            cursor.next();
        }
        List<Select.Item> items = items();
        cursor.expect("FROM");
        List<Select.From> from = new ArrayList<>();
        do {
            from.add(from());
        } while (cursor.accept(","));
        ExpressionTree where = cursor.accept("WHERE") ? expressions.expression() : null;
        return new Select(cursor.since(first), itemOnly, items, List.copyOf(from), where);
    }

    private static boolean isItemKeyword(Token after) {
        boolean symbol =
                after.kind() == TokenKind.SYMBOL
                        && !after.is("(")
                        && !after.is("-")
                        && !after.is("+");
        return !symbol && !after.is("FROM") && !after.is("AS") && after.kind() != TokenKind.END;
    }

    private List<Select.Item> items() {
        List<Select.Item> items = new ArrayList<>();
        do {
            items.add(item());
        } while (cursor.accept(","));
        return List.copyOf(items);
    }

    private Select.Item item() {
        Token first = cursor.peek();
        ExpressionTree value =
                cursor.accept("*")
                        ? new ExpressionTree.Star(first.span())
                        : expressions.expression();
        if (cursor.accept("INSERT")) {
            return new Select.Item(value, List.of(), true);
        }
        List<PathStep> as = cursor.accept("AS") ? expressions.fields().relativePath() : List.of();
        return new Select.Item(value, as, false);
    }

    private Select.From from() {
        ExpressionTree.Field field = expressions.fields().field("a field reference to select from");
        Name as = cursor.accept("AS") ? cursor.name("a correlation name") : null;
        return new Select.From(field, as);
    }

    /** Parses {@code ROW(a AS x, b AS y)}. */
    ExpressionTree row() {
        Token first = cursor.next();
        cursor.expect("(");
        List<Select.Item> items = cursor.is(")") ? List.of() : items();
        cursor.expect(")");
        return new ExpressionTree.Row(cursor.since(first), items);
    }

    /** Parses {@code FOR ALL|ANY|SOME list AS x (condition)}. */
    ExpressionTree quantified() {
        Token first = cursor.next();
        boolean all = cursor.next().is("ALL");
        Select.From list = from();
        cursor.expect("(");
        ExpressionTree condition = expressions.expression();
        cursor.expect(")");
        return new ExpressionTree.Quantified(cursor.since(first), all, list, condition);
    }
}
