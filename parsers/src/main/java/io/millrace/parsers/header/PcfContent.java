package io.millrace.parsers.header;

import static io.millrace.engine.message.ElementType.NAME_VALUE;
import static io.millrace.engine.parser.ParseErrors.cutOff;
import static io.millrace.parsers.header.Mqpcf.DOMAIN;
import static io.millrace.parsers.header.PcfKind.Form.INT;
import static io.millrace.parsers.header.PcfKind.Form.TEXT;
import static io.millrace.parsers.header.PcfKind.GROUP;
import static io.millrace.parsers.header.PcfKind.INTEGER;
import static io.millrace.parsers.header.PcfKind.Shape.FILTER;
import static io.millrace.parsers.header.PcfKind.Shape.LIST;
import static io.millrace.parsers.header.PcfKind.Shape.PARAMETERS;

import static java.lang.Math.max;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Content;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.ParseState;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.Ccsid;
import io.millrace.engine.parser.ParseErrors;
import io.millrace.parsers.header.PcfKind.Form;

import java.nio.charset.Charset;
import java.util.List;

/**
 * The bytes of one MQCFH and its parameters. The structures are located when the header is found;
 * elements are created when they are requested. The {@code start} and {@code end} of a parameter
 * are the start and end of its structure. The context of a value is its {@link Place}.
 */
final class PcfContent extends Content {

    static final ParseState<Part> STATE = parseState();

    /** Kind of an element: a parameter, or a value. */
    sealed interface Part permits PcfKind, Place {}

    static final int HEADER = 36;

    /** The fields of the MQCFH that are in the tree, with their offsets. */
    static final List<Field> FIELDS =
            List.of(
                    new Field("Type", 0, 1),
                    new Field("Version", 8, 1),
                    new Field("Command", 12, 0),
                    new Field("MsgSeqNumber", 16, 1),
                    new Field("Control", 20, 1),
                    new Field("CompCode", 24, 0),
                    new Field("Reason", 28, 0));

    /**
     * A field of the MQCFH.
     *
     * @param initial value to write if a program did not set the field
     */
    record Field(String name, int offset, int initial) {}

    /**
     * Position and form of a value.
     *
     * @param ccsidAt for strings, position of the code page
     */
    private record Place(Form form, int from, int length, int ccsidAt) implements Part {}

    final Bytes bytes;
    private final Structure structure;
    private final int ccsid;
    private final int encoding;

    private PcfContent(Bytes bytes, Structure structure, int ccsid, int encoding) {
        this.bytes = bytes;
        this.structure = structure;
        this.ccsid = ccsid;
        this.encoding = encoding;
    }

    static PcfContent of(Bytes all, int ccsid, int encoding, Limits limits) {
        if (all.length() < HEADER) {
            throw cutOff(DOMAIN, all.length(), "the 36 bytes of the MQCFH");
        }
        // If the Encoding is wrong, only StrucLength shows the byte order.
        Structure specified = Structure.of(ccsid, encoding);
        Structure turned = new Structure(!specified.littleEndian(), specified.characters());
        Structure used =
                specified.int32(all, 4) != HEADER && turned.int32(all, 4) == HEADER
                        ? turned
                        : specified;
        PcfContent content = new PcfContent(all, used, ccsid, encoding);
        int length = used.int32(all, 4);
        if (length != HEADER) {
            throw content.damage(4, "found StrucLength " + length + ", expected 36");
        }
        int end = content.end(HEADER, used.int32(all, 32), 0, 32, limits);
        return new PcfContent(all.slice(0, end), used, ccsid, encoding);
    }

    /** Whether these bytes are equal to the bytes that would be written. */
    boolean isIn(int newCcsid, int newEncoding) {
        return structure.littleEndian() == Structure.isLittleEndian(newEncoding)
                && (newCcsid == ccsid
                        || charset(0, ccsid, encoding).equals(charset(0, newCcsid, newEncoding)));
    }

    private MillraceException damage(int at, String text) {
        return ParseErrors.header(DOMAIN, at, text);
    }

    // Finding structures

    /**
     * Returns the end of a number of structures. A structure is a parameter or a group with its
     * content.
     */
    private int end(int from, int count, int depth, int countAt, Limits limits) {
        int available = bytes.length() - from;
        int max = available / INTEGER.fixed;
        if (count < 0 || count > max) {
            throw damage(
                    countAt,
                    "ParameterCount must be 0 to %d (found %d): only %d bytes follow it"
                            .formatted(max, count, available));
        }
        if (depth >= limits.treeDepth()) {
            throw ParseErrors.limit(DOMAIN, from, "more than " + depth + " nested groups");
        }
        int at = from;
        for (int i = 0; i < count; i++) {
            PcfKind kind = check(at);
            int next = at + structure.int32(bytes, at + 4);
            at =
                    kind == GROUP
                            ? end(next, structure.int32(bytes, at + 12), depth + 1, at + 12, limits)
                            : next;
        }
        return at;
    }

