package io.millrace.nodes.common;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.PropertyDescription;
import io.millrace.engine.node.PropertyKind;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The properties by which nodes parse bodies (WMQI: "Parser options"). */
public final class BodyProperties {

    public static final PropertyDescription PARSE_TIMING =
            PropertyDescription.choice(
                    "parseTiming",
                    "onDemand",
                    List.of("onDemand", "immediate", "complete"),
                    "When bodies are parsed: each part when a node first touches it; immediate or"
                            + " complete: whole in this node, so that damage and failures of"
                            + " validation take its failure terminal.");

    public static final PropertyDescription OPTIONS =
            PropertyDescription.optional(
                    "options",
                    PropertyKind.LIST,
                    "",
                    "Options of XMLNSC: RetainMixedContent, RetainComments and"
                            + " RetainProcessingInstructions, texts between tags and the like"
                            + " become elements; BuildTreeUsingXMLSchema, fields of validated"
                            + " messages have values of their model's types.");

    private BodyProperties() {}

    /**
     * What the properties domain, messageSet, messageType and messageFormat say; a problem where
     * there is no such thing.
     */
    public static MessageTemplate template(NodeDefinition node, DeployContext context) {
        MessageTemplate template =
                new MessageTemplate(
                        node.text("domain"),
                        node.text("messageSet"),
                        node.text("messageType"),
                        node.text("messageFormat"));
        context.parsers()
                .domain(template.domain())
                .flatMap(parser -> parser.checkTemplate(template))
                .ifPresent(
                        why -> {
                            String property = template.set().isEmpty() ? "domain" : "messageSet";
                            context.problems()
                                    .error(ErrorCode.BAD_VALUE, node.place(property), why);
                        });
        return template;
    }

    /** Options that some domain knows: headers may name another than the node does. */
    public static Set<String> options(NodeDefinition node, DeployContext context) {
        Set<String> known = new TreeSet<>();
        context.parsers().parsers().forEach(p -> known.addAll(p.options()));
        for (String option : node.list("options")) {
            if (!known.contains(option)) {
                context.problems()
                        .error(
                                ErrorCode.BAD_VALUE,
                                node.place("options"),
                                "there is no option '" + option + "'",
                                Problems.didYouMean(option, known));
            }
        }
        return Set.copyOf(node.list("options"));
    }

    public static ParseTiming timing(NodeDefinition node) {
        return switch (node.text("parseTiming")) {
            case "immediate" -> ParseTiming.IMMEDIATE;
            case "complete" -> ParseTiming.COMPLETE;
            default -> ParseTiming.ON_DEMAND;
        };
    }
}
