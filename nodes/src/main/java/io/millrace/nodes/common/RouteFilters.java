package io.millrace.nodes.common;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.work.OutsideUnit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The conditions of a node that routes messages, each with its output terminal, written as {@code
 * TERMINAL = expression} in ESQL or XPath (IIB: the filter table).
 *
 * @param all whether a message is sent to the terminals of all conditions that are TRUE, once to
 *     each; otherwise to the terminal of the first such condition
 */
public record RouteFilters(List<Filter> filters, boolean all) {

    /** Name of the property with the conditions. */
    public static final String FILTERS = "filters";

    private static final String NAMESPACES = "namespaces";

    /** Property with the prefixes of conditions in XPath. */
    public static final String NAMESPACES_OF_XPATH =
            """
            namespaces [LIST]: Prefixes of names in XPath conditions: a list of PREFIX = namespace,
              for example "ord = http://example.org/orders".
            """;

    /** Property that selects the terminals if several conditions are TRUE. */
    public static final String DISTRIBUTION_MODE =
            """
            distributionMode [all|first = all]: Terminals that receive the message: `all`,
              the terminals of all conditions that are TRUE, in order, once each; `first`,
              only the terminal of the first such condition.
            """;

    private static final Pattern FILTER =
            Pattern.compile("\\s*([A-Za-z_][\\w-]*)\\s*=(.*)", Pattern.DOTALL);

    /** The beginning of an XPath expression without a variable. */
    private static final Pattern ABSOLUTE =
            Pattern.compile("/.*|(not|count|contains|boolean|string)\\s*\\(\\s*/.*");

    /** One condition. */
    public record Filter(String terminal, EsqlModule condition) {}

    public RouteFilters {
        filters = List.copyOf(filters);
    }

    /**
     * Returns the terminals that the property filters defines; null if a condition has none.
     *
     * @param filters values of the property
     * @param taken terminals of the node that no condition can have
     */
    public static List<String> ownTerminals(List<String> filters, Set<String> taken) {
        Set<String> own = new LinkedHashSet<>();
        for (String text : filters) {
            Matcher filter = FILTER.matcher(text);
            if (!filter.matches()) {
                return null;
            }
            if (!taken.contains(filter.group(1))) {
                own.add(filter.group(1));
            }
        }
        return List.copyOf(own);
    }

    /**
     * Reads the properties filters and distributionMode. Reports problems and returns null if they
     * are invalid.
     *
     * @param first conditions that precede the conditions of the property
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
        Map<String, String> namespaces = namespaces(node, context);
        for (int i = 0; i < node.list(FILTERS).size(); i++) {
            filters.add(filter(i, node, taken, example, namespaces, context));
        }
        return filters.stream().anyMatch(f -> f == null || f.condition() == null)
                ? null
                : new RouteFilters(filters, node.text("distributionMode").equals("all"));
    }

    private static Map<String, String> namespaces(NodeDefinition node, DeployContext context) {
        Map<String, String> namespaces = new HashMap<>();
        for (int i = 0; i < node.list(NAMESPACES).size(); i++) {
            String text = node.list(NAMESPACES).get(i);
            Matcher declaration = FILTER.matcher(text);
            if (declaration.matches() && !declaration.group(2).isBlank()) {
                namespaces.put(declaration.group(1), declaration.group(2).strip());
            } else {
                context.problems()
                        .error(
                                ErrorCode.BAD_VALUE,
                                node.place(NAMESPACES, i),
                                "a namespace must have the form PREFIX = namespace (found '"
                                        + text
                                        + "')");
            }
        }
        return namespaces;
    }

    private static Filter filter(
            int index,
            NodeDefinition node,
            Set<String> taken,
            String example,
            Map<String, String> namespaces,
            DeployContext context) {
        String text = node.list(FILTERS).get(index);
        Place place = node.place(FILTERS, index);
        Matcher filter = FILTER.matcher(text);
        String wrong = null;
        String hint = "write TERMINAL = condition, for example " + example;
        if (!filter.matches()) {
            wrong = "'" + text + "' in filters does not name a terminal";
        } else if (filter.group(2).isBlank()) {
            wrong = "'" + text + "' in filters has no condition after =";
        } else if (taken.contains(filter.group(1))) {
            wrong = "'" + filter.group(1) + "' cannot be the terminal of a condition";
        } else if (ABSOLUTE.matcher(filter.group(2).strip()).matches()) {
            wrong =
                    "the XPath condition of "
                            + filter.group(1)
                            + " must begin with a variable (found "
                            + filter.group(2).strip()
                            + ")";
            hint = "begin the path with $Root or $Body";
        }
        if (wrong != null) {
            context.problems().error(ErrorCode.BAD_VALUE, place, wrong, hint);
            return null;
        }
        String condition = filter.group(2).strip();
        if (XPathCondition.isXPath(condition)) {
            return new Filter(
                    filter.group(1),
                    XPathCondition.compile(
                            "the condition of " + filter.group(1),
                            condition,
                            namespaces,
                            place,
                            context.problems()));
        }
        Source source = new Source(place + " (" + node.label() + "." + FILTERS + ")", condition);
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
     * @param run whether a condition is TRUE for the message
     */
    public Set<String> met(Predicate<EsqlModule> run) {
        Set<String> met = new LinkedHashSet<>();
        for (Filter filter : filters) {
            if ((all || met.isEmpty()) && run.test(filter.condition())) {
                met.add(filter.terminal());
            }
        }
        return met;
    }
}
