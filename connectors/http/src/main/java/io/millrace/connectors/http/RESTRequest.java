package io.millrace.connectors.http;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.nodes.common.BodyProperties;
import io.millrace.nodes.common.DescribedNode;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A node that calls an operation of a REST API (IIB: "RESTRequest node"). */
public final class RESTRequest extends DescribedNode {

    private static final Pattern OPERATION = Pattern.compile("([A-Z]+) (/[^?#\\s]*)");
    private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)}");

    public RESTRequest() {
        super(
                """
                RESTRequest, HTTP, immediate
                Calls an operation of a REST API and propagates the response. The parameters of the
                operation are fields of LocalEnvironment.Destination.REST.Request.Parameters:
                parameters of the path replace `{name}`, all others are sent in the query.
                Otherwise, the node
                behaves as HTTPRequest.

                destination HTTP: QueryString Timeout
                destination REST: Request
                destination REST.Request: Parameters
                in: Message whose body is sent.
                out failure: The input message with an ExceptionList, if a parameter of the path is
                  missing or no response was received.
                out out: The message with a response with a status below 400.
                out error: The message with a response with status 400 or more. If it is not
                  connected, the node fails.
                operation [required TEXT]: Method and path of the operation, for example
                  `GET /orders/{id}`. The path is appended to the URL.
                """,
                ClientProperties.SERVER,
                ClientProperties.REQUEST,
                ClientProperties.RESPONSE,
                BodyProperties.PARSING);
    }

    /** An operation: a path with parameter names. */
    private record Operation(String method, String path, List<String> names) {

        /** Returns the URL of a call. */
        String url(String base, Element parameters) {
            StringBuilder url =
                    new StringBuilder(
                            base.endsWith("/") ? base.substring(0, base.length() - 1) : base);
            Matcher name = PARAMETER.matcher(path);
            int start = 0;
            while (name.find()) {
                url.append(path, start, name.start()).append(value(parameters, name.group(1)));
                start = name.end();
            }
            url.append(path.substring(start));
            char separator = '?';
            Element field = parameters == null ? null : parameters.firstChild();
            for (; field != null; field = field.next()) {
                if (!names.contains(field.name()) && field.text() != null) {
                    url.append(separator)
                            .append(ClientProperties.encoded(field.name()))
                            .append('=')
                            .append(ClientProperties.encoded(field.text()));
                    separator = '&';
                }
            }
            return url.toString();
        }

        private String value(Element parameters, String name) {
            String value = parameters == null ? null : parameters.textOf(name);
            if (value == null || value.isEmpty()) {
                throw new MillraceException(
                        ErrorCode.PROPERTY_VALUE,
                        "the parameter %s of the operation %s %s is missing; set it in"
                                        .formatted(name, method, path)
                                + " LocalEnvironment.Destination.REST.Request.Parameters");
            }
            String encoded = ClientProperties.encoded(value);
            // A segment of dots would select another path.
            return encoded.matches("\\.{1,2}") ? encoded.replace(".", "%2E") : encoded;
        }
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        ClientProperties properties = ClientProperties.of(node, context);
        Defaults defaults = BodyProperties.defaults(node, context).transactional(false);
        Matcher given = OPERATION.matcher(node.text("operation").strip());
        if (!given.matches()) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place("operation"),
                            "operation must be a method and a path, for example GET /orders/{id}"
                                    + " (found "
                                    + node.text("operation")
                                    + ")");
        } else {
            check(given.group(1), given.group(2), node, context);
        }
        if (node.text("endpoint").isEmpty() && node.text("url").isEmpty()) {
            context.problems()
                    .error(ErrorCode.MISSING_KEY, node.place(), "endpoint or url is required");
        }
        if (context.problems().hasErrors()) {
            return null;
        }
        List<String> names = new ArrayList<>();
        PARAMETER.matcher(given.group(2)).results().forEach(r -> names.add(r.group(1)));
        Operation operation = new Operation(given.group(1), given.group(2), names);
        NodePlan plan =
                c ->
                        new ClientNode(
                                c,
                                properties,
                                defaults,
                                (message, base) -> target(operation, message, base));
        return NodePlan.of(plan, new OutsideUnit("sends an HTTP request", node.place()));
    }

    private static void check(
            String method, String path, NodeDefinition node, DeployContext context) {
        Place place = node.place("operation");
        HTTPInput.warnOfMethod(method, place, context.problems());
        if (PARAMETER.matcher(path).replaceAll("").matches(".*[{}].*")) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            place,
                            "a parameter in the path of operation must have the form {name}, with"
                                    + " letters, digits and _ (found "
                                    + path
                                    + ")");
        }
    }

    private static ClientRequests.Target target(
            Operation operation, MessageAssembly message, String base) {
        Element parameters =
                message.localEnvironment().at("Destination", "REST", "Request", "Parameters");
        return new ClientRequests.Target(operation.method(), operation.url(base, parameters), true);
    }
}
