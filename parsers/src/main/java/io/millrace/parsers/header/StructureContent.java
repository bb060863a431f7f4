package io.millrace.parsers.header;

import static io.millrace.engine.parser.ParseErrors.cutOff;

import static java.lang.Math.max;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Content;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.ParseState;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.HeaderParser.Following;
import io.millrace.engine.parser.ParseErrors;
import io.millrace.parsers.header.NameValueString.Pair;
import io.millrace.parsers.header.StructureLayout.Field;
import io.millrace.parsers.header.StructureLayout.Kind;

/** The bytes of one structure. */
final class StructureContent extends Content {

    static final ParseState<Part> STATE = parseState();

    /** The kind of an element: a field of the structure or a name-value pair of the string. */
    sealed interface Part permits Field, Pair {}

    final Bytes bytes;
    final Structure structure;
    private final StructureLayout layout;
    private final int version;
    private final int fixed;

    private StructureContent(
            Bytes bytes, Structure structure, StructureLayout layout, int version, int fixed) {
        this.bytes = bytes;
        this.structure = structure;
        this.layout = layout;
        this.version = version;
        this.fixed = fixed;
    }

    /**
     * Returns the content of the structure at the start of some bytes.
     *
     * @param all structure and the data after the structure
     */
    static StructureContent of(Bytes all, StructureLayout layout, int encoding) {
        Structure structure = Structure.of(all, layout.strucId, layout.domain, encoding);
        require(all, 8, layout);
        int version = structure.int32(all, 4);
        Integer fixed = layout.ends.get(version);
        if (fixed == null) {
            throw ParseErrors.header(
                    layout.domain,
                    4,
                    "found Version " + version + ", expected " + versions(layout));
        }
        require(all, fixed, layout);
        int length = fixed;
        if (layout.lengthAt() >= 0) {
            length = structure.int32(all, layout.lengthAt());
            if (layout.hasTail() ? length < fixed : length != fixed) {
                throw ParseErrors.header(
                        layout.domain,
                        layout.lengthAt(),
                        "found StrucLength "
                                + length
                                + ", expected "
                                + (layout.hasTail() ? "at least " : "")
                                + fixed);
            }
            require(all, length, layout);
        }
        return new StructureContent(all.slice(0, length), structure, layout, version, fixed);
    }

    private static void require(Bytes all, int length, StructureLayout layout) {
        if (all.length() < length) {
            throw cutOff(layout.domain, all.length(), "the " + length + " bytes of the header");
        }
    }

    private static String versions(StructureLayout layout) {
        return String.join(
                " or ", layout.ends.keySet().stream().map(v -> Integer.toString(v)).toList());
    }

    Following following() {
        return new Following(
                structure.text(bytes, layout.formatAt(), 8).stripTrailing(),
                structure.int32(bytes, layout.ccsidAt()),
                structure.int32(bytes, layout.encodingAt()));
    }

    /** Whether these bytes are equal to the bytes that would be written. */
    boolean isWritten(Structure requested, Following next) {
        return requested.equals(structure) && Structure.announces(following(), next);
    }

    @Override
    public String domain() {
        return layout.domain;
    }

    @Override
    protected void grow(Element parent) {
        for (Field field : layout.fields(version)) {
            if (field.kind() != Kind.LENGTH) {
                STATE.append(parent, made(field.name(), field));
            }
        }
        if (layout.hasPairs()) {
            String text = bytes.slice(fixed, bytes.length()).text(structure.characters());
            for (Pair pair : NameValueString.read(text, layout.domain, fixed)) {
                STATE.append(parent, made(pair.name(), pair));
            }
        }
        STATE.complete(parent);
    }

    private Element made(String name, Part part) {
        Element made = Element.parsed(this, ElementType.NAME_VALUE, "", name);
        STATE.range(made, 0, bytes.length());
        STATE.context(made, part);
        STATE.complete(made);
        return made;
    }

    @Override
    protected Value decode(Element element) {
        return switch (STATE.context(element)) {
            case Pair pair -> Value.of(pair.value());
            case Field field -> value(field);
            default -> null;
        };
    }

    private Value value(Field field) {
        int at = field.offset();
        return switch (field.kind()) {
            case INTEGER, LENGTH -> Value.of(structure.int32(bytes, at));
            case TEXT -> Value.of(structure.text(bytes, at, field.length()));
            case BYTES -> Value.of(bytes.slice(at, at + field.length()));
            case STRING -> Value.of(string(field));
        };
    }

    private String string(Field field) {
        int length = structure.int32(bytes, field.offset());
        int from = structure.int32(bytes, field.offset() + 4);
        if (length == 0) {
            return "";
        }
        if (length < 0 || from < fixed || length > bytes.length() - from) {
            throw ParseErrors.header(
                    layout.domain,
                    field.offset(),
                    field.name()
                            + " specifies "
                            + Integer.toUnsignedString(length)
                            + " bytes at offset "
                            + Integer.toUnsignedString(from)
                            + ", expected a range between "
                            + fixed
                            + " and StrucLength "
                            + bytes.length());
        }
        return structure.text(bytes, from, length);
    }

    @Override
    protected void close(Element element) {
        STATE.end(element, max(0, STATE.end(element)));
    }
}
