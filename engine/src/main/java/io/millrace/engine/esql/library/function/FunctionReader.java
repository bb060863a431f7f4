package io.millrace.engine.esql.library.function;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.library.function.Function.Parameter;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads the annotated methods of a class. */
final class FunctionReader {

    private FunctionReader() {}

    static List<Function> read(Class<?> owner) {
        Map<String, List<java.lang.reflect.Method>> byName = new TreeMap<>();
        for (java.lang.reflect.Method method : owner.getDeclaredMethods()) {
            int modifiers = method.getModifiers();
            if (Modifier.isPublic(modifiers) && Modifier.isStatic(modifiers)) {
                byName.computeIfAbsent(method.getName(), n -> new ArrayList<>()).add(method);
            }
        }
        List<Function> functions = new ArrayList<>();
        byName.values().forEach(overloads -> functions.add(function(overloads)));
        return functions;
    }

    private static Function function(List<java.lang.reflect.Method> overloads) {
        java.lang.reflect.Method annotated =
                overloads.stream()
                        .filter(m -> m.isAnnotationPresent(EsqlFunction.class))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                overloads.getFirst() + " is not annotated"));
        EsqlFunction said = annotated.getAnnotation(EsqlFunction.class);
        List<Function.Method> methods =
                overloads.stream()
                        .map(FunctionReader::method)
                        .sorted(Comparator.comparing(m -> m.parameters().size()))
                        .toList();
        return new Function(
                said.name(),
                List.of(said.aliases()),
                said.group(),
                said.syntax().isEmpty() ? syntax(said, annotated) : said.syntax(),
                said.description(),
                said.bare(),
                List.of(said.examples()),
                methods);
    }

    /** Name and parameters, as they are called in Java. */
    private static String syntax(EsqlFunction said, java.lang.reflect.Method method) {
        List<String> names = new ArrayList<>();
        for (java.lang.reflect.Parameter parameter : method.getParameters()) {
            if (parameter.getType() != EsqlEnvironment.class) {
                names.add(parameter.getName());
            }
        }
        return said.bare() ? said.name() : said.name() + "(" + String.join(", ", names) + ")";
    }

    private static Function.Method method(java.lang.reflect.Method method) {
        Class<?>[] types = method.getParameterTypes();
        boolean environment = types.length > 0 && types[0] == EsqlEnvironment.class;
        boolean variable = types.length > 0 && types[types.length - 1] == Value[].class;
        List<Parameter> parameters = new ArrayList<>();
        for (int i = environment ? 1 : 0; i < types.length - (variable ? 1 : 0); i++) {
            parameters.add(parameter(method, types[i]));
        }
        MethodTypeDesc type =
                MethodTypeDesc.of(
                        described(method.getReturnType()),
                        List.of(types).stream().map(FunctionReader::described).toList());
        return new Function.Method(
                method.getDeclaringClass().getName().replace('.', '/'),
                method.getName(),
                type,
                environment,
                parameters,
                variable,
                parameter(method, method.getReturnType()));
    }

    private static ClassDesc described(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }

    private static Parameter parameter(java.lang.reflect.Method method, Class<?> type) {
        if (Value.class.isAssignableFrom(type)) {
            return Parameter.VALUE;
        }
        if (type == Element.class) {
            return Parameter.FIELD;
        }
        if (type == List.class) {
            return Parameter.LIST;
        }
        throw new IllegalStateException(
                method + " takes or gives " + type + ", which no ESQL program has");
    }
}
