package io.millrace.connectors.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.WritableHeaders;
import io.millrace.connectors.http.Routes.Route;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.node.CalledFlow;
import io.millrace.engine.node.CalledMessage;
import io.millrace.engine.node.CalledPlan;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.FlowCalls;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.resource.Credentials;
import io.millrace.engine.resource.Listener;
import io.millrace.nodes.common.BodyProperties;
import io.millrace.nodes.common.DescribedNode;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** A node that receives HTTP requests (IIB: "HTTPInput node"). */
public final class HTTPInput extends DescribedNode {

    private static final Pattern METHOD = Pattern.compile("[A-Z]+");

    /** Methods of RFC 9110 and RFC 5789 that a server can receive. */
    private static final List<String> STANDARD =
            List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE");

    public HTTPInput() {
        super(
                """
                HTTPInput, HTTP, none, input
                Receives HTTP requests and propagates them to out. The client waits for the
                message of an HTTPReply node, which is sent when its unit of work has been
                committed. HTTPInputHeader contains the headers of the request,
                LocalEnvironment.HTTP contains the request line, the query and the form, and
                LocalEnvironment.REST contains the parameters of the path and the query. If a node
                after out throws an exception, the message is propagated to
                catch. If catch is not connected, the unit of work is rolled back, and the client
                receives status 500.

                out failure: Messages that cannot be parsed or propagated to out, with an
                  ExceptionList.
                out out: Messages of requests.
                out timeout: The message as it was received, if no reply was sent in time. An HTTPReply node after timeout can send the reply, within the same time again.
                out catch: The message as it was received, with the ExceptionList, if a node
                  after out throws an exception.
                path [required TEXT, alias URLSpecifier]: Path of the requests. A segment `{name}`
                  is a parameter. An asterisk at the end matches the rest of any path.
                methods [LIST]: Methods of the requests, for example GET. Other methods are
                  answered with status 405. The default is all methods.
                listener [LISTENER = http]: Name of the listener, the port of the requests. Several
                  nodes can use the same listener.
                maxWaiting [INTEGER 0..100000 = 100]: Maximum number of requests that wait for a
                  free instance of the flow. Further requests are answered with status 503 and
                  Retry-After.
                timeout [SECONDS 0..86400 = 180, alias timeoutForClient]: Maximum time to wait for
                  the reply, in seconds. After this time, the message is propagated to timeout. If
                  timeout is not connected, the client receives status 504. 0 for no limit.
                authentication [none|basic|bearer|certificate = none]: Credentials that a client
                  must present: user and password, a bearer token, or a certificate in the TLS
                  connection. Requests without them are answered with status 401. The
                  IdentitySource fields of Properties contain them, and HTTPInputHeader does not
                  contain the Authorization header.
                credentials [CREDENTIALS]: Name of the credentials with the required user and
                  password, or with the required bearer token as the password. Without it, the flow
                  must check the IdentitySource fields.
                decompressInputMessage [BOOLEAN = false]: Whether bodies with the Content-Encoding
                  gzip or deflate are decompressed. Requests with other encodings are then answered
                  with status 415, and damaged bodies with 400.
                openapi [TEXT]: OpenAPI document of the application whose operations the requests
                  call, for example `orders.openapi.yaml`. The path must end with `/*`. Requests that
                  are not valid are answered with status 400, 404, 405, 413 or 415. The operationId is
                  the label for a RouteToLabel node.
                domain [DOMAIN, alias messageDomainProperty]: Domain of the body. The default is
                  JSON or XMLNSC for a Content-Type of JSON or XML, MIME for multipart, and otherwise BLOB. A request
                  without a body has an empty BLOB.
                messageSet [TEXT, alias messageSetProperty]: Message set of the body.
                messageType [TEXT, alias messageTypeProperty]: Name of the message in its message
                  set.
                messageFormat [TEXT, alias messageFormatProperty]: Physical format of the body.
                """,
                BodyProperties.PARSING);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        Set<String> methods = methods(node, context);
        PathPattern path = path(node, context);
        Identity.Kind authentication = Identity.Kind.of(node.text("authentication"));
        boolean passwords =
                authentication == Identity.Kind.BASIC || authentication == Identity.Kind.BEARER;
        if (!node.text("credentials").isEmpty() && !passwords) {
            error(
                    node,
                    context,
                    "credentials",
                    "credentials require authentication basic or bearer (found "
                            + node.text("authentication")
                            + ")");
        }
        Defaults defaults = BodyProperties.defaults(node, context).transactional(false);
        String listener = node.text("listener");
        if (authentication == Identity.Kind.CERTIFICATE) {
            context.requireClientAuth(listener, node.place("authentication"));
        }
        ApiRequests api = path == null ? null : ApiProperty.read(node, path, context);
        if (path != null) {
            context.declareAddress(
                    path.shape() + " at the listener " + listener, methods, node.place("path"));
        }
        if (path == null || context.problems().hasErrors()) {
            return null;
        }
        long timeout = node.millis("timeout");
        return new Plan(
                path,
                methods,
                listener,
                node.integer("maxWaiting"),
                timeout == 0 ? FlowCalls.NO_TIMEOUT : timeout,
                context.isConnected(node.name(), "timeout"),
                authentication,
                node.text("credentials"),
                node.flag("decompressInputMessage"),
                api,
                defaults,
                context.limits().messageBytes());
    }

