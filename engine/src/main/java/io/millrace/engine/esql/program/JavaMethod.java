package io.millrace.engine.esql.program;

import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Objects;

/**
 * The Java method that a routine in LANGUAGE JAVA stands for.
 *
 * @param name class and method, as messages write it
 * @param handle takes an {@code Object[]} with an object for each parameter and gives an {@code
 *     Object}; null where the method was not looked up, because its application is not known
 * @param classes the class loader of the method; null for one of the JDK
 * @param parameters those of the routine
 * @param returns the type of what it gives back; null for nothing
 */
public record JavaMethod(
        String name,
        MethodHandle handle,
        ClassLoader classes,
        List<Signature.Parameter> parameters,
        ScalarType returns) {

    public JavaMethod {
        Objects.requireNonNull(name);
        parameters = List.copyOf(parameters);
    }
}
