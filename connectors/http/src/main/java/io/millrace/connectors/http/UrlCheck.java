package io.millrace.connectors.http;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A check of nodes that send requests and have neither an endpoint nor a URL. */
final class UrlCheck {

    /** Types of nodes that cannot set the RequestURL in the LocalEnvironment. */
    private static final Set<String> UNRELATED =
            Set.of(
                    "Filter",
                    "FlowOrder",
                    "HTTPAsyncRequest",
                    "HTTPAsyncResponse",
                    "HTTPHeader",
                    "HTTPInput",
                    "HTTPReply",
                    "HTTPRequest",
                    "Label",
                    "MQHeader",
                    "MQInput",
                    "MQOutput",
                    "MQReply",
                    "Passthrough",
                    "Publication",
                    "RESTRequest",
                    "ResetContentDescriptor",
                    "Route",
                    "RouteToLabel",
                    "Throw",
                    "Trace",
                    "TryCatch",
                    "Validate");

    private static final String COMPUTE = "Compute";

    private UrlCheck() {}

    /** Warns if a node expects the URL from the message and no other node can set the URL. */
    static void settable(NodeDefinition node, DeployContext context) {
        if (isMissing(node) && !canBeSet(context)) {
            context.problems()
                    .warning(
                            ErrorCode.MISSING_KEY,
                            node.place(),
                            "the node %s has no endpoint and no url, and no node of the flow sets LocalEnvironment.Destination.HTTP.RequestURL, so all its requests fail"
                                    .formatted(node.name()),
                            "set endpoint or url");
        }
    }

    private static boolean isMissing(NodeDefinition node) {
        return node.text("endpoint").isEmpty() && node.text("url").isBlank();
    }

    private static boolean canBeSet(DeployContext context) {
        Set<String> types = context.nodeTypes();
        return !types.stream().allMatch(t -> UNRELATED.contains(t) || t.equals(COMPUTE))
                || types.contains(COMPUTE) && canSet(context.files(Set.of(".esql")));
    }

    /** Whether a program can set a field of Destination, also by a computed name. */
    private static boolean canSet(Map<String, byte[]> programs) {
        return programs.isEmpty()
                || programs.values().stream()
                        .map(p -> new String(p, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT))
                        .anyMatch(p -> p.contains("destination") || p.contains("{"));
    }
}
