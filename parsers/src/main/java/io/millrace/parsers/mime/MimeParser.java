package io.millrace.parsers.mime;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;

import java.util.Map;

/**
 * MIME (RFC 2045, RFC 2046). The tree is the product's ("MIME tree details"): headers are fields of
 * the folder, in their order, under their own names; then comes {@code Data}, which holds the
 * content as {@code Data.BLOB.BLOB}, or, where Content-Type begins with {@code multipart}, {@code
 * Parts}: a {@code Part} for each part, built like the whole, between a preamble and an epilogue,
 * which are values without a name. Transfer encodings are not undone: BASE64DECODE does that.
 *
 * <p>Lines end with CR LF or LF; written lines end with CR LF. Headers are ISO 8859-1. Multiparts
 * can be nested to a depth of {@value MimeContent#LEVELS}.
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
                && body.context instanceof MimeContent.Entity(int from, int to, int _)) {
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
