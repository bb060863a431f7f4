package io.millrace.parsers.header;

import static io.millrace.engine.error.Problems.didYouMean;
import static io.millrace.engine.parser.HeaderFields.integer;
import static io.millrace.engine.parser.HeaderFields.wrong;
import static io.millrace.parsers.header.Mqpcf.DOMAIN;
import static io.millrace.parsers.header.PcfContent.FIELDS;
import static io.millrace.parsers.header.PcfContent.STATE;
import static io.millrace.parsers.header.PcfKind.Form.BYTES;
import static io.millrace.parsers.header.PcfKind.Form.INT;
import static io.millrace.parsers.header.PcfKind.Form.LONG;
import static io.millrace.parsers.header.PcfKind.Form.TEXT;
import static io.millrace.parsers.header.PcfKind.GROUP;
import static io.millrace.parsers.header.PcfKind.Shape.FILTER;
import static io.millrace.parsers.header.PcfKind.Shape.LIST;
import static io.millrace.parsers.header.StructureHeader.unwritable;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.parser.ParseErrors;
import io.millrace.parsers.header.PcfKind.Form;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A writer of an MQCFH and its parameters. Parameters that were read and not changed are copied.
 */
final class PcfWriter {

    /** Elements of the header that are not parameters. The last two are computed. */
    private static final Set<String> HEADER = header();

    private static final List<String> PARAMETERS =
            List.of(
                    "Parameter",
                    "Parameter64",
                    "ParameterList",
                    "ParameterList64",
                    "Filter",
                    "Group");

    private final int ccsid;
    private final int encoding;
    private final Structure structure;
    private final Limits limits;
    private final ByteSink out = new ByteSink(256);

    PcfWriter(int ccsid, int encoding, Limits limits) {
        this.ccsid = ccsid;
        this.encoding = encoding;
        structure = Structure.of(ccsid, encoding);
        this.limits = limits;
    }

    private static Set<String> header() {
        var names = new HashSet<String>(Set.of("StrucLength", "ParameterCount"));
        FIELDS.forEach(f -> names.add(f.name()));
        return Set.copyOf(names);
    }

    Bytes write(Element header) {
        for (int at = 0; at < PcfContent.HEADER; at += 4) {
            ints(at == 4 ? PcfContent.HEADER : 0);
        }
        for (PcfContent.Field field : FIELDS) {
            Element given = header.child(field.name());
            boolean none = given == null || given.value() == null;
            structure.patch(out, field.offset(), none ? field.initial() : integer(given));
        }
        structure.patch(out, 32, parameters(header, 0));
        return out.bytes();
    }

    private Charset charset() {
        return PcfContent.charset(0, ccsid, encoding);
    }

    private void ints(int... values) {
        for (int value : values) {
            structure.int32(out, value);
        }
    }

    /** Writes the parameters of a folder, and returns their number. */
    private int parameters(Element folder, int depth) {
        if (depth >= limits.treeDepth()) {
            throw ParseErrors.limit(DOMAIN, out.length(), "more than " + depth + " nested groups");
        }
        int count = 0;
        for (Element e = folder.firstChild(); e != null; e = e.next()) {
            if (!PARAMETERS.contains(e.name())) {
                if (depth > 0 || !HEADER.contains(e.name())) {
                    throw unknown(e);
                }
                continue;
            }
            count++;
            if (isCopied(e)) {
                out.write(((PcfContent) e.content()).bytes.slice(STATE.start(e), e.close()));
            } else {
                parameter(e, depth);
            }
            if (out.length() > limits.messageBytes()) {
                throw ParseErrors.limit(
                        DOMAIN, out.length(), "more than " + limits.messageBytes() + " bytes");
            }
        }
        return count;
    }

    private static RuntimeException unknown(Element e) {
        var names = new HashSet<String>(HEADER);
        names.addAll(PARAMETERS);
        String near = didYouMean(e.name(), names);
        return unwritable(
                e,
                "unknown field of the MQPCF; "
                        + (near.isEmpty()
                                ? "parameters are " + String.join(", ", PARAMETERS)
                                : near));
    }

