package io.millrace.engine.esql.runtime;

import static io.millrace.engine.error.ErrorCode.ESQL_FIELD;
import static io.millrace.engine.error.ErrorCode.ESQL_JAVA;

import io.millrace.engine.error.DownstreamException;
import io.millrace.engine.error.ExtensionCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.library.CurrentProgram;
import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.esql.library.JavaValues;
import io.millrace.engine.esql.library.tree.FieldReference;
import io.millrace.engine.esql.program.JavaMethod;
import io.millrace.engine.esql.program.ScalarType;
import io.millrace.engine.esql.program.Signature.Direction;
import io.millrace.engine.esql.program.Signature.Parameter;
import io.millrace.engine.esql.program.Variable.Kind;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.util.List;

/** Runtime support of generated code for calls of Java methods. */
public final class JavaInvocation {

    private JavaInvocation() {}

    /**
     * Calls a method.
     *
     * @param passed a Value or FieldReference for each parameter; receives the values of OUT and
     *     INOUT parameters
     */
    public static @Nullable Value call(JavaMethod method, @Nullable Object[] passed) {
        MethodHandle handle = method.handle();
        if (handle == null) {
            throw new MillraceException(
                    ESQL_JAVA,
                    "the Java method "
                            + method.name()
                            + " was not resolved when the program was compiled and cannot be "
                            + "called");
        }
        List<Parameter> parameters = method.parameters();
        @Nullable Object[] objects = new @Nullable Object[passed.length];
        for (int i = 0; i < objects.length; i++) {
            objects[i] = argument(parameters.get(i), passed[i], method);
        }
        Object returned = invoke(method, handle, objects);
        for (int i = 0; i < objects.length; i++) {
            if (parameters.get(i).direction() != Direction.IN) {
                passed[i] = result(parameters.get(i), Array.get(objects[i], 0), passed[i]);
            }
        }
        ScalarType returns = method.returns();
        return returns == null ? null : JavaValues.toEsql(returned, returns.type());
    }

    private static @Nullable Object argument(
            Parameter parameter, @Nullable Object passed, JavaMethod method) {
        boolean tree = parameter.kind() == Kind.REFERENCE;
        Object object =
                tree
                        ? element((FieldReference) passed, parameter, method)
                        : object((Value) passed, parameter);
        if (parameter.direction() == Direction.IN) {
            return object;
        }
        Class<?> type = tree ? Element.class : JavaValues.type(parameter.scalarType().type());
        Object cell = Array.newInstance(type, 1);
        if (parameter.direction() == Direction.INOUT) {
            Array.set(cell, 0, object);
        }
        return cell;
    }

    private static @Nullable Object object(@Nullable Value value, Parameter parameter) {
        if (value instanceof FloatValue && parameter.scalarType().type() == ValueType.DECIMAL) {
            throw EsqlErrors.cast(value, "BigDecimal", "a BigDecimal must be finite");
        }
        return JavaValues.toJava(value);
    }

    private static Element element(
            @Nullable FieldReference reference, Parameter parameter, JavaMethod method) {
        Element element = ModuleInvocation.element(reference);
        if (element == null) {
            throw new MillraceException(
                    ESQL_FIELD,
                    "the reference that is passed to "
                            + method.name()
                            + " as "
                            + parameter.name()
                            + " points to nothing");
        }
        return element;
    }

    private static @Nullable Object result(
            Parameter parameter, @Nullable Object left, @Nullable Object passed) {
        if (passed instanceof FieldReference reference) {
            if (left != reference.element()) {
                reference.moveTo((Element) left);
            }
            return reference;
        }
        return JavaValues.toEsql(left, parameter.scalarType().type());
    }

    /**
     * Invokes a method. The class loader of its jars is the context class loader of the thread
     * during the call. Libraries use it to load other classes.
     */
    private static @Nullable Object invoke(
            JavaMethod method, MethodHandle handle, @Nullable Object[] objects) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        if (method.classes() != null) {
            thread.setContextClassLoader(method.classes());
        }
        try {
            CurrentProgram.interruptible(true);
            return (Object) handle.invokeExact(objects);
        } catch (Throwable thrown) {
            throw failed(method, thrown);
        } finally {
            CurrentProgram.interruptible(false);
            thread.setContextClassLoader(before);
        }
    }

    private static RuntimeException failed(JavaMethod method, Throwable thrown) {
        if (thrown instanceof DownstreamException downstream) {
            return downstream;
        }
        if (thrown instanceof VirtualMachineError error
                && !(thrown instanceof StackOverflowError)) {
            throw error;
        }
        if (thrown instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        String text = thrown.getMessage() == null ? "" : thrown.getMessage();
        String place = place(method, thrown);
        String java = thrown.getClass().getName();
        return MillraceException.of(
                        ESQL_JAVA,
                        "the Java method "
                                + method.name()
                                + " threw "
                                + java
                                + (text.isEmpty() ? "" : ": " + text)
                                + (place.isEmpty() ? "" : " at " + place))
                .inserts(
                        Insert.of(method.name()),
                        Insert.of(java),
                        Insert.of(text),
                        Insert.of(place))
                .cause(thrown)
                .build();
    }

    /**
     * Returns the innermost stack frame of the application's Java code, or the innermost frame if
     * the application has none.
     */
    private static String place(JavaMethod method, Throwable thrown) {
        List<StackTraceElement> trace = List.of(thrown.getStackTrace());
        String own = method.classes() == null ? null : method.classes().getName();
        return trace.stream()
                .filter(line -> own != null && own.equals(line.getClassLoaderName()))
                .findFirst()
                .or(() -> trace.stream().findFirst())
                .map(ExtensionCode::shown)
                .orElse("");
    }
}
