package io.millrace.parsers.header;

import static io.millrace.engine.parser.HeaderFields.path;
import static io.millrace.parsers.header.Rfh2Content.STATE;
import static io.millrace.parsers.header.StructureHeader.unwritable;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.engine.message.Value.BooleanValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.parser.HeaderParser.Following;

import java.nio.charset.Charset;
import java.util.Set;

/**
 * A writer of an MQRFH2 that a program has changed or created. Folders that were not changed are
 * copied.
 */
final class Rfh2Writer {

    private static final Set<String> FIELDS =
            Set.of(
                    "StrucId",
                    "Version",
                    "StrucLength",
                    "Format",
                    "Encoding",
                    "CodedCharSetId",
                    "Flags",
                    "NameValueCCSID");

    /**
     * Folders with values that have no {@code dt} attribute, as WebSphere MQ and the MQ JMS classes
     * write them.
     */
    private static final Set<String> UNTYPED = Set.of("mcd", "psc", "pscr", "jms");

    private final Element header;
    private final Structure layout;
    private final Limits limits;
    private final ByteSink out = new ByteSink();

    Rfh2Writer(Element header, Structure layout, Limits limits) {
        this.header = header;
        this.layout = layout;
        this.limits = limits;
    }

    /**
     * @param ccsid code page of the header, also declared for the data after the header if nothing
     *     else specifies a code page
     * @param encoding encoding of the header, also declared for the data after the header if
     *     nothing else specifies an encoding
     */
    Bytes write(int ccsid, int encoding, Following next) {
        int nameValueCcsid = Mqrfh2.integer(header, "NameValueCCSID", Mqrfh2.UTF_8);
        String path = path(header);
        layout.text(out, Mqrfh2.STRUC_ID, 4, path);
        layout.int32(out, Mqrfh2.VERSION);
        layout.int32(out, 0);
        layout.int32(out, next.encoding() == 0 ? encoding : next.encoding());
        layout.int32(out, next.ccsid() == 0 ? ccsid : next.ccsid());
        layout.text(out, next.format(), 8, path + ".Format");
        layout.int32(out, Mqrfh2.integer(header, "Flags", 0));
        layout.int32(out, nameValueCcsid);
        for (Element child = header.firstChild(); child != null; child = child.next()) {
            boolean field = FIELDS.contains(child.name()) && child.firstChild() == null;
            if (!field) {
                folder(child, nameValueCcsid);
            }
        }
        layout.patch(out, 8, out.length());
        return out.bytes();
    }

    private void folder(Element folder, int nameValueCcsid) {
        if (folder.isClean() && folder.content() instanceof Rfh2Content origin) {
            Bytes data = origin.nameValueData(folder, nameValueCcsid, layout.littleEndian());
            if (data != null) {
                layout.int32(out, data.length());
                out.write(data);
                return;
            }
        }
        StringBuilder text = new StringBuilder();
        element(folder, text, 1, !UNTYPED.contains(folder.name()));
        Charset charset = Rfh2Content.charset(nameValueCcsid, layout.littleEndian());
        byte[] data = text.toString().getBytes(charset);
        byte[] blank = " ".getBytes(charset);
        int padded = data.length + 3 & ~3;
        layout.int32(out, padded);
        out.write(data);
        for (int length = data.length; length < padded; length += blank.length) {
            out.write(blank);
        }
    }

    private void element(Element e, StringBuilder text, int depth, boolean typed) {
        if (depth > limits.treeDepth()) {
            throw unwritable(header, "more than " + limits.treeDepth() + " levels");
        }
        String name = checked(e);
        boolean parent = false;
        text.append('<').append(name);
        int head = text.length();
        text.append('>');
        for (Element c = e.firstChild(); c != null; c = c.next()) {
            if (ElementType.kind(c.type()) != ElementType.VALUE) {
                element(c, text, depth + 1, typed);
                parent = true;
            }
        }
        Value value = e.fieldValue();
        if (parent && value != null && !value.text().isBlank()) {
            throw unwritable(
                    e,
                    "has both a value and children; an element of the MQRFH2 must "
                            + "have only one of them");
        }
        if (!parent && value != null) {
            text.insert(head, type(e, value, typed));
            escape(e, value, text);
        } else if (!parent && ElementType.kind(e.type()) == ElementType.NAME_VALUE) {
            text.insert(head, " xsi:nil=\"true\"");
        }
        text.append("</").append(name).append('>');
    }

    private static String checked(Element e) {
        String name = e.name();
        boolean good = !name.isEmpty();
        for (int i = 0; i < name.length(); i++) {
            good &= name.charAt(i) > ' ' && "<>/=&'\"!?".indexOf(name.charAt(i)) < 0;
        }
        if (!good) {
            throw unwritable(e, "found the name '" + name + "', expected an XML name");
        }
        return name;
    }

    /**
     * Returns the {@code dt} attribute: the received attribute if it still fits the value,
     * otherwise the default for the value's type.
     */
    private static String type(Element e, Value value, boolean typed) {
        String read = e.content() == null && STATE.context(e) instanceof String dt ? dt : "";
        String dt =
                switch (value) {
                    case IntegerValue(long number) ->
                            switch (read) {
                                case "i8", "int" -> read;
                                case "i1" -> number == (byte) number ? read : integer(number);
                                case "i2" -> number == (short) number ? read : integer(number);
                                default -> read.isEmpty() && !typed ? "" : integer(number);
                            };
                    case FloatValue _ -> read.equals("r4") ? read : typed ? "r8" : "";
                    case BooleanValue _ -> typed || read.equals("boolean") ? "boolean" : "";
                    case BlobValue _ -> "bin.hex";
                    default -> read.equals("string") ? read : "";
                };
        return dt.isEmpty() ? "" : " dt=\"" + dt + "\"";
    }

    private static String integer(long number) {
        return number == (int) number ? "i4" : "i8";
    }

    private static void escape(Element e, Value value, StringBuilder out) {
        String text =
                value instanceof BooleanValue(boolean truth) ? truth ? "1" : "0" : value.text();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                default -> {
                    if (c < ' ' && c != '\t' && c != '\n' && c != '\r') {
                        throw unwritable(
                                e,
                                "the character U+%04X cannot be written in XML".formatted((int) c));
                    }
                    out.append(c);
                }
            }
        }
    }
}
