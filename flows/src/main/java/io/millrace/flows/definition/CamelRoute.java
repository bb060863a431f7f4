package io.millrace.flows.definition;

import io.millrace.parsers.text.YamlEntry;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlSequence;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** A detector of Apache Camel routes, which can be mistaken for flows. */
public final class CamelRoute {

    /** Text of the problem of a file with a route. */
    public static final String FOUND = "this is a route of Apache Camel, expected a flow";

    /** Advice for a file with a route. */
    public static final String ADVICE =
            "write a file *.flow.yaml that begins with 'flow: NAME': a CamelInput node has the uri"
                    + " of from, a CamelOutput node that of to, and docs/camel.md has an example";

    private static final Set<String> KEYS =
            Set.of("route", "from", "rest", "routeTemplate", "routeConfiguration", "kamelet");

    private static final Pattern YAML =
            Pattern.compile(
                    "^(- *)?(route|from|routeTemplate|routeConfiguration) *:", Pattern.MULTILINE);

    /** An element with the URI where a route begins, or the class of a route in Java. */
    private static final Pattern SOURCE =
            Pattern.compile("<(\\w+:)?from\\s+uri\\s*=|extends\\s+(Endpoint)?RouteBuilder\\b");

    private CamelRoute() {}

    /** Whether a document is a single route or a list of routes. */
    static boolean isRoute(YamlNode document) {
        List<YamlNode> items =
                document instanceof YamlSequence list ? list.items() : List.of(document);
        return items.stream()
                .anyMatch(
                        item ->
                                item instanceof YamlMapping mapping
                                        && !mapping.has("flow")
                                        && !mapping.has("subflow")
                                        && !mapping.has("nodes")
                                        && mapping.entries().stream()
                                                .map(YamlEntry::name)
                                                .anyMatch(KEYS::contains));
    }

    /** Whether the file with a name and text contains a route, in YAML, XML or Java. */
    public static boolean isRoute(String name, String text) {
        return name.matches("(?i).*\\.ya?ml")
                ? YAML.matcher(text).find() && text.contains("uri")
                : name.matches("(?i).*\\.(xml|java)") && SOURCE.matcher(text).find();
    }
}
