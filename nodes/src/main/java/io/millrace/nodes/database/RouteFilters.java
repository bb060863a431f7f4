package io.millrace.nodes.database;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.nodes.common.EsqlProperties;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The conditions of a DatabaseRoute node, each with its output terminal, written as {@code TERMINAL
 * = ESQL expression} (IIB: the filter table).
 *
 * @param all whether a message is sent to the terminals of all conditions that are TRUE, once to
 *     each; otherwise to the terminal of the first such condition
 */
record RouteFilters(List<Filter> filters, boolean all) {

    static final String MATCH = "match";

    private static final String FILTERS = "filters";
    private static final String EXPRESSION = "filterExpression";
    private static final Set<String> TAKEN = Set.of("failure", "default", "keyNotFound");
    private static final Pattern FILTER =
            Pattern.compile("\\s*([A-Za-z_][\\w-]*)\\s*=(.*)", Pattern.DOTALL);

    /** One condition. */
    record Filter(String terminal, EsqlModule condition) {}

    /**
     * Returns the terminals that the conditions define in addition to match. Invalid conditions are
     * ignored.
     */
    static List<String> ownTerminals(List<String> filters) {
        Set<String> own = new LinkedHashSet<>();
        for (String text : filters) {
            Matcher filter = FILTER.matcher(text);
            if (filter.matches() && !TAKEN.contains(filter.group(1))) {
                own.add(filter.group(1));
            }
        }
        own.remove(MATCH);
        return List.copyOf(own);
    }

    /** Reads the properties. Reports problems and returns null if they are invalid. */
    static RouteFilters of(NodeDefinition node, DeployContext context) {
        List<Filter> filters = new ArrayList<>();
        if (!node.text(EXPRESSION).isBlank()) {
            filters.add(
                    new Filter(
                            MATCH,
                            context.esql()
                                    .expression(
                                            EsqlProperties.source(node, EXPRESSION),
                                            ModuleKind.FILTER,
                                            context.problems())));
        }
        for (String text : node.list(FILTERS)) {
            filters.add(filter(text, node, context));
        }
        if (filters.isEmpty()) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place(FILTERS),
                            "node " + node.name() + " has no condition",
                            "set filterExpression or filters");
            return null;
        }
        if (filters.stream().anyMatch(f -> f == null || f.condition() == null)) {
            return null;
        }
        return new RouteFilters(List.copyOf(filters), node.text("distributionMode").equals("all"));
    }

    private static Filter filter(String text, NodeDefinition node, DeployContext context) {
        Matcher filter = FILTER.matcher(text);
        String wrong = null;
        if (!filter.matches()) {
            wrong = "'" + text + "' in filters does not name a terminal";
        } else if (TAKEN.contains(filter.group(1))) {
            wrong = "'" + filter.group(1) + "' cannot be the terminal of a condition";
        }
        if (wrong != null) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place(FILTERS),
                            wrong,
                            """
                            write TERMINAL = condition, for example gold = \
                            LocalEnvironment.DatabaseRoute.CLASS = 'G'\
                            """);
            return null;
        }
        Source source =
                new Source(
                        node.place(FILTERS) + " (" + node.label() + "." + FILTERS + ")",
                        filter.group(2).strip());
        return new Filter(
                filter.group(1),
                context.esql().expression(source, ModuleKind.FILTER, context.problems()));
    }

    /** Returns the effect of the conditions that a rollback does not undo; null for none. */
    OutsideUnit outsideUnit() {
        return filters.stream()
                .map(f -> f.condition().outsideUnit())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns the terminals of a message, in the order of the conditions; an empty set if no
     * condition is TRUE.
     *
     * @param run function that evaluates a condition for the message
     * @throws MillraceException if the result of a condition is not TRUE, FALSE or NULL
     */
    Set<String> met(Function<EsqlModule, Value> run) {
        Set<String> met = new LinkedHashSet<>();
        for (Filter filter : filters) {
            if ((all || met.isEmpty()) && isMet(filter.condition(), run)) {
                met.add(filter.terminal());
            }
        }
        return met;
    }

    private static boolean isMet(EsqlModule condition, Function<EsqlModule, Value> run) {
        Value met = run.apply(condition);
        if (met != null && !(met instanceof Value.BooleanValue)) {
            throw new MillraceException(
                    ErrorCode.ESQL_OPERANDS,
                    "the result of the condition must be BOOLEAN (found "
                            + met.type()
                            + "): "
                            + condition.name()
                            + "; write a comparison, for example with = or >");
        }
        return met instanceof Value.BooleanValue(boolean value) && value;
    }
}
