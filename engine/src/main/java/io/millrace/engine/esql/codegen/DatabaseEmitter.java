package io.millrace.engine.esql.codegen;

import io.millrace.engine.database.ProcedureResult;
import io.millrace.engine.esql.program.Call.Argument;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.Signature.Direction;
import io.millrace.engine.esql.program.Signature.Parameter;
import io.millrace.engine.esql.program.Statement.CallStored;
import io.millrace.engine.esql.program.Statement.DeleteRows;
import io.millrace.engine.esql.program.Statement.EndTransaction;
import io.millrace.engine.esql.program.Statement.Insert;
import io.millrace.engine.esql.program.Statement.Update;
import io.millrace.engine.esql.program.StoredProcedure;
import io.millrace.engine.esql.program.Target;
import io.millrace.engine.esql.runtime.DatabaseAccess;
import io.millrace.engine.esql.runtime.StoredProcedureCalls;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

import java.lang.classfile.Label;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Bytecode writer for database access. */
final class DatabaseEmitter extends BytecodeWriter {

    private final ExpressionEmitter body;

    DatabaseEmitter(ExpressionEmitter body) {
        super(body);
        this.body = body;
    }

    // INSERT, UPDATE, DELETE

    void insert(Insert insert) {
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

    void update(Update update) {
        SqlWriter sql = new SqlWriter(update.table().variable(), Set.of());
        sql.add("UPDATE ").table(update.table().table()).add(" SET ");
        for (int i = 0; i < update.columns().size(); i++) {
            sql.add(i == 0 ? "" : ", ").name(update.columns().get(i)).add(" = ");
            sql.expressionOf("UPDATE", update.origin(), update.values().get(i));
        }
        where(sql, "UPDATE", update.origin(), update.where());
        run(update.table().table().dataSource(), sql);
    }

    void delete(DeleteRows delete) {
        SqlWriter sql = new SqlWriter(delete.table().variable(), Set.of());
        sql.add("DELETE FROM ").table(delete.table().table());
        where(sql, "DELETE", delete.origin(), delete.where());
        run(delete.table().table().dataSource(), sql);
    }

    private static void where(
            SqlWriter sql, String statement, Origin origin, @Nullable Expression where) {
        if (where != null) {
            sql.add(" WHERE ");
            sql.expressionOf(statement, origin, where);
        }
    }

    private void run(@Nullable Expression dataSource, SqlWriter sql) {
        body.tables.statement(dataSource, sql);
        body.unlocked(() -> call(DatabaseAccess::update));
    }

    // Procedures and transactions

    void call(CallStored call) {
        StoredProcedure procedure = call.procedure();
        invocation();
        body.valueOrNull(call.dataSource());
        body.valueOrNull(call.schema());
        constant(procedure, StoredProcedure.class);
        List<Runnable> values = new ArrayList<>();
        for (int i = 0; i < call.arguments().size(); i++) {
            Parameter parameter = procedure.parameters().get(i);
            Argument argument = call.arguments().get(i);
            values.add(() -> value(parameter, argument));
        }
        array(Value.class, values);
        body.unlocked(() -> call(StoredProcedureCalls::call));
        int result = store();
        Label failed = label();
        out.aload(result);
        out.ifnull(failed);
        for (int i = 0; i < call.arguments().size(); i++) {
            Target target = call.arguments().get(i).target();
            if (target != null) {
                out.aload(result);
                number(i);
                call(StoredProcedureCalls::value);
                body.storeTo(target);
            }
        }
        for (int i = 0; i < call.resultSets().size(); i++) {
            out.aload(result);
            number(i);
            call(StoredProcedureCalls::rows);
            body.paths.setItems(call.resultSets().get(i));
        }
        if (call.into() != null) {
            out.aload(result);
            call(ProcedureResult::returned);
            body.storeTo(call.into());
        }
        at(failed);
    }

    private void value(Parameter parameter, Argument argument) {
        if (parameter.direction() == Direction.OUT) {
            out.aconst_null();
        } else {
            body.valueAs(argument.operand(), parameter.type());
        }
    }

    void end(EndTransaction end) {
        invocation();
        body.valueOrNull(end.dataSource());
        number(end.commit());
        body.unlocked(() -> call(DatabaseAccess::end));
    }
}
