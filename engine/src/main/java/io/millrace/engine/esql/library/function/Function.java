package io.millrace.engine.esql.library.function;

import org.jspecify.annotations.Nullable;

import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;

/**
 * A function of Millrace or of a function library.
 *
 * @param name name in upper case
 * @param aliases other names in upper case
 * @param bare whether a call without arguments has no parentheses
 * @param methods one method for each accepted number of arguments
 * @param library class with the methods; null for a function of Millrace
 */
public record Function(
        String name,
        List<String> aliases,
        boolean bare,
        List<Method> methods,
        @Nullable Class<?> library) {

    /** Kind of an argument. */
    public enum Parameter {
        /** An expression: {@code Value}. */
        VALUE,
        /** A field reference: {@code Element}, null if the field is missing. */
        FIELD,
        /** A list: {@code List<Element>}. */
        LIST
    }

    /**
     * The method to call for a number of arguments.
     *
     * @param owner internal name of the class, for example {@code io/millrace/...}
     * @param name name of the method
     * @param type descriptor of the method
     * @param environment whether the first parameter is the EsqlEnvironment
     * @param parameters kinds of the arguments; if their number is variable, kinds of the arguments
     *     before the variable part
     * @param variable whether the last parameter is a {@code Value[]} for any number of further
     *     arguments
     * @param result FIELD if the method returns an {@code Element}, otherwise VALUE (a {@code
     *     Value} or a subtype)
     * @param handle method handle of the type {@code type}, for a method that generated classes
     *     cannot refer to by name; null for a method of Millrace
     */
    public record Method(
            String owner,
            String name,
            MethodTypeDesc type,
            boolean environment,
            List<Parameter> parameters,
            boolean variable,
            Parameter result,
            @Nullable MethodHandle handle) {

        public Method {
            parameters = List.copyOf(parameters);
        }

        boolean takes(int arguments) {
            return variable ? arguments >= parameters.size() : arguments == parameters.size();
        }
    }

    public Function {
        aliases = List.copyOf(aliases);
        methods = List.copyOf(methods);
    }

    /** Returns the section of the reference page. */
    public String group() {
        return FunctionAnnotationReader.specified(this).group();
    }

    /** Returns the syntax of a call. */
    public String syntax() {
        return FunctionAnnotationReader.syntax(this);
    }

    /** Returns a description in one or more sentences. */
    public String description() {
        return FunctionAnnotationReader.specified(this).description();
    }

    /** Returns examples of the form {@code expression = literal}. */
    public List<String> examples() {
        return List.of(FunctionAnnotationReader.specified(this).examples());
    }

    /**
     * Returns the method for a number of arguments; empty if the function does not accept that
     * number.
     */
    public Optional<Method> method(int arguments) {
        return methods.stream().filter(m -> m.takes(arguments)).findFirst();
    }

    public int minArguments() {
        return methods.stream().mapToInt(m -> m.parameters().size()).min().orElse(0);
    }

    /** Returns the maximum number of arguments; {@link Integer#MAX_VALUE} if there is no limit. */
    public int maxArguments() {
        return methods.stream()
                .mapToInt(m -> m.variable() ? Integer.MAX_VALUE : m.parameters().size())
                .max()
                .orElse(0);
    }
}
