package io.millrace.engine.esql.program;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Objects;

/**
 * The Java method that implements a routine in LANGUAGE JAVA.
 *
 * @param name class and method, as shown in messages
 * @param handle method handle that takes an {@code Object[]} with an object for each parameter and
 *     returns an {@code Object}; null if the method was not resolved because the application is
 *     unknown
 * @param classes class loader of the method; null for a method of the JDK
 * @param parameters parameters of the routine
 * @param returns type of the result; null if there is no result
 */
public record JavaMethod(
        String name,
        @Nullable MethodHandle handle,
        @Nullable ClassLoader classes,
        List<Signature.Parameter> parameters,
        @Nullable ScalarType returns) {

    public JavaMethod {
        Objects.requireNonNull(name);
        parameters = List.copyOf(parameters);
    }
}
