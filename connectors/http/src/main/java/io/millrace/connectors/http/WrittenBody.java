package io.millrace.connectors.http;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageAssembler.Written;
import io.millrace.engine.parser.Validation;

/**
 * The body of a message for HTTP.
 *
 * @param bytes body, without headers; empty if the message has no body
 * @param contentType type of the body, from the domain or from the Properties of the message
 */
record WrittenBody(Bytes bytes, String contentType) {

    private static final String PROPERTIES = "Properties";

    /** Writes the body of a Root, without MQ headers (MQMD, MQRFH2). */
    static WrittenBody of(Element root, MessageAssembler assembler, Validation validation) {
        Element body = root.lastChild();
        if (body == null || !isBody(body)) {
            return new WrittenBody(Bytes.EMPTY, "");
        }
        Written written = assembler.writeBody(root, validation);
        String domain = body.domain() == null ? body.name() : body.domain();
        if (domain.equals(MimeBody.DOMAIN)) {
            return new WrittenBody(MimeBody.sent(written.body()), MimeBody.contentType(body));
        }
        return new WrittenBody(
                written.body(),
                MediaType.written(
                        domain, written.descriptor().codedCharSetId(), root.child(PROPERTIES)));
    }

    /** Whether a child of a Root is neither Properties nor MQMD nor a folder of HTTP headers. */
    static boolean isBody(Element child) {
        return !child.isNamed(PROPERTIES)
                && !child.isNamed(MessageAssembly.DESCRIPTOR)
                && !HttpFolders.ALL.contains(child.name());
    }
}
