package io.millrace.engine.esql.analysis;

import static io.millrace.engine.error.ErrorCode.ESQL_JAVA_METHOD;
import static io.millrace.engine.error.ErrorCode.ESQL_NOT_ALLOWED_HERE;
import static io.millrace.engine.error.ErrorCode.ESQL_TYPE;

import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.ExternalMethods;
import io.millrace.engine.esql.library.JavaValues;
import io.millrace.engine.esql.program.Expression.VariableValue;
import io.millrace.engine.esql.program.JavaMethod;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.program.Signature.Direction;
import io.millrace.engine.esql.program.Signature.Parameter;
import io.millrace.engine.esql.program.Signature.Returns;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Statement.Block;
import io.millrace.engine.esql.program.Statement.CallJava;
import io.millrace.engine.esql.program.Statement.Return;
import io.millrace.engine.esql.program.Variable.Kind;
import io.millrace.engine.esql.program.Variable.Local;
import io.millrace.engine.esql.syntax.DataType;
import io.millrace.engine.esql.syntax.RoutineTree;
import io.millrace.engine.esql.syntax.Span;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A checker of routines in LANGUAGE JAVA. Such a routine calls a public static method with
 * parameter types that match the routine's types exactly (WMQI ESQL reference, "CREATE PROCEDURE
 * statement", "ESQL-to-Java data-type mapping table").
 */
final class JavaRoutineAnalyzer {

    private static final Pattern NAME =
            Pattern.compile("((?:[\\w$]+\\.)*[\\w$]+)\\.([\\w$]+)(?:\\s*\\(([^()]*)\\))?");

    private final AnalysisContext context;
    private final ExternalMethods methods;

    JavaRoutineAnalyzer(AnalysisContext context) {
        this.context = context;
        this.methods = context.unit.settings().methods();
    }

