package io.millrace.engine.esql.analysis;

import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.FieldPath.AtCorrelation;
import io.millrace.engine.esql.program.FieldPath.Step;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * The correlation names of message trees, by the kind of module (WMQI ESQL reference, "ESQL
 * correlation names").
 */
final class CorrelationNames {

    private static final Map<String, FieldPath> COMPUTE = new HashMap<>();
    private static final Map<String, FieldPath> OTHERS = new HashMap<>();
    private static final Map<String, String> SPELLING = new HashMap<>();

    static {
        input(COMPUTE, "Input");
        input(OTHERS, "");
        add(COMPUTE, "OutputRoot", Correlation.OUTPUT_ROOT);
        add(COMPUTE, "OutputLocalEnvironment", Correlation.OUTPUT_LOCAL_ENVIRONMENT);
        add(COMPUTE, "OutputDestinationList", Correlation.OUTPUT_LOCAL_ENVIRONMENT);
        add(COMPUTE, "OutputExceptionList", Correlation.OUTPUT_EXCEPTION_LIST);
    }

    private CorrelationNames() {}

    private static void input(Map<String, FieldPath> names, String before) {
        add(names, before + "Root", Correlation.INPUT_ROOT);
        add(names, before + "Body", Correlation.INPUT_ROOT, FieldPath.BODY);
        add(names, before + "Properties", Correlation.INPUT_ROOT, FieldPath.PROPERTIES);
        add(names, before + "LocalEnvironment", Correlation.INPUT_LOCAL_ENVIRONMENT);
        add(names, before + "DestinationList", Correlation.INPUT_LOCAL_ENVIRONMENT);
        add(names, before + "ExceptionList", Correlation.INPUT_EXCEPTION_LIST);
        add(names, "Environment", Correlation.ENVIRONMENT);
    }

    private static void add(
            Map<String, FieldPath> names, String name, Correlation tree, Step... steps) {
        names.put(fold(name), new FieldPath(new AtCorrelation(tree), List.of(steps)));
        SPELLING.put(fold(name), name);
    }

    private static String fold(String name) {
        return name.toUpperCase(Locale.ROOT);
    }

    /**
     * Returns the path for a correlation name; null if the name is unknown in modules of this kind.
     * A null kind stands for a schema routine, in which all correlation names are known.
     */
    static @Nullable FieldPath find(String name, @Nullable ModuleKind kind) {
        String folded = fold(name);
        FieldPath found = kind == null || kind == ModuleKind.COMPUTE ? COMPUTE.get(folded) : null;
        return found == null && kind != ModuleKind.COMPUTE ? OTHERS.get(folded) : found;
    }

    static Collection<String> names(@Nullable ModuleKind kind) {
        TreeSet<String> names = new TreeSet<>();
        SPELLING.forEach(
                (folded, name) -> {
                    if (find(folded, kind) != null) {
                        names.add(name);
                    }
                });
        return names;
    }

    /**
     * Returns advice about a name that only other kinds of module have; empty if there is none.
     *
     * @param isProperty whether the name is in an expression outside modules
     */
    static String advice(String name, @Nullable ModuleKind kind, boolean isProperty) {
        String folded = fold(name);
        if (folded.equals("OUTPUTBODY")) {
            return """
            write the name of the body, for example OutputRoot.XMLNSC; OutputBody does \
            not exist, because the output tree starts empty\
            """;
        }
        if (kind == ModuleKind.COMPUTE && OTHERS.containsKey(folded)) {
            return "in a COMPUTE module it is called Input" + SPELLING.get(folded);
        }
        if (kind != null && kind != ModuleKind.COMPUTE && COMPUTE.containsKey(folded)) {
            boolean output = folded.startsWith("OUTPUT");
            String there = SPELLING.getOrDefault(folded, name);
            return output
                    ? "only COMPUTE modules have output trees"
                    : (isProperty ? "here it is called " : "in a " + kind + " module it is called ")
                            + there.substring("Input".length());
        }
        return "";
    }
}
