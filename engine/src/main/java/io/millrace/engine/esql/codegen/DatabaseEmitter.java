package io.millrace.engine.esql.codegen;

import io.millrace.engine.database.ProcedureResult;
import io.millrace.engine.esql.program.Call;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.PassthruCall;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.StoredProcedure;
import io.millrace.engine.esql.program.Target;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.message.Value;

import java.lang.classfile.Label;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Bytecode writer for database access. */
final class DatabaseEmitter {

    private final MethodEmitter body;
    private final BytecodeWriter code;

    DatabaseEmitter(MethodEmitter body) {
        this.body = body;
        this.code = body.code;
    }

    /**
     * Calls the database without the lock of SHARED ROWs. Otherwise the call could wait for a row
     * of another thread, which waits for SHARED ROWs.
     */
    private void ask(Class<?> owner, String method, Class<?>... parameters) {
        body.unlocked(() -> code.call(owner, method, parameters));
    }

    // PASSTHRU

    /** Pushes the rows of a PASSTHRU. */
    void rows(PassthruCall call) {
        passthru(call, "query");
    }

    void passthru(PassthruCall call) {
        passthru(call, "execute");
    }

    private void passthru(PassthruCall call, String method) {
        code.run();
        body.expressions.valueOrNull(call.dataSource());
        body.expressions.value(call.sql());
        code.call(DatabaseAccess.class, "sql", Value.class);
        body.lists.candidates(call.values());
        ask(
                DatabaseAccess.class,
                method,
                ModuleInvocation.class,
                Value.class,
                String.class,
                Value[].class);
    }

    // INSERT, UPDATE, DELETE

    void insert(Statement.Insert insert) {
        SqlWriter sql = new SqlWriter(null, Set.of());
        sql.add("INSERT INTO ").table(insert.table());
        if (!insert.columns().isEmpty()) {
            sql.add(" (").names(insert.columns()).add(")");
        }
        sql.add(" VALUES (");
        for (int i = 0; i < insert.values().size(); i++) {
            sql.add(i == 0 ? "?" : ", ?");
        }
        sql.add(")");
        sql.markers().addAll(insert.values());
        run(insert.table().dataSource(), sql);
    }

    void update(Statement.Update update) {
        SqlWriter sql = new SqlWriter(update.table().variable(), Set.of());
        sql.add("UPDATE ").table(update.table().table()).add(" SET ");
        for (int i = 0; i < update.columns().size(); i++) {
            sql.add(i == 0 ? "" : ", ").name(update.columns().get(i)).add(" = ");
            sql.expressionOf("UPDATE", update.origin(), update.values().get(i));
        }
        where(sql, "UPDATE", update.origin(), update.where());
        run(update.table().table().dataSource(), sql);
    }

    void delete(Statement.DeleteRows delete) {
        SqlWriter sql = new SqlWriter(delete.table().variable(), Set.of());
        sql.add("DELETE FROM ").table(delete.table().table());
        where(sql, "DELETE", delete.origin(), delete.where());
        run(delete.table().table().dataSource(), sql);
    }

    private static void where(SqlWriter sql, String statement, Origin origin, Expression where) {
        if (where != null) {
            sql.add(" WHERE ");
            sql.expressionOf(statement, origin, where);
        }
    }

    private void run(Expression dataSource, SqlWriter sql) {
        code.run();
        body.expressions.valueOrNull(dataSource);
        text(sql);
        body.expressions.values(sql.markers());
        ask(
                DatabaseAccess.class,
                "update",
                ModuleInvocation.class,
                Value.class,
                String.class,
                Value[].class);
    }

    /** Pushes the text of an SQL statement. */
    private void text(SqlWriter sql) {
        if (sql.pieces().size() == 1 && sql.pieces().getFirst() instanceof String text) {
            code.constant(text, String.class);
            return;
        }
        List<Runnable> parts = new ArrayList<>();
        for (Object piece : sql.pieces()) {
            parts.add(
                    () -> {
                        if (piece instanceof Expression name) {
                            body.expressions.value(name);
                            code.call(DatabaseAccess.class, "name", Value.class);
                        } else {
                            code.constant(piece, String.class);
                        }
                    });
        }
        code.array(String.class, parts);
        code.call(DatabaseAccess.class, "join", String[].class);
    }

    // Procedures and transactions

    void call(Statement.CallStored call) {
        StoredProcedure procedure = call.procedure();
        code.run();
        body.expressions.valueOrNull(call.dataSource());
        body.expressions.valueOrNull(call.schema());
        code.constant(procedure, StoredProcedure.class);
        List<Runnable> values = new ArrayList<>();
        for (int i = 0; i < call.arguments().size(); i++) {
            Signature.Parameter parameter = procedure.parameters().get(i);
            Call.Argument argument = call.arguments().get(i);
            values.add(() -> value(parameter, argument));
        }
        code.array(Value.class, values);
        ask(
                StoredProcedureCalls.class,
                "call",
                ModuleInvocation.class,
                Value.class,
                Value.class,
                StoredProcedure.class,
                Value[].class);
        int result = code.store();
        Label failed = code.label();
        code.out.aload(result);
        code.out.ifnull(failed);
        for (int i = 0; i < call.arguments().size(); i++) {
            takeBack(result, i, call.arguments().get(i));
        }
        for (int i = 0; i < call.resultSets().size(); i++) {
            code.out.aload(result);
            code.number(i);
            code.call(StoredProcedureCalls.class, "rows", ProcedureResult.class, int.class);
            body.statements.trees.setItems(call.resultSets().get(i));
        }
        if (call.into() != null) {
            code.out.aload(result);
            code.call(ProcedureResult.class, "returned");
            store(call.into());
        }
        code.at(failed);
    }

