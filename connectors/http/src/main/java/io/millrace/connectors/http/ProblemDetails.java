package io.millrace.connectors.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.millrace.connectors.http.ApiOperation.Fault;
import io.millrace.connectors.http.port.Exchange;
import io.millrace.engine.message.Bytes;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/** A response that describes why a request was rejected (RFC 9457). */
final class ProblemDetails {

    private static final String TYPE = "application/problem+json";

    private ProblemDetails() {}

    static void send(Exchange exchange, Status status, String detail, List<Fault> faults) {
        ObjectNode problem = JsonNodeFactory.instance.objectNode();
        problem.put("type", "about:blank");
        problem.put("title", status.reasonPhrase());
        problem.put("status", status.code());
        problem.put("detail", detail);
        if (!faults.isEmpty()) {
            ArrayNode errors = problem.putArray("errors");
            for (Fault fault : faults) {
                errors.addObject().put("location", fault.location()).put("detail", fault.detail());
            }
        }
        exchange.response().status(status).header(HeaderNames.CONTENT_TYPE, TYPE);
        exchange.send(Bytes.utf8(problem.toString()));
    }
}
