package io.millrace.connectors.http;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.nodes.common.BodyProperties;
import io.millrace.nodes.common.DescribedNode;

import java.util.Locale;
import java.util.regex.Pattern;

/** A node that sends an HTTP request and waits for the response (IIB: "HTTPRequest node"). */
public final class HTTPRequest extends DescribedNode {

    /** Method property of nodes that support any method. */
    static final String METHOD_PROPERTY =
            """
            method [TEXT = POST, alias httpMethod]: Method of the request. GET, HEAD, OPTIONS and
              DELETE requests have no body.
            """;

    private static final Pattern METHOD = Pattern.compile("[A-Z]+");

    public HTTPRequest() {
        super(
                """
                HTTPRequest, HTTP, immediate
                Sends the body of the message to an HTTP server and propagates the response.
                HTTPRequestHeader contains further headers of the request. The body and
                HTTPResponseHeader of the response replace the body and the HTTP headers of the
                message. Fields of LocalEnvironment.Destination.HTTP replace properties: RequestURL,
                RequestLine.Method, Timeout in seconds, QueryString with a field for each parameter.
                The request is repeated only if it could not be sent, so it is sent at most once for
                each attempt of the unit of work.

                destination HTTP: RequestURL RequestLine QueryString Timeout
                in: Message whose body is sent.
                out failure: The input message with an ExceptionList, if no response was received.
                out out: The message with a response with a status below 400.
                out error: The message with a response with status 400 or more. If it is not
                  connected, the node fails.
                """,
                ClientProperties.SERVER,
                METHOD_PROPERTY,
                ClientProperties.REQUEST,
                ClientProperties.RESPONSE,
                BodyProperties.PARSING);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        ClientProperties properties = ClientProperties.of(node, context);
        UrlCheck.settable(node, context);
        Defaults defaults = BodyProperties.defaults(node, context).transactional(false);
        String method = method(node, context);
        if (context.problems().hasErrors()) {
            return null;
        }
        NodePlan plan = c -> new ClientNode(c, properties, defaults, choice(method));
        return NodePlan.of(plan, new OutsideUnit("sends an HTTP request", node.place()));
    }

    /** Returns the method in the properties. Reports an invalid method. */
    static String method(NodeDefinition node, DeployContext context) {
        String method = node.text("method").strip();
        if (!METHOD.matcher(method).matches()) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place("method"),
                            "method must be a word in capital letters, for example POST (found "
                                    + method
                                    + ")");
        }
        return method;
    }

    /** Returns the choice of method and URL by the fields of LocalEnvironment.Destination.HTTP. */
    static ClientRequests.TargetChoice choice(String method) {
        return (message, base) -> target(message, base, method);
    }

    private static String given(String method) {
        String given = method.strip().toUpperCase(Locale.ROOT);
        if (!METHOD.matcher(given).matches()) {
            throw new MillraceException(
                    ErrorCode.PROPERTY_VALUE,
                    "LocalEnvironment.Destination.HTTP.RequestLine.Method must be a word, for"
                            + " example POST (found "
                            + method
                            + ")");
        }
        return given;
    }

    private static ClientRequests.Target target(
            MessageAssembly message, String base, String method) {
        Element http = message.localEnvironment().at("Destination", "HTTP");
        Element line = http == null ? null : http.child("RequestLine");
        String givenMethod = line == null ? null : line.textOf("Method");
        String givenUrl = http == null ? null : http.textOf("RequestURL");
        return new ClientRequests.Target(
                givenMethod == null ? method : given(givenMethod),
                givenUrl == null ? base : givenUrl.strip(),
                givenUrl == null || givenUrl.strip().equals(base));
    }
}
