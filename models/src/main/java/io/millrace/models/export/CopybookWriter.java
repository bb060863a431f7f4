package io.millrace.models.export;

import static io.millrace.engine.error.ErrorCode.MODEL_LAYOUT;

import static java.lang.Math.max;
import static java.lang.Math.min;

import io.millrace.engine.error.Problems;
import io.millrace.models.ConversionReport;
import io.millrace.parsers.model.CwfFormat;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.yaml.ModelFile;
import io.millrace.parsers.mrm.cwf.CwfMessage;
import io.millrace.parsers.mrm.cwf.CwfPlace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * A writer of the records of a Custom Wire Format as COBOL data descriptions in fixed layout.
 * Importing the copybook results in the same layout. Free bytes become FILLERs, choices become
 * REDEFINES with the longest branch first.
 */
final class CopybookWriter {

    private static final int LAST_COLUMN = 72;
    private static final int MAX_LEVEL = 49;

    /** Column at which clauses begin, if the name is not longer. */
    private static final int COLUMN = 32;

    private final ModelFile model;
    private final MessageSet set;
    private final String formatName;
    private final ConversionReport report;
    private final Problems problems;
    private final StringBuilder out = new StringBuilder();
    private PictureClauses pictures;
    private CobolNameMap names;
    private int step;

    CopybookWriter(ModelFile model, String formatName, ConversionReport report, Problems problems) {
        this.model = model;
        set = model.set();
        this.formatName = formatName;
        this.report = report;
        this.problems = problems;
    }

    String write() {
        CwfFormat format = format();
        if (format == null) {
            boolean unknown = !formatName.isEmpty() && !set.formats().containsKey(formatName);
            String names = String.join(", ", set.formats().keySet());
            String text =
                    unknown
                            ? "the message set " + set.name() + " has no format " + formatName
                            : (formatName.isEmpty() ? "the message set" : "'" + formatName + "'")
                                    + " has no Custom Wire Format, which a copybook describes";
            problems.error(
                    MODEL_LAYOUT,
                    model.places().of(),
                    text,
                    unknown ? "it has " + (names.isEmpty() ? "no formats" : names) : "");
            return "";
        }
        pictures = new PictureClauses(format, model.places(), report);
        out.append("      * %s, %s\n".formatted(set.name(), format.name()));
        for (ElementDeclaration message : set.messages().values()) {
            CwfMessage compiled =
                    CwfMessage.compile(set, message, format, model.places(), problems);
            if (compiled != null) {
                names = new CobolNameMap();
                List<Node> nodes = Node.of(compiled.places());
                step = depth(nodes) > 8 ? 1 : 5;
                item(1, names.of(message.name()), List.of());
                nodes(nodes, 1);
            }
        }
        return out.toString();
    }

    private CwfFormat format() {
        return set.formats().values().stream()
                .filter(f -> formatName.isEmpty() || formatName.equals(f.name()))
                .filter(CwfFormat.class::isInstance)
                .map(CwfFormat.class::cast)
                .findFirst()
                .orElse(null);
    }

    private static int depth(List<Node> nodes) {
        return nodes.stream().mapToInt(n -> 1 + depth(n.children)).max().orElse(0);
    }

    /** A field, folder or choice with children. */
    private record Node(CwfPlace place, List<Node> children) {

        static List<Node> of(List<CwfPlace> places) {
            var top = new ArrayList<Node>();
            var path = new ArrayList<Node>();
            for (CwfPlace place : places) {
                Node node = new Node(place, new ArrayList<>());
                while (path.size() > place.depth()) {
                    path.removeLast();
                }
                (path.isEmpty() ? top : path.getLast().children).add(node);
                path.add(node);
            }
            return top;
        }

        /**
         * Returns the number of bytes of all occurrences, including the free bytes before and after
         * the occurrences.
         */
        long bytes() {
            long each = (long) place.bytes() + place.trailing();
            int more = max(1, place.count()) - 1;
            return max(0, place.skipped()) + each + more * (each + max(0, place.between()));
        }

        boolean isChoice() {
            return place.element() == null;
        }

        String name() {
            return isChoice() ? "choice" : place.element().name();
        }
    }

    /**
     * Writes consecutive items.
     *
     * @return whether all of them could be written
     */
    private boolean nodes(List<Node> nodes, int above) {
        int level = above == 1 ? max(2, step) : above + step;
        if (level > MAX_LEVEL) {
            report.dropped(model.places().of(), "more than %d nested levels of folders", MAX_LEVEL);
            return false;
        }
        return nodes.stream().allMatch(node -> node(node, level));
    }

