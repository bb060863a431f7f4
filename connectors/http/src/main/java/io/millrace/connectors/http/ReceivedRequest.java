package io.millrace.connectors.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.DeferredFolder;
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
 * The parts of a request from which the message trees are built.
 *
 * @param uri path and query as they were received
 * @param query received query; empty if there is none
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
     * @param defaults domain and parsing of the body; the domain is empty if the Content-Type
     *     determines it
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
        Element header =
                DeferredFolder.of(HttpFolders.INPUT, this::header).domain(HttpFolders.INPUT);
        Element root =
                type.assemble(assembler, defaults.contentType(type.text()), header, body, trace);
        if (identity != null) {
            identity.set(root.firstChild());
        }
        return MessageAssembly.of(root, localEnvironment());
    }

    private Element header() {
        Element folder = Element.of(ElementType.NAME, HttpFolders.INPUT);
        folder.add("X-Original-HTTP-Command", method + " " + uri + " " + version);
        folder.add("X-Original-HTTP-URL", uri);
        folder.add("X-Remote-Addr", remote);
        HttpFolders.addFields(folder, headers, identity == null ? Set.of() : WITH_SECRETS);
        return folder;
    }

    private Element localEnvironment() {
        Element tree = MessageAssembly.emptyTree(MessageAssembly.LOCAL_ENVIRONMENT);
        Element destination = tree.add("Destination");
        destination.add("HTTP").add("RequestIdentifier", Value.of(id));
        if (operation != null) {
            destination.add("RouterList").add("DestinationData").add("labelName", operation.id());
        }
        tree.addLast(DeferredFolder.of("HTTP", this::http));
        tree.addLast(DeferredFolder.of("REST", this::rest));
        return tree;
    }

    private Element http() {
        Element folder = Element.of(ElementType.NAME, "HTTP");
        Element input = folder.add("Input");
        Element line = input.add("RequestLine");
        line.add("Method", method);
        line.add("RequestURI", uri);
        line.add("HTTPVersion", version);
        if (!query.isEmpty()) {
            FormFields.addQuery(query, input.add("QueryString"));
        }
        return folder;
    }

    private Element rest() {
        Element folder = Element.of(ElementType.NAME, "REST");
        Element input = folder.add("Input");
        if (operation != null) {
            input.add("Operation", operation.id());
        }
        input.add("Method", method);
        input.add("Path", query.isEmpty() ? uri : uri.substring(0, uri.indexOf('?')));
        input.add("URI", uri);
        Element values = input.add("Parameters");
        parameters.forEach(values::add);
        if (!query.isEmpty()) {
            FormFields.addQuery(query, values);
        }
        if (operation != null) {
            addHeaders(values);
        }
        return folder;
    }

    /** Adds the header parameters of the operation. */
    private void addHeaders(Element values) {
        for (ApiParameter parameter : operation.parameters()) {
            String value = parameter.in().equals("header") ? first(parameter.name()) : null;
            if (value != null) {
                values.add(parameter.name(), value);
            }
        }
    }
}
