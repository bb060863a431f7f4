package io.millrace.models.xsd;

import static java.lang.Math.max;

import io.millrace.models.ConversionReport;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A converter of the annotations {@code cwfSimpleRep} and {@code cwfAggrRep} of message definition
 * files, which the imports of COBOL and C write. They specify the size and position of a field in
 * terms of the programming language.
 *
 * @param rep annotation
 */
record RecordAnnotation(XmlNode rep, ConversionReport report) {

    private static final Set<String> CONVERTED =
            Set.of(
                    "typename",
                    "lengthencoding",
                    "prefixlength",
                    "charactersize",
                    "addrunit",
                    "width",
                    "contentsize",
                    "size",
                    "offset",
                    "alignment");

    /** Patterns of the values that do not change the representation, by attribute. */
    private static final Map<String, String> WITHOUT_EFFECT =
            Map.of("accessor", ".*", "attributeinbit", "false", "externaldecimalsign", "ebcdic.*");

    private static final Map<String, Integer> ALIGNMENTS =
            Map.of("byte", 1, "halfword", 2, "word", 4, "doubleword", 8, "quadword", 16);

    static boolean isAt(XmlNode node) {
        return node.name.equals("cwfSimpleRep") || node.name.equals("cwfAggrRep");
    }

    /** Whether {@link #properties} converts an attribute, or the attribute has no effect. */
    static boolean converts(String attribute, String value) {
        String small = attribute.toLowerCase(Locale.ROOT);
        return CONVERTED.contains(small)
                || WITHOUT_EFFECT.containsKey(small) && value.matches(WITHOUT_EFFECT.get(small));
    }

    /** Returns properties by the model file's keys. */
    Map<String, String> properties() {
        var found = new LinkedHashMap<String, String>();
        String type = physicalType();
        if (type != null) {
            found.put("physicalType", type);
        }
        Integer length = length();
        if (length != null && (type == null || !type.matches("lengthEncoded.|nullTerminated"))) {
            found.put("length", length.toString());
        }
        int alignment = alignment();
        if (alignment > 1) {
            found.put("byteAlignment", Integer.toString(alignment));
        }
        if (rep.get("externalDecimalSign", "").equals("ebcdicCustom")) {
            found.put("signEbcdicCustom", "true");
        }
        int skipped = skippedBytes(alignment);
        if (skipped > 0) {
            found.put("leadingSkipCount", Integer.toString(skipped));
        }
        return found;
    }

    private String physicalType() {
        String name = rep.get("typeName", "");
        String known = PropertyNames.physicalType(name);
        String encoding = rep.get("lengthEncoding");
        if (known != null) {
            return known;
        }
        if (encoding == null && !name.equals("MRCWFStringRep")) {
            if (!name.isEmpty()) {
                report.dropped(rep.place, "typeName %s", name);
            }
            return null;
        }
        if ("lengthPrefixed".equals(encoding)) {
            String prefix = rep.get("prefixLength", "");
            if (prefix.matches("[12]")) {
                return "lengthEncoded" + prefix;
            }
            report.dropped(
                    rep.place,
                    "lengthEncoding lengthPrefixed with prefixLength %s; the prefix of a string "
                            + "has 1 or 2 bytes",
                    prefix);
            return null;
        }
        return "nullTerminated".equals(encoding) ? encoding : "fixedLength";
    }

    /** Returns the bytes of one occurrence; null if they are not specified. */
    private Integer length() {
        if (rep.name.equals("cwfAggrRep")) {
            return null;
        }
        Optional<Integer> content = number(rep, "contentSize");
        Optional<Integer> size = number(rep, "size");
        Optional<Integer> width =
                rep.get("addrUnit", "byte").equals("byte")
                        ? number(rep, "width").map(w -> w * number(rep, "characterSize").orElse(1))
                        : Optional.empty();
        if (content.isPresent() && width.isPresent() && !content.equals(width)) {
            report.changed(
                    rep.place,
                    "width %s and contentSize %s differ; the length is %2$s",
                    width.get(),
                    content.get());
        }
        int occurs = occurrences(field());
        return content.or(() -> width)
                .or(() -> size.map(all -> all % occurs == 0 ? all / occurs : all))
                .orElse(null);
    }

    private int alignment() {
        String word = rep.get("alignment", "byte");
        Integer known = ALIGNMENTS.get(word.toLowerCase(Locale.ROOT));
        if (known == null) {
            report.dropped(rep.place, "alignment %s", word);
        }
        return known == null ? 1 : known;
    }

    /** Returns the number of bytes between the field and the field before it in a sequence. */
    private int skippedBytes(int alignment) {
        XmlNode field = field();
        Optional<Integer> offset = number(rep, "offset");
        Optional<Integer> end = offset.isEmpty() ? Optional.empty() : endBefore(field);
        if (end.isEmpty()) {
            return 0;
        }
        int start = (end.get() + alignment - 1) / alignment * alignment;
        int skipped = offset.get() - start;
        if (skipped < 0) {
            report.dropped(
                    rep.place,
                    "offset %d of the %s: the previous field ends at offset %d",
                    offset.get(),
                    field.label(),
                    end.get());
        }
        return max(0, skipped);
    }

    /** Returns the offset after the previous field; empty if it is not specified. */
    private static Optional<Integer> endBefore(XmlNode field) {
        XmlNode parent = field.parent;
        int index = parent == null ? 0 : parent.children.indexOf(field);
        if (index == 0 || !parent.is("sequence")) {
            return Optional.empty();
        }
        XmlNode previous = parent.children.get(index - 1);
        return previous.children("annotation")
                .flatMap(a -> a.children("appinfo"))
                .flatMap(a -> a.children.stream())
                .filter(inclusion -> inclusion.name.startsWith("cwf"))
                .flatMap(inclusion -> inclusion.children.stream())
                .filter(RecordAnnotation::isAt)
                .findFirst()
                .flatMap(rep -> end(rep, occurrences(previous)));
    }

    private static Optional<Integer> end(XmlNode rep, int occurs) {
        int skipped = number(rep.parent, "skipCountTrailing").orElse(0);
        // In some files the size is that of one occurrence, in others that of all occurrences.
        Optional<Integer> one = number(rep, "contentSize").or(() -> number(rep, "width"));
        Optional<Integer> all = number(rep, "size").or(() -> one);
        return number(rep, "offset")
                .flatMap(
                        offset ->
                                all.map(
                                        size ->
                                                offset
                                                        + max(size, one.orElse(0) * occurs)
                                                        + skipped * occurs));
    }

    private XmlNode field() {
        XmlNode node = rep;
        while (node.parent != null && !node.is("element", "attribute")) {
            node = node.parent;
        }
        return node;
    }

    private static int occurrences(XmlNode field) {
        return max(1, number(field, "maxOccurs").orElse(1));
    }

    private static Optional<Integer> number(XmlNode node, String attribute) {
        String value = node.get(attribute, "");
        return value.matches("\\d{1,8}") ? Optional.of(Integer.valueOf(value)) : Optional.empty();
    }
}
