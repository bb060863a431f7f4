package io.millrace.nodes.common;

import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.TerminalDescription;
import io.millrace.engine.setting.Setting;
import io.millrace.engine.setting.SettingGroup;

import java.util.ArrayList;
import java.util.List;

/**
 * A node type whose description is a text block. For example:
 *
 * <pre>
 * Throttle, Construction, none
 * Delays messages.
 *
 * in: Input message.
 * out failure
 * out out: The message, unchanged.
 * rate [required INTEGER]: Messages per second.
 * scope [instance|flow = instance, alias range]: What the
 *   rate applies to.
 * </pre>
 *
 * <p>The first line has the name of the type, its palette drawer, its guarantee in a unit of work
 * and, for an input node, the word {@code input}. The summary follows, up to an empty line. Each
 * further entry is a terminal or a property, declared as in {@link SettingGroup}. Indented lines
 * continue an entry.
 */
public abstract class DescribedNode implements NodeType {

    private static final String FAILURE =
            "The input message with an ExceptionList, if the node itself fails.";

    private final NodeDescription description;

    /** Creates the type from the parts of its description, in order. */
    protected DescribedNode(String... parts) {
        String[] sections = String.join("", parts).split("\n\n", 2);
        String[] summary = sections[0].split("\n", 2);
        List<String> head = List.of(summary[0].split(", "));
        List<TerminalDescription> inputs = new ArrayList<>();
        List<TerminalDescription> outputs = new ArrayList<>();
        List<Setting> properties = new ArrayList<>();
        for (String entry : sections[1].replace("\n  ", " ").split("\n")) {
            String[] named = entry.split(": ", 2);
            String name = named[0];
            String text = named.length == 1 ? FAILURE : named[1];
            if (name.equals("in")) {
                inputs.add(new TerminalDescription(name, text));
            } else if (name.startsWith("out ")) {
                outputs.add(new TerminalDescription(name.substring("out ".length()), text));
            } else {
                properties.add(SettingGroup.setting(name, text));
            }
        }
        description =
                new NodeDescription(
                        head.get(0),
                        head.get(1),
                        summary[1].replace('\n', ' '),
                        head.get(2),
                        head.contains("input"),
                        inputs,
                        outputs,
                        new SettingGroup(head.get(0), properties, false));
    }

    @Override
    public final NodeDescription description() {
        return description;
    }
}
