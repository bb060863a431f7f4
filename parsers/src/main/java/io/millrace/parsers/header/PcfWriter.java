package io.millrace.parsers.header;

import io.millrace.engine.error.Problems;
import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.parser.HeaderFields;
import io.millrace.engine.parser.ParseErrors;

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
        this.structure = Structure.of(ccsid, encoding);
        this.limits = limits;
    }

    private static Set<String> header() {
        Set<String> names = new HashSet<>(Set.of("StrucLength", "ParameterCount"));
        PcfContent.FIELDS.forEach(f -> names.add(f.name()));
        return Set.copyOf(names);
    }

    Bytes write(Element header) {
        for (int at = 0; at < PcfContent.HEADER; at += 4) {
            ints(at == 4 ? PcfContent.HEADER : 0);
        }
        for (PcfContent.Field field : PcfContent.FIELDS) {
            Element given = header.child(field.name());
            boolean none = given == null || given.value() == null;
            structure.patch(
                    out, field.offset(), none ? field.initial() : HeaderFields.integer(given));
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
            throw ParseErrors.limit(
                    Mqpcf.DOMAIN, out.length(), "more than " + depth + " nested groups");
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
                PcfContent content = (PcfContent) e.content();
                out.write(content.bytes.slice(e.start, e.close()));
            } else {
                parameter(e, depth);
            }
            if (out.length() > limits.messageBytes()) {
                throw ParseErrors.limit(
                        Mqpcf.DOMAIN,
                        out.length(),
                        "more than " + limits.messageBytes() + " bytes");
            }
        }
        return count;
    }

    private static RuntimeException unknown(Element e) {
        Set<String> names = new HashSet<>(HEADER);
        names.addAll(PARAMETERS);
        String near = Problems.didYouMean(e.name(), names);
        return StructureHeader.unwritable(
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
                && e.context instanceof PcfKind;
    }

    private void parameter(Element e, int depth) {
        int number = HeaderFields.integer(e);
        int at = out.length();
        switch (e.name()) {
            case "Parameter" -> single(number, onlyChild(e));
            case "Parameter64" -> {
                start(PcfKind.INTEGER_64, number);
                ints(0);
                longs(wide(onlyChild(e)));
            }
            case "ParameterList" -> list(number, e);
            case "ParameterList64" -> {
                List<Element> values = values(e);
                start(PcfKind.INTEGER_64_LIST, number);
                ints(values.size());
                values.forEach(v -> longs(wide(v)));
            }
            case "Filter" -> filter(number, e);
            default -> {
                start(PcfKind.GROUP, number);
                ints(0);
                structure.patch(out, at + 12, parameters(e, depth + 1));
                structure.patch(out, at + 4, PcfKind.GROUP.fixed);
                return;
            }
        }
        while (out.length() % 4 != 0) {
            out.write(0);
        }
        structure.patch(out, at + 4, out.length() - at);
    }

    private void start(PcfKind kind, int number) {
        ints(kind.type, 0, number);
    }

    private static List<Element> values(Element parameter) {
        List<Element> values = new ArrayList<>();
        for (Element v = parameter.firstChild(); v != null; v = v.next()) {
            if (v.value() == null) {
                throw HeaderFields.wrong(v, "a value");
            }
            values.add(v);
        }
        return values;
    }

    private static Element onlyChild(Element parameter) {
        List<Element> values = values(parameter);
        if (values.size() != 1) {
            throw StructureHeader.unwritable(
                    parameter,
                    "found "
                            + values.size()
                            + " values below it, expected one ("
                            + parameter.name()
                            + ".*)");
        }
        return values.getFirst();
    }

    private void single(int number, Element value) {
        switch (value.value()) {
            case CharacterValue(String text) -> {
                byte[] bytes = encoded(text, value);
                start(PcfKind.STRING, number);
                ints(0, bytes.length);
                out.write(bytes);
            }
            case BlobValue(Bytes bytes) -> {
                start(PcfKind.BYTES, number);
                ints(bytes.length());
                out.write(bytes);
            }
            default -> {
                start(PcfKind.INTEGER, number);
                ints(HeaderFields.integer(value));
            }
        }
    }

    private void list(int number, Element list) {
        List<Element> values = values(list);
        boolean texts =
                !values.isEmpty()
                        && values.stream().allMatch(v -> v.value() instanceof CharacterValue);
        if (!texts) {
            start(PcfKind.INTEGER_LIST, number);
            ints(values.size());
            values.forEach(v -> ints(HeaderFields.integer(v)));
            return;
        }
        List<byte[]> encoded = values.stream().map(v -> encoded(v.text(), v)).toList();
        int longest = encoded.stream().mapToInt(b -> b.length).max().orElse(0);
        byte[] blank = " ".getBytes(charset());
        start(PcfKind.STRING_LIST, number);
        ints(0, encoded.size(), longest);
        for (byte[] bytes : encoded) {
            out.write(bytes);
            for (int i = bytes.length; i < longest; i++) {
                out.write(blank[(i - bytes.length) % blank.length]);
            }
        }
    }

    private void filter(int number, Element filter) {
        Element operator = filter.child("Operator");
        Element value = filter.child("Value");
        if (operator == null || value == null || value.value() == null) {
            throw StructureHeader.unwritable(filter, "expected an Operator and a Value below it");
        }
        int operation = HeaderFields.integer(operator);
        switch (value.value()) {
            case CharacterValue(String text) -> {
                byte[] bytes = encoded(text, value);
                start(PcfKind.STRING_FILTER, number);
                ints(operation, 0, bytes.length);
                out.write(bytes);
            }
            case BlobValue(Bytes bytes) -> {
                start(PcfKind.BYTES_FILTER, number);
                ints(operation, bytes.length());
                out.write(bytes);
            }
            default -> {
                start(PcfKind.INTEGER_FILTER, number);
                ints(operation, HeaderFields.integer(value));
            }
        }
    }

    private byte[] encoded(String text, Element field) {
        try {
            ByteBuffer bytes = charset().newEncoder().encode(CharBuffer.wrap(text));
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            return copy;
        } catch (CharacterCodingException e) {
            throw HeaderFields.wrong(field, "characters of " + charset().name());
        }
    }

    private static long wide(Element field) {
        try {
            return switch (field.value()) {
                case IntegerValue(long number) -> number;
                case DecimalValue(BigDecimal number) -> number.longValueExact();
                default -> HeaderFields.integer(field);
            };
        } catch (ArithmeticException e) {
            throw HeaderFields.wrong(field, "a 64 bit integer");
        }
    }

    private void longs(long value) {
        structure.int64(out, value);
    }
}
