package io.millrace.engine.esql;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A case of a golden file: sections by their names.
 *
 * <p>In go {@code input} and {@code environment} (trees), and one of {@code expression}, {@code
 * filter} (an expression of a Filter), {@code pattern}, {@code statements} (the body of a Compute
 * module's Main) or {@code program} (a whole file; its only module, or the one named Test, is run),
 * to which {@code library} (another file) and {@code externals} (user-defined properties, a line
 * {@code name=value} each) may belong. Out come, as far as the case names them, {@code result},
 * {@code output} (OutputRoot), {@code environment after}, {@code propagated}, {@code error} (the
 * texts of the exception and its causes), {@code exceptions} (the type, code, place and inserts of
 * each of them), {@code problems} and {@code database}: the statements that a {@link
 * ScriptedDatabase} was given, each with the data source that the program named. Its rows are
 * {@code ID} and {@code NAME}: 1 'pen' and 2 NULL. The section {@code node} may hold {@code goes
 * on} (errors of the database are not thrown) and {@code strict} (its warnings are errors).
 */
record GoldenCase(String file, String name, Map<String, String> sections) {

    /** Splits a file: cases begin with {@code === name}, sections with {@code --- name}. */
    static List<GoldenCase> read(String file, String text) {
        List<GoldenCase> cases = new ArrayList<>();
        GoldenCase open = null;
        String section = null;
        for (String line : text.lines().toList()) {
            if (line.startsWith("=== ")) {
                open = new GoldenCase(file, line.substring(4).strip(), new LinkedHashMap<>());
                cases.add(open);
                section = null;
            } else if (line.startsWith("--- ")) {
                section = line.substring(4).strip();
                open.sections().put(section, "");
            } else if (section != null) {
                open.sections().merge(section, line + "\n", String::concat);
            }
        }
        return cases;
    }

    /** The sections as they come out when the case is run. */
    Map<String, String> run() {
        Map<String, String> found = new LinkedHashMap<>(sections);
        Problems problems = new Problems();
        EsqlModule module = compile(problems);
        found.computeIfPresent("problems", (k, v) -> problems(problems));
        if (problems.hasErrors() || module == null) {
            String unexpected = "not compiled: " + problems(problems);
            found.replaceAll((k, v) -> isOutcome(k) && !k.equals("problems") ? unexpected : v);
            found.putIfAbsent("problems", problems(problems));
            return found;
        }
        RecordingEnvironment environment =
                new RecordingEnvironment(TreeNotation.read("Root", text("input")));
        environment.trees.put(
                Correlation.ENVIRONMENT, TreeNotation.read("Environment", text("environment")));
        ScriptedDatabase database = database();
        environment.database = database;
        environment.throwsDatabaseErrors = !text("node").contains("goes on");
        environment.treatsWarningsAsErrors = text("node").contains("strict");
        String result;
        String error;
        try {
            Value value = module.run(environment);
            result = EsqlErrors.show(value) + "\n";
            error = "none\n";
            found.computeIfPresent("exceptions", (k, v) -> "none\n");
        } catch (MillraceException e) {
            result = "none, but: " + chain(e);
            error = chain(e);
            found.computeIfPresent("exceptions", (k, v) -> particulars(e));
        }
        boolean expected = sections.containsKey("error") || sections.containsKey("exceptions");
        if (!error.equals("none\n") && !expected) {
            found.put("error", error);
        }
        String failed = error;
        found.computeIfPresent("error", (k, v) -> failed);
        String value = result;
        found.computeIfPresent("result", (k, v) -> value);
        tree(found, "output", environment.tree(Correlation.OUTPUT_ROOT));
        tree(found, "environment after", environment.tree(Correlation.ENVIRONMENT));
        found.computeIfPresent("propagated", (k, v) -> environment.propagated.toString());
        found.computeIfPresent("database", (k, v) -> asked(database, environment));
        return found;
    }

    private static void tree(Map<String, String> found, String section, Element tree) {
        found.computeIfPresent(section, (k, v) -> TreeNotation.write(tree));
    }

    private static ScriptedDatabase database() {
        List<String> columns = List.of("ID", "NAME");
        return new ScriptedDatabase(
                new DatabaseSession.Row(columns, Arrays.asList(Value.of(1), Value.of("pen"))),
                new DatabaseSession.Row(columns, Arrays.asList(Value.of(2), null)));
    }

    private static String asked(ScriptedDatabase database, RecordingEnvironment environment) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < database.asked.size(); i++) {
            String source = environment.dataSources.get(i);
            out.append(source.isEmpty() ? "" : source + ": ");
            out.append(database.asked.get(i)).append("\n");
        }
        return out.toString();
    }

    private static boolean isOutcome(String section) {
        return List.of(
                        "result",
                        "output",
                        "environment after",
                        "propagated",
                        "error",
                        "exceptions",
                        "problems",
                        "database")
                .contains(section);
    }

    /** The texts of an exception and its causes. */
    private static String chain(MillraceException e) {
        String cause = e.getCause() instanceof MillraceException inner ? chain(inner) : "";
        return e.code().id() + " " + e.getMessage() + "\n" + cause;
    }

    private static String particulars(MillraceException e) {
        String place = e.place() == null ? "" : " " + e.place();
        String inserts = e.inserts().stream().map(Insert::text).collect(Collectors.joining(" | "));
        String cause = e.getCause() instanceof MillraceException inner ? particulars(inner) : "";
        return e.type().folder() + " " + e.code().id() + place + ": " + inserts + "\n" + cause;
    }

    private static String problems(Problems problems) {
        return problems.all().stream()
                .map(Problem::render)
                .map(p -> p + "\n")
                .collect(Collectors.joining());
    }

    private String text(String section) {
        return sections.getOrDefault(section, "");
    }

    private EsqlModule compile(Problems problems) {
        if (sections.containsKey("expression")) {
            return empty(problems).expression(source("expression"), ModuleKind.COMPUTE, problems);
        }
        if (sections.containsKey("filter")) {
            return empty(problems).expression(source("filter"), ModuleKind.FILTER, problems);
        }
        if (sections.containsKey("pattern")) {
            return empty(problems).pattern(source("pattern"), problems);
        }
        if (sections.containsKey("statements")) {
            String text =
                    "CREATE COMPUTE MODULE Test CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN\n"
                            + text("statements")
                            + "END; END MODULE;\n";
            return program(new Source("test.esql", text), problems);
        }
        return program(new Source("test.esql", text("program")), problems);
    }

    private Source source(String section) {
        return new Source("test", text(section).strip());
    }

    private EsqlSettings settings() {
        Map<String, String> externals =
                text("externals")
                        .lines()
                        .map(line -> line.split("=", 2))
                        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        return new EsqlSettings(
                RecordingEnvironment.PARSERS,
                Limits.DEFAULTS,
                externals,
                JavaSamples.METHODS,
                FunctionRegistry.BUILT_IN);
    }

    private EsqlProgram empty(Problems problems) {
        return Esql.compile(List.of(), settings(), problems);
    }

    private EsqlModule program(Source source, Problems problems) {
        List<Source> sources = new ArrayList<>(List.of(source));
        if (sections.containsKey("library")) {
            sources.add(new Source("library.esql", text("library")));
        }
        EsqlProgram program = Esql.compile(sources, settings(), problems);
        return program.module("Test", null).or(() -> only(program)).orElse(null);
    }

    private static Optional<EsqlModule> only(EsqlProgram program) {
        return program.modules(null).stream()
                .findFirst()
                .flatMap(name -> program.module(name, null));
    }

    @Override
    public String toString() {
        return file + ": " + name;
    }
}
