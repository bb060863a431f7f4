package io.millrace.parsers.header;

import io.millrace.engine.error.Problems;
import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Content;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.Damage;
import io.millrace.engine.parser.HeaderFields;
import io.millrace.engine.parser.HeaderParser;

import java.util.ArrayList;
import java.util.List;

/**
 * MQDLH, the dead-letter header: 172 bytes before a message on a dead-letter queue (WebSphere MQ
 * Application Programming Reference, "MQDLH"). Its fields are those of the structure; character
 * fields keep the blanks they are padded with.
 */
public final class Mqdlh implements HeaderParser {

    private static final String DOMAIN = "MQDLH";
    private static final String STRUC_ID = "DLH ";
    private static final int LENGTH = 172;

    /**
     * A field of the structure.
     *
     * @param length of a character field; 0 for a 32 bit integer
     */
    private record Field(String name, int offset, int length) {}

    private static final List<Field> FIELDS =
            List.of(
                    new Field("Version", 4, 0),
                    new Field("Reason", 8, 0),
                    new Field("DestQName", 12, 48),
                    new Field("DestQMgrName", 60, 48),
                    new Field("Encoding", 108, 0),
                    new Field("CodedCharSetId", 112, 0),
                    new Field("Format", 116, 8),
                    new Field("PutApplType", 124, 0),
                    new Field("PutApplName", 128, 28),
                    new Field("PutDate", 156, 8),
                    new Field("PutTime", 164, 8));

    private static final int ENCODING = 108;
    private static final int CCSID = 112;
    private static final int FORMAT = 116;

    @Override
    public String format() {
        return "MQDEAD";
    }

    @Override
    public String domain() {
        return DOMAIN;
    }

    @Override
    public Section parse(Bytes bytes, int ccsid, int encoding, Limits limits) {
        Structure layout = Structure.of(bytes, STRUC_ID, DOMAIN, encoding);
        if (bytes.length() < LENGTH) {
            throw Damage.cutOff(DOMAIN, bytes.length(), "the " + LENGTH + " bytes of the header");
        }
        int version = layout.int32(bytes, 4);
        if (version != 1) {
            throw Damage.header(DOMAIN, 4, "found Version " + version + ", expected 1");
        }
        DlhContent content = new DlhContent(bytes.slice(0, LENGTH), layout);
        Element folder = Element.parsed(content, ElementType.NAME, "", DOMAIN).domain(DOMAIN);
        folder.end = LENGTH;
        folder.decoded(null);
        return new Section(folder, LENGTH, content.following());
    }

    @Override
    public Following following(Element header) {
        if (header.isClean() && header.content() instanceof DlhContent content) {
            return content.following();
        }
        Element format = header.child("Format");
        return new Following(
                format == null || format.value() == null ? "" : HeaderFields.text(format, 8),
                Mqrfh2.integer(header, "CodedCharSetId", 0),
                Mqrfh2.integer(header, "Encoding", 0));
    }

    @Override
    public Bytes write(Element header, int ccsid, int encoding, Following next, Limits limits) {
        Structure layout = Structure.of(ccsid, encoding);
        Following announced = next == null ? following(header) : next;
        if (header.isClean()
                && header.content() instanceof DlhContent content
                && content.isWritten(layout, announced)) {
            return content.bytes;
        }
        for (Element c = header.firstChild(); c != null; c = c.next()) {
            check(c);
        }
        ByteSink out = new ByteSink(LENGTH);
        layout.text(out, STRUC_ID, 4, DOMAIN);
        for (Field field : FIELDS) {
            switch (field.offset) {
                case ENCODING ->
                        layout.int32(
                                out, announced.encoding() == 0 ? encoding : announced.encoding());
                case CCSID -> layout.int32(out, announced.ccsid() == 0 ? ccsid : announced.ccsid());
                case FORMAT ->
                        layout.text(
                                out, announced.format(), 8, HeaderFields.path(header) + ".Format");
                default -> write(header, field, layout, out);
            }
        }
        return out.bytes();
    }

    private static void check(Element child) {
        List<String> names = new ArrayList<>(List.of("StrucId"));
        FIELDS.forEach(f -> names.add(f.name));
        if (!names.contains(child.name())) {
            String near = Problems.didYouMean(child.name(), names);
            throw Damage.unwritable(
                    HeaderFields.path(child),
                    "the MQDLH has no such field" + (near.isEmpty() ? "" : "; " + near));
        }
    }

    private static void write(Element header, Field field, Structure layout, ByteSink out) {
        Element said = header.child(field.name);
        boolean present = said != null && said.value() != null;
        if (field.length == 0) {
            int otherwise = field.name.equals("Version") ? 1 : 0;
            layout.int32(out, present ? HeaderFields.integer(said) : otherwise);
        } else {
            String text = present ? HeaderFields.text(said, field.length) : "";
            layout.text(out, text, field.length, HeaderFields.path(header) + "." + field.name);
        }
    }

    /** The bytes of one header. */
    private static final class DlhContent extends Content {
        final Bytes bytes;
        private final Structure layout;

        DlhContent(Bytes bytes, Structure layout) {
            this.bytes = bytes;
            this.layout = layout;
        }

        Following following() {
            return new Following(
                    layout.text(bytes, FORMAT, 8).stripTrailing(),
                    layout.int32(bytes, CCSID),
                    layout.int32(bytes, ENCODING));
        }

        boolean isWritten(Structure wanted, Following next) {
            Following said = following();
            return wanted.equals(layout)
                    && next.format().equals(said.format())
                    && (next.ccsid() == said.ccsid() || next.ccsid() == 0)
                    && (next.encoding() == said.encoding() || next.encoding() == 0);
        }

        @Override
        public String domain() {
            return DOMAIN;
        }

        @Override
        protected void grow(Element parent) {
            for (Field field : FIELDS) {
                Element made = Element.parsed(this, ElementType.NAME_VALUE, "", field.name);
                made.start = field.offset;
                made.end = field.offset + Math.max(4, field.length);
                made.complete();
                made.context = field;
                parent.appendParsed(made);
            }
            parent.complete();
        }

        @Override
        protected Value decode(Element element) {
            return element.context instanceof Field(String _, int offset, int length)
                    ? length == 0
                            ? Value.of(layout.int32(bytes, offset))
                            : Value.of(layout.text(bytes, offset, length))
                    : null;
        }

        @Override
        protected void close(Element element) {
            element.end = Math.max(0, element.end);
        }
    }
}
