package io.millrace.connectors.http;

import io.millrace.connectors.http.ClientRequests.TargetChoice;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.parser.MessageAssembler.Defaults;

/** A node of a flow instance that sends requests and waits for the responses. */
final class ClientNode implements Node {

    private final NodeContext context;
    private final ClientRequests requests;
    private final Defaults defaults;
    private final HttpClients.Settings settings;
    private final ServerClient client;
    private final Terminal out;
    private final Terminal error;

    /**
     * @param defaults parsing of the bodies of responses
     */
    ClientNode(
            NodeContext context,
            ClientProperties properties,
            Defaults defaults,
            TargetChoice choice) {
        this.context = context;
        this.defaults = defaults;
        requests = new ClientRequests(context, properties, choice);
        settings = requests.settings();
        client = HttpClients.acquire(settings);
        out = context.terminal("out");
        error = context.terminal("error");
    }

    @Override
    public void evaluate(int terminal, MessageAssembly message) {
        ReceivedResponse response = requests.of(message).send(client);
        if (response.isError() && !error.isWired()) {
            throw response.unhandled();
        }
        MessageAssembly next =
                message.withRoot(
                        response.root(
                                context.assembler(), defaults, context::note, message.root()));
        (response.isError() ? error : out).propagate(next);
    }

    @Override
    public void close() {
        HttpClients.release(settings);
    }
}
