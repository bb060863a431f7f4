package io.millrace.engine.esql.plain;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.library.Operators;
import io.millrace.engine.esql.library.function.Function;
import io.millrace.engine.esql.program.Expression.BuiltIn;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/**
 * Built-in functions. Those that take a field are our own; what the others do is held by their
 * examples and by golden files, so that they are called as they are.
 */
final class PlainFunctions {

    private PlainFunctions() {}

    static Value call(BuiltIn f, PlainExpressions expressions, PlainRun run) {
        if (f.name().startsWith("FIELD") || f.name().equals("SAMEFIELD")) {
            return ofFields(
                    f.name(),
                    f.arguments().stream()
                            .map(expressions::field)
                            .toList()
                            .toArray(new PlainField[0]));
        }
        List<Value> arguments = new ArrayList<>();
        f.arguments().forEach(a -> arguments.add(expressions.valueOf(a)));
        return ofValues(f, arguments, run.node.environment);
    }

    private static Value ofFields(String name, PlainField[] fields) {
        PlainField field = fields[0];
        if (field == null || fields.length > 1 && fields[1] == null) {
            return null;
        }
        return switch (name) {
            case "FIELDNAME" -> Value.of(field.name);
            case "FIELDNAMESPACE" -> Value.of(field.namespace);
            case "FIELDTYPE" -> Value.of(field.type);
            case "FIELDVALUE" -> field.fieldValue();
            case "SAMEFIELD" -> Value.of(field == fields[1]);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static Value ofValues(BuiltIn f, List<Value> arguments, EsqlEnvironment environment) {
        Function.Method method = f.method();
        List<Object> passed = new ArrayList<>(arguments);
        if (method.variable()) {
            int fixed = method.parameters().size();
            Value[] rest = arguments.subList(fixed, arguments.size()).toArray(new Value[0]);
            passed = new ArrayList<>(arguments.subList(0, fixed));
            passed.add(rest);
        }
        if (method.environment()) {
            passed.addFirst(environment);
        }
        try {
            Class<?> owner = Class.forName(method.owner().replace('/', '.'));
            MethodType type =
                    MethodType.fromMethodDescriptorString(
                            method.type().descriptorString(), owner.getClassLoader());
            return (Value)
                    MethodHandles.publicLookup()
                            .findStatic(owner, method.name(), type)
                            .invokeWithArguments(passed);
        } catch (MillraceException e) {
            throw PlainFailure.of(e);
        } catch (Throwable e) {
            throw new IllegalStateException(f.name(), e);
        }
    }

    /** {@code (later - earlier) qualifier}. */
    static Value between(Value later, Value earlier, String qualifier) {
        try {
            boolean areDates =
                    later == null || earlier == null || later.type() != ValueType.CHARACTER;
            if (!areDates) {
                throw new IllegalArgumentException("texts");
            }
            return Operators.subtractAs(later, earlier, qualifier);
        } catch (MillraceException e) {
            throw PlainFailure.of(e);
        }
    }
}
