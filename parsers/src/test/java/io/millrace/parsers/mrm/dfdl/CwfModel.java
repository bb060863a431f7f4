package io.millrace.parsers.mrm.dfdl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Says in a Custom Wire Format what a DFDL schema says. */
final class CwfModel {

    private static final Map<String, Integer> ALIGNMENTS =
            Map.of(
                    "short",
                    2,
                    "unsignedShort",
                    2,
                    "int",
                    4,
                    "unsignedInt",
                    4,
                    "float",
                    4,
                    "dateTime",
                    4,
                    "long",
                    8,
                    "unsignedLong",
                    8,
                    "double",
                    8);

    private final Fields fields;
    private final Whole whole;

    CwfModel(Whole whole, boolean writes) {
        this.whole = whole;
        this.fields = new Fields(whole, false, writes);
    }

    /** The message, as a mapping of YAML. */
    Map<String, Object> message(Item root) {
        return switch (root) {
            case Item.Folder folder -> folder(folder);
            case Item.Field f -> {
                Map<String, Object> out = new LinkedHashMap<>();
                out.put("sequence", List.of(Map.of(f.name(), field(f))));
                yield out;
            }
            case Item.Group _ -> throw new IllegalArgumentException();
        };
    }

    private static void bare(Props p) {
        for (String markup : List.of("initiator", "terminator", "separator")) {
            if (!p.get(markup).isEmpty()) {
                throw new LeftOut("a CWF has no markup");
            }
        }
    }

    private Map<String, Object> folder(Item.Folder folder) {
        bare(folder.props());
        if (!folder.props().is("lengthKind", "implicit")
                && !folder.props().is("lengthKind", "delimited")) {
            throw new LeftOut("a CWF has no folders of a length");
        }
        if (folder.props().nillable()) {
            throw new LeftOut("folders that are NULL");
        }
        Map<String, Object> out = new LinkedHashMap<>();
        Map<String, Object> cwf = new LinkedHashMap<>();
        place(folder, cwf);
        if (!cwf.isEmpty()) {
            out.put("cwf", cwf);
        }
        List<Object> members = new ArrayList<>();
        members(folder.content(), members);
        out.put("sequence", members);
        return out;
    }

    private void members(Item.Group g, List<Object> members) {
        bare(g.props());
        TdsModel.skips(g);
        if (g.isChoice()) {
            throw new LeftOut("choices that only trying resolves");
        }
        for (Item item : g.items()) {
            switch (item) {
                case Item.Group nested -> members(nested, members);
                case Item.Folder f -> members.add(Map.of(f.name(), times(f, folder(f))));
                case Item.Field f -> members.add(Map.of(f.name(), times(f, field(f))));
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> times(Item item, Map<String, Object> made) {
        Item.Times times = item.occurs();
        if (times.isOnce()) {
            return made;
        }
        made.put("occurs", times.text());
        if (times.reference() != null) {
            ((Map<String, Object>) made.computeIfAbsent("cwf", k -> new LinkedHashMap<>()))
                    .put("repeatReference", times.reference());
        } else if (!times.isFixed()) {
            throw new LeftOut("arrays and optional elements that only trying ends");
        }
        return made;
    }

    private Map<String, Object> field(Item.Field f) {
        bare(f.props());
        if (Fields.end(f) != Fields.End.LENGTH) {
            throw new LeftOut("a CWF has no markup");
        }
        Map<String, Object> cwf = fields.properties(f);
        cwf.remove("trimOnInput");
        if (f.base().equals("hexBinary")) {
            cwf.remove("physicalType");
        }
        place(f, cwf);
        Map<String, Object> out = new LinkedHashMap<>();
        out.put(f.base(), null);
        if (f.props().nillable()) {
            out.put("nillable", true);
        }
        out.put("cwf", cwf);
        return out;
    }

    private static int natural(Item.Field f) {
        if (f.props().is("binaryCalendarRep", "binaryMilliseconds")
                && f.base().equals("dateTime")) {
            return 8;
        }
        return ALIGNMENTS.getOrDefault(f.base(), 1);
    }

    private void place(Item item, Map<String, Object> cwf) {
        Props p = item.props();
        Integer alignment =
                p.is("alignment", "implicit")
                        ? item instanceof Item.Field f && !Fields.isText(f) ? natural(f) : 1
                        : p.number("alignment");
        if (alignment == null) {
            alignment = 1;
        } else if (p.is("alignmentUnits", "bits") && alignment > 1) {
            if (alignment % 8 != 0) {
                throw new LeftOut("bits");
            }
            alignment /= 8;
        }
        if (!Set.of(1, 2, 4, 8, 16).contains(alignment)) {
            throw new LeftOut("alignments beyond 16 bytes");
        }
        if (alignment > 1
                || !p.get("leadingSkip").matches("0?")
                || !p.get("trailingSkip").matches("0?")) {
            whole.setting("byteAlignmentPad", Fields.fill(p.get("fillByte")));
        }
        if (alignment > 1) {
            cwf.put("byteAlignment", alignment);
        }
        int unit = p.is("alignmentUnits", "bits") ? 8 : 1;
        for (String skip : List.of("leadingSkip", "trailingSkip")) {
            Integer count = p.number(skip);
            if (count == null || count == 0) {
                continue;
            }
            boolean leading = skip.startsWith("l");
            if (count % unit != 0) {
                throw new LeftOut("bits");
            }
            if (leading && !item.occurs().isOnce()) {
                throw new LeftOut("bytes skipped before each occurrence");
            }
            cwf.put(skip + "Count", count / unit);
        }
    }
}
