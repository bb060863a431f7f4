package io.millrace.engine.esql.codegen;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParserRegistry;

import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.EnumMap;
import java.util.Map;

/** Trees without a node. */
final class StandingTrees implements EsqlEnvironment {
    private final ParserRegistry parsers;
    private final Map<Correlation, Element> trees = new EnumMap<>(Correlation.class);

    StandingTrees(ParserRegistry parsers) {
        this.parsers = parsers;
    }

    @Override
    public Element tree(Correlation correlation) {
        return trees.computeIfAbsent(
                correlation, c -> MessageAssembly.emptyTree(MessageAssembly.ROOT));
    }

    @Override
    public void propagate(Propagation propagation) {
        throw new IllegalStateException("nothing is propagated");
    }

    @Override
    public ZonedDateTime now() {
        return ZonedDateTime.of(2024, 3, 5, 10, 20, 30, 0, ZoneOffset.UTC);
    }

    @Override
    public Value property(String name) {
        return null;
    }

    @Override
    public DatabaseSession database(String dataSource) {
        throw new IllegalStateException("there is no database");
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
