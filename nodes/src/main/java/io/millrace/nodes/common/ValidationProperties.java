package io.millrace.nodes.common;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.Validation;
import io.millrace.engine.parser.Validation.FailureAction;
import io.millrace.engine.parser.Validation.Level;

import java.util.Optional;

/** Properties of nodes that validate messages (WMQI: "Validation properties"). */
public final class ValidationProperties {

    private static final String FAILURE_ACTION =
            """
            failureAction [exception|exceptionList|userTrace|localErrorLog = exception,
              alias validateFailureAction, with validate content|contentAndValue]: How validation failures are reported:
              `exception` throws the first, `exceptionList` throws all of them in one
              exception; `userTrace` and `localErrorLog` write all of them to the logger
              io.millrace.usertrace or to the log and continue.
            """;

    /** Validation of the bodies that a node parses. */
    public static final String OF_INPUT =
            """
            validate [none|content|contentAndValue = none, alias validateMaster]: Validation
              of bodies against their message set: `none`; `content`, the structure;
              `contentAndValue`, the structure and the values. With parseTiming onDemand,
              each part is validated when it is parsed, or when an output node writes the
              message.
            """
                    + FAILURE_ACTION;

    /** Validation of the messages that a node creates. */
    public static final String OF_RESULT =
            """
            validate [none|content|contentAndValue|inherit = none, alias validateMaster]:
              Validation of the output messages against their message set: `none`;
              `content`, the structure; `contentAndValue`, the structure and the values;
              `inherit`, as for the input message.
            """
                    + FAILURE_ACTION;

    /** Validation of the messages that a node writes. */
    public static final String OF_OUTPUT =
            """
            validate [none|content|contentAndValue|inherit = inherit, alias validateMaster]:
              Validation of the body against its message set before it is written: `none`;
              `content`, the structure; `contentAndValue`, the structure and the values;
              `inherit`, as for the input message.
            """
                    + FAILURE_ACTION;

    private ValidationProperties() {}

    /** Returns the validation set in the properties of a node. */
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

    /**
     * Returns the validation like {@link #of}. Reports a problem if messages cannot be validated
     * against the template of the node.
     */
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

    /**
     * Reports a problem at the property for the message set. If this property is not set, reports
     * the problem at the property that requires validation.
     */
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
