package io.millrace.connectors.http;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.Ccsid;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bodies of the domain MIME, for example {@code multipart/form-data} (RFC 7578). In HTTP, the
 * Content-Type is a header of the request; in the bytes of the domain MIME, the Content-Type
 * precedes the body.
 */
final class MimeBody {

    static final String DOMAIN = "MIME";

    private static final String CONTENT_TYPE = "Content-Type";

    /** A parameter of Content-Disposition, which can be in quotes. */
    private static final Pattern PARAMETER =
            Pattern.compile(";\\s*([\\w*]+)=(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^;\\s]*))");

    private MimeBody() {}

    /** Returns the bytes of the domain MIME for a body of HTTP. */
    static Bytes received(String contentType, Bytes body) {
        byte[] header =
                (CONTENT_TYPE + ": " + contentType + "\r\n\r\n")
                        .getBytes(StandardCharsets.ISO_8859_1);
        ByteArrayOutputStream all = new ByteArrayOutputStream(header.length + body.length());
        all.writeBytes(header);
        all.write(body.array(), body.start(), body.length());
        return Bytes.of(all.toByteArray());
    }

    /** Returns the part of the bytes of the domain MIME that is the body in HTTP. */
    static Bytes sent(Bytes written) {
        int at = 0;
        while (at < written.length()) {
            int end = at;
            while (end < written.length() && written.at(end) != '\n') {
                end++;
            }
            boolean isEmpty = end == at || end == at + 1 && written.at(at) == '\r';
            at = Math.min(written.length(), end + 1);
            if (isEmpty) {
                break;
            }
        }
        return written.slice(at, written.length());
    }

    /** Returns the Content-Type of a body of the domain MIME; empty if the body has none. */
    static String contentType(Element body) {
        String type = field(body, CONTENT_TYPE);
        return type == null ? "" : type;
    }

    /**
     * Adds the fields of a form to a folder: the parts with a name and without a file name.
     *
     * @param body body of the domain MIME, which is parsed
     */
    static void addFields(Element body, Element folder) {
        Element parts = body.child("Parts");
        Element part = parts == null ? null : parts.firstChild();
        for (; part != null; part = part.next()) {
            String disposition = field(part, "Content-Disposition");
            String name = disposition == null ? null : parameter(disposition, "name");
            boolean isFile =
                    disposition != null
                            && (parameter(disposition, "filename") != null
                                    || parameter(disposition, "filename*") != null);
            if (name != null && !name.isEmpty() && !isFile) {
                folder.add(name, text(part));
            }
        }
    }

    private static String field(Element entity, String name) {
        for (Element e = entity.firstChild(); e != null; e = e.next()) {
            if (e.name().equalsIgnoreCase(name)) {
                return e.text();
            }
        }
        return null;
    }

    private static String text(Element part) {
        Element blob = part.at("Data", "BLOB", "BLOB");
        if (blob == null || !(blob.value() instanceof Value.BlobValue content)) {
            return "";
        }
        MediaType type = MediaType.of(field(part, CONTENT_TYPE));
        Charset charset =
                Ccsid.isKnown(type.ccsid()) ? Ccsid.charset(type.ccsid()) : StandardCharsets.UTF_8;
        return content.value().text(charset);
    }

    /** Returns a parameter of a Content-Disposition header; null if the parameter is missing. */
    private static String parameter(String disposition, String name) {
        // Clients send the bytes of names in UTF-8, which the parser reads as ISO 8859-1.
        byte[] bytes = disposition.getBytes(StandardCharsets.ISO_8859_1);
        Matcher found = PARAMETER.matcher(new String(bytes, StandardCharsets.UTF_8));
        while (found.find()) {
            if (found.group(1).toLowerCase(Locale.ROOT).equals(name)) {
                return found.group(2) == null
                        ? found.group(3)
                        : found.group(2)
                                .replaceAll("\\\\(.)", "$1")
                                .replace("%22", "\"")
                                .replace("%0D", "\r")
                                .replace("%0A", "\n");
            }
        }
        return null;
    }
}