    private void value(Signature.Parameter parameter, Call.Argument argument) {
        if (parameter.direction() == Signature.Direction.OUT) {
            code.out.aconst_null();
            return;
        }
        Operand value =
                switch (argument) {
                    case Call.ByValue(Operand given) -> given;
                    case Call.ByVariable(Variable variable) ->
                            new Expression.VariableValue(variable);
                    case Call.ByField(FieldPath path) -> Expression.TreeValue.of(path);
                };
        body.expressions.valueAs(value, parameter.type());
    }

    private void takeBack(int result, int index, Call.Argument argument) {
        Target target =
                switch (argument) {
                    case Call.ByValue _ -> null;
                    case Call.ByVariable(Variable variable) -> new Target.ToVariable(variable);
                    case Call.ByField(FieldPath path) -> new Target.ToField(path);
                };
        if (target != null) {
            code.out.aload(result);
            code.number(index);
            code.call(StoredProcedureCalls.class, "value", ProcedureResult.class, int.class);
            store(target);
        }
    }

    private void store(Target target) {
        switch (target) {
            case Target.ToVariable(Variable variable) -> {
                body.expressions.castTo(variable.type());
                body.store(variable);
            }
            case Target.ToField(FieldPath path) -> body.statements.trees.setField(path);
        }
    }

    void end(Statement.EndTransaction end) {
        code.run();
        body.expressions.valueOrNull(end.dataSource());
        code.number(end.commit() ? 1 : 0);
        ask(DatabaseAccess.class, "end", ModuleInvocation.class, Value.class, boolean.class);
    }

    // SELECT

    /**
     * Pushes the rows of a table that a SELECT needs.
     *
     * @param select the whole SELECT, which determines the columns
     * @param from all ranges of the SELECT; the ranges after this one have no row yet
     */
    void rows(
            ListOperand.TableRange table,
            Record select,
            List<? extends ListOperand.Range> from,
            Expression where) {
        Columns columns = Columns.of(table.variable(), select);
        SqlWriter sql = new SqlWriter(table.variable(), later(table, from));
        sql.add("SELECT ").add(columns.list()).add(" FROM ").table(table.table());
        String joint = " WHERE ";
        for (Expression condition : conjuncts(where)) {
            SqlWriter attempt = new SqlWriter(table.variable(), later(table, from));
            if (isFor(table, condition) && attempt.tryExpression(condition)) {
                sql.add(joint);
                sql.tryExpression(condition);
                joint = " AND ";
            }
        }
        code.run();
        body.expressions.valueOrNull(table.table().dataSource());
        text(sql);
        body.expressions.values(sql.markers());
        code.constant(columns, Columns.class);
        ask(
                DatabaseAccess.class,
                "rows",
                ModuleInvocation.class,
                Value.class,
                String.class,
                Value[].class,
                Columns.class);
    }

    /** Returns the part of a condition that no database evaluates; null if no part remains. */
    Expression remaining(List<? extends ListOperand.Range> from, Expression where) {
        Expression rest = null;
        for (Expression condition : conjuncts(where)) {
            boolean said =
                    from.stream()
                            .anyMatch(
                                    r ->
                                            r instanceof ListOperand.TableRange table
                                                    && isFor(table, condition)
                                                    && new SqlWriter(
                                                                    table.variable(),
                                                                    later(table, from))
                                                            .tryExpression(condition));
            if (!said) {
                rest = rest == null ? condition : new Expression.And(rest, condition);
            }
        }
        return rest;
    }

    private static boolean isFor(ListOperand.TableRange table, Expression condition) {
        boolean[] found = {false};
        ProgramWalk.walk(condition, n -> found[0] |= n.equals(table.variable()));
        return found[0];
    }

    private static Set<Variable> later(
            ListOperand.TableRange table, List<? extends ListOperand.Range> from) {
        Set<Variable> later = new HashSet<>();
        from.subList(from.indexOf(table) + 1, from.size()).forEach(r -> later.add(r.variable()));
        return later;
    }

    private static List<Expression> conjuncts(Expression where) {
        List<Expression> found = new ArrayList<>();
        if (where instanceof Expression.And(Expression left, Expression right)) {
            found.addAll(conjuncts(left));
            found.addAll(conjuncts(right));
        } else if (where != null) {
            found.add(where);
        }
        return found;
    }

    /**
     * The columns that a SELECT needs of a table.
     *
     * @param all whether the whole row is needed
     * @param names column names as written in the program; databases ignore their case, field names
     *     do not
     */
    record Columns(boolean all, List<String> names) {
        static Columns of(Variable row, Record select) {
            boolean[] all = {false};
            Set<String> names = new LinkedHashSet<>();
            ProgramWalk.walk(
                    select,
                    n -> {
                        if (n
                                        instanceof
                                        FieldPath(
                                                FieldPath.AtVariable(Variable v),
                                                List<FieldPath.Step> steps)
                                && v.equals(row)) {
                            String name =
                                    steps.isEmpty()
                                            ? null
                                            : ClassGeneration.fixed(steps.getFirst().name());
                            if (name == null) {
                                all[0] = true;
                            } else {
                                names.add(name);
                            }
                        }
                    });
            return new Columns(all[0], List.copyOf(names));
        }

        String list() {
            if (all) {
                return "*";
            }
            return names.isEmpty()
                    ? "1"
                    : String.join(", ", names.stream().map(SqlWriter::identifier).toList());
        }
    }
}
