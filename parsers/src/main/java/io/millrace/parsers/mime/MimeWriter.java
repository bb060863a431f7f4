package io.millrace.parsers.mime;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.HeaderFields;
import io.millrace.engine.parser.ParseErrors;

import java.nio.charset.StandardCharsets;

/** Writes one MIME message. Unchanged parts are written with the bytes that were received. */
final class MimeWriter {

    private static final String LINE_END = "\r\n";

    private final ByteSink out;

    MimeWriter(ByteSink out) {
        this.out = out;
    }

    void message(Element body) {
        if (contentType(body) == null) {
            throw ParseErrors.unwritable(
                    HeaderFields.path(body),
                    "found no Content-Type; a MIME message has one before Parts or Data");
        }
        entity(body, 0);
    }

    private static String contentType(Element entity) {
        for (Element c = entity.firstChild(); c != null; c = c.next()) {
            if (c.name().equalsIgnoreCase(MimeContent.CONTENT_TYPE) && c.value() != null) {
                return c.value().text();
            }
        }
        return null;
    }

    private void entity(Element entity, int level) {
        Element content = null;
        for (Element c = entity.firstChild(); c != null; c = c.next()) {
            if (content != null) {
                throw ParseErrors.unwritable(
                        HeaderFields.path(c),
                        "stands behind " + content.name() + ", which comes last");
            }
            if (c.isNamed(MimeContent.PARTS) || c.isNamed(MimeContent.DATA)) {
                content = c;
            } else {
                header(c);
            }
        }
        out.ascii(LINE_END);
        String contentType = contentType(entity);
        boolean multipart = ContentType.isMultipart(contentType);
        if (content != null && multipart != content.isNamed(MimeContent.PARTS)) {
            throw ParseErrors.unwritable(
                    HeaderFields.path(content),
                    "Content-Type is '"
                            + contentType
                            + "', so that "
                            + (multipart ? MimeContent.PARTS : MimeContent.DATA)
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
            throw ParseErrors.unwritable(
                    HeaderFields.path(field),
                    "cannot be a header: its name is of ASCII characters without blanks and"
                            + " colons, its value one line of Latin-1 characters");
        }
        out.ascii(name);
        out.ascii(": ");
        out.write(value.getBytes(StandardCharsets.ISO_8859_1));
        out.ascii(LINE_END);
    }

    private void parts(Element entity, Element parts, String contentType, int level) {
        String boundary = ContentType.boundary(contentType);
        if (boundary == null || level == MimeContent.LEVELS) {
            throw ParseErrors.unwritable(
                    HeaderFields.path(entity),
                    boundary == null
                            ? "Content-Type '"
                                    + contentType
                                    + "' has no boundary of 1 to 70 characters"
                            : "more than " + MimeContent.LEVELS + " multiparts in one another");
        }
        Element child = parts == null ? null : parts.firstChild();
        if (child != null && isText(child)) {
            text(child);
            out.ascii(LINE_END);
            child = child.next();
        }
        int count = 0;
        for (; child != null && child.isNamed(MimeContent.PART); child = child.next()) {
            out.ascii("--" + boundary + LINE_END);
            part(child, boundary, level);
            out.ascii(LINE_END);
            count++;
        }
        if (count == 0) {
            throw ParseErrors.unwritable(
                    HeaderFields.path(entity), "a multipart has at least one Part in its Parts");
        }
        out.ascii("--" + boundary + "--" + LINE_END);
        if (child != null && isText(child)) {
            text(child);
            child = child.next();
        }
        if (child != null) {
            throw ParseErrors.unwritable(
                    HeaderFields.path(child),
                    "Parts holds a preamble, Part after Part, and an epilogue, nothing else");
        }
    }

    private static boolean isText(Element element) {
        return ElementType.kind(element.type()) == ElementType.VALUE;
    }

    private void text(Element element) {
        String text = element.value() == null ? "" : element.value().text();
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private void part(Element part, String boundary, int level) {
        int from = out.length();
        if (part.isClean()
                && part.content() instanceof MimeContent content
                && part.context instanceof MimeContent.Entity(int start, int end, int _)) {
            out.write(content.bytes.slice(start, end));
        } else {
            entity(part, level + 1);
        }
        if (holdsDelimiter(from, boundary)) {
            throw ParseErrors.unwritable(
                    HeaderFields.path(part),
                    "holds a delimiter line of the boundary '"
                            + boundary
                            + "' of the message around it; give Content-Type another boundary");
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
            if (!blob.isNamed(MimeContent.BLOB) || blob.next() != null) {
                throw ParseErrors.unwritable(
                        HeaderFields.path(blob.isNamed(MimeContent.BLOB) ? blob.next() : blob),
                        "Data holds one folder, BLOB, with the content as its field BLOB;"
                                + " ASBITSTREAM makes it of a tree");
            }
            blob = blob.value() == null && blob.firstChild() != null ? blob.firstChild() : blob;
        }
        if (blob.value() == null) {
            return;
        }
        if (!(blob.value() instanceof Value.BlobValue(Bytes bytes))) {
            throw HeaderFields.wrong(
                    blob, "a BLOB; CAST(... AS BLOB CCSID ...) makes one of a text");
        }
        out.write(bytes);
    }
}
