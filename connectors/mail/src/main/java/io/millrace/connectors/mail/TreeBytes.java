package io.millrace.connectors.mail;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.parser.Ccsid;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of a part of a message.
 *
 * @param domain domain of the part; empty for the value of a field
 * @param charset charset of the bytes, if they are text
 * @param type type of the content
 */
record TreeBytes(Bytes bytes, String domain, Charset charset, String type) {

    private static final String PROPERTIES = "Properties";
    private static final String TEXT = "text/plain";
    private static final String BINARY = "application/octet-stream";

    /** Encoding of integers without Properties: big-endian. */
    private static final int NATIVE_ENCODING = 273;

    /** Returns the bytes of the body of a Root; an empty array if the Root has no body. */
    static TreeBytes ofBody(Element root, NodeContext context) {
        Element body = null;
        for (Element e = root.firstChild(); e != null; e = e.next()) {
            if (context.assembler().parsers().domain(domainOf(e)).isPresent()) {
                body = e;
            }
        }
        return body == null
                ? new TreeBytes(Bytes.EMPTY, "", StandardCharsets.UTF_8, TEXT)
                : written(body, domainOf(body), root, context);
    }

    private static String domainOf(Element child) {
        return child.domain() == null ? child.name() : child.domain();
    }

    /**
     * Returns the bytes of a field or folder: the value of a field, or what the domain of a folder
     * writes. Text is UTF-8.
     *
     * @param what name of the part in a failure
     * @param root Root of the message
     */
    static TreeBytes of(String what, Element part, Element root, NodeContext context) {
        Value value = part.fieldValue();
        if (value instanceof Value.BlobValue(Bytes bytes)) {
            return new TreeBytes(bytes, "", StandardCharsets.UTF_8, BINARY);
        }
        if (value != null) {
            return new TreeBytes(Bytes.utf8(value.text()), "", StandardCharsets.UTF_8, TEXT);
        }
        String domain = part.owningDomain();
        if (domain == null || context.assembler().parsers().domain(domain).isEmpty()) {
            throw new MillraceException(
                    ErrorCode.PROPERTY_VALUE,
                    what
                            + " must be a field with a value, or a folder that belongs to a domain"
                            + " (found a folder without a domain)");
        }
        return written(part, domain, root, context);
    }

    private static TreeBytes written(
            Element part, String domain, Element root, NodeContext context) {
        Parser parser = context.assembler().parsers().domain(domain).orElseThrow();
        Element properties = root.child(PROPERTIES);
        boolean isWhole = part.domain() != null || part.isNamed(domain);
        WriteOptions options =
                new WriteOptions(
                        new MessageTemplate(
                                domain,
                                text(properties, "MessageSet"),
                                text(properties, "MessageType"),
                                text(properties, "MessageFormat")),
                        Ccsid.UTF_8,
                        number(properties, "Encoding", NATIVE_ENCODING),
                        isWhole || !parser.writesElements()
                                ? WriteOptions.Mode.ROOT
                                : WriteOptions.Mode.FOLDER,
                        context.limits());
        int ccsid = number(properties, "CodedCharSetId", Ccsid.UTF_8);
        boolean isReceived = domain.equals("BLOB") && Ccsid.isKnown(ccsid);
        return new TreeBytes(
                parser.write(part, options),
                domain,
                isReceived ? Ccsid.charset(ccsid) : StandardCharsets.UTF_8,
                switch (domain) {
                    case "JSON" -> "application/json";
                    case "XMLNSC", "XMLNS", "XML" -> "application/xml";
                    case "BLOB" -> BINARY;
                    default -> TEXT;
                });
    }

    private static String text(Element properties, String name) {
        String text = properties == null ? null : properties.textOf(name);
        return text == null ? "" : text;
    }

    private static int number(Element properties, String name, int other) {
        Value value = properties == null ? null : properties.valueOf(name);
        return value instanceof Value.IntegerValue(long number) && number > 0
                ? (int) Math.min(number, Integer.MAX_VALUE)
                : other;
    }
}
