package io.millrace.parsers.mime;

import static io.millrace.engine.parser.HeaderFields.path;
import static io.millrace.engine.parser.HeaderFields.wrong;
import static io.millrace.parsers.mime.MimeContent.BLOB;
import static io.millrace.parsers.mime.MimeContent.CONTENT_TYPE;
import static io.millrace.parsers.mime.MimeContent.DATA;
import static io.millrace.parsers.mime.MimeContent.LEVELS;
import static io.millrace.parsers.mime.MimeContent.PART;
import static io.millrace.parsers.mime.MimeContent.PARTS;
import static io.millrace.parsers.mime.MimeContent.STATE;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.engine.parser.ParseErrors;

/** A writer of one MIME message. Parts that were not changed are copied from the received bytes. */
record MimeWriter(ByteSink out) {

    private static final String LINE_END = "\r\n";

    void message(Element body) {
        if (contentType(body) == null) {
            throw unwritable(
                    body,
                    "found no Content-Type; a MIME message must have this header before "
                            + "Parts or Data");
        }
        entity(body, 0);
    }

    private static String contentType(Element entity) {
        for (Element c = entity.firstChild(); c != null; c = c.next()) {
            if (c.name().equalsIgnoreCase(CONTENT_TYPE) && c.value() != null) {
                return c.value().text();
            }
        }
        return null;
    }

    private void entity(Element entity, int level) {
        Element content = null;
        for (Element c = entity.firstChild(); c != null; c = c.next()) {
            if (content != null) {
                throw unwritable(c, "is after " + content.name() + ", which must be last");
            }
            if (c.isNamed(PARTS) || c.isNamed(DATA)) {
                content = c;
            } else {
                header(c);
            }
        }
        out.ascii(LINE_END);
        String contentType = contentType(entity);
        boolean multipart = ContentType.isMultipart(contentType);
        if (content != null && multipart != content.isNamed(PARTS)) {
            throw unwritable(
                    content,
                    "Content-Type is '"
                            + contentType
                            + "', so that "
                            + (multipart ? PARTS : DATA)
                            + " is expected here");
        }
        if (multipart) {
            parts(entity, content, contentType, level);
        } else if (content != null) {
            data(content);
        }
    }

    private void header(Element field) {
        String name = field.name();
        String value = field.value() == null ? "" : field.value().text();
        boolean named = !name.isEmpty() && name.chars().allMatch(MimeContent::isNameByte);
        if (!named || value.chars().anyMatch(c -> c < ' ' && c != '\t' || c > 0xFF)) {
            throw unwritable(
                    field,
                    """
                    cannot be a header: the name must consist of ASCII characters without blanks \
                    and colons, the value of one line of Latin-1 characters\
                    """);
        }
        out.ascii(name);
        out.ascii(": ");
        out.write(value.getBytes(ISO_8859_1));
        out.ascii(LINE_END);
    }

    private void parts(Element entity, Element parts, String contentType, int level) {
        String boundary = ContentType.boundary(contentType);
        if (boundary == null || level == LEVELS) {
            throw unwritable(
                    entity,
                    boundary == null
                            ? "Content-Type '"
                                    + contentType
                                    + "' has no boundary of 1 to 70 characters"
                            : "more than " + LEVELS + " nested multiparts");
        }
        Element child = parts == null ? null : parts.firstChild();
        if (child != null && isText(child)) {
            text(child);
            out.ascii(LINE_END);
            child = child.next();
        }
        int count = 0;
        for (; child != null && child.isNamed(PART); child = child.next()) {
            out.ascii("--" + boundary + LINE_END);
            part(child, boundary, level);
            out.ascii(LINE_END);
            count++;
        }
        if (count == 0) {
            throw unwritable(entity, "a multipart must have at least one Part in its Parts");
        }
        out.ascii("--" + boundary + "--" + LINE_END);
        if (child != null && isText(child)) {
            text(child);
            child = child.next();
        }
        if (child != null) {
            throw unwritable(
                    child, "Parts can contain only a preamble, Part elements and an epilogue");
        }
    }

    private static boolean isText(Element element) {
        return ElementType.kind(element.type()) == ElementType.VALUE;
    }

    private void text(Element element) {
        String text = element.value() == null ? "" : element.value().text();
        out.write(text.getBytes(ISO_8859_1));
    }

    private void part(Element part, String boundary, int level) {
        int from = out.length();
        if (part.isClean()
                && part.content() instanceof MimeContent content
                && STATE.context(part) instanceof MimeContent.Entity(int start, int end, int _)) {
            out.write(content.bytes.slice(start, end));
        } else {
            entity(part, level + 1);
        }
        if (holdsDelimiter(from, boundary)) {
            throw unwritable(
                    part,
                    "contains a delimiter line of the boundary '"
                            + boundary
                            + "' of the enclosing message; specify another boundary in "
                            + "Content-Type");
        }
    }

    private boolean holdsDelimiter(int from, String boundary) {
        Bytes written = out.bytes();
        int to = written.length();
        for (int at = from; at < to; at = MimeContent.nextLine(written, at, to)) {
            if (MimeContent.delimiter(written, boundary, at, to) != null) {
                return true;
            }
        }
        return false;
    }

    private void data(Element data) {
        Element blob = data;
        if (data.value() == null && data.firstChild() != null) {
            blob = data.firstChild();
            if (!blob.isNamed(BLOB) || blob.next() != null) {
                throw unwritable(
                        blob.isNamed(BLOB) ? blob.next() : blob,
                        """
                        Data must contain one folder, BLOB, with the content in its field BLOB; \
                        use ASBITSTREAM to convert a tree\
                        """);
            }
            blob = blob.value() == null && blob.firstChild() != null ? blob.firstChild() : blob;
        }
        if (blob.value() == null) {
            return;
        }
        if (!(blob.value() instanceof BlobValue(Bytes bytes))) {
            throw wrong(blob, "a BLOB; use CAST(... AS BLOB CCSID ...) to convert a string");
        }
        out.write(bytes);
    }

    private static MillraceException unwritable(Element e, String text) {
        return ParseErrors.unwritable(path(e), text);
    }
}
