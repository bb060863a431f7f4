package io.millrace.benchmarks;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.ParserRegistry;

import java.time.ZonedDateTime;

/** What a program needs of a node: its trees. For one thread. */
public final class Trees implements EsqlEnvironment {

    private final Element input;
    private final Element output = MessageAssembly.emptyTree(MessageAssembly.ROOT);
    private final MessageAssembler assembler;

    public Trees(Element root, MessageAssembler assembler) {
        this.input = root;
        this.assembler = assembler;
    }

    @Override
    public Element tree(Correlation correlation) {
        return switch (correlation) {
            case INPUT_ROOT -> input;
            case OUTPUT_ROOT -> output;
            default -> throw new IllegalStateException("the program has no " + correlation);
        };
    }

    @Override
    public void propagate(Propagation propagation) {
        throw new IllegalStateException("the program propagates nothing");
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
        throw new IllegalStateException("the program uses no database");
    }

    @Override
    public ParserRegistry parsers() {
        return assembler.parsers();
    }

    @Override
    public Limits limits() {
        return assembler.limits();
    }
}
