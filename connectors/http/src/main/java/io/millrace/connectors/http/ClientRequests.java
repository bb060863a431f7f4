package io.millrace.connectors.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.WritableHeaders;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.parser.Validation;

import java.util.Set;

/** A builder of HTTP requests from the messages of a node. */
final class ClientRequests {

    private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "DELETE", "OPTIONS");

    /**
     * Method and URL of a request.
     *
     * @param url URL without the parameters in LocalEnvironment.Destination.HTTP.QueryString
     * @param isOwn whether the properties of the node determine the server, which then receives the
     *     credentials of the endpoint
     */
    record Target(String method, String url, boolean isOwn) {}

    /** The choice of the target of a message by a type of node. */
    @FunctionalInterface
    interface TargetChoice {

        /**
         * Returns the target.
         *
         * @param base URL from the properties; empty if there is none
         */
        Target of(MessageAssembly message, String base);
    }

    private final NodeContext context;
    private final ClientProperties properties;
    private final TargetChoice choice;
    private final ClientProperties.Server server;

    ClientRequests(NodeContext context, ClientProperties properties, TargetChoice choice) {
        this.context = context;
        this.properties = properties;
        this.choice = choice;
        server = properties.server(context);
    }

    /** Returns the settings of the client that sends the requests. */
    HttpClients.Settings settings() {
        return HttpClients.Settings.of(server);
    }

    /** Returns the request of a message. Any thread can send the request. */
    ClientCall of(MessageAssembly message) {
        Element http = message.localEnvironment().at("Destination", "HTTP");
        Target target = choice.of(message, server.url());
        WritableHeaders<?> headers = WritableHeaders.create();
        Element sent = context.sent(message.root(), HttpFolders.REQUEST);
        HttpFolders.addTo(headers, sent.child(HttpFolders.REQUEST));
        Bytes body = Bytes.EMPTY;
        if (!WITHOUT_BODY.contains(target.method())) {
            WrittenBody written =
                    WrittenBody.of(message.root(), context.assembler(), Validation.NONE);
            body = written.bytes();
            if (!headers.contains(HeaderNames.CONTENT_TYPE) && !body.isEmpty()) {
                headers.set(HeaderNames.CONTENT_TYPE, written.contentType());
            }
            if (properties.compresses()
                    && !body.isEmpty()
                    && !headers.contains(HeaderNames.CONTENT_ENCODING)) {
                body = Compression.gzip(body);
                headers.set(HeaderNames.CONTENT_ENCODING, "gzip");
            }
        }
        return new ClientCall(
                target.method(),
                ClientProperties.withQuery(target.url(), http),
                headers,
                body,
                server.credentials(target.isOwn()),
                ClientProperties.timeout(http, server.timeoutMillis()),
                context.limits().messageBytes(),
                properties.redirects(),
                server.retry());
    }
}