    private static void error(
            NodeDefinition node, DeployContext context, String property, String text) {
        context.problems().error(ErrorCode.BAD_VALUE, node.place(property), text);
    }

    private static PathPattern path(NodeDefinition node, DeployContext context) {
        try {
            return PathPattern.of(node.text("path"));
        } catch (IllegalArgumentException e) {
            error(node, context, "path", e.getMessage());
            return null;
        }
    }

    private static Set<String> methods(NodeDefinition node, DeployContext context) {
        Set<String> methods = new TreeSet<>(node.list("methods"));
        for (String method : methods) {
            if (!METHOD.matcher(method).matches()) {
                error(
                        node,
                        context,
                        "methods",
                        "a method must be a word in capital letters, for example POST (found "
                                + method
                                + ")");
            } else {
                warnOfMethod(method, node.place("methods"), context.problems());
            }
        }
        return methods;
    }

    static void warnOfMethod(String method, Place place, Problems problems) {
        if (!STANDARD.contains(method)) {
            problems.warning(
                    ErrorCode.BAD_VALUE,
                    place,
                    method + " is not a standard method of HTTP",
                    Problems.didYouMean(
                            method,
                            STANDARD,
                            "standard methods are " + String.join(", ", STANDARD)));
        }
    }

    /**
     * A compiled node.
     *
     * @param methods methods; empty for all
     * @param hasTimeoutPath whether the terminal timeout is connected
     * @param credentials name of the credentials; empty if there is none
     * @param decompresses whether compressed bodies are decompressed
     * @param api check against the OpenAPI document; null without a document
     * @param maxBytes maximum size of a body, also of a decompressed one
     */
    record Plan(
            PathPattern path,
            Set<String> methods,
            String listener,
            int maxWaiting,
            long timeoutMillis,
            boolean hasTimeoutPath,
            Identity.Kind authentication,
            String credentials,
            boolean decompresses,
            ApiRequests api,
            Defaults defaults,
            int maxBytes)
            implements CalledPlan {

        long timeoutNanos() {
            return RequestCall.nanos(timeoutMillis);
        }

        @Override
        public AutoCloseable open(CalledFlow flow) {
            Listener port = flow.resources().listener(listener);
            Credentials required = flow.resources().credentials().get(credentials);
            if (port == null || required == null && !credentials.isEmpty()) {
                throw new MillraceException(
                        ErrorCode.UNKNOWN_RESOURCE,
                        port == null
                                ? "the listener " + listener + " is not declared"
                                : "the credentials " + credentials + " are not declared");
            }
            RequestCall handler = new RequestCall(this, flow.label(), flow.calls(), required);
            String owner = flow.application() + "/" + flow.label();
            return ListenerServer.open(port, new Route(owner, path, methods, handler));
        }

        /**
         * Creates a request to the path of the node, or to the path in the MQRFH2 of the message.
         */
        @Override
        public CalledMessage accept(QueueMessage message) {
            return new SampleMessage(this, message);
        }
    }

    /** Sets the Content-Type of a flow test message from the first character of the body. */
    static void setSampleType(WritableHeaders<?> headers, Bytes body) {
        String type = sampleType(body);
        if (!type.isEmpty()) {
            headers.set(HeaderNames.CONTENT_TYPE, type);
        }
    }

    private static String sampleType(Bytes body) {
        for (int i = 0; i < body.length(); i++) {
            switch (body.at(i)) {
                case ' ', '\t', '\r', '\n' -> {
                    continue;
                }
                case '{', '[' -> {
                    return "application/json";
                }
                case '<' -> {
                    return "application/xml";
                }
                default -> {
                    return "";
                }
            }
        }
        return "";
    }
}
