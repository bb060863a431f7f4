package io.millrace.benchmarks;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParserRegistry;

import java.time.ZonedDateTime;
import java.util.function.Consumer;

/** The trees of a Compute node's program. For one thread. */
public final class Trees implements EsqlEnvironment {

    private final Element input;
    private final Element output = MessageAssembly.emptyTree(MessageAssembly.ROOT);
    private final ParserRegistry parsers;

    public Trees(Element root, ParserRegistry parsers) {
        this.input = root;
        this.parsers = parsers;
    }

    @Override
    public Element tree(Correlation correlation) {
        return switch (correlation) {
            case INPUT_ROOT -> input;
            case OUTPUT_ROOT -> output;
            default -> throw new IllegalStateException("the program must not use " + correlation);
        };
    }

    @Override
    public void forEachTree(Consumer<Element> action) {
        action.accept(input);
        action.accept(output);
    }

    @Override
    public void propagate(Propagation propagation) {
        throw new IllegalStateException("the program must not propagate");
    }

    @Override
    public ZonedDateTime now() {
        return ZonedDateTime.now();
    }

    @Override
    public Value property(String name) {
        return null;
    }

    @Override
    public DatabaseSession database(String dataSource) {
        throw new IllegalStateException("the program must not use a database");
    }

    @Override
    public ParserRegistry parsers() {
        return parsers;
    }

    @Override
    public Limits limits() {
        return Limits.DEFAULTS;
    }
}
