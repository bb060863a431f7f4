package io.millrace.connectors.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.WritableHeaders;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.queue.QueueMessage;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A message of a flow test or {@code exec} as a request. The folder {@code http} of the MQRFH2 can
 * contain {@code request}, for example {@code GET /orders/7}, and {@code header}, a folder of
 * headers.
 */
final class SampleMessage extends HttpMessage {

    private static final String RFH2 = "MQHRF2";
    private static final Pattern REQUEST = Pattern.compile("([A-Z]+) (/[^\\s?#]*)(?:\\?(\\S*))?");

    private final HTTPInput.Plan plan;
    private final QueueMessage message;

    SampleMessage(HTTPInput.Plan plan, QueueMessage message) {
        super(PendingRequest.unregistered(), plan.defaults(), "out", true);
        this.plan = plan;
        this.message = message;
    }

    @Override
    public int size() {
        return message.body().length();
    }

    /** Builds the trees of an invalid request like the trees of a request without headers. */
    @Override
    public MessageAssembly assembleRaw(MessageAssembler assembler, Consumer<String> trace) {
        try {
            return super.assembleRaw(assembler, trace);
        } catch (MillraceException invalid) {
            return received(null, message.body()).assembleRaw(assembler, RAW, trace);
        }
    }

    @Override
    ReceivedRequest received(MessageAssembler assembler) {
        if (!message.descriptor().format().equals(RFH2)) {
            return received(null, message.body());
        }
        Element root = assembler.assemble(message.descriptor(), message.body(), RAW, trace -> {});
        Element blob = root.at("BLOB", "BLOB");
        Bytes body =
                blob != null && blob.value() instanceof Value.BlobValue value
                        ? value.value()
                        : Bytes.EMPTY;
        return received(root.at("MQRFH2", "http"), body);
    }

    private ReceivedRequest received(Element http, Bytes body) {
        WritableHeaders<?> headers = WritableHeaders.create();
        HTTPInput.setSampleType(headers, body);
        Element given = http == null ? null : http.child("header");
        for (Element e = given == null ? null : given.firstChild(); e != null; e = e.next()) {
            headers.set(HeaderValues.create(HeaderNames.create(e.name()), e.text()));
        }
        String line = http == null ? null : http.textOf("request");
        if (line == null) {
            String method = plan.methods().isEmpty() ? "POST" : plan.methods().iterator().next();
            return request(method, plan.path().text(), "", headers, body, Map.of(), null);
        }
        Matcher request = REQUEST.matcher(line.strip());
        if (!request.matches()) {
            throw invalid(
                    "http.request of the MQRFH2 must be a method and a path, for example GET"
                            + " /orders/7 (found "
                            + line
                            + ")");
        }
        String path = request.group(2);
        String query = request.group(3) == null ? "" : request.group(3);
        List<String> segments = PathPattern.segmentsOf(path);
        if (!plan.path().matches(segments)) {
            throw invalid("the path %s does not match %s".formatted(path, plan.path().text()));
        }
        ApiOperation operation = operation(request.group(1), segments, query, headers, body);
        Map<String, String> parameters =
                operation == null
                        ? plan.path().parameters(segments)
                        : operation.path().parameters(plan.api().below(segments));
        return request(request.group(1), path, query, headers, body, parameters, operation);
    }

    private ApiOperation operation(
            String method,
            List<String> path,
            String query,
            WritableHeaders<?> headers,
            Bytes body) {
        if (plan.api() == null) {
            return null;
        }
        ApiOperation operation = plan.api().find(method, path);
        if (operation == null) {
            throw invalid(
                    "%s has no operation %s /%s"
                            .formatted(
                                    plan.api().api().document(),
                                    method,
                                    String.join("/", plan.api().below(path))));
        }
        MediaType type =
                MediaType.of(
                        headers.contains(HeaderNames.CONTENT_TYPE)
                                ? headers.get(HeaderNames.CONTENT_TYPE).get()
                                : null);
        if (body.isEmpty() || operation.body().accepts(type)) {
            plan.api().faults(operation, path, query, headers, type, body).stream()
                    .findFirst()
                    .ifPresent(
                            fault -> {
                                throw invalid(
                                        "the request is not valid: %s: %s"
                                                .formatted(fault.location(), fault.detail()));
                            });
            return operation;
        }
        throw invalid("the operation %s does not accept %s".formatted(operation.id(), type.text()));
    }

    private static MillraceException invalid(String text) {
        return new MillraceException(ErrorCode.PROPERTY_VALUE, text);
    }

    private ReceivedRequest request(
            String method,
            String path,
            String query,
            WritableHeaders<?> headers,
            Bytes body,
            Map<String, String> parameters,
            ApiOperation operation) {
        return new ReceivedRequest(
                request().id(),
                method,
                query.isEmpty() ? path : path + "?" + query,
                query,
                "HTTP/1.1",
                "127.0.0.1",
                parameters,
                headers,
                body,
                null,
                operation);
    }
}