    private boolean node(Node node, int level) {
        CwfPlace place = node.place;
        if (place.skipped() < 0 || place.bytes() < 0 && node.children.isEmpty()) {
            return dropped(node, "its length or position varies");
        }
        if (node.isChoice()) {
            return choices(node, level);
        }
        boolean repeats = place.count() != 1;
        List<String> occurs = repeats ? occurs(place) : List.of();
        if (occurs == null
                || repeats && (place.between() < 0 || place.between() > place.skipped())) {
            return dropped(node, "its number of occurrences or its position varies");
        }
        int inside = repeats ? place.between() : 0;
        filler(level, place.skipped() - inside);
        String name = names.of(node.name());
        boolean folder = !node.children.isEmpty();
        boolean wrapped = !folder && repeats && inside + place.trailing() > 0;
        int inner = folder || wrapped ? level + step : level;
        if (folder || wrapped) {
            item(level, wrapped ? names.of(node.name() + "-E") : name, occurs);
            filler(inner, inside);
        }
        boolean whole = !folder || nodes(node.children, level);
        if (!folder) {
            field(inner, name, place, wrapped ? List.of() : occurs);
        }
        filler(inner, place.trailing());
        return whole;
    }

    private boolean dropped(Node node, String why) {
        report.dropped(
                model.places().of(node.place.element()),
                "%s and the items after it: %s",
                node.name(),
                why);
        return false;
    }

    /** Returns the OCCURS clause; null if COBOL cannot express it. */
    private List<String> occurs(CwfPlace place) {
        if (place.count() >= 0) {
            return List.of("OCCURS " + place.count() + " TIMES");
        }
        Occurs occurs = place.element().occurs();
        String reference = pictures.field(place.element()).placement().repeatReference();
        String counter =
                reference == null || occurs.isUnbounded()
                        ? null
                        : names.given(reference.substring(reference.lastIndexOf('.') + 1));
        return counter == null
                ? null
                : List.of(
                        "OCCURS %d TO %d TIMES".formatted(occurs.min(), occurs.max()),
                        "DEPENDING ON " + counter);
    }

    private void field(int level, String name, CwfPlace place, List<String> occurs) {
        if (place.bytes() > 0) {
            SimpleType type =
                    set.resolve(place.element().type()) instanceof SimpleType simple
                            ? simple
                            : null;
            var clauses =
                    new ArrayList<String>(pictures.clauses(place.element(), type, place.bytes()));
            clauses.addAll(occurs);
            item(level, name, clauses);
        }
    }

    private void filler(int level, int bytes) {
        if (bytes > 0) {
            item(level, "FILLER", List.of("PIC X(" + bytes + ")"));
        }
    }

    private boolean choices(Node node, int level) {
        CwfPlace place = node.place;
        boolean repeats = place.count() != 1;
        if (repeats && (place.count() < 0 || place.bytes() < 0)) {
            report.dropped(
                    model.places().of(),
                    "a repeating choice and the items after it: the number of occurrences or "
                            + "the length varies");
            return false;
        }
        if (repeats) {
            item(level, names.of(node.name()), occurs(place));
        }
        choice(node, repeats ? level + step : level);
        return true;
    }

    /** Writes the branches of a choice as views of the same bytes. */
    private void choice(Node node, int level) {
        var branches = new LinkedHashMap<Integer, List<Node>>();
        for (Node child : node.children) {
            branches.computeIfAbsent(child.place.branch(), b -> new ArrayList<>()).add(child);
        }
        filler(level, node.place.skipped());
        var sorted = new ArrayList<List<Node>>(branches.values());
        sorted.sort(Comparator.comparingLong(b -> -b.stream().mapToLong(Node::bytes).sum()));
        String first = null;
        for (var branch : sorted) {
            String name =
                    branch(
                            branch,
                            level,
                            first == null ? List.of() : List.of("REDEFINES " + first));
            first = first == null ? name : first;
        }
    }

    private String branch(List<Node> branch, int level, List<String> clauses) {
        Node only = branch.getFirst();
        CwfPlace place = only.place;
        boolean plain =
                branch.size() == 1
                        && place.count() == 1
                        && place.skipped() == 0
                        && place.trailing() == 0
                        && !only.isChoice();
        String name = names.of(plain ? only.name() : only.name() + "-V");
        if (plain && only.children.isEmpty()) {
            field(level, name, place, clauses);
        } else {
            item(level, name, clauses);
            nodes(plain ? only.children : branch, level);
        }
        return name;
    }

    // Lines

    private void item(int level, String name, List<String> clauses) {
        var ordered = new ArrayList<String>(clauses);
        ordered.sort(Comparator.comparing(c -> !c.startsWith("REDEFINES")));
        int indent = level == 1 ? 0 : min(24, 4 + 2 * (level / step - 1));
        StringBuilder text = new StringBuilder("%02d  %s".formatted(level, name));
        String all = ordered.isEmpty() ? "." : " " + String.join(" ", ordered) + ".";
        if (!ordered.isEmpty() && 7 + COLUMN + all.length() <= LAST_COLUMN) {
            text.repeat(' ', max(0, COLUMN - indent - text.length()));
        }
        if (7 + indent + text.length() + all.length() <= LAST_COLUMN) {
            line(indent, text + all);
            return;
        }
        line(indent, text.toString());
        for (int i = 0; i < ordered.size(); i++) {
            line(min(indent + 8, 20), ordered.get(i) + (i == ordered.size() - 1 ? "." : ""));
        }
    }

    private void line(int indent, String text) {
        out.repeat(' ', 7 + indent).append(text).append('\n');
    }
}