    private boolean isCopied(Element e) {
        return e.isClean()
                && e.content() instanceof PcfContent content
                && content.isIn(ccsid, encoding)
                && STATE.context(e) instanceof PcfKind;
    }

    private void parameter(Element e, int depth) {
        int at = out.length();
        if (e.name().equals(GROUP.element)) {
            ints(GROUP.type, GROUP.fixed, integer(e), 0);
            structure.patch(out, at + 12, parameters(e, depth + 1));
            return;
        }
        Element operator = e.child("Operator");
        List<Element> values =
                switch (e.name()) {
                    case "Filter" -> List.of(filtered(e, operator));
                    case "ParameterList", "ParameterList64" -> values(e);
                    default -> List.of(onlyChild(e));
                };
        PcfKind kind = PcfKind.of(e.name(), form(e.name(), values));
        ints(kind.type, 0, integer(e));
        if (kind.shape == FILTER) {
            ints(integer(operator));
        }
        if (kind.form == TEXT) {
            ints(0);
        }
        if (kind.shape == LIST) {
            ints(values.size());
        } else if (kind.form == LONG) {
            ints(0);
        }
        switch (kind.form) {
            case INT -> values.forEach(v -> ints(integer(v)));
            case LONG -> values.forEach(v -> structure.int64(out, wide(v)));
            case TEXT -> strings(values.stream().map(v -> encoded(v.text(), v)).toList());
            case BYTES ->
                    strings(List.of(((BlobValue) values.getFirst().value()).value().toArray()));
        }
        while (out.length() % 4 != 0) {
            out.write(0);
        }
        structure.patch(out, at + 4, out.length() - at);
    }

    private static Form form(String name, List<Element> values) {
        if (name.endsWith("64")) {
            return LONG;
        }
        Class<? extends Value> type =
                values.isEmpty() ? null : values.getFirst().value().getClass();
        if (type == BlobValue.class && !name.equals("ParameterList")) {
            return BYTES;
        }
        return type == CharacterValue.class
                        && values.stream().allMatch(v -> type.isInstance(v.value()))
                ? TEXT
                : INT;
    }

    /** Writes the length of the longest string, and the strings, filled with blanks. */
    private void strings(List<byte[]> strings) {
        int longest = strings.stream().mapToInt(b -> b.length).max().orElse(0);
        byte[] blank = " ".getBytes(charset());
        ints(longest);
        for (byte[] bytes : strings) {
            out.write(bytes);
            for (int i = bytes.length; i < longest; i++) {
                out.write(blank[(i - bytes.length) % blank.length]);
            }
        }
    }

    private static List<Element> values(Element parameter) {
        var values = new ArrayList<Element>();
        for (Element v = parameter.firstChild(); v != null; v = v.next()) {
            if (v.value() == null) {
                throw wrong(v, "a value");
            }
            values.add(v);
        }
        return values;
    }

    private static Element onlyChild(Element parameter) {
        List<Element> values = values(parameter);
        if (values.size() != 1) {
            throw unwritable(
                    parameter,
                    "found "
                            + values.size()
                            + " values below it, expected one value ("
                            + parameter.name()
                            + ".*)");
        }
        return values.getFirst();
    }

    private static Element filtered(Element filter, Element operator) {
        Element value = filter.child("Value");
        if (operator == null || value == null || value.value() == null) {
            throw unwritable(filter, "expected an Operator and a Value below it");
        }
        return value;
    }

    private byte[] encoded(String text, Element field) {
        try {
            ByteBuffer bytes = charset().newEncoder().encode(CharBuffer.wrap(text));
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            return copy;
        } catch (CharacterCodingException e) {
            throw wrong(field, "characters of " + charset().name());
        }
    }

    private static long wide(Element field) {
        try {
            return switch (field.value()) {
                case IntegerValue(long number) -> number;
                case DecimalValue(BigDecimal number) -> number.longValueExact();
                default -> integer(field);
            };
        } catch (ArithmeticException e) {
            throw wrong(field, "a 64 bit integer");
        }
    }
}
