package io.millrace.nodes.common;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.PropertyDescription;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.Validation;
import io.millrace.engine.parser.Validation.FailureAction;
import io.millrace.engine.parser.Validation.Level;

import java.util.List;
import java.util.Optional;

/** The properties by which nodes validate messages (WMQI: "Validation properties"). */
public final class ValidationProperties {

    private static final String WHAT =
            "none; content, which elements are there; contentAndValue, their values too";

    /** For nodes that parse messages. */
    public static final PropertyDescription OF_INPUT =
            PropertyDescription.choice(
                            "validate",
                            "none",
                            List.of("none", "content", "contentAndValue"),
                            "Whether bodies are held against their message set: "
                                    + WHAT
                                    + ". With parseTiming onDemand each part is when it is parsed,"
                                    + " or where an output node writes the message.")
                    .alias("validateMaster");

    /** For nodes that make messages. */
    public static final PropertyDescription OF_RESULT =
            PropertyDescription.choice(
                            "validate",
                            "none",
                            List.of("none", "content", "contentAndValue", "inherit"),
                            "Whether the messages that it gives are held against their message"
                                    + " set: "
                                    + WHAT
                                    + "; inherit, as when the message came in.")
                    .alias("validateMaster");

    /** For nodes that write messages. */
    public static final PropertyDescription OF_OUTPUT =
            PropertyDescription.choice(
                            "validate",
                            "inherit",
                            List.of("none", "content", "contentAndValue", "inherit"),
                            "Whether the body is held against its message set before it is"
                                    + " written: "
                                    + WHAT
                                    + "; inherit, as when the message came in.")
                    .alias("validateMaster");

    public static final PropertyDescription FAILURE_ACTION =
            PropertyDescription.choice(
                            "failureAction",
                            "exception",
                            List.of("exception", "exceptionList", "userTrace", "localErrorLog"),
                            "What becomes of failures: exception, the first is thrown;"
                                    + " exceptionList, all are, in one exception; userTrace or"
                                    + " localErrorLog, all are told the logger"
                                    + " io.millrace.usertrace or the log, and the message goes on.")
                    .alias("validateFailureAction");

    private ValidationProperties() {}

    /** What a node's properties say. */
    public static Validation of(NodeDefinition node) {
        FailureAction action =
                switch (node.text("failureAction")) {
                    case "exceptionList" -> FailureAction.EXCEPTION_LIST;
                    case "userTrace" -> FailureAction.USER_TRACE;
                    case "localErrorLog" -> FailureAction.LOCAL_ERROR;
                    default -> FailureAction.EXCEPTION;
                };
        return switch (node.text("validate")) {
            case "content" -> new Validation(Level.CONTENT, action);
            case "contentAndValue" -> new Validation(Level.CONTENT_AND_VALUE, action);
            case "inherit" -> Validation.INHERIT;
            default -> Validation.NONE;
        };
    }

    /** As {@link #of}; a problem where what the node's template leads to cannot be validated. */
    public static Validation of(
            NodeDefinition node, MessageTemplate template, DeployContext context) {
        Validation validation = of(node);
        Optional<Parser> parser = context.parsers().domain(template.domain());
        if (validation.isAsked() && parser.isPresent()) {
            parser.get()
                    .checkValidation(template)
                    .ifPresent(why -> refused(node, template, why, context));
        }
        return validation;
    }

    /** Told where the message set is named; where none is, at what asks for one. */
    private static void refused(
            NodeDefinition node, MessageTemplate template, String why, DeployContext context) {
        String asking = "validate is " + node.text("validate") + ", but " + why;
        context.problems()
                .error(
                        ErrorCode.BAD_VALUE,
                        node.place(template.set().isEmpty() ? "validate" : "messageSet"),
                        asking);
    }
}
