package io.millrace.engine.esql.library.function;

import io.millrace.engine.error.DownstreamException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.ExtensionCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.EsqlFunction;
import io.millrace.engine.esql.library.function.Function.Parameter;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** A reader of the functions of function libraries. */
public final class FunctionLibraryReader {

    private static final Pattern NAME = Pattern.compile("[A-Z_][A-Z0-9_]*");

    /** Words that begin other constructs of the language. */
    private static final Set<String> KEYWORDS =
            Set.of(
                    """
                    ALL ASYMMETRIC BETWEEN BOTH CASE CAST DATE DISTINCT FALSE FOR FROM GMTTIME \
                    GMTTIMESTAMP INTERVAL ITEM LEADING LIKE LIST NOT NULL ROW SELECT SYMMETRIC \
                    TIME TIMESTAMP TRAILING TRUE UNKNOWN VALUES WHEN\
                    """
                            .split(" "));

    private static final MethodHandle FAILED = failed();

    private FunctionLibraryReader() {}

    private static MethodHandle failed() {
        try {
            return MethodHandles.lookup()
                    .findStatic(
                            FunctionLibraryReader.class,
                            "failed",
                            MethodType.methodType(Object.class, String.class, Throwable.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Returns the functions of a class, sorted by name. */
    public static List<Function> read(Class<?> library, Place place, Problems problems) {
        int before = problems.all().size();
        Map<String, List<Method>> byName = new TreeMap<>();
        for (Method method : library.getDeclaredMethods()) {
            int modifiers = method.getModifiers();
            if (method.isAnnotationPresent(EsqlFunction.class)
                    && !(Modifier.isPublic(modifiers) && Modifier.isStatic(modifiers))) {
                unusable(method, "is not public and static", place, problems);
            } else if (Modifier.isPublic(modifiers) && Modifier.isStatic(modifiers)) {
                byName.computeIfAbsent(method.getName(), n -> new ArrayList<>()).add(method);
            }
        }
        List<Function> functions = new ArrayList<>();
        for (List<Method> overloads : byName.values()) {
            overloads.stream()
                    .map(m -> m.getAnnotation(EsqlFunction.class))
                    .filter(a -> a != null)
                    .findFirst()
                    .map(a -> function(a, overloads, library, place, problems))
                    .ifPresent(functions::add);
        }
        if (functions.isEmpty() && problems.all().size() == before) {
            problems.error(
                    ErrorCode.EXTENSION_UNUSABLE,
                    place,
                    library.getName() + " has no method with the annotation @EsqlFunction",
                    "annotate its public static methods that are functions");
        }
        return functions;
    }

    private static @Nullable Function function(
            EsqlFunction annotation,
            List<Method> overloads,
            Class<?> library,
            Place place,
            Problems problems) {
        overloads.sort(Comparator.comparing(Method::getParameterCount));
        List<Function.Method> methods = new ArrayList<>();
        Set<Integer> counts = new HashSet<>();
        for (Method method : overloads) {
            String obstacle = obstacle(method);
            if (obstacle.isEmpty() && !counts.add(method.getParameterCount())) {
                obstacle = "has as many parameters as another method with the same name";
            }
            if (!obstacle.isEmpty()) {
                unusable(method, obstacle, place, problems);
                return null;
            }
            try {
                methods.add(method(annotation.name(), method));
            } catch (IllegalAccessException e) {
                unusable(method, "is in a class that is not public", place, problems);
                return null;
            }
        }
        return new Function(
                annotation.name(),
                List.of(annotation.aliases()),
                annotation.bare(),
                methods,
                library);
    }

    private static void unusable(Method method, String obstacle, Place place, Problems problems) {
        problems.error(
                ErrorCode.EXTENSION_UNUSABLE,
                place,
                "the method "
                        + method.getDeclaringClass().getName()
                        + "."
                        + method.getName()
                        + " "
                        + obstacle,
                """
                a function is a public static method with parameters of the types Value, Element, \
                List<Element> or, as the last one, Value[], and a result of the type Value or \
                Element\
                """);
    }

    /** Returns the reason why a method cannot be a function; empty for a valid method. */
    private static String obstacle(Method method) {
        Class<?>[] types = method.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            boolean rest = types[i] == Value[].class && i == types.length - 1;
            if (parameter(types[i]) == null && !rest) {
                return "has a parameter of the type " + types[i].getTypeName();
            }
        }
        Class<?> result = method.getReturnType();
        return Value.class.isAssignableFrom(result) || result == Element.class
                ? ""
                : "returns a result of the type " + result.getTypeName();
    }

    private static @Nullable Parameter parameter(Class<?> type) {
        if (type == Value.class) {
            return Parameter.VALUE;
        }
        if (type == Element.class) {
            return Parameter.FIELD;
        }
        return type == List.class ? Parameter.LIST : null;
    }

    private static Function.Method method(String function, Method method)
            throws IllegalAccessException {
        MethodHandle direct = MethodHandles.publicLookup().unreflect(method).asFixedArity();
        MethodHandle handler =
                FAILED.bindTo(function)
                        .asType(MethodType.methodType(method.getReturnType(), Throwable.class));
        List<Parameter> parameters = new ArrayList<>();
        boolean variable = false;
        for (Class<?> type : method.getParameterTypes()) {
            Parameter parameter = parameter(type);
            if (parameter == null) {
                variable = true;
            } else {
                parameters.add(parameter);
            }
        }
        return new Function.Method(
                method.getDeclaringClass().getName().replace('.', '/'),
                method.getName(),
                direct.type().describeConstable().orElseThrow(),
                false,
                parameters,
                variable,
                method.getReturnType() == Element.class ? Parameter.FIELD : Parameter.VALUE,
                MethodHandles.catchException(direct, Throwable.class, handler));
    }

    /** Handles an exception of a function. Never returns. */
    @SuppressWarnings("unused")
    private static Object failed(String function, Throwable thrown) {
        if (thrown instanceof MillraceException || thrown instanceof DownstreamException) {
            throw (RuntimeException) thrown;
        }
        if (thrown instanceof VirtualMachineError error) {
            throw error;
        }
        throw ExtensionCode.failed("the function " + function, thrown);
    }

    /** Adds a function under its name and all aliases. Reports names that cannot be used. */
    public static void add(
            Function function, Map<String, Function> all, Place place, Problems problems) {
        List<String> names = new ArrayList<>(function.aliases());
        names.addFirst(function.name());
        for (String name : names) {
            Function other = all.get(name);
            if (!NAME.matcher(name).matches()) {
                problems.error(
                        ErrorCode.EXTENSION_UNUSABLE,
                        place,
                        "'" + name + "' is not a valid name of a function",
                        "a name consists of upper-case letters, digits and _");
            } else if (isTaken(name)) {
                problems.error(
                        ErrorCode.DUPLICATE_NAME,
                        place,
                        "the function " + name + " has the name of a function or keyword of ESQL",
                        "rename it in the annotation @EsqlFunction");
            } else if (other != null) {
                Class<?> library = other.library();
                problems.error(
                        ErrorCode.DUPLICATE_NAME,
                        place,
                        "the function "
                                + name
                                + " also exists in "
                                + (library == null ? "Millrace" : library.getName()),
                        "rename or remove one of them");
            } else {
                all.put(name, function);
            }
        }
    }

    private static boolean isTaken(String name) {
        return FunctionTable.find(name).isPresent()
                || FunctionTable.CONSTRUCTS.contains(name)
                || FunctionTable.constant(name).isPresent()
                || FunctionTable.property(name).isPresent()
                || KEYWORDS.contains(name);
    }
}
