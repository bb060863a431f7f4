package io.millrace.connectors.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.WritableHeaders;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.parser.Validation;
import io.millrace.engine.work.UnitWatcher;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.ValidationProperties;

import java.util.regex.Pattern;

/** A node that replies to an HTTP request (IIB: "HTTPReply node"). */
public final class HTTPReply extends DescribedNode {

    private static final int OK = 200;
    private static final Pattern STATUS = Pattern.compile("[2-5]\\d\\d");

    public HTTPReply() {
        super(
                """
                HTTPReply, HTTP, transactional
                Sends the body of the message to the client of the request whose identifier is in
                LocalEnvironment.Destination.HTTP.RequestIdentifier, when the unit of work has been
                committed. The request can have been received by another flow of the same process.
                LocalEnvironment.Destination.HTTP.ReplyStatusCode is the status, by default 200.
                HTTPReplyHeader contains headers. Without a Content-Type in it, the domain of the
                body determines the type. If the client has stopped waiting or another unit of
                work has replied, the node fails. If a unit of work contains several replies to a
                request, the last one is sent. A connection that breaks later is not an error.

                destination HTTP: RequestIdentifier ReplyStatusCode
                in: Message that is sent to the client.
                out failure
                out out: The message, with LocalEnvironment.WrittenDestination.HTTP.
                """,
                ValidationProperties.OF_OUTPUT);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        Validation validation = ValidationProperties.of(node);
        return NodePlan.inUnit(c -> new Reply(c, validation, c.terminal("out")));
    }

    private record Reply(NodeContext context, Validation validation, Terminal out) implements Node {

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            Element http = message.localEnvironment().at("Destination", "HTTP");
            Bytes id = identifier(http);
            HttpMessage own = context.called() instanceof HttpMessage m ? m : null;
            PendingRequest request = request(id, own);
            HttpReply reply = reply(message, status(http));
            if (!request.prepare(context.unit(), reply)) {
                throw noRequest(
                        "the request %s has already been answered, or its client has stopped"
                                        .formatted(request.id().hex())
                                + " waiting");
            }
            context.unit().watch(new Sending(request));
            if (own != null && own.request() == request) {
                own.replied(message.root(), status(http));
            }
            if (out.isWired()) {
                out.propagate(written(message, request.id()));
            }
        }

        private static Bytes identifier(Element http) {
            Value value = http == null ? null : http.valueOf("RequestIdentifier");
            return value instanceof Value.BlobValue blob ? blob.value() : null;
        }

        private static PendingRequest request(Bytes id, HttpMessage own) {
            if (own != null && (id == null || own.request().id().equals(id))) {
                return own.request();
            }
            if (id == null) {
                throw noRequest(
                        "LocalEnvironment.Destination.HTTP.RequestIdentifier is missing, so the"
                                + " message has no client; begin the flow with an HTTPInput node,"
                                + " or set it to the identifier of a request");
            }
            PendingRequest found = PendingRequest.find(id);
            if (found == null) {
                throw noRequest(
                        "no client waits for a reply to the request "
                                + id.hex()
                                + ": its identifier is unknown, or the timeout has passed");
            }
            return found;
        }

        private static MillraceException noRequest(String text) {
            return new MillraceException(ErrorCode.NO_REQUEST, text);
        }

        private static int status(Element http) {
            String text = http == null ? null : http.textOf("ReplyStatusCode");
            if (text == null) {
                return OK;
            }
            if (!STATUS.matcher(text.strip()).matches()) {
                throw new MillraceException(
                        ErrorCode.PROPERTY_VALUE,
                        "LocalEnvironment.Destination.HTTP.ReplyStatusCode must be 200 to 599"
                                + " (found "
                                + text
                                + ")");
            }
            return Integer.parseInt(text.strip());
        }

        private HttpReply reply(MessageAssembly message, int status) {
            WrittenBody body = WrittenBody.of(message.root(), context.assembler(), validation);
            WritableHeaders<?> headers = WritableHeaders.create();
            HttpFolders.addTo(headers, message.root().child(HttpFolders.REPLY));
            if (!headers.contains(HeaderNames.CONTENT_TYPE) && !body.bytes().isEmpty()) {
                headers.set(HeaderNames.CONTENT_TYPE, body.contentType());
            }
            return new HttpReply(status, headers, body.bytes());
        }

        private static MessageAssembly written(MessageAssembly message, Bytes id) {
            Element tree = message.localEnvironment().copy();
            Element written = tree.child("WrittenDestination");
            written = written == null ? tree.add("WrittenDestination") : written;
            Element before = written.child("HTTP");
            if (before != null) {
                before.remove();
            }
            written.add("HTTP").add("DestinationData").add("RequestIdentifier", Value.of(id));
            return message.withLocalEnvironment(tree);
        }
    }

    /** Sends a reply after the commit of the unit of work. */
    private record Sending(PendingRequest request) implements UnitWatcher {

        @Override
        public void committing() {
            // The reply does not take part in the unit.
        }

        @Override
        public void ended(boolean committed) {
            if (committed) {
                request.send();
            } else {
                request.release();
            }
        }
    }
}
