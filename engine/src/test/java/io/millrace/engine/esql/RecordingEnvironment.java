package io.millrace.engine.esql;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParserRegistry;

import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A node for programs under test: keeps its trees, and what was propagated. */
final class RecordingEnvironment implements EsqlEnvironment {

    static final ParserRegistry PARSERS = ParserRegistry.of(NotationDomain.all(), List.of());

    final Map<Correlation, Element> trees = new EnumMap<>(Correlation.class);

    /** Where each message went, and its tree as it was then. */
    final StringBuilder propagated = new StringBuilder();

    final List<LongExecution> longExecutions = new ArrayList<>();

    final List<Propagation> propagations = new ArrayList<>();
    DatabaseSession database;
    boolean throwsDatabaseErrors = true;
    boolean treatsWarningsAsErrors;

    /** Those that were asked for, each time. */
    final List<String> dataSources = new ArrayList<>();

    Limits limits = Limits.DEFAULTS;
    RuntimeException downstream;

    /** What else is done at a PROPAGATE. */
    Runnable whenPropagated = () -> {};

    volatile boolean stopped;

    RecordingEnvironment(Element inputRoot) {
        MessageAssembly input = MessageAssembly.of(inputRoot);
        trees.put(Correlation.INPUT_ROOT, input.root());
        trees.put(Correlation.INPUT_LOCAL_ENVIRONMENT, input.localEnvironment());
        trees.put(Correlation.INPUT_EXCEPTION_LIST, input.exceptionList());
        trees.put(Correlation.ENVIRONMENT, input.environment());
        emptyOutput();
    }

    private void emptyOutput() {
        trees.put(Correlation.OUTPUT_ROOT, MessageAssembly.emptyTree(MessageAssembly.ROOT));
        trees.put(
                Correlation.OUTPUT_LOCAL_ENVIRONMENT,
                MessageAssembly.emptyTree(MessageAssembly.LOCAL_ENVIRONMENT));
        trees.put(
                Correlation.OUTPUT_EXCEPTION_LIST,
                MessageAssembly.emptyTree(MessageAssembly.EXCEPTION_LIST));
    }

    @Override
    public Element tree(Correlation correlation) {
        return trees.get(correlation);
    }

    @Override
    public void propagate(Propagation propagation) {
        propagations.add(propagation);
        String target =
                propagation.label().isEmpty()
                        ? propagation.terminal()
                        : "label " + propagation.label();
        propagated.append(target).append('\n');
        TreeNotation.write(tree(Correlation.OUTPUT_ROOT))
                .lines()
                .forEach(l -> propagated.append("  ").append(l).append('\n'));
        whenPropagated.run();
        if (downstream != null) {
            throw downstream;
        }
        if (propagation.delete()) {
            emptyOutput();
        }
    }

    @Override
    public void longExecution(LongExecution execution) {
        longExecutions.add(execution);
    }

    @Override
    public ZonedDateTime now() {
        return ZonedDateTime.of(2024, 2, 29, 12, 34, 56, 789_000_000, ZoneId.of("+01:00"));
    }

    @Override
    public Value property(String name) {
        return Value.of("the " + name);
    }

    @Override
    public DatabaseSession database(String dataSource) {
        dataSources.add(dataSource);
        return database;
    }

    @Override
    public boolean isStopped() {
        return stopped;
    }

    @Override
    public boolean throwsDatabaseErrors() {
        return throwsDatabaseErrors;
    }

    @Override
    public boolean treatsWarningsAsErrors() {
        return treatsWarningsAsErrors;
    }

    @Override
    public ParserRegistry parsers() {
        return PARSERS;
    }

    @Override
    public Limits limits() {
        return limits;
    }
}
