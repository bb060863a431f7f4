package io.millrace.connectors.http;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.parser.Ccsid;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.parser.MessageTemplate;

import java.nio.charset.Charset;
import java.util.Locale;
import java.util.function.Consumer;

/** The value of a Content-Type header. */
record MediaType(String text) {

    private static final MediaType NONE = new MediaType("");

    static MediaType of(String header) {
        return header == null ? NONE : new MediaType(header);
    }

    /** Returns type and subtype in lower case, without parameters. */
    String essence() {
        int end = text.indexOf(';');
        return (end < 0 ? text : text.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }

    boolean isForm() {
        return essence().equals("application/x-www-form-urlencoded");
    }

    private boolean isMultipart() {
        return essence().startsWith("multipart/");
    }

    boolean isMultipartForm() {
        return essence().equals("multipart/form-data");
    }

    /** Returns the domain of a body of this type. */
    String domain() {
        String essence = essence();
        if (isMultipart()) {
            return MimeBody.DOMAIN;
        }
        if (essence.equals("application/json") || essence.endsWith("+json")) {
            return "JSON";
        }
        return essence.equals("text/xml")
                        || essence.equals("application/xml")
                        || essence.endsWith("+xml")
                ? "XMLNSC"
                : "BLOB";
    }

    private Defaults chosen(Defaults defaults, Bytes body, MessageAssembler assembler) {
        MessageTemplate template = defaults.template();
        if (body.isEmpty()) {
            template = MessageTemplate.domain("BLOB");
        } else if (template.isEmpty()) {
            boolean known = assembler.parsers().domain(domain()).isPresent();
            template = MessageTemplate.domain(known ? domain() : "BLOB");
        }
        return defaults.template(template);
    }

    /**
     * Builds the Root of a message with a body of this type: Properties, a folder of headers, body.
     *
     * @param defaults parsing of the node; the domain is empty if this type determines it
     */
    Element assemble(
            MessageAssembler assembler,
            Defaults defaults,
            Element headers,
            Bytes body,
            Consumer<String> trace) {
        Defaults chosen = chosen(defaults, body, assembler);
        boolean isMime = chosen.template().domain().equals(MimeBody.DOMAIN) && !text.isEmpty();
        return assembler.assemble(
                headers, ccsid(), isMime ? MimeBody.received(text, body) : body, chosen, trace);
    }

    /**
     * Returns the CCSID for the parameter charset; the CCSID of UTF-8 if the parameter is missing
     * or unknown.
     */
    int ccsid() {
        String lower = text.toLowerCase(Locale.ROOT);
        int at = lower.indexOf("charset=");
        if (at < 0) {
            return Ccsid.UTF_8;
        }
        int end = text.indexOf(';', at);
        String name = text.substring(at + "charset=".length(), end < 0 ? text.length() : end);
        Charset charset = Ccsid.named(name.strip().replace("\"", ""));
        return charset == null ? Ccsid.UTF_8 : Ccsid.of(charset).orElse(Ccsid.UTF_8);
    }

    /**
     * Returns the type of a body that a flow has written.
     *
     * @param domain domain of the body
     * @param ccsid coded character set of the body
     * @param properties Properties folder, which provides the ContentType for domains without a
     *     fixed type; null if there is none
     */
    static String written(String domain, int ccsid, Element properties) {
        String charset = ccsid == Ccsid.UTF_8 ? "utf-8" : charset(ccsid);
        return switch (domain) {
            case "JSON" ->
                    ccsid == Ccsid.UTF_8
                            ? "application/json"
                            : "application/json; charset=" + charset;
            case "XMLNSC", "XMLNS", "XML" -> "application/xml; charset=" + charset;
            case "BLOB" -> specified(properties, "application/octet-stream");
            default -> specified(properties, "text/plain; charset=" + charset);
        };
    }

    private static String specified(Element properties, String other) {
        String type = properties == null ? null : properties.textOf("ContentType");
        return type == null || type.isEmpty() ? other : type;
    }

    private static String charset(int ccsid) {
        return Ccsid.isKnown(ccsid)
                ? Ccsid.charset(ccsid).name().toLowerCase(Locale.ROOT)
                : "utf-8";
    }
}
