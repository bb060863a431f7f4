package io.millrace.parsers.blob;

import static io.millrace.engine.parser.HeaderFields.path;
import static io.millrace.engine.parser.HeaderFields.wrong;
import static io.millrace.engine.parser.ParseErrors.unwritable;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Content;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.ParseState;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;

import java.util.Map;

/**
 * The domain BLOB. The folder {@code BLOB} has one field, {@code BLOB}, with the whole body as its
 * value. CCSID and Encoding have no effect.
 */
public final class BlobParser implements Parser {

    private static final String NAME = "BLOB";

    /**
     * A field in which WMQI stores the name of the body's parser. Programs written for WMQI can set
     * it; it is not part of the written body.
     */
    private static final String PARSER_NAME = "UnknownParserName";

    @Override
    public String domain() {
        return NAME;
    }

    @Override
    public Element parse(Bytes body, ParseOptions options) {
        Element folder = Element.parsed(new Body(body), ElementType.NAME, "", NAME).domain(NAME);
        Body.STATE.range(folder, 0, body.length());
        Body.STATE.decoded(folder, null);
        return folder;
    }

    @Override
    public Bytes write(Element body, WriteOptions options) {
        if (body.isClean() && body.content() instanceof Body origin) {
            return origin.bytes;
        }
        Bytes found = blob(body);
        for (Element c = body.firstChild(); c != null; c = c.next()) {
            if (c.isNamed(NAME) && found == null) {
                found = blob(c);
            } else if (!c.isNamed(PARSER_NAME)) {
                throw unwritable(path(c), "the domain BLOB must have one field, named BLOB");
            }
        }
        return found == null ? Bytes.EMPTY : found;
    }

    private static Bytes blob(Element e) {
        return switch (e.value()) {
            case BlobValue(Bytes bytes) -> bytes;
            case null -> null;
            default ->
                    throw wrong(
                            e, "a BLOB; use CAST(... AS BLOB CCSID ...) to convert a " + "string");
        };
    }

    @Override
    public Map<String, Integer> fieldTypes() {
        return Map.of();
    }

    /** The bytes of one body, from which the folder and its field are created. */
    private static final class Body extends Content {

        static final ParseState<Void> STATE = parseState();
        final Bytes bytes;

        Body(Bytes bytes) {
            this.bytes = bytes;
        }

        @Override
        public String domain() {
            return NAME;
        }

        @Override
        protected void grow(Element folder) {
            Element field = Element.parsed(this, ElementType.NAME_VALUE, "", NAME);
            STATE.range(field, 0, bytes.length());
            STATE.decoded(field, Value.of(bytes));
            STATE.complete(field);
            STATE.append(folder, field);
            STATE.complete(folder);
        }

        @Override
        protected Value decode(Element element) {
            return null;
        }

        @Override
        protected void close(Element element) {
            STATE.end(element, bytes.length());
        }
    }
}
