package io.millrace.parsers.mrm.dfdl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says in a Tagged/Delimited String format what a DFDL schema says. */
final class TdsModel {

    private static final String DELIMITED = "allElementsDelimited";

    private final Fields fields;

    /** Whether values are read too, not only written. */
    private final boolean reads;

    TdsModel(Whole whole, boolean reads, boolean writes) {
        this.fields = new Fields(whole, true, writes);
        this.reads = reads;
    }

    /** The message, as a mapping of YAML. */
    Map<String, Object> message(Item root) {
        return switch (root) {
            case Item.Folder folder -> folder(folder, true);
            case Item.Field f -> row(new Item.Group(false, NOTHING, List.of(f)), "", "", true);
            case Item.Group _ -> throw new IllegalArgumentException();
        };
    }

    private static final Props NOTHING = new Props(Map.of("sequenceKind", "ordered"), null, false);

    // Elements

    private Map<String, Object> folder(Item.Folder folder, boolean open) {
        Props p = folder.props();
        skips(folder);
        if (p.nillable()) {
            throw new LeftOut("folders that are NULL");
        }
        Map<String, Object> length = new LinkedHashMap<>();
        boolean bounded = p.is("lengthKind", "explicit");
        if (bounded) {
            if (p.is("lengthUnits", "bits")) {
                throw new LeftOut("bits");
            }
            Integer count = p.number("length");
            length.put(
                    count == null ? "lengthReference" : "length",
                    count == null ? p.sibling("length") : count);
            length.put("lengthUnits", p.is("lengthUnits", "bytes") ? "bytes" : "characters");
        } else if (!p.is("lengthKind", "implicit") && !p.is("lengthKind", "delimited")) {
            throw new LeftOut("folders that end by a pattern or a length before them");
        }
        Map<String, Object> out =
                row(
                        folder.content(),
                        p.marker("initiator"),
                        p.marker("terminator"),
                        open || bounded && p.marker("terminator").isEmpty());
        markup(out).putAll(length);
        return out;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> markup(Map<String, Object> out) {
        return (Map<String, Object>) out.get("tds");
    }

    private Map<String, Object> field(Item.Field f, boolean separated, boolean open) {
        skips(f);
        Map<String, Object> tds = fields.properties(f);
        boolean ends = separated || !f.props().marker("terminator").isEmpty();
        if (Fields.end(f) == Fields.End.MARKUP && !ends) {
            if (!open) {
                throw new LeftOut("values that end where something around them does");
            }
            if (Fields.isText(f)) {
                tds.put("lengthUnits", "endOfBitstream");
            }
        }
        Map<String, Object> out = new LinkedHashMap<>();
        out.put(f.base(), null);
        if (f.props().nillable()) {
            out.put("nillable", true);
        }
        out.put("tds", tds);
        return out;
    }

    static void skips(Item item) {
        Props p = item.props();
        String alignment = p.get("alignment");
        boolean bits = p.is("alignmentUnits", "bits");
        boolean none =
                alignment.isEmpty()
                        || alignment.equals("1")
                        || bits && alignment.equals("8")
                        || alignment.equals("implicit")
                                && (!(item instanceof Item.Field f) || Fields.isText(f));
        boolean skipped =
                !p.get("leadingSkip").matches("0?") || !p.get("trailingSkip").matches("0?");
        if (!none || skipped) {
            throw new LeftOut("alignment and skipped bytes");
        }
    }

    // Groups

    /**
     * @param before what stands in front of the group
     * @param open whether nothing but the end of the message follows, or of a length
     */
    private Map<String, Object> row(Item.Group g, String before, String after, boolean open) {
        skips(g);
        Props p = g.props();
        Map<String, Object> tds = new LinkedHashMap<>();
        Map<String, Object> out = new LinkedHashMap<>();
        String separator = g.isChoice() ? "" : p.marker("separator");
        String begin = before + p.marker("initiator");
        String end = p.marker("terminator") + after;
        out.put("tds", tds);
        List<Item> items = new ArrayList<>(g.items());
        items.removeIf(
                i -> i instanceof Item.Group nested && nested.items().isEmpty() && isBare(i));
        boolean tagged = false;
        if (g.isChoice()) {
            choice(g, tds);
        } else if (isTagged(p, items, separator)) {
            tagged = true;
        } else if (p.is("sequenceKind", "unordered")) {
            throw new LeftOut("elements in any order without a text before each");
        } else if (separator.isEmpty()) {
            unseparated(items, tds);
        } else {
            begin += separated(p, items, separator, tds);
        }
        if (!begin.isEmpty()) {
            tds.put("groupIndicator", begin);
        }
        if (!end.isEmpty()) {
            tds.put("groupTerminator", end);
        }
        boolean last = open && end.isEmpty();
        out.put(
                g.isChoice() ? "choice" : "sequence",
                tagged
                        ? tagged(items, separator, tds, last)
                        : members(items, !separator.isEmpty(), g.isChoice(), last));
        return out;
    }

    private List<Object> members(
            List<Item> items, boolean separated, boolean choice, boolean open) {
        List<Object> members = new ArrayList<>();
        int number = 0;
        for (Item item : items) {
            boolean last = open && (choice || number == items.size() - 1 && isSingle(item));
            number++;
            String label = "(" + number + ")";
            Map<String, Object> made;
            switch (item) {
                case Item.Group nested -> {
                    made = row(nested, "", "", last);
                    members.add(Map.of(label, made));
                }
                case Item.Folder folder -> {
                    made = folder(folder, last);
                    times(item, made, markup(made));
                    members.add(Map.of(folder.name(), made));
                }
                case Item.Field f -> {
                    made = field(f, separated || choice || isAlone(items), last);
                    String before = f.props().marker("initiator");
                    String after = f.props().marker("terminator");
                    if (before.isEmpty() && after.isEmpty()) {
                        times(item, made, markup(made));
                        members.add(Map.of(f.name(), made));
                    } else {
                        Map<String, Object> around = around(f.name(), made, before, after);
                        times(item, around, null);
                        members.add(Map.of(label, around));
                    }
                }
            }
        }
        return members;
    }

    /** Whether what is around them ends the only item, so that it needs no markup of its own. */
    private static boolean isAlone(List<Item> items) {
        return items.size() == 1 && items.getFirst().occurs().most() == 1;
    }

    private static boolean isSingle(Item item) {
        return item.occurs().most() == 1 || item.occurs().most() < 0;
    }

    /** A group around a field, for the markup before and behind it. */
    private static Map<String, Object> around(
            String name, Map<String, Object> field, String before, String after) {
        Map<String, Object> tds = new LinkedHashMap<>();
        tds.put("dataElementSeparation", DELIMITED);
        tds.put("observeElementLength", true);
        if (!before.isEmpty()) {
            tds.put("groupIndicator", before);
        }
        if (!after.isEmpty()) {
            tds.put("groupTerminator", after);
        }
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("tds", tds);
        out.put("sequence", List.of(Map.of(name, field)));
        return out;
    }

    private static void times(Item item, Map<String, Object> made, Map<String, Object> tds) {
        Item.Times times = item.occurs();
        if (times.isOnce()) {
            return;
        }
        made.put("occurs", times.text());
        if (times.reference() != null) {
            if (tds == null) {
                throw new LeftOut("counted elements with markup of their own");
            }
            tds.put("repeatReference", times.reference());
        }
    }

    // Ways to tell elements apart

    private void choice(Item.Group g, Map<String, Object> tds) {
        Props p = g.props();
        if (!p.get("choiceDispatchKey").isEmpty()) {
            throw new LeftOut("expressions");
        }
        if (p.is("choiceLengthKind", "explicit")) {
            throw new LeftOut("choices of a length");
        }
        boolean pattern = false;
        for (int i = 0; i < g.items().size(); i++) {
            Item branch = g.items().get(i);
            boolean byPattern =
                    branch instanceof Item.Field f && Fields.end(f) == Fields.End.PATTERN;
            boolean told = byPattern || !initiator(branch).isEmpty();
            pattern |= byPattern;
            if (reads && !told && i + 1 < g.items().size()) {
                throw new LeftOut("choices that only trying resolves");
            }
            if (!branch.occurs().isOnce()) {
                throw new LeftOut("choices of arrays");
            }
        }
        tds.put("dataElementSeparation", pattern ? "useDataPattern" : DELIMITED);
        if (!pattern) {
            tds.put("observeElementLength", true);
        }
    }

    private static String initiator(Item item) {
        String own = item.props().marker("initiator");
        return switch (item) {
            case Item.Folder f -> own + initiator(f.content());
            case Item.Group g when g.isChoice() -> own;
            case Item.Group g when own.isEmpty() && !g.items().isEmpty() ->
                    g.items().getFirst().occurs().least() > 0
                            ? initiator(g.items().getFirst())
                            : "";
            default -> own;
        };
    }

    private static boolean isBare(Item item) {
        return item.props().marker("initiator").isEmpty()
                && item.props().marker("terminator").isEmpty();
    }

    private static boolean isFixed(Item item) {
        return isBare(item)
                && (item.occurs().isFixed() || item.occurs().reference() != null)
                && switch (item) {
                    case Item.Field f -> Fields.end(f) == Fields.End.LENGTH;
                    case Item.Folder f -> isFixed(f.content());
                    case Item.Group g ->
                            !g.isChoice()
                                    && g.props().marker("separator").isEmpty()
                                    && g.items().stream().allMatch(TdsModel::isFixed);
                };
    }

    private void unseparated(List<Item> items, Map<String, Object> tds) {
        boolean pattern = false;
        boolean plain = true;
        for (int i = 0; i < items.size(); i++) {
            Item item = items.get(i);
            boolean last = i == items.size() - 1;
            boolean told = !initiator(item).isEmpty();
            Item.Times times = item.occurs();
            boolean varies = !times.isFixed() && times.reference() == null;
            boolean byPattern = item instanceof Item.Field f && Fields.end(f) == Fields.End.PATTERN;
            if (reads && varies && !told && !byPattern && !(last && times.most() < 0)) {
                throw new LeftOut("arrays and optional elements that only trying ends");
            }
            pattern |= byPattern;
            plain &= isBare(item) && byPattern;
        }
        boolean fixed = items.stream().allMatch(TdsModel::isFixed);
        tds.put(
                "dataElementSeparation",
                fixed ? "fixedLength" : pattern && plain ? "useDataPattern" : DELIMITED);
        if (!fixed && !(pattern && plain)) {
            tds.put("observeElementLength", true);
        }
    }

    /** Returns what stands before the first element. */
    private String separated(Props p, List<Item> items, String separator, Map<String, Object> tds) {
        boolean never = p.is("separatorSuppressionPolicy", "never");
        for (int i = 0; i < items.size(); i++) {
            Item.Times times = items.get(i).occurs();
            boolean varies = !times.isFixed() && times.reference() == null;
            boolean tail =
                    items.subList(i, items.size()).stream()
                            .allMatch(t -> t.occurs().least() == 0 && t.occurs().most() == 1);
            if (reads && varies && i < items.size() - 1 && !tail && !never) {
                throw new LeftOut("arrays and optional elements that only trying ends");
            }
        }
        tds.put("delimiter", separator);
        if (p.is("separatorPosition", "postfix")) {
            for (Item item : items) {
                boolean plain =
                        isBare(item)
                                && item instanceof Item.Field f
                                && Fields.end(f) == Fields.End.MARKUP;
                if (!plain) {
                    throw new LeftOut("separators behind elements of a length");
                }
            }
            tds.put("dataElementSeparation", "variableLengthElementsDelimited");
            return "";
        }
        tds.put("dataElementSeparation", DELIMITED);
        tds.put("observeElementLength", true);
        tds.put("suppressAbsentElementDelimiters", never ? "never" : "endOfType");
        if (!p.is("separatorPosition", "prefix")) {
            return "";
        }
        if (items.isEmpty() || items.getFirst().occurs().least() == 0) {
            throw new LeftOut("separators before elements that may be missing");
        }
        return separator;
    }

    // Tags

    private static boolean isTagged(Props p, List<Item> items, String separator) {
        boolean optional = items.stream().anyMatch(i -> i.occurs().least() == 0);
        boolean needed =
                p.is("sequenceKind", "unordered")
                        || optional
                                && !p.is("separatorSuppressionPolicy", "never")
                                && !separator.isEmpty();
        return needed
                && !items.isEmpty()
                && items.stream()
                        .allMatch(
                                i ->
                                        !(i instanceof Item.Group)
                                                && !i.props().marker("initiator").isEmpty());
    }

    private List<Object> tagged(
            List<Item> items, String separator, Map<String, Object> tds, boolean open) {
        List<String> tags = items.stream().map(i -> i.props().marker("initiator")).toList();
        String common = tags.getFirst();
        for (String tag : tags) {
            while (!tag.endsWith(common) || tag.equals(common)) {
                common = common.substring(1);
            }
        }
        boolean sameLength = tags.stream().map(String::length).distinct().count() == 1;
        if (tags.stream().anyMatch(t -> t.contains("<")) || common.isEmpty() && !sameLength) {
            throw new LeftOut("texts before elements that are no tags");
        }
        tds.put("dataElementSeparation", "taggedDelimited");
        tds.put("observeElementLength", true);
        if (!separator.isEmpty()) {
            tds.put("delimiter", separator);
        }
        if (sameLength) {
            tds.put("lengthOfTag", tags.getFirst().length());
            common = "";
        } else {
            tds.put("tagDataSeparator", common);
        }
        List<Object> members = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            Item item = items.get(i);
            String tag = tags.get(i).substring(0, tags.get(i).length() - common.length());
            Map<String, Object> made =
                    switch (item) {
                        case Item.Field f -> {
                            if (!f.props().marker("terminator").isEmpty()) {
                                throw new LeftOut("elements with a tag and a terminator");
                            }
                            yield field(f, !separator.isEmpty(), open);
                        }
                        case Item.Folder f -> untagged(f, open);
                        case Item.Group _ -> throw new IllegalArgumentException();
                    };
            markup(made).put("tag", tag);
            times(item, made, markup(made));
            members.add(Map.of(item instanceof Item.Field f ? f.name() : name(item), made));
        }
        return members;
    }

    private static String name(Item item) {
        return ((Item.Folder) item).name();
    }

    /** A folder without its initiator, which is its tag. */
    private Map<String, Object> untagged(Item.Folder f, boolean open) {
        Map<String, String> rest = new LinkedHashMap<>(f.props().all());
        rest.remove("initiator");
        Props p = new Props(rest, f.props().escapes(), f.props().nillable());
        return folder(new Item.Folder(f.name(), p, f.times(), f.content()), open);
    }
}
