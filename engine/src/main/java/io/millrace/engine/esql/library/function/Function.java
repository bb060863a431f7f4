package io.millrace.engine.esql.library.function;

import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Optional;

/**
 * A built-in function.
 *
 * @param name in capitals
 * @param aliases other names, in capitals
 * @param bare whether a call without arguments is written without parentheses
 * @param methods one for each number of arguments it takes, by that number
 */
public record Function(String name, List<String> aliases, boolean bare, List<Method> methods) {

    /** What an argument must be. */
    public enum Parameter {
        /** An expression: {@code Value}. */
        VALUE,
        /** A field reference: {@code Element}, null where the field is missing. */
        FIELD,
        /** A list: {@code List<Element>}. */
        LIST
    }

    /**
     * The method to call for a number of arguments.
     *
     * @param owner the class's internal name, for example {@code io/millrace/...}
     * @param name the method's name
     * @param type its descriptor
     * @param environment whether its first parameter is the EsqlEnvironment
     * @param parameters what the arguments must be; for a variable number, those before
     * @param variable whether the last parameter is a {@code Value[]} of any number of further
     *     arguments
     * @param result FIELD where it gives an {@code Element}, else VALUE (a {@code Value} or a
     *     subtype)
     */
    public record Method(
            String owner,
            String name,
            MethodTypeDesc type,
            boolean environment,
            List<Parameter> parameters,
            boolean variable,
            Parameter result) {

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

    /** The section of the reference page. */
    public String group() {
        return FunctionReader.said(this).group();
    }

    /** How it is written. */
    public String syntax() {
        return FunctionReader.syntax(this);
    }

    /** One sentence or two. */
    public String description() {
        return FunctionReader.said(this).description();
    }

    /** {@code expression = literal}. */
    public List<String> examples() {
        return List.of(FunctionReader.said(this).examples());
    }

    /** The method for a number of arguments; empty where the function does not take that many. */
    public Optional<Method> method(int arguments) {
        return methods.stream().filter(m -> m.takes(arguments)).findFirst();
    }

    public int minArguments() {
        return methods.stream().mapToInt(m -> m.parameters().size()).min().orElse(0);
    }

    /** {@link Integer#MAX_VALUE} for any number. */
    public int maxArguments() {
        return methods.stream()
                .mapToInt(m -> m.variable() ? Integer.MAX_VALUE : m.parameters().size())
                .max()
                .orElse(0);
    }
}