    /**
     * Checks that the structure at a position is complete and has valid lengths, and returns its
     * kind.
     */
    private PcfKind check(int at) {
        if (bytes.length() - at < 12) {
            throw cutOff(DOMAIN, bytes.length(), "the parameter at byte " + at);
        }
        PcfKind kind = PcfKind.of(structure.int32(bytes, at));
        if (kind == null) {
            throw damage(
                    at,
                    "found a structure of Type "
                            + structure.int32(bytes, at)
                            + ", expected one of 3 to 6, 9, 13 to 15, 20, 23 or 25");
        }
        int length = structure.int32(bytes, at + 4);
        boolean right = kind.isFixed() ? length == kind.fixed : length >= kind.fixed;
        if (!right || length > bytes.length() - at || length % 4 != 0) {
            throw damage(
                    at + 4,
                    "found StrucLength "
                            + length
                            + ", expected "
                            + (kind.isFixed() ? "" : "a multiple of 4, at least ")
                            + kind.fixed
                            + " and not more than the "
                            + (bytes.length() - at)
                            + " bytes that are left");
        }
        room(kind, at, length);
        return kind;
    }

    private void room(PcfKind kind, int at, int length) {
        boolean list = kind.shape == LIST;
        long each = kind.form == null || kind.isFixed() ? 0 : size(kind, at);
        long needed = list ? strings(count(kind, at), each, length) : each;
        boolean empty = list && each == 0;
        if (needed > length - (empty ? 0 : kind.fixed)) {
            throw damage(
                    at,
                    "found a "
                            + kind.element
                            + " whose counts need "
                            + needed
                            + " bytes, expected at most the number that its StrucLength "
                            + length
                            + " leaves");
        }
    }

    /** Returns the number of bytes of a value. */
    private long size(PcfKind kind, int at) {
        return kind.form.size > 0 ? kind.form.size : count(at, kind.fixed - 4);
    }

    /** Returns the number of values of a list. */
    private long count(PcfKind kind, int at) {
        return count(at, kind.form == TEXT ? 16 : 12);
    }

    /**
     * Returns the minimum number of bytes of a list of strings. An empty string counts as one byte,
     * so the length of the list is limited.
     */
    private static long strings(long count, long each, int length) {
        return each > length ? Long.MAX_VALUE : max(1, each) * count;
    }

    /** Returns a count or length as an unsigned number, so that a negative number is too large. */
    private long count(int at, int offset) {
        return Integer.toUnsignedLong(structure.int32(bytes, at + offset));
    }

    // Making elements

    @Override
    public String domain() {
        return DOMAIN;
    }

    @Override
    protected void grow(Element parent) {
        if (STATE.context(parent) instanceof PcfKind kind) {
            inside(parent, kind, STATE.start(parent));
        } else {
            for (Field field : FIELDS) {
                value(parent, field.name(), new Place(INT, field.offset(), 4, -1));
            }
            parameters(parent, HEADER);
        }
        STATE.complete(parent);
    }

    private void parameters(Element parent, int from) {
        for (int at = from; at < STATE.end(parent); ) {
            PcfKind kind = PcfKind.of(structure.int32(bytes, at));
            Element made = Element.parsed(this, NAME_VALUE, "", kind.element);
            STATE.range(made, at, -1);
            STATE.context(made, kind);
            STATE.decoded(made, Value.of(structure.int32(bytes, at + 8)));
            at += structure.int32(bytes, at + 4);
            if (kind == GROUP) {
                at = after(at, structure.int32(bytes, STATE.start(made) + 12));
            }
            STATE.end(made, at);
            STATE.append(parent, made);
        }
    }

    /** Returns the end of a number of structures that have been checked. */
    private int after(int from, int count) {
        int at = from;
        for (long left = count; left > 0; left--) {
            boolean group = structure.int32(bytes, at) == GROUP.type;
            left += group ? structure.int32(bytes, at + 12) : 0;
            at += structure.int32(bytes, at + 4);
        }
        return at;
    }

    private void inside(Element parent, PcfKind kind, int at) {
        if (kind.shape == PARAMETERS) {
            parameters(parent, at + kind.fixed);
            return;
        }
        int size = (int) size(kind, at);
        int from = at + kind.fixed - (kind.isFixed() ? size : 0);
        if (kind.shape == FILTER) {
            value(parent, "Operator", new Place(INT, at + 12, 4, -1));
            value(parent, "Value", new Place(kind.form, from, size, at + 16));
            return;
        }
        long count = kind.shape == LIST ? count(kind, at) : 1;
        for (int i = 0; i < count; i++) {
            value(parent, "", new Place(kind.form, from + i * size, size, at + 12));
        }
    }

    private void value(Element parent, String name, Place place) {
        int type = name.isEmpty() ? ElementType.VALUE : NAME_VALUE;
        Element made = Element.parsed(this, type, "", name);
        STATE.range(made, place.from, place.from + place.length);
        STATE.context(made, place);
        STATE.complete(made);
        STATE.append(parent, made);
    }

    @Override
    protected Value decode(Element element) {
        Place place = (Place) STATE.context(element);
        int at = place.from;
        return switch (place.form) {
            case INT -> Value.of(structure.int32(bytes, at));
            case LONG -> Value.of(structure.int64(bytes, at));
            case BYTES -> Value.of(bytes.slice(at, at + place.length));
            case TEXT -> {
                int specified = structure.int32(bytes, place.ccsidAt);
                yield Value.of(
                        bytes.slice(at, at + place.length)
                                .text(charset(specified, ccsid, encoding)));
            }
        };
    }

    /** Returns the charset of strings with a code page; 0 means the code page of the message. */
    static Charset charset(int specified, int ccsid, int encoding) {
        int used = specified > 0 ? specified : ccsid;
        return used > 0 ? Ccsid.charset(used, encoding) : ISO_8859_1;
    }

    @Override
    protected void close(Element element) {
        STATE.end(element, max(0, STATE.end(element)));
    }
}
