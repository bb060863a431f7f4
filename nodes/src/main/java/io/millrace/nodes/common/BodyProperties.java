package io.millrace.nodes.common;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.parser.TemplateProblem;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Properties of nodes that parse bodies (WMQI: "Parser options"). */
public final class BodyProperties {

    /** Properties of parsing and validation of a body. */
    public static final String PARSING =
            """
            parseTiming [onDemand|immediate|complete = onDemand]: When the body is parsed:
              `onDemand`, each part when a node first accesses it; `immediate` or
              `complete`, completely in this node, so that parse errors and validation
              failures go to its failure terminal.
            """
                    + ValidationProperties.OF_INPUT
                    + """
                    options [LIST]: Options of XMLNSC. RetainMixedContent, RetainComments and
                      RetainProcessingInstructions keep text between tags, comments and processing
                      instructions as elements. BuildTreeUsingXMLSchema converts the values of
                      validated messages to the types in their model.
                    """;

    /** Properties of an input node whose messages have a domain, except in flow tests. */
    public static final String OF_TESTS =
            """
            domain [DOMAIN]: Domain of messages in flow tests and `exec`. The default is BLOB. Other
              messages keep their domain.
            messageSet [TEXT]: Message set of messages in flow tests and `exec`.
            messageType [TEXT]: Name of the message in its message set, in flow tests and `exec`.
            messageFormat [TEXT]: Physical format of the body in flow tests and `exec`.
            """;

    private BodyProperties() {}

    /**
     * Returns the parser defaults of a node, from {@link #PARSING} and the properties of {@link
     * #template}. Reports invalid properties.
     */
    public static Defaults defaults(NodeDefinition node, DeployContext context) {
        MessageTemplate template = template(node, context);
        messageSet(node, template, context);
        return new Defaults(
                template,
                timing(node),
                options(node, context),
                true,
                ValidationProperties.of(node, template, context));
    }

    /**
     * Returns the template in the properties domain, messageSet, messageType and messageFormat.
     * Reports a problem if it does not exist.
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
                .ifPresent(
                        parser ->
                                parser.templateProblems(template)
                                        .forEach(problem -> report(problem, node, context)));
        boolean other = !template.domain().isEmpty() && !template.domain().equals("MRM");
        if (other && !template.format().isEmpty()) {
            context.problems()
                    .warning(
                            ErrorCode.BAD_VALUE,
                            node.place("messageFormat"),
                            "messageFormat is ignored: only the domain MRM has message formats"
                                    + " (found the domain "
                                    + template.domain()
                                    + ")",
                            "set domain to MRM, or remove messageFormat");
        }
        return template;
    }

    private static void report(
            TemplateProblem problem, NodeDefinition node, DeployContext context) {
        String property =
                Stream.of(problem.property(), "messageSet")
                        .filter(name -> !node.text(name).isEmpty())
                        .findFirst()
                        .orElse("domain");
        context.problems().error(ErrorCode.BAD_VALUE, node.place(property), problem.text());
    }

    /**
     * Returns the parser defaults of a node like {@link #defaults}. If neither the node nor a
     * header specifies a domain, bodies are BLOBs.
     */
    public static Defaults defaultsWithBlob(NodeDefinition node, DeployContext context) {
        if (node.text("domain").isEmpty() && !node.text("messageSet").isEmpty()) {
            unusedMessageSet(
                    node,
                    context,
                    "messageSet is set, but domain is not: bodies are parsed without the message"
                            + " set");
        }
        return defaults(node, context);
    }

    /** Warns about a message set with a domain that does not use it. */
    private static void messageSet(
            NodeDefinition node, MessageTemplate template, DeployContext context) {
        boolean isUnused =
                context.parsers()
                        .domain(template.domain())
                        .map(parser -> !parser.usesMessageSets())
                        .orElse(false);
        if (!template.set().isEmpty() && isUnused) {
            unusedMessageSet(
                    node,
                    context,
                    "messageSet is not used to parse bodies of the domain " + template.domain());
        }
    }

    private static void unusedMessageSet(NodeDefinition node, DeployContext context, String text) {
        context.problems()
                .warning(
                        ErrorCode.BAD_VALUE,
                        node.place("messageSet"),
                        text,
                        "set domain to MRM, or to XMLNSC for XML");
    }

    /**
     * Returns the parser options of a node. At least one domain must support each option, because a
     * header can specify another domain than the node.
     */
    private static Set<String> options(NodeDefinition node, DeployContext context) {
        Set<String> known = new TreeSet<>();
        context.parsers().parsers().forEach(p -> known.addAll(p.options()));
        for (String option : node.list("options")) {
            if (!known.contains(option)) {
                context.problems()
                        .error(
                                ErrorCode.BAD_VALUE,
                                node.place("options"),
                                "unknown option '" + option + "'",
                                Problems.didYouMean(option, known));
            }
        }
        return Set.copyOf(node.list("options"));
    }

    private static ParseTiming timing(NodeDefinition node) {
        return switch (node.text("parseTiming")) {
            case "immediate" -> ParseTiming.IMMEDIATE;
            case "complete" -> ParseTiming.COMPLETE;
            default -> ParseTiming.ON_DEMAND;
        };
    }
}
