package io.millrace.parsers.header;

import static io.millrace.engine.error.Problems.didYouMean;
import static io.millrace.engine.parser.HeaderFields.path;
import static io.millrace.engine.parser.HeaderFields.wrong;
import static io.millrace.parsers.header.StructureContent.STATE;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Content;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.HeaderFields;
import io.millrace.engine.parser.HeaderParser;
import io.millrace.engine.parser.ParseErrors;
import io.millrace.parsers.header.StructureLayout.Field;
import io.millrace.parsers.header.StructureLayout.Kind;

import java.util.ArrayList;
import java.util.List;

/**
 * A header that is one structure of fixed fields, optionally followed by characters. The fields in
 * the tree have the names of the structure's fields. Character fields keep their trailing blanks.
 * StrucId and StrucLength are not in the tree, and are ignored if a program sets them.
 */
abstract class StructureHeader implements HeaderParser {

    private final StructureLayout layout;

    StructureHeader(StructureLayout layout) {
        this.layout = layout;
    }

    @Override
    public final String format() {
        return layout.format;
    }

    @Override
    public final String domain() {
        return layout.domain;
    }

    @Override
    public final List<String> fields() {
        return layout.fieldNames();
    }

    @Override
    public final Section parse(Bytes bytes, int ccsid, int encoding, Limits limits) {
        StructureContent content = StructureContent.of(bytes, layout, encoding);
        return section(content, content.bytes.length(), content.following());
    }

    @Override
    public final Following following(Element header) {
        return header.isClean() && header.content() instanceof StructureContent content
                ? content.following()
                : announced(header);
    }

    /** Returns the section of a header with a length. The content has this domain. */
    static Section section(Content content, int length, Following following) {
        String domain = content.domain();
        Element folder = Element.parsed(content, ElementType.NAME, "", domain).domain(domain);
        STATE.range(folder, 0, length);
        STATE.decoded(folder, null);
        return new Section(folder, length, following);
    }

    static MillraceException unwritable(Element e, String text) {
        return ParseErrors.unwritable(path(e), text);
    }

    /**
     * Returns the format, CCSID and encoding of the following data, as the fields of a header
     * specify them.
     */
    static Following announced(Element header) {
        Element format = header.child("Format");
        return new Following(
                format == null || format.value() == null ? "" : HeaderFields.text(format, 8),
                Mqrfh2.integer(header, "CodedCharSetId", 0),
                Mqrfh2.integer(header, "Encoding", 0));
    }

    @Override
    public final Bytes write(
            Element header, int ccsid, int encoding, Following next, Limits limits) {
        Structure structure = Structure.of(ccsid, encoding);
        if (header.isClean()
                && header.content() instanceof StructureContent content
                && content.isWritten(structure, next)) {
            return content.bytes;
        }
        Following announced = next == null ? following(header) : next;
        Following following =
                new Following(
                        announced.format(),
                        announced.ccsid() == 0 ? ccsid : announced.ccsid(),
                        announced.encoding() == 0 ? encoding : announced.encoding());
        return new StructureWriter(layout, structure, header, following).write();
    }

    /** A writer of one structure. */
    private static final class StructureWriter {

        private final StructureLayout layout;
        private final Structure structure;
        private final Element header;
        private final Following following;
        private final ByteSink out = new ByteSink(256);
        private final List<String> strings = new ArrayList<>();

        StructureWriter(
                StructureLayout layout, Structure structure, Element header, Following following) {
            this.layout = layout;
            this.structure = structure;
            this.header = header;
            this.following = following;
        }

        Bytes write() {
            Element specified = header.child("Version");
            int version =
                    specified == null || specified.value() == null
                            ? layout.ends.lastKey()
                            : HeaderFields.integer(specified);
            if (!layout.ends.containsKey(version)) {
                throw wrong(specified, "one of the versions " + layout.ends.keySet());
            }
            structure.text(out, layout.strucId, 4, layout.domain);
            List<Field> fields = layout.fields(version);
            for (Field field : fields) {
                field(field, version);
            }
            tail(fields);
            if (layout.lengthAt() >= 0) {
                structure.patch(out, layout.lengthAt(), out.length());
            }
            return out.bytes();
        }

        private void field(Field field, int version) {
            Element specified = header.child(field.name());
            Element given = specified == null || specified.value() == null ? null : specified;
            switch (field.kind()) {
                case INTEGER -> structure.int32(out, integer(field, given, version));
                case TEXT -> text(field, given);
                case BYTES -> bytes(field, given);
                case LENGTH -> structure.int32(out, 0);
                case STRING -> {
                    strings.add(given == null ? "" : given.value().text());
                    structure.int32(out, 0);
                    structure.int32(out, 0);
                }
            }
        }

        private int integer(Field field, Element given, int version) {
            return switch (field.name()) {
                case "Version" -> version;
                case "Encoding" -> following.encoding();
                case "CodedCharSetId" -> following.ccsid();
                default -> given == null ? field.initial() : HeaderFields.integer(given);
            };
        }

        private void text(Field field, Element given) {
            int length = field.length();
            String text =
                    field.name().equals("Format")
                            ? following.format()
                            : given == null ? "" : HeaderFields.text(given, length);
            structure.text(out, text, length, path(header) + "." + field.name());
        }

        private void bytes(Field field, Element given) {
            Bytes bytes = given == null ? Bytes.EMPTY : HeaderFields.bytes(given, field.length());
            out.write(bytes);
            out.write(new byte[field.length() - bytes.length()]);
        }

        /**
         * Writes the strings after the fixed part, and pads the structure to a multiple of four
         * bytes.
         */
        private void tail(List<Field> fields) {
            int next = 0;
            for (Field field : fields) {
                if (field.kind() == Kind.STRING) {
                    String text = strings.get(next++);
                    structure.patch(out, field.offset(), text.length());
                    structure.patch(out, field.offset() + 4, text.isEmpty() ? 0 : out.length());
                    structure.text(out, text, text.length(), path(header) + "." + field.name());
                }
            }
            StringBuilder pairs = new StringBuilder();
            for (Element child = header.firstChild(); child != null; child = child.next()) {
                pair(child, pairs);
            }
            if (!pairs.isEmpty()) {
                structure.text(out, pairs.toString(), pairs.length(), path(header));
            }
            structure.text(out, "", -out.length() & 3, path(header));
        }

        private void pair(Element child, StringBuilder pairs) {
            if (layout.names.contains(child.name())) {
                return;
            }
            if (!layout.hasPairs()) {
                String near = didYouMean(child.name(), layout.names);
                throw unwritable(
                        child,
                        "the "
                                + layout.domain
                                + " has no such field"
                                + (near.isEmpty() ? "" : "; " + near));
            }
            if (child.name().isEmpty()) {
                throw unwritable(child, "found a field without a name");
            }
            String value = child.value() == null ? "" : child.value().text();
            NameValueString.write(child.name(), value, pairs);
        }
    }
}
