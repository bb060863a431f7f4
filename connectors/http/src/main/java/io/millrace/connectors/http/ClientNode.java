package io.millrace.connectors.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.WritableHeaders;
import io.helidon.webclient.http1.Http1Client;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.Terminal;

import java.util.Set;

/** A node of a flow instance that sends requests. */
final class ClientNode implements Node {

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
         * @param base URL of the properties; empty for none
         */
        Target of(MessageAssembly message, String base);
    }

    private final NodeContext context;
    private final ClientProperties properties;
    private final TargetChoice choice;
    private final ClientProperties.Server server;
    private final HttpClients.Settings settings;
    private final Http1Client client;
    private final Terminal out;
    private final Terminal error;

    ClientNode(NodeContext context, ClientProperties properties, TargetChoice choice) {
        this.context = context;
        this.properties = properties;
        this.choice = choice;
        server = properties.server(context);
        settings = HttpClients.Settings.of(server);
        client = HttpClients.acquire(settings);
        out = context.terminal("out");
        error = context.terminal("error");
    }

    @Override
    public void evaluate(int terminal, MessageAssembly message) {
        Element http = message.localEnvironment().at("Destination", "HTTP");
        Target target = choice.of(message, server.url());
        WritableHeaders<?> headers = WritableHeaders.create();
        HttpFolders.addTo(headers, message.root().child(HttpFolders.REQUEST));
        Bytes body = Bytes.EMPTY;
        if (!WITHOUT_BODY.contains(target.method())) {
            WrittenBody written =
                    WrittenBody.of(message.root(), context.assembler(), properties.written());
            body = written.bytes();
            if (!headers.contains(HeaderNames.CONTENT_TYPE) && !body.isEmpty()) {
                headers.set(HeaderNames.CONTENT_TYPE, written.contentType());
            }
        }
        ClientCall call =
                new ClientCall(
                        target.method(),
                        ClientProperties.withQuery(target.url(), http),
                        headers,
                        body,
                        server.credentials(target.isOwn()),
                        ClientProperties.timeout(http, server.timeoutMillis()),
                        context.limits().messageBytes(),
                        properties.redirects(),
                        server.retry());
        properties.respond(context, message, call.send(client), out, error);
    }

    @Override
    public void close() {
        HttpClients.release(settings);
    }
}
