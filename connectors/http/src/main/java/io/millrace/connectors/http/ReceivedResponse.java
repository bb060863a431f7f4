package io.millrace.connectors.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.DeferredFolder;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageAssembler.Defaults;

import java.util.Set;
import java.util.function.Consumer;

/**
 * A response that was read completely.
 *
 * @param line status and reason, for example {@code 404 Not Found}
 */
record ReceivedResponse(int status, String line, Headers headers, Bytes body) {

    private static final Set<String> DECODED = Set.of("content-encoding");

    boolean isError() {
        return status >= 400;
    }

    /** Returns the failure of a response with an error status that no path handles. */
    MillraceException unhandled() {
        return new MillraceException(
                ErrorCode.ERROR_RESPONSE,
                "the server answered with status "
                        + line
                        + "; connect error to handle the response");
    }

    /**
     * Builds the Root of the message: Properties, HTTPResponseHeader, body.
     *
     * @param defaults parsing of the body; the domain is empty if the Content-Type determines it
     */
    Element root(MessageAssembler assembler, Defaults defaults, Consumer<String> trace) {
        String type =
                headers.contains(HeaderNames.CONTENT_TYPE)
                        ? headers.get(HeaderNames.CONTENT_TYPE).get()
                        : null;
        Element folder =
                DeferredFolder.of(HttpFolders.RESPONSE, this::header).domain(HttpFolders.RESPONSE);
        return MediaType.of(type).assemble(assembler, defaults, folder, body, trace);
    }

    private Element header() {
        Element folder = Element.of(ElementType.NAME, HttpFolders.RESPONSE);
        folder.add("X-Original-HTTP-Status-Code", String.valueOf(status));
        folder.add("X-Original-HTTP-Status-Line", line);
        HttpFolders.addFields(folder, headers, DECODED);
        return folder;
    }

    /**
     * Builds the Root like {@link #root} and adds the MQMD and other MQ headers of the request. A
     * reply to a queue then has the identifiers of the request.
     */
    Element root(
            MessageAssembler assembler,
            Defaults defaults,
            Consumer<String> trace,
            Element request) {
        Element read = root(assembler, defaults, trace);
        Element folder = read.child(HttpFolders.RESPONSE);
        for (Element e = request.firstChild(); e != null; e = e.next()) {
            boolean kept =
                    !e.isNamed("Properties")
                            && !HttpFolders.ALL.contains(e.name())
                            && assembler
                                    .parsers()
                                    .headerForDomain(e.domain() == null ? e.name() : e.domain())
                                    .isPresent();
            if (kept || e.isNamed(MessageAssembly.DESCRIPTOR)) {
                folder.addBefore(e.copy());
            }
        }
        return read;
    }
}
