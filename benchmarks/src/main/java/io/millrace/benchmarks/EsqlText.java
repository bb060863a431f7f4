package io.millrace.benchmarks;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.Esql;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.EsqlSettings;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParserRegistry;

import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A program for one benchmark, compiled, and the trees that it runs on. */
final class EsqlText implements EsqlEnvironment {

    static final EsqlSettings SETTINGS =
            new EsqlSettings(
                    ParserRegistry.load(EsqlText.class.getClassLoader()),
                    Limits.DEFAULTS,
                    Map.of());

    private static final ZonedDateTime NOW =
            ZonedDateTime.of(2024, 3, 5, 10, 20, 30, 0, ZoneOffset.UTC);

    private final Map<Correlation, Element> trees = new EnumMap<>(Correlation.class);
    private final EsqlModule module;

    /**
     * @param main the statements of its Main
     * @param routines of its module
     */
    EsqlText(String main, String routines) {
        String text =
                "CREATE COMPUTE MODULE Test CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN\n"
                        + main
                        + "\nEND;\n"
                        + routines
                        + "\nEND MODULE;";
        Problems problems = new Problems();
        module =
                Esql.compile(List.of(new Source("benchmark.esql", text)), SETTINGS, problems)
                        .module("Test", ModuleKind.COMPUTE)
                        .orElseThrow(() -> new IllegalStateException(problems.all().toString()));
        for (Correlation c : Correlation.values()) {
            trees.put(c, MessageAssembly.emptyTree(MessageAssembly.ROOT));
        }
    }

    /** The tree that the program reads. */
    void input(Element root) {
        trees.put(Correlation.INPUT_ROOT, root);
    }

    /**
     * Runs it with an empty output tree and gives back what it set {@code OutputRoot.result} to.
     */
    Value run() {
        Element output = MessageAssembly.emptyTree(MessageAssembly.ROOT);
        trees.put(Correlation.OUTPUT_ROOT, output);
        module.run(this);
        Element result = output.child("result");
        return result == null ? null : result.fieldValue();
    }

    @Override
    public Element tree(Correlation correlation) {
        return trees.get(correlation);
    }

    @Override
    public void propagate(Propagation propagation) {
        throw new IllegalStateException("a benchmark's program propagates nothing");
    }

    @Override
    public ZonedDateTime now() {
        return NOW;
    }

    @Override
    public Value property(String name) {
        return null;
    }

    @Override
    public DatabaseSession database(String dataSource) {
        throw new IllegalStateException("a benchmark's program uses no database");
    }

    @Override
    public ParserRegistry parsers() {
        return SETTINGS.parsers();
    }

    @Override
    public Limits limits() {
        return SETTINGS.limits();
    }
}