    /** Returns the routine; null if an error was reported. */
    @Nullable Routine routine(RoutineEntry entry) {
        RoutineTree tree = entry.tree;
        Signature signature = entry.signature;
        if (tree.resultSets() > 0) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    tree.name().span(),
                    "found DYNAMIC RESULT SETS, which are allowed only in LANGUAGE DATABASE");
        }
        if (!areTypesKnown(tree, signature)) {
            return null;
        }
        JavaMethod method = method(Objects.requireNonNull(tree.external()), signature);
        if (method == null) {
            return null;
        }
        Origin origin = context.origin(tree.span());
        List<Local> parameters =
                List.copyOf(context.locals.subList(0, signature.parameters().size()));
        List<Statement> body = new ArrayList<>();
        if (signature.type() == null) {
            body.add(new CallJava(origin, method, parameters, null));
        } else {
            Local result = context.newLocal("", Kind.SCALAR, signature.type());
            body.add(new CallJava(origin, method, parameters, result));
            body.add(new Return(origin, new VariableValue(result)));
        }
        return new Routine(
                signature, context.locals, new Block(origin, null, null, List.of(), body));
    }

    // Types

    private boolean areTypesKnown(RoutineTree tree, Signature signature) {
        int faults = context.faults();
        for (int i = 0; i < signature.parameters().size(); i++) {
            Parameter parameter = signature.parameters().get(i);
            Span span = tree.parameters().get(i).type().span();
            boolean outReference =
                    parameter.kind() == Kind.REFERENCE && parameter.direction() == Direction.OUT;
            if (outReference) {
                context.error(
                        ESQL_TYPE,
                        span,
                        "a REFERENCE can be passed to Java as IN or INOUT, not as OUT");
            } else if (type(parameter) == null) {
                notInJava(span, TypeMapping.text(tree.parameters().get(i).type()));
            }
        }
        boolean subtree = signature.returns() == Returns.TREE;
        boolean interval =
                signature.type() != null && signature.type().type() == ValueType.INTERVAL;
        DataType returns = tree.returns();
        if (returns != null && (subtree || interval)) {
            notInJava(returns.span(), TypeMapping.text(returns));
        }
        return context.faults() == faults;
    }

    private void notInJava(Span span, String type) {
        context.error(
                ESQL_TYPE,
                span,
                "a value of type " + type + " cannot be passed between ESQL and Java");
    }

    private static @Nullable Class<?> type(Parameter parameter) {
        Class<?> plain =
                switch (parameter.kind()) {
                    case SCALAR -> JavaValues.type(parameter.scalarType().type());
                    case REFERENCE -> Element.class;
                    case ROW -> null;
                };
        return plain == null || parameter.direction() == Direction.IN ? plain : plain.arrayType();
    }

    private static Class<?> returned(Signature signature) {
        return signature.type() == null
                ? void.class
                : Objects.requireNonNull(JavaValues.type(signature.type().type()));
    }

    // The method

    private @Nullable JavaMethod method(RoutineTree.External external, Signature signature) {
        Span span = external.span();
        Matcher name = NAME.matcher(external.name().strip());
        if (!name.matches()) {
            error(
                    span,
                    "found " + external.name() + ", expected a class and its method",
                    "for example \"com.example.Prices.discount\"");
            return null;
        }
        List<Class<?>> types =
                signature.parameters().stream()
                        .<Class<?>>map(p -> Objects.requireNonNull(type(p)))
                        .toList();
        if (name.group(3) != null && !isAsWritten(name.group(3), types)) {
            error(
                    span,
                    "found the Java types ("
                            + name.group(3).strip()
                            + "), expected ("
                            + shown(types)
                            + ")",
                    "");
            return null;
        }
        String label = name.group(1) + "." + name.group(2);
        if (!methods.isKnown() && !isFound(name.group(1))) {
            return new JavaMethod(label, null, null, signature.parameters(), signature.type());
        }
        try {
            Class<?> owner = owner(name.group(1), span);
            return owner == null
                    ? null
                    : method(owner, name.group(2), label, types, signature, span);
        } catch (LinkageError e) {
            error(
                    span,
                    "the Java class " + name.group(1) + " cannot be loaded: " + e,
                    "check that " + methods.place() + " contain all classes that it uses");
            return null;
        }
    }

    /**
     * Whether the parameter and return types of all methods of a class are available. Throws
     * LinkageError otherwise.
     */
    private static boolean isComplete(Class<?> type) {
        return Arrays.stream(type.getMethods()).allMatch(m -> m.getDeclaringClass() != null);
    }

    /** Whether a class and all types in its method signatures are available. */
    private boolean isFound(String name) {
        try {
            return isComplete(methods.find(name));
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private static boolean isAsWritten(String written, List<Class<?>> types) {
        List<String> names =
                written.isBlank()
                        ? List.of()
                        : Arrays.stream(written.split(","))
                                .map(n -> n.replaceAll("\\s", ""))
                                .toList();
        if (names.size() != types.size()) {
            return false;
        }
        for (int i = 0; i < names.size(); i++) {
            Class<?> type = types.get(i);
            boolean same =
                    names.get(i).equals(type.getTypeName())
                            || names.get(i).equals(type.getSimpleName());
            if (!same) {
                return false;
            }
        }
        return true;
    }

    private @Nullable Class<?> owner(String name, Span span) {
        String tried = name;
        while (true) {
            try {
                return methods.find(tried);
            } catch (ClassNotFoundException e) {
                int dot = tried.lastIndexOf('.');
                if (dot < 0
                        || !Character.isUpperCase(
                                tried.charAt(tried.lastIndexOf('.', dot - 1) + 1))) {
                    break;
                }
                tried = tried.substring(0, dot) + "$" + tried.substring(dot + 1);
            }
        }
        error(
                span,
                "the Java class "
                        + name
                        + " does not exist in "
                        + methods.place()
                        + " or in the JDK",
                Problems.didYouMean(
                        name, methods.names(), "put the jar with the class into the folder lib"));
        return null;
    }

    private @Nullable JavaMethod method(
            Class<?> owner,
            String name,
            String label,
            List<Class<?>> types,
            Signature signature,
            Span span) {
        if (!JdkMethods.isCallable(owner, name)) {
            error(
                    span,
                    "ESQL cannot call the JDK's method " + label,
                    "call it from your own class in a jar in lib");
            return null;
        }
        Class<?> returned = returned(signature);
        String requested =
                "public static " + returned.getSimpleName() + " " + name + "(" + shown(types) + ")";
        if (!Modifier.isPublic(owner.getModifiers())) {
            error(span, "the Java class " + owner.getName() + " is not public", "");
            return null;
        }
        try {
            Method method = owner.getMethod(name, types.toArray(Class<?>[]::new));
            boolean fits =
                    Modifier.isStatic(method.getModifiers()) && method.getReturnType() == returned;
            if (fits) {
                MethodHandle handle =
                        MethodHandles.publicLookup()
                                .unreflect(method)
                                .asFixedArity()
                                .asSpreader(Object[].class, types.size())
                                .asType(MethodType.methodType(Object.class, Object[].class));
                return new JavaMethod(
                        label,
                        handle,
                        owner.getClassLoader(),
                        signature.parameters(),
                        signature.type());
            }
        } catch (NoSuchMethodException e) {
            // The hint below names the available methods.
        } catch (IllegalAccessException e) {
            error(span, "the Java method " + label + " cannot be called: " + e.getMessage(), "");
            return null;
        }
        error(
                span,
                "the Java class " + owner.getName() + " has no method " + requested,
                advice(owner, name));
        return null;
    }

    private static String advice(Class<?> owner, String name) {
        List<Method> all = List.of(owner.getMethods());
        String same =
                all.stream()
                        .filter(m -> m.getName().equals(name))
                        .map(JavaRoutineAnalyzer::shown)
                        .sorted()
                        .collect(Collectors.joining("; "));
        if (!same.isEmpty()) {
            return "methods with this name: " + same;
        }
        List<String> names =
                all.stream()
                        .filter(m -> Modifier.isStatic(m.getModifiers()))
                        .map(Method::getName)
                        .distinct()
                        .sorted()
                        .toList();
        String near = Problems.didYouMean(name, names);
        return near.isEmpty() && !names.isEmpty()
                ? "its public static methods are " + String.join(", ", names)
                : near;
    }

    private static String shown(Method method) {
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        return (isStatic ? "static " : "")
                + method.getReturnType().getSimpleName()
                + " "
                + method.getName()
                + "("
                + shown(List.of(method.getParameterTypes()))
                + ")";
    }

    private static String shown(List<Class<?>> types) {
        return types.stream().map(Class::getSimpleName).collect(Collectors.joining(", "));
    }

    private void error(Span span, String text, String hint) {
        context.error(ESQL_JAVA_METHOD, span, text, hint);
    }
}
