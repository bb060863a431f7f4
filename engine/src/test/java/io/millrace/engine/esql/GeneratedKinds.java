package io.millrace.engine.esql;

import io.millrace.engine.esql.program.Call;
import io.millrace.engine.esql.program.Expression.Truth;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Target;
import io.millrace.engine.message.Value;

import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Which kinds of statements, expressions and steps the random programs have had. */
final class GeneratedKinds {

    /**
     * Not generated: what needs a database, a bit stream, Java or a compiler at run time; and what
     * only stands in Trace patterns. Golden files hold those.
     */
    private static final Set<String> ELSEWHERE =
            Set.of(
                    "Insert",
                    "Update",
                    "DeleteRows",
                    "PassthruStatement",
                    "Passthru",
                    "CallJava",
                    "CallDatabase",
                    "CallStored",
                    "EndTransaction",
                    "Evaluate",
                    "Evaluated",
                    "WholeValue",
                    "Namesakes",
                    "AtNamesake",
                    "TableRange",
                    "Pattern",
                    "BrokerProperty");

    private final Set<Class<?>> seen = new HashSet<>();

    /** Everything within a part of a program. */
    void add(Object part) {
        switch (part) {
            case List<?> list -> list.forEach(this::add);
            case Value _ -> {}
            case Record r -> {
                seen.add(r.getClass());
                for (RecordComponent c : r.getClass().getRecordComponents()) {
                    add(value(r, c));
                }
            }
            case null, default -> {}
        }
    }

    private static Object value(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The kinds of the language that have not been there. */
    Set<String> missing() {
        Set<Class<?>> all = new HashSet<>();
        for (Class<?> top :
                List.of(
                        Statement.class,
                        Operand.class,
                        ListOperand.Range.class,
                        ListOperand.Result.class,
                        FieldPath.Start.class,
                        FieldPath.Name.class,
                        FieldPath.Index.class,
                        Call.Argument.class,
                        Target.class,
                        Truth.class)) {
            kinds(top, all);
        }
        all.removeAll(seen);
        Set<String> names = new TreeSet<>();
        all.forEach(kind -> names.add(kind.getSimpleName()));
        names.removeAll(ELSEWHERE);
        return names;
    }

    private static void kinds(Class<?> sealed, Set<Class<?>> all) {
        for (Class<?> kind : sealed.getPermittedSubclasses()) {
            if (kind.isSealed()) {
                kinds(kind, all);
            } else {
                all.add(kind);
            }
        }
    }
}
