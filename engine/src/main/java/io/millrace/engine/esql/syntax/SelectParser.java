package io.millrace.engine.esql.syntax;

import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.ExpressionTree.Quantified;
import io.millrace.engine.esql.syntax.ExpressionTree.Row;
import io.millrace.engine.esql.syntax.ExpressionTree.Select;
import io.millrace.engine.esql.syntax.ExpressionTree.Star;

import java.util.ArrayList;
import java.util.List;

/**
 * A parser of SELECT, ROW and quantified predicates, the expressions that define correlation names.
 */
final class SelectParser extends TokenParser {

    private final ExpressionParser expressions;

    SelectParser(TokenCursor cursor, ExpressionParser expressions) {
        super(cursor);
        this.expressions = expressions;
    }

    ExpressionTree select() {
        Token first = next();
        boolean itemOnly = is("ITEM") && isItemKeyword(peek(1));
        if (itemOnly) {
            next();
        }
        if (is("DISTINCT") && isItemKeyword(peek(1))) {
            throw failure("the selected items", OtherDialectHints.clause("DISTINCT"));
        }
        List<Select.Item> items = items();
        if (is("INTO")) {
            throw failure("FROM", "write SET variable = THE(SELECT ITEM ... FROM ...)");
        }
        expect("FROM");
        List<Select.From> from = new ArrayList<>();
        do {
            from.add(from());
        } while (accept(","));
        ExpressionTree where = accept("WHERE") ? expressions.expression() : null;
        return new Select(since(first), itemOnly, items, List.copyOf(from), where);
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
        } while (accept(","));
        return List.copyOf(items);
    }

    private Select.Item item() {
        Token first = peek();
        ExpressionTree value = accept("*") ? new Star(first.span()) : expressions.expression();
        if (accept("INSERT")) {
            return new Select.Item(value, List.of(), true);
        }
        List<PathStep> as = accept("AS") ? expressions.fields().relativePath() : List.of();
        return new Select.Item(value, as, false);
    }

    private Select.From from() {
        Field field = expressions.fields().field("a field reference to select from");
        Name as = accept("AS") ? name("a correlation name") : null;
        return new Select.From(field, as);
    }

    /** Parses {@code ROW(a AS x, b AS y)}. */
    ExpressionTree row() {
        Token first = next();
        expect("(");
        List<Select.Item> items = is(")") ? List.of() : items();
        expect(")");
        return new Row(since(first), items);
    }

    /** Parses {@code FOR ALL|ANY|SOME list AS x (condition)}. */
    ExpressionTree quantified() {
        Token first = next();
        boolean all = next().is("ALL");
        Select.From list = from();
        expect("(");
        ExpressionTree condition = expressions.expression();
        expect(")");
        return new Quantified(since(first), all, list, condition);
    }
}
