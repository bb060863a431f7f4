package io.millrace.engine.esql.syntax;

import io.millrace.engine.esql.syntax.ExpressionTree.Call;
import io.millrace.engine.esql.syntax.ExpressionTree.Call.Argument;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.StatementTree.DatabaseDelete;
import io.millrace.engine.esql.syntax.StatementTree.DatabaseEnd;
import io.millrace.engine.esql.syntax.StatementTree.DatabaseInsert;
import io.millrace.engine.esql.syntax.StatementTree.DatabaseUpdate;
import io.millrace.engine.esql.syntax.StatementTree.DatabaseUpdate.Assignment;
import io.millrace.engine.esql.syntax.StatementTree.Passthru;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A parser of statements that access database tables. */
final class DatabaseStatementParser extends TokenParser {

    private final ExpressionParser expressions;

    DatabaseStatementParser(TokenCursor cursor, ExpressionParser expressions) {
        super(cursor);
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
        Token first = next();
        expect("INTO");
        Field table = table(expressions);
        List<Name> columns = new ArrayList<>();
        if (accept("(")) {
            do {
                columns.add(name("a column"));
            } while (accept(","));
            expect(")");
        }
        if (is("SELECT") || is("SET")) {
            throw failure("VALUES", "INSERT inserts one row: VALUES(...); use PASSTHRU for others");
        }
        expect("VALUES");
        List<ExpressionTree> values =
                accept("(") ? expressions.list(")") : List.of(expressions.expression());
        if (is(",")) {
            throw failure(";", "INSERT inserts one row; write an INSERT for each row");
        }
        return new DatabaseInsert(since(first), table, List.copyOf(columns), values);
    }

    private StatementTree update() {
        Token first = next();
        Field table = table(expressions);
        Name as = accept("AS") ? name("a correlation name") : null;
        expect("SET");
        List<Assignment> assignments = new ArrayList<>();
        do {
            Name column = name("a column");
            if (is(".") && as != null && column.folded().equals(as.folded())) {
                throw failure(
                        "=",
                        "write the column without the correlation name: SET %s = ..."
                                .formatted(peek(1).text()));
            }
            expect("=");
            assignments.add(new Assignment(column, expressions.expression()));
        } while (accept(","));
        ExpressionTree where = accept("WHERE") ? expressions.expression() : null;
        return new DatabaseUpdate(since(first), table, as, List.copyOf(assignments), where);
    }

    /** Parses {@code DELETE FROM}, whose first word was read. */
    static StatementTree delete(TokenCursor cursor, ExpressionParser expressions, Token first) {
        cursor.expect("FROM");
        Field table = table(expressions);
        Name as = cursor.accept("AS") ? cursor.name("a correlation name") : null;
        ExpressionTree where = cursor.accept("WHERE") ? expressions.expression() : null;
        return new DatabaseDelete(cursor.since(first), table, as, where);
    }

    private StatementTree end() {
        Token first = next();
        ExpressionTree database = is(";") ? null : expressions.expression();
        return new DatabaseEnd(since(first), first.is("COMMIT"), database);
    }

    private StatementTree passthru() {
        Token first = next();
        Name name = new Name(first.span(), first.text(), false);
        List<Argument> arguments = new ArrayList<>();
        if (is("(")) {
            arguments.addAll(expressions.calls().arguments("PASSTHRU"));
        } else {
            arguments.add(new Argument("", expressions.expression()));
        }
        if (accept("TO")) {
            arguments.add(new Argument("TO", expressions.fields().field("a database")));
        }
        if (accept("VALUES")) {
            expect("(");
            expressions.list(")").forEach(value -> arguments.add(new Argument("VALUES", value)));
        }
        Span span = since(first);
        return new Passthru(span, new Call(span, List.of(), name, List.copyOf(arguments)));
    }
}
