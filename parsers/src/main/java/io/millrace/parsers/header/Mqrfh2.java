package io.millrace.parsers.header;

import static io.millrace.engine.parser.HeaderFields.path;
import static io.millrace.engine.parser.ParseErrors.unwritable;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.HeaderFields;
import io.millrace.engine.parser.HeaderParser;

/**
 * MQRFH2, the rules and formatting header 2: a fixed part and folders of names and values, each a
 * separate XML text (WebSphere MQ Application Programming Reference, "MQRFH2").
 *
 * <p>The tree has the fixed part as fields (Version, Format, Encoding, CodedCharSetId, Flags,
 * NameValueCCSID), then the folders ({@code mcd}, {@code usr}, {@code jms}, {@code psc} and
 * others). Values have the types that their {@code dt} attributes specify: {@code i1 i2 i4 i8 int}
 * INTEGER, {@code r4 r8} FLOAT, {@code boolean} BOOLEAN, {@code bin.hex} BLOB, all others
 * CHARACTER; {@code xsi:nil="true"} is NULL. Other attributes are read over, and lost where their
 * folder is written again.
 */
public final class Mqrfh2 implements HeaderParser {

    static final String DOMAIN = "MQRFH2";
    static final String STRUC_ID = "RFH ";
    static final int VERSION = 2;

    /** Bytes of the fixed part. */
    static final int FIXED = 36;

    static final int UTF_8 = 1208;

    @Override
    public String format() {
        return "MQHRF2";
    }

    @Override
    public String domain() {
        return DOMAIN;
    }

    @Override
    public Section parse(Bytes bytes, int ccsid, int encoding, Limits limits) {
        Rfh2Content content = Rfh2Content.of(bytes, encoding, limits);
        return StructureHeader.section(content, content.length(), content.following);
    }

    @Override
    public Following following(Element header) {
        return header.isClean() && header.content() instanceof Rfh2Content content
                ? content.following
                : StructureHeader.announced(header);
    }

    @Override
    public Bytes write(Element header, int ccsid, int encoding, Following next, Limits limits) {
        Structure layout = Structure.of(ccsid, encoding);
        if (header.isClean()
                && header.content() instanceof Rfh2Content content
                && content.isWritten(layout, next)) {
            return content.bytes;
        }
        int version = integer(header, "Version", VERSION);
        if (version != VERSION) {
            throw unwritable(path(header) + ".Version", "found " + version + ", expected 2");
        }
        return new Rfh2Writer(header, layout, limits)
                .write(ccsid, encoding, next == null ? following(header) : next);
    }

    static int integer(Element header, String name, int otherwise) {
        Element field = header.child(name);
        return field == null || field.value() == null ? otherwise : HeaderFields.integer(field);
    }
}
