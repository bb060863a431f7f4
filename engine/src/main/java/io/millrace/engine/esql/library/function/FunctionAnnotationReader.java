package io.millrace.engine.esql.library.function;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.EsqlFunction;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reader of the annotations of functions. It is slow, so running programs do not use it. */
final class FunctionAnnotationReader {

    private static final List<Class<?>> CLASSES =
            List.of(
                    StringFunctions.class,
                    NumericFunctions.class,
                    MathFunctions.class,
                    DatetimeFunctions.class,
                    FieldFunctions.class,
                    MiscellaneousFunctions.class);

    private FunctionAnnotationReader() {}

    /** Returns the annotation of a function. */
    static EsqlFunction specified(Function function) {
        return annotated(function).getAnnotation(EsqlFunction.class);
    }

    /**
     * Returns the syntax of a function: the syntax in its annotation, or its name with the Java
     * parameter names.
     */
    static String syntax(Function function) {
        Method method = annotated(function);
        EsqlFunction specified = method.getAnnotation(EsqlFunction.class);
        if (!specified.syntax().isEmpty() || specified.bare()) {
            return specified.syntax().isEmpty() ? specified.name() : specified.syntax();
        }
        List<String> names = new ArrayList<>();
        for (java.lang.reflect.Parameter parameter : method.getParameters()) {
            if (parameter.getType() != EsqlEnvironment.class) {
                names.add(parameter.getName());
            }
        }
        return specified.name() + "(" + String.join(", ", names) + ")";
    }

    private static Method annotated(Function function) {
        Function.Method any = function.methods().getFirst();
        List<Class<?>> owners = function.library() == null ? CLASSES : List.of(function.library());
        return owners.stream()
                .filter(c -> c.getName().replace('.', '/').equals(any.owner()))
                .flatMap(c -> Arrays.stream(c.getDeclaredMethods()))
                .filter(m -> m.getName().equals(any.name()))
                .filter(m -> m.isAnnotationPresent(EsqlFunction.class))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(any + " is not annotated"));
    }

    /** Returns the lines of all functions, sorted by name: see {@link FunctionIndexEntry}. */
    static List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Class<?> owner : CLASSES) {
            Map<String, List<Method>> byName = new TreeMap<>();
            for (Method method : owner.getDeclaredMethods()) {
                int modifiers = method.getModifiers();
                if (Modifier.isPublic(modifiers) && Modifier.isStatic(modifiers)) {
                    byName.computeIfAbsent(method.getName(), n -> new ArrayList<>()).add(method);
                }
            }
            byName.values().forEach(overloads -> lines.add(line(overloads)));
        }
        lines.sort(Comparator.naturalOrder());
        return lines;
    }

    private static String line(List<Method> overloads) {
        EsqlFunction specified =
                overloads.stream()
                        .filter(m -> m.isAnnotationPresent(EsqlFunction.class))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                overloads.getFirst() + " is not annotated"))
                        .getAnnotation(EsqlFunction.class);
        Method first = overloads.getFirst();
        List<String> names = new ArrayList<>(List.of(specified.aliases()));
        names.addFirst(specified.name());
        List<String> parts = new ArrayList<>();
        parts.add(String.join(",", names));
        parts.add(first.getDeclaringClass().getSimpleName() + "." + first.getName());
        overloads.stream()
                .sorted(Comparator.comparing(Method::getParameterCount))
                .forEach(m -> parts.add(letters(m.getParameterTypes(), m.getReturnType())));
        if (specified.bare()) {
            parts.add("bare");
        }
        return String.join(" ", parts);
    }

    private static String letters(Class<?>[] parameters, Class<?> result) {
        StringBuilder letters = new StringBuilder();
        for (Class<?> parameter : parameters) {
            letters.append(letter(parameter));
        }
        return letters.append('>').append(letter(result)).toString();
    }

    private static char letter(Class<?> type) {
        return (char)
                "EVAIFL"
                        .chars()
                        .filter(c -> FunctionIndexEntry.type((char) c) == type)
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                type + " is not a Java type of ESQL values"));
    }
}
