package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.codegen.RuntimeMethod.Of4;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.And;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.FieldPath.AtVariable;
import io.millrace.engine.esql.program.ListOperand.Range;
import io.millrace.engine.esql.program.ListOperand.TableRange;
import io.millrace.engine.esql.program.PassthruCall;
import io.millrace.engine.esql.program.ProgramWalk;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.runtime.DatabaseAccess;
import io.millrace.engine.esql.runtime.ModuleInvocation;
import io.millrace.engine.esql.runtime.TableColumns;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Bytecode writer for queries of databases: SELECT from tables, and PASSTHRU. */
final class TableEmitter extends BytecodeWriter {

    private final ExpressionEmitter body;

    TableEmitter(ExpressionEmitter body) {
        super(body);
        this.body = body;
    }

    /** Pushes the rows of a PASSTHRU. */
    void rows(PassthruCall call) {
        passthru(call, DatabaseAccess::query);
    }

    /** Writes a PASSTHRU statement. */
    void passthru(PassthruCall call) {
        passthru(call, DatabaseAccess::execute);
    }

    private void passthru(PassthruCall call, Of4<ModuleInvocation, Value, String, Value[]> method) {
        invocation();
        body.valueOrNull(call.dataSource());
        body.value(call.sql());
        call(DatabaseAccess::sql);
        body.lists.candidates(call.values());
        body.unlocked(() -> call(method));
    }

    /**
     * Pushes the rows of a table that a SELECT needs.
     *
     * @param select the whole SELECT, which determines the columns
     * @param from all ranges of the SELECT; the ranges after this table have no row yet
     */
    void rows(
            TableRange table,
            Record select,
            List<? extends Range> from,
            @Nullable Expression where) {
        TableColumns columns = columns(table.variable(), select);
        SqlWriter sql = new SqlWriter(table.variable(), later(table, from));
        sql.add("SELECT ").add(columns.list()).add(" FROM ").table(table.table());
        String joint = " WHERE ";
        for (Expression condition : conjuncts(where)) {
            if (isQueried(table, from, condition)) {
                sql.add(joint);
                sql.tryExpression(condition);
                joint = " AND ";
            }
        }
        statement(table.table().dataSource(), sql);
        constant(columns, TableColumns.class);
        body.unlocked(() -> call(DatabaseAccess::rows));
    }

    /** Pushes the operands of the execution of a statement. */
    void statement(@Nullable Expression dataSource, SqlWriter sql) {
        invocation();
        body.valueOrNull(dataSource);
        text(sql);
        body.values(sql.markers());
    }

    private void text(SqlWriter sql) {
        if (sql.pieces().size() == 1 && sql.pieces().getFirst() instanceof String text) {
            constant(text);
            return;
        }
        List<Runnable> parts = new ArrayList<>();
        for (Object piece : sql.pieces()) {
            parts.add(
                    () -> {
                        if (piece instanceof Expression name) {
                            body.value(name);
                            call(DatabaseAccess::name);
                        } else {
                            constant((String) piece);
                        }
                    });
        }
        array(String.class, parts);
        call(DatabaseAccess::join);
    }

    /**
     * Returns the part of a condition that the databases do not evaluate; null if no part remains.
     */
    @Nullable Expression remaining(List<? extends Range> from, @Nullable Expression where) {
        if (from.stream().noneMatch(TableRange.class::isInstance)) {
            return where;
        }
        Expression rest = null;
        for (Expression condition : conjuncts(where)) {
            boolean isQueried =
                    from.stream()
                            .anyMatch(
                                    r ->
                                            r instanceof TableRange table
                                                    && isQueried(table, from, condition));
            if (!isQueried) {
                rest = rest == null ? condition : new And(rest, condition);
            }
        }
        return rest;
    }

    /** Whether the query of a table contains a condition. */
    private static boolean isQueried(
            TableRange table, List<? extends Range> from, Expression condition) {
        return ProgramWalk.any(condition, n -> n.equals(table.variable()))
                && new SqlWriter(table.variable(), later(table, from)).tryExpression(condition);
    }

    private static Set<Variable> later(TableRange table, List<? extends Range> from) {
        Set<Variable> later = new HashSet<>();
        from.subList(from.indexOf(table) + 1, from.size()).forEach(r -> later.add(r.variable()));
        return later;
    }

    private static List<Expression> conjuncts(Expression where) {
        List<Expression> found = new ArrayList<>();
        switch (where) {
            case null -> {}
            case And(Expression left, Expression right) -> {
                found.addAll(conjuncts(left));
                found.addAll(conjuncts(right));
            }
            case Expression.Part(var content) -> found.addAll(conjuncts(content));
            default -> found.add(where);
        }
        return found;
    }

    private static TableColumns columns(Variable row, Record select) {
        boolean[] all = {false};
        Set<String> names = new LinkedHashSet<>();
        ProgramWalk.walk(
                select,
                n -> {
                    if (n instanceof FieldPath(AtVariable(Variable v), var steps)
                            && v.equals(row)) {
                        String name =
                                steps.isEmpty()
                                        ? null
                                        : ClassGeneration.fixed(steps.getFirst().name());
                        all[0] |= name == null;
                        if (name != null) {
                            names.add(name);
                        }
                    }
                });
        return new TableColumns(all[0], List.copyOf(names));
    }
}
