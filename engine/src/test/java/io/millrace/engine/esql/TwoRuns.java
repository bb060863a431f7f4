package io.millrace.engine.esql;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.codegen.ModuleCompiler;
import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.esql.plain.PlainFailure;
import io.millrace.engine.esql.plain.PlainNode;
import io.millrace.engine.esql.plain.PlainRun;
import io.millrace.engine.esql.plain.PlainTooMuch;
import io.millrace.engine.esql.program.Program;
import io.millrace.engine.esql.program.ProgramModule;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Runs modules of a program both ways, on a few messages one behind the other. */
final class TwoRuns {

    private static final List<String> INPUTS =
            List.of(
                    """
                    Properties
                      Topic = 'x'
                    XML
                      a
                        b = 1
                        b = 'two'
                        b = 3
                        (Attribute)t = 'attr'
                      c = 2.50
                      {urn:e}e = 5
                      a
                        = 'text'
                        v = NULL
                    """,
                    """
                    XML
                      a
                        b = '12'
                          x = 1
                        {urn:e}e = 'e'
                      b = TRUE
                      x
                        i = 1
                        i = 2
                    """);

    /**
     * Some programs would call themselves a thousand times at each of a thousand levels. What does
     * not end, compiled, is stopped: that is a difference, too.
     */
    private static final Limits LIMITS =
            Limits.builder()
                    .messageBytes(1 << 20)
                    .treeDepth(1_000)
                    .treeElements(10_000)
                    .nameLength(1_000)
                    .callDepth(20)
                    .evalLength(1_000)
                    .esqlMillis(20_000)
                    .build();

    private final Program program;
    private final ModuleCompiler compiler;
    private final Map<String, Integer> ends = new TreeMap<>();

    TwoRuns(Program program) {
        this.program = program;
        this.compiler = new ModuleCompiler(program, false);
    }

    /** How many runs gave a result, ended in an error, or were given up because they took long. */
    Map<String, Integer> ends() {
        return ends;
    }

    /** Null for none. */
    String difference(String name) {
        ProgramModule module =
                program.modules().stream()
                        .filter(m -> m.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        EsqlModule compiled = compiler.compile(module, new Problems()).orElseThrow();
        Map<Integer, Object> shared = new HashMap<>();
        for (String input : INPUTS) {
            RecordingEnvironment environment =
                    new RecordingEnvironment(TreeNotation.read("Root", input));
            environment.limits = LIMITS;
            PlainNode node = new PlainNode(environment.trees, environment);
            String expected;
            try {
                expected = plainly(module, node, shared);
            } catch (PlainTooMuch e) {
                ends.merge("given up", 1, Integer::sum);
                return null;
            }
            String found = compiled(compiled, environment);
            if (!found.equals(expected)) {
                return difference(expected, found);
            }
            boolean isError = expected.lines().findFirst().orElseThrow().endsWith("]");
            ends.merge(isError ? "error" : "result", 1, Integer::sum);
        }
        return null;
    }

    private String plainly(ProgramModule module, PlainNode node, Map<Integer, Object> shared) {
        String end;
        try {
            PlainRun run = new PlainRun(program, node, shared, LIMITS.callDepth());
            end = EsqlErrors.show(run.run(module));
        } catch (PlainFailure e) {
            end = e.toString();
        }
        StringBuilder propagated = new StringBuilder();
        node.propagated.forEach(
                p -> {
                    propagated.append(p.getKey()).append('\n');
                    TreeNotation.write(p.getValue())
                            .lines()
                            .forEach(l -> propagated.append("  ").append(l).append('\n'));
                });
        return outcome(end, propagated, node::tree);
    }

    private static String compiled(EsqlModule module, RecordingEnvironment environment) {
        String end;
        try {
            end = EsqlErrors.show(module.run(environment));
        } catch (MillraceException e) {
            end = error(e);
        }
        return outcome(end, environment.propagated, environment::tree);
    }

    /** As {@link PlainFailure} writes it. */
    private static String error(MillraceException thrown) {
        List<Integer> lines = new ArrayList<>();
        MillraceException root = thrown.root();
        for (Throwable t = thrown; t != root; t = t.getCause()) {
            lines.add(((MillraceException) t).place().line());
        }
        String user =
                root.code() == ErrorCode.ESQL_USER
                        ? " " + root.number() + root.inserts().stream().map(i -> i.text()).toList()
                        : "";
        String internal =
                root.code() == ErrorCode.INTERNAL
                        ? " " + root + Arrays.toString(root.getCause().getStackTrace())
                        : "";
        return root.code() + user + internal + " at " + lines;
    }

    private static String outcome(
            String end, CharSequence propagated, Function<Correlation, Element> trees) {
        StringBuilder out = new StringBuilder(end).append('\n').append(propagated);
        for (Correlation c : Correlation.values()) {
            out.append(c).append('\n').append(TreeNotation.write(trees.apply(c)));
        }
        return out.toString();
    }

    /** The first line in which two outcomes differ. */
    private static String difference(String expected, String found) {
        List<String> a = expected.lines().toList();
        List<String> b = found.lines().toList();
        int same = 0;
        while (same < Math.min(a.size(), b.size()) && a.get(same).equals(b.get(same))) {
            same++;
        }
        return "line "
                + same
                + " of the outcome\nplainly:  "
                + (same < a.size() ? a.get(same) : "nothing")
                + "\ncompiled: "
                + (same < b.size() ? b.get(same) : "nothing")
                + "\n";
    }
}
