package io.millrace.engine.esql.library.function;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.library.function.Function.Parameter;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.IntegerValue;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/**
 * A line of {@code functions.txt}, which contains the properties of a function that callers need.
 * Reading the annotations of all functions would slow down each start of the broker.
 *
 * <pre>
 * NAME[,ALIAS...] Class.method TYPES>RESULT... [bare]
 * </pre>
 *
 * <p>TYPES has one letter for each parameter: see {@link #type}. A test checks that the lines match
 * the annotations.
 */
final class FunctionIndexEntry {

    private static final String PACKAGE =
            FunctionIndexEntry.class.getPackageName().replace('.', '/') + "/";

    private static final String BARE = "bare";

    private FunctionIndexEntry() {}

    /** Returns the names in a line: the function's own name, then its aliases. */
    static String[] names(String line) {
        return line.substring(0, line.indexOf(' ')).split(",");
    }

    static Function function(String line) {
        String[] parts = line.split(" ");
        String[] names = names(line);
        boolean bare = parts[parts.length - 1].equals(BARE);
        String[] method = parts[1].split("\\.");
        List<Function.Method> methods = new ArrayList<>();
        for (int i = 2; i < parts.length - (bare ? 1 : 0); i++) {
            methods.add(method(PACKAGE + method[0], method[1], parts[i]));
        }
        return new Function(names[0], List.of(names).subList(1, names.length), bare, methods, null);
    }

    private static Function.Method method(String owner, String name, String types) {
        int end = types.indexOf('>');
        List<ClassDesc> all = new ArrayList<>();
        List<Parameter> parameters = new ArrayList<>();
        for (char letter : types.substring(0, end).toCharArray()) {
            all.add(described(type(letter)));
            switch (letter) {
                case 'V' -> parameters.add(Parameter.VALUE);
                case 'F' -> parameters.add(Parameter.FIELD);
                case 'L' -> parameters.add(Parameter.LIST);
                default -> {}
            }
        }
        char result = types.charAt(end + 1);
        return new Function.Method(
                owner,
                name,
                MethodTypeDesc.of(described(type(result)), all),
                types.startsWith("E"),
                parameters,
                types.charAt(Math.max(end - 1, 0)) == 'A',
                result == 'F' ? Parameter.FIELD : Parameter.VALUE,
                null);
    }

    private static ClassDesc described(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }

    /** Returns the Java type that a letter represents. */
    static Class<?> type(char letter) {
        return switch (letter) {
            case 'E' -> EsqlEnvironment.class;
            case 'V' -> Value.class;
            case 'A' -> Value[].class;
            case 'I' -> IntegerValue.class;
            case 'F' -> Element.class;
            case 'L' -> List.class;
            default -> throw new IllegalArgumentException("unknown type letter " + letter);
        };
    }
}
