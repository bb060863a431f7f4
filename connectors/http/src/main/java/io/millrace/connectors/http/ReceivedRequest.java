package io.millrace.connectors.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageAssembler.Defaults;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The parts of a request from which the trees of its message are built.
 *
 * @param uri path and query as they were received
 * @param query query as it was received; empty for none
 * @param version version of HTTP, for example {@code HTTP/1.1}
 * @param remote address of the client
 * @param parameters values of the parameters of the path
 * @param identity sender; null if the node requires no authentication
 * @param operation operation of the OpenAPI document of the node; null without a document
 */
record ReceivedRequest(
        Bytes id,
        String method,
        String uri,
        String query,
        String version,
        String remote,
        Map<String, String> parameters,
        Headers headers,
        Bytes body,
        Identity identity,
        ApiOperation operation) {

    private static final Set<String> WITH_SECRETS = Set.of("authorization");

    private MediaType mediaType() {
        return MediaType.of(first("Content-Type"));
    }

    private String first(String name) {
        var header = HeaderNames.create(name);
        return headers.contains(header) ? headers.get(header).get() : null;
    }

    /**
     * Builds the trees of the message.
     *
     * @param defaults domain and parsing of the body; its domain is empty if that of the
     *     Content-Type applies
     */
    MessageAssembly assemble(
            MessageAssembler assembler, Defaults defaults, Consumer<String> trace) {
        MediaType type = mediaType();
        MessageAssembly message = assemble(type, assembler, defaults, trace);
        if (type.isForm()) {
            Element form = message.localEnvironment().at("HTTP", "Input").add("Form");
            FormFields.addForm(body.text(StandardCharsets.UTF_8), form, assembler.limits());
        } else if (type.isMultipartForm()
                && MimeBody.DOMAIN.equals(message.root().lastChild().owningDomain())) {
            Element form = message.localEnvironment().at("HTTP", "Input").add("Form");
            MimeBody.addFields(message.root().lastChild(), form);
        }
        return message;
    }

    /** Builds the trees like {@link #assemble}, without the fields of a form. */
    MessageAssembly assembleRaw(
            MessageAssembler assembler, Defaults defaults, Consumer<String> trace) {
        return assemble(mediaType(), assembler, defaults, trace);
    }

    private MessageAssembly assemble(
            MediaType type, MessageAssembler assembler, Defaults defaults, Consumer<String> trace) {
        Element root = type.assemble(assembler, defaults.contentType(type.text()), body, trace);
        Element mqmd = root.child(MessageAssembly.DESCRIPTOR);
        Set<String> without = identity == null ? Set.of() : WITH_SECRETS;
        mqmd.addBefore(header(without));
        mqmd.remove();
        if (identity != null) {
            identity.set(root.firstChild());
        }
        return MessageAssembly.of(root, localEnvironment());
    }

    private Element header(Set<String> without) {
        Element folder = HttpFolders.folder(HttpFolders.INPUT, headers, without);
        folder.addFirst(field("X-Remote-Addr", remote));
        folder.addFirst(field("X-Original-HTTP-URL", uri));
        folder.addFirst(field("X-Original-HTTP-Command", method + " " + uri + " " + version));
        return folder;
    }

    static Element field(String name, String value) {
        return Element.of(ElementType.NAME_VALUE, name, Value.of(value));
    }

    private Element localEnvironment() {
        Element tree = MessageAssembly.emptyTree(MessageAssembly.LOCAL_ENVIRONMENT);
        Element destination = tree.add("Destination");
        destination.add("HTTP").add("RequestIdentifier", Value.of(id));
        Element input = tree.add("HTTP").add("Input");
        Element line = input.add("RequestLine");
        line.add("Method", method);
        line.add("RequestURI", uri);
        line.add("HTTPVersion", version);
        Element rest = tree.add("REST").add("Input");
        rest.add("Method", method);
        rest.add("Path", query.isEmpty() ? uri : uri.substring(0, uri.indexOf('?')));
        rest.add("URI", uri);
        if (operation != null) {
            rest.addFirst(field("Operation", operation.id()));
            destination.add("RouterList").add("DestinationData").add("labelName", operation.id());
        }
        Element values = rest.add("Parameters");
        parameters.forEach(values::add);
        if (!query.isEmpty()) {
            Element fields = input.add("QueryString");
            FormFields.addQuery(query, fields);
            FormFields.addQuery(query, values);
        }
        if (operation != null) {
            addHeaders(values);
        }
        return tree;
    }

    /** Adds the parameters of the operation that are headers. */
    private void addHeaders(Element values) {
        for (ApiParameter parameter : operation.parameters()) {
            String value = parameter.in().equals("header") ? first(parameter.name()) : null;
            if (value != null) {
                values.add(parameter.name(), value);
            }
        }
    }
}
