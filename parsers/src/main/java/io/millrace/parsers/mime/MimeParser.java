package io.millrace.parsers.mime;

import static io.millrace.parsers.mime.MimeContent.STATE;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;

import java.util.Map;

/**
 * MIME (RFC 2045, RFC 2046). The tree is the same as in the IBM product ("MIME tree details").
 * Headers are fields of the folder, in order, with the names of the headers. {@code Data} follows
 * and contains the content as {@code Data.BLOB.BLOB}. If Content-Type begins with {@code
 * multipart}, {@code Parts} follows instead. It contains a {@code Part} for each part, with the
 * same structure as the message, between a preamble and an epilogue, which are values without a
 * name. Transfer encodings are not decoded; use BASE64DECODE.
 *
 * <p>Lines end with CR LF or LF; written lines end with CR LF. Headers are ISO 8859-1. The maximum
 * nesting of multiparts is {@value MimeContent#LEVELS}.
 */
public final class MimeParser implements Parser {

    static final String DOMAIN = "MIME";

    @Override
    public String domain() {
        return DOMAIN;
    }

    @Override
    public Element parse(Bytes body, ParseOptions options) {
        return options.timing().read(new MimeContent(body, options.limits()).folder());
    }

    @Override
    public Bytes write(Element body, WriteOptions options) {
        if (body.isClean()
                && body.content() instanceof MimeContent content
                && STATE.context(body) instanceof MimeContent.Entity(int from, int to, int _)) {
            return content.bytes.slice(from, to);
        }
        ByteSink out = new ByteSink();
        new MimeWriter(out).message(body);
        return out.bytes();
    }

    @Override
    public Map<String, Integer> fieldTypes() {
        return Map.of(
                "Folder", ElementType.NAME,
                "Field", ElementType.NAME_VALUE,
                "Value", ElementType.VALUE);
    }
}
