package io.millrace.engine.esql.syntax;

import io.millrace.engine.esql.syntax.ExpressionTree.Call;
import io.millrace.engine.esql.syntax.ExpressionTree.Call.Argument;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.StatementTree.DatabaseUpdate.Assignment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A parser of statements that access database tables. */
final class DatabaseStatementParser {

    private final TokenCursor cursor;
    private final ExpressionParser expressions;

    DatabaseStatementParser(TokenCursor cursor, ExpressionParser expressions) {
        this.cursor = cursor;
        this.expressions = expressions;
    }

    void register(Map<String, Supplier<StatementTree>> forms) {
        forms.put("INSERT", this::insert);
        forms.put("UPDATE", this::update);
        forms.put("PASSTHRU", this::passthru);
        forms.put("COMMIT", this::end);
        forms.put("ROLLBACK", this::end);
    }

    private static Field table(ExpressionParser expressions) {
        return expressions.fields().field("a table such as Database.TABLE");
    }

    private StatementTree insert() {
        Token first = cursor.next();
        cursor.expect("INTO");
        Field table = table(expressions);
        List<Name> columns = new ArrayList<>();
        if (cursor.accept("(")) {
            do {
                columns.add(cursor.name("a column"));
            } while (cursor.accept(","));
            cursor.expect(")");
        }
        cursor.expect("VALUES");
        List<ExpressionTree> values =
                cursor.accept("(") ? expressions.list(")") : List.of(expressions.expression());
        return new StatementTree.DatabaseInsert(
                cursor.since(first), table, List.copyOf(columns), values);
    }

    private StatementTree update() {
        Token first = cursor.next();
        Field table = table(expressions);
        Name as = cursor.accept("AS") ? cursor.name("a correlation name") : null;
        cursor.expect("SET");
        List<Assignment> assignments = new ArrayList<>();
        do {
            Name column = cursor.name("a column");
            cursor.expect("=");
            assignments.add(new Assignment(column, expressions.expression()));
        } while (cursor.accept(","));
        ExpressionTree where = cursor.accept("WHERE") ? expressions.expression() : null;
        return new StatementTree.DatabaseUpdate(
                cursor.since(first), table, as, List.copyOf(assignments), where);
    }

    /** Parses {@code DELETE FROM}, whose first word was read. */
    static StatementTree delete(TokenCursor cursor, ExpressionParser expressions, Token first) {
        cursor.expect("FROM");
        Field table = table(expressions);
        Name as = cursor.accept("AS") ? cursor.name("a correlation name") : null;
        ExpressionTree where = cursor.accept("WHERE") ? expressions.expression() : null;
        return new StatementTree.DatabaseDelete(cursor.since(first), table, as, where);
    }

    private StatementTree end() {
        Token first = cursor.next();
        ExpressionTree database = cursor.is(";") ? null : expressions.expression();
        return new StatementTree.DatabaseEnd(cursor.since(first), first.is("COMMIT"), database);
    }

    private StatementTree passthru() {
        Token first = cursor.next();
        Name name = new Name(first.span(), first.text(), false);
        List<Argument> arguments = new ArrayList<>();
        if (cursor.is("(")) {
            arguments.addAll(expressions.calls().arguments("PASSTHRU"));
        } else {
            arguments.add(new Argument("", expressions.expression()));
        }
        if (cursor.accept("TO")) {
            arguments.add(new Argument("TO", expressions.fields().field("a database")));
        }
        if (cursor.accept("VALUES")) {
            cursor.expect("(");
            expressions.list(")").forEach(value -> arguments.add(new Argument("VALUES", value)));
        }
        Span span = cursor.since(first);
        return new StatementTree.Passthru(
                span, new Call(span, List.of(), name, List.copyOf(arguments)));
    }
}
