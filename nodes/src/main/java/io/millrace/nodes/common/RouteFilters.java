package io.millrace.nodes.common;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.work.OutsideUnit;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The conditions of a node that routes messages, each with its output terminal, written as {@code
 * TERMINAL = ESQL expression} (IIB: the filter table).
 *
 * @param all whether a message is sent to the terminals of all conditions that are TRUE, once to
 *     each; otherwise to the terminal of the first such condition
 */
public record RouteFilters(List<Filter> filters, boolean all) {

    /** Name of the property with the conditions. */
    public static final String FILTERS = "filters";

    /** Property that selects the terminals if several conditions are TRUE. */
    public static final String DISTRIBUTION_MODE =
            """
            distributionMode [all|first = all]: Terminals that receive the message: `all`,
              the terminals of all conditions that are TRUE, in order, once each; `first`,
              only the terminal of the first such condition.
            """;

    private static final Pattern FILTER =
            Pattern.compile("\\s*([A-Za-z_][\\w-]*)\\s*=(.*)", Pattern.DOTALL);

    /** The beginning of an XPath expression that is not ESQL. */
    private static final Pattern XPATH =
            Pattern.compile("\\$\\w+.*|/.*|(not|count|contains|boolean|string)\\s*\\(\\s*[$/].*");

    /** One condition. */
    public record Filter(String terminal, EsqlModule condition) {}

    public RouteFilters {
        filters = List.copyOf(filters);
    }

    /**
     * Returns the terminals that the property filters defines. Invalid conditions are ignored.
     *
     * @param filters values of the property
     * @param taken terminals of the node that no condition can have
     */
    public static List<String> ownTerminals(List<String> filters, Set<String> taken) {
        Set<String> own = new LinkedHashSet<>();
        for (String text : filters) {
            Matcher filter = FILTER.matcher(text);
            if (filter.matches() && !taken.contains(filter.group(1))) {
                own.add(filter.group(1));
            }
        }
        return List.copyOf(own);
    }

    /**
     * Reads the properties filters and distributionMode. Reports problems and returns null if they
     * are invalid.
     *
     * @param first conditions that precede those of the property
     * @param taken terminals of the node that no condition can have
     * @param example valid condition with its terminal
     */
    public static RouteFilters of(
            NodeDefinition node,
            List<Filter> first,
            Set<String> taken,
            String example,
            DeployContext context) {
        List<Filter> filters = new ArrayList<>(first);
        for (String text : node.list(FILTERS)) {
            filters.add(filter(text, node, taken, example, context));
        }
        return filters.stream().anyMatch(f -> f == null || f.condition() == null)
                ? null
                : new RouteFilters(filters, node.text("distributionMode").equals("all"));
    }

    private static Filter filter(
            String text,
            NodeDefinition node,
            Set<String> taken,
            String example,
            DeployContext context) {
        Matcher filter = FILTER.matcher(text);
        String wrong = null;
        String hint = "write TERMINAL = condition, for example " + example;
        if (!filter.matches()) {
            wrong = "'" + text + "' in filters does not name a terminal";
        } else if (taken.contains(filter.group(1))) {
            wrong = "'" + filter.group(1) + "' cannot be the terminal of a condition";
        } else if (XPATH.matcher(filter.group(2).strip()).matches()) {
            wrong = "the condition of " + filter.group(1) + " is XPath; it must be ESQL";
            hint = "write for example " + example;
        }
        if (wrong != null) {
            context.problems().error(ErrorCode.BAD_VALUE, node.place(FILTERS), wrong, hint);
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
    public OutsideUnit outsideUnit() {
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
    public Set<String> met(Function<EsqlModule, Value> run) {
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
