package io.millrace.engine.esql.library;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParserRegistry;

import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A node in which nothing happens: empty trees, a clock that stands, no parsers. */
public final class StandingEnvironment implements EsqlEnvironment {

    private final Map<Correlation, Element> trees = new EnumMap<>(Correlation.class);
    private final ParserRegistry parsers;

    public StandingEnvironment() {
        this(ParserRegistry.of(List.of(), List.of()));
    }

    public StandingEnvironment(ParserRegistry parsers) {
        this.parsers = parsers;
        for (Correlation c : Correlation.values()) {
            String name =
                    switch (c) {
                        case INPUT_ROOT, OUTPUT_ROOT -> MessageAssembly.ROOT;
                        case ENVIRONMENT -> MessageAssembly.ENVIRONMENT;
                        case INPUT_LOCAL_ENVIRONMENT, OUTPUT_LOCAL_ENVIRONMENT ->
                                MessageAssembly.LOCAL_ENVIRONMENT;
                        case INPUT_EXCEPTION_LIST, OUTPUT_EXCEPTION_LIST ->
                                MessageAssembly.EXCEPTION_LIST;
                    };
            trees.put(c, MessageAssembly.emptyTree(name));
        }
    }

    @Override
    public Element tree(Correlation correlation) {
        return trees.get(correlation);
    }

    @Override
    public void propagate(Propagation propagation) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ZonedDateTime now() {
        return ZonedDateTime.of(2024, 2, 29, 13, 14, 15, 678_000_000, ZoneId.systemDefault());
    }

    @Override
    public Value property(String name) {
        return Value.of(name);
    }

    @Override
    public DatabaseSession database(String dataSource) {
        throw new UnsupportedOperationException();
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
