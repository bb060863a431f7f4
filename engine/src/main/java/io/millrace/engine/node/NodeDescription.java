package io.millrace.engine.node;

import io.millrace.engine.setting.Setting;
import io.millrace.engine.setting.SettingGroup;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Description of a node type. {@link #of} reads it from text:
 *
 * <pre>
 * Throttle, Construction, none
 * Delays messages.
 *
 * in: Input message.
 * in reset: Message that sets the rate to zero.
 * out failure
 * out out: The message, unchanged.
 * destination Throttle: Rate Limit
 * rate [required INTEGER]: Messages per second.
 * scope [instance|flow = instance, alias range]: What the
 *   rate applies to.
 * </pre>
 *
 * <p>The first line has the name of the type, its palette drawer, its guarantee in a unit of work
 * and, for an input node, the word {@code input}. The summary follows, up to an empty line. Each
 * further entry is a terminal, the names of the fields that the node reads from a folder of
 * LocalEnvironment.Destination ({@code destination HTTP}) or of LocalEnvironment ({@code
 * environment XSL}), or a property, declared as in {@link SettingGroup}. Indented lines continue an
 * entry.
 *
 * @param type name in flows, as in WMQI: {@code MQInput}, {@code Compute}
 * @param drawer palette drawer: {@code MQ}, {@code HTTP}, {@code Camel}, {@code Routing}, {@code
 *     Transformation}, {@code Database}, {@code Construction}, {@code Publish/Subscribe}, {@code
 *     Callable Flow}, {@code File}, {@code Timer}, {@code Email}
 * @param summary purpose of the node in one paragraph
 * @param deliveryClass guarantee of the node in a unit of work: {@code transactional}, {@code
 *     immediate} or {@code none}
 * @param input whether the node is an input node, which starts a flow
 * @param inputs input terminals; a connection without a terminal name leads to the first input
 *     terminal
 * @param outputs output terminals
 * @param environment names of the fields that the node reads from the LocalEnvironment, by the path
 *     of their folder, for example {@code Destination.HTTP}; {@code check} warns about other fields
 *     of these folders
 * @param properties properties, in the order of the reference page
 */
public record NodeDescription(
        String type,
        String drawer,
        String summary,
        String deliveryClass,
        boolean input,
        List<TerminalDescription> inputs,
        List<TerminalDescription> outputs,
        Map<String, List<String>> environment,
        SettingGroup properties) {

    /** Drawer of the types of nodes that need products that Millrace does not support. */
    public static final String ABSENT_PRODUCTS = "Absent Products";

    private static final String FAILURE =
            "The input message with an ExceptionList, if the node itself fails.";

    public NodeDescription {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        environment = Map.copyOf(environment);
    }

    /** Creates the description of a node that reads nothing from the LocalEnvironment. */
    public NodeDescription(
            String type,
            String drawer,
            String summary,
            String deliveryClass,
            boolean input,
            List<TerminalDescription> inputs,
            List<TerminalDescription> outputs,
            SettingGroup properties) {
        this(type, drawer, summary, deliveryClass, input, inputs, outputs, Map.of(), properties);
    }

    /** Whether messages that reach a node of the type always fail. */
    public boolean isAbsent() {
        return drawer.equals(ABSENT_PRODUCTS);
    }

    /**
     * Reads a description.
     *
     * @param parts parts of the text, in order
     * @throws IllegalArgumentException if the text does not have the form above
     */
    public static NodeDescription of(String... parts) {
        String text = String.join("", parts);
        String[] sections = text.split("\n\n", 2);
        String[] summary = sections[0].split("\n", 2);
        List<String> head = List.of(summary[0].split(", "));
        if (sections.length < 2 || summary.length < 2 || head.size() < 3) {
            throw new IllegalArgumentException(
                    """
                    a description must begin with a line "TYPE, DRAWER, GUARANTEE", the summary \
                    and an empty line: %s\
                    """
                            .formatted(text));
        }
        List<TerminalDescription> inputs = new ArrayList<>();
        List<TerminalDescription> outputs = new ArrayList<>();
        Map<String, List<String>> environment = new LinkedHashMap<>();
        List<Setting> properties = new ArrayList<>();
        for (String entry : sections[1].replace("\n  ", " ").split("\n")) {
            String[] named = entry.split(": ", 2);
            String name = named[0];
            String described = named.length == 1 ? FAILURE : named[1];
            if (name.equals("in") || name.startsWith("in ")) {
                String input = name.substring(name.indexOf(' ') + 1);
                inputs.add(new TerminalDescription(input, described));
            } else if (name.startsWith("out ")) {
                outputs.add(new TerminalDescription(name.substring("out ".length()), described));
            } else if (name.matches("(destination|environment) [\\w.]+")) {
                String folder =
                        name.replaceFirst("^destination ", "Destination.")
                                .replaceFirst("^environment ", "");
                environment.put(folder, List.of(described.split(" +")));
            } else {
                properties.add(SettingGroup.setting(name, described));
            }
        }
        return new NodeDescription(
                head.get(0),
                head.get(1),
                summary[1].replace('\n', ' '),
                head.get(2),
                head.contains("input"),
                inputs,
                outputs,
                environment,
                new SettingGroup(head.get(0), properties, false));
    }
}
