package io.millrace.connectors.http;

import io.helidon.http.Headers;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageAssembler.Defaults;

import java.net.URLDecoder;
import java.nio.charset.Charset;
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
        Identity identity) {

    private static final Set<String> WITH_SECRETS = Set.of("authorization");

    MediaType mediaType() {
        return MediaType.of(first("Content-Type"));
    }

    private String first(String name) {
        var header = io.helidon.http.HeaderNames.create(name);
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
        Mqmd descriptor = new Mqmd().codedCharSetId(type.ccsid());
        Element root = assembler.assemble(descriptor, body, type.chosen(defaults, body, assembler), trace);
        Element mqmd = root.child(MessageAssembly.DESCRIPTOR);
        Set<String> without = identity == null ? Set.of() : WITH_SECRETS;
        mqmd.addBefore(header(without));
        mqmd.remove();
        Element properties = root.firstChild();
        if (!type.text().isEmpty()) {
            properties.child("ContentType").value(Value.of(type.text()));
        }
        if (identity != null) {
            identity.set(properties);
        }
        return MessageAssembly.of(root).withLocalEnvironment(localEnvironment(type));
    }

    private Element header(Set<String> without) {
        Element folder = HttpFolders.folder(HttpFolders.INPUT, headers, without);
        folder.addFirst(field("X-Remote-Addr", remote));
        folder.addFirst(field("X-Original-HTTP-URL", uri));
        folder.addFirst(field("X-Original-HTTP-Command", method + " " + uri + " " + version));
        return folder;
    }

    static Element field(String name, String value) {
        return Element.of(
                io.millrace.engine.message.ElementType.NAME_VALUE, name, Value.of(value));
    }

    private Element localEnvironment(MediaType type) {
        Element tree = MessageAssembly.emptyTree(MessageAssembly.LOCAL_ENVIRONMENT);
        tree.add("Destination").add("HTTP").add("RequestIdentifier", Value.of(id));
        Element input = tree.add("HTTP").add("Input");
        Element line = input.add("RequestLine");
        line.add("Method", method);
        line.add("RequestURI", uri);
        line.add("HTTPVersion", version);
        Element rest = tree.add("REST").add("Input");
        rest.add("Method", method);
        rest.add("Path", query.isEmpty() ? uri : uri.substring(0, uri.indexOf('?')));
        rest.add("URI", uri);
        Element values = rest.add("Parameters");
        parameters.forEach(values::add);
        if (!query.isEmpty()) {
            Element fields = input.add("QueryString");
            decode(query, StandardCharsets.UTF_8, fields);
            decode(query, StandardCharsets.UTF_8, values);
        }
        if (type.isForm()) {
            Charset charset = StandardCharsets.UTF_8;
            decode(body.text(charset), charset, input.add("Form"));
        }
        return tree;
    }

    /** Adds the fields of a query or form to a folder. */
    private static void decode(String text, Charset charset, Element folder) {
        for (String pair : text.split("&")) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals), charset);
            if (!name.isEmpty()) {
                folder.add(name, equals < 0 ? "" : decoded(pair.substring(equals + 1), charset));
            }
        }
    }

    private static String decoded(String text, Charset charset) {
        try {
            return URLDecoder.decode(text, charset);
        } catch (IllegalArgumentException invalid) {
            return text;
        }
    }
}
