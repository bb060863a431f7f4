package io.millrace.projects.write;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.PrintableText;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.flows.definition.Connection;
import io.millrace.flows.definition.Endpoint;
import io.millrace.flows.definition.FileSettings;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.flows.definition.NodeEntry;
import io.millrace.flows.definition.Promotion;
import io.millrace.flows.definition.PropertyText;
import io.millrace.flows.definition.SettingKey;
import io.millrace.projects.convert.Environment;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** A writer of {@code *.flow.yaml} and {@code *.subflow.yaml}. */
final class FlowYaml {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z](?:[\\w. /-]*[\\w])?");

    /** Words that some versions of YAML read as values of types other than string. */
    private static final Set<String> WORDS =
            Set.of("true", "false", "yes", "no", "on", "off", "null", "y", "n");

    /** First input terminal of most nodes, which a connection can omit. */
    private static final String IN = "in";

    private final StringBuilder out = new StringBuilder();
    private final FlowDefinition flow;

    private final Map<Place, String> comments;
    private final Set<Place> commented = new HashSet<>();

    private FlowYaml(FlowDefinition flow, Map<Place, String> comments) {
        this.flow = flow;
        this.comments = comments;
    }

    /**
     * Returns the text of a flow.
     *
     * @param comments comments on nodes, by the places of the nodes
     */
    static String of(FlowDefinition flow, Map<Place, String> comments) {
        return new FlowYaml(flow, comments).text();
    }

    private String text() {
        line(0, key(flow.kind()) + scalar(flow.name()));
        if (!flow.description().isEmpty()) {
            line(0, key("description") + scalar(flow.description()));
        }
        flow.properties().forEach((name, value) -> line(0, name + ": " + value(value)));
        values(0, "externals", flow.externals());
        line(0, key("nodes") + (flow.nodes().isEmpty() ? "{}" : ""));
        flow.nodes().values().forEach(this::node);
        connections();
        promotions();
        return out.toString();
    }

    /** Returns a key that the files of this kind have, and its separator. */
    private String key(String name) {
        SettingGroup group = flow.kind().equals("flow") ? FileSettings.FLOW : FileSettings.SUBFLOW;
        if (group.find(name) == null) {
            throw new IllegalStateException("the settings of " + group.name() + " lack " + name);
        }
        return name + ": ";
    }

    /**
     * Returns a string as YAML. Quotation marks are omitted if they are not needed to read the
     * value as a string.
     */
    private static String scalar(String text) {
        boolean plain =
                PLAIN.matcher(text).matches() && !WORDS.contains(text.toLowerCase(Locale.ROOT));
        return plain ? text : Environment.quoted(text);
    }

    private void line(int indent, String text) {
        out.append(" ".repeat(indent)).append(text.stripTrailing()).append('\n');
    }

    private static String value(PropertyText value) {
        return value.list() ? list(value.texts()) : scalar(value.text());
    }

    private static String list(List<String> texts) {
        List<String> items = new ArrayList<>();
        texts.forEach(t -> items.add(scalar(t)));
        return "[" + String.join(", ", items) + "]";
    }

    private void values(int indent, String key, Map<String, PropertyText> values) {
        if (!values.isEmpty()) {
            line(indent, key + ":");
            values.forEach((name, value) -> line(indent + 2, scalar(name) + ": " + value(value)));
        }
    }

    private void node(NodeEntry node) {
        // Nodes that replace one node have its place. The comment precedes the first of them.
        String comment = commented.add(node.place()) ? comments.get(node.place()) : null;
        if (comment != null) {
            PrintableText.lines(comment)
                    .lines()
                    .forEach(text -> line(2, ("# " + text).stripTrailing()));
        }
        line(2, scalar(node.name()) + ":");
        line(4, "type: " + node.type());
        node.properties()
                .forEach(
                        (name, value) -> {
                            if (!name.startsWith(SettingKey.EXTERNALS)) {
                                line(4, scalar(name) + ": " + value(value));
                            }
                        });
        values(4, "externals", PropertyText.externals(node.properties()));
    }

    private void connections() {
        Map<String, List<String>> targets = new LinkedHashMap<>();
        for (Connection connection : flow.connections()) {
            List<String> to =
                    targets.computeIfAbsent(connection.from().text(), f -> new ArrayList<>());
            connection.to().forEach(end -> to.add(target(end)));
        }
        if (!targets.isEmpty()) {
            line(0, key("connections"));
            targets.forEach(
                    (from, to) ->
                            line(
                                    2,
                                    scalar(from)
                                            + ": "
                                            + (to.size() == 1 ? scalar(to.getFirst()) : list(to))));
        }
    }

    /** Returns a target. Its text must not be the name of another node. */
    private String target(Endpoint end) {
        boolean ambiguous = flow.nodes().containsKey(end.text());
        return ambiguous && end.terminal().equals(IN) ? end.node() : end.text();
    }

    private void promotions() {
        if (flow.promotions().isEmpty()) {
            return;
        }
        line(0, key("properties"));
        for (Promotion promotion : flow.promotions().values()) {
            List<String> targets = promotion.targets().stream().map(Endpoint::text).toList();
            line(2, scalar(promotion.name()) + ": " + list(targets));
        }
    }
}
