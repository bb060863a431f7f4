package io.millrace.models.export;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.models.ConversionReport;
import io.millrace.parsers.model.CwfField;
import io.millrace.parsers.model.CwfFormat;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.yaml.ModelFile;
import io.millrace.parsers.mrm.cwf.CwfMessage;
import io.millrace.parsers.mrm.cwf.CwfPlace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Writes the records of a Custom Wire Format as COBOL data descriptions in fixed layout. Importing
 * the copybook results in the same layout. Free bytes become FILLERs, choices become REDEFINES with
 * the longest branch first.
 */
final class CopybookWriter {

    private static final int LAST_COLUMN = 72;
    private static final int MAX_LEVEL = 49;

    /** Column of clauses, if the line has room. */
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
        this.set = model.set();
        this.formatName = formatName;
        this.report = report;
        this.problems = problems;
    }

    String write() {
        CwfFormat format = format();
        if (format == null) {
            problems.error(
                    ErrorCode.MODEL_LAYOUT,
                    model.places().of(),
                    (formatName.isEmpty() ? "the message set" : "'" + formatName + "'")
                            + " has no Custom Wire Format, which a copybook describes");
            return "";
        }
        pictures = new PictureClauses(format, model.places(), report);
        line(0, "* " + set.name() + ", " + format.name());
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
        for (PhysicalFormat format : set.formats().values()) {
            boolean meant = formatName.isEmpty() || formatName.equals(format.name());
            if (format instanceof CwfFormat cwf && meant) {
                return cwf;
            }
        }
        return null;
    }

    private static int depth(List<Node> nodes) {
        return nodes.stream().mapToInt(n -> 1 + depth(n.children)).max().orElse(0);
    }

    /** A field, folder or choice with its content. */
    private static final class Node {
        final CwfPlace place;
        final List<Node> children = new ArrayList<>();

        Node(CwfPlace place) {
            this.place = place;
        }

        static List<Node> of(List<CwfPlace> places) {
            List<Node> top = new ArrayList<>();
            List<Node> path = new ArrayList<>();
            for (CwfPlace place : places) {
                Node node = new Node(place);
                while (path.size() > place.depth()) {
                    path.removeLast();
                }
                (path.isEmpty() ? top : path.getLast().children).add(node);
                path.add(node);
            }
            return top;
        }

        /** Returns all occurrences, with the free bytes before and after them. */
        long bytes() {
            long each = (long) place.bytes() + place.trailing();
            int more = Math.max(1, place.count()) - 1;
            return Math.max(0, place.skipped())
                    + each
                    + more * (each + Math.max(0, place.between()));
        }

        boolean isChoice() {
            return place.element() == null;
        }

        String name() {
            return isChoice() ? "choice" : place.element().name();
        }
    }

    /** Writes consecutive items. @return whether all of them could be written */
    private boolean nodes(List<Node> nodes, int above) {
        int level = above == 1 ? Math.max(2, step) : above + step;
        if (level > MAX_LEVEL) {
            report.dropped(model.places().of(), "folders more than " + MAX_LEVEL + " levels deep");
            return false;
        }
        for (Node node : nodes) {
            if (!node(node, level)) {
                return false;
            }
        }
        return true;
    }

    private boolean node(Node node, int level) {
        CwfPlace place = node.place;
        if (place.skipped() < 0 || place.bytes() < 0 && node.children.isEmpty()) {
            report.dropped(
                    model.places().of(place.element()),
                    node.name() + " and what is behind it: its length or place varies");
            return false;
        }
        if (node.isChoice()) {
            return choices(node, level);
        }
        boolean repeats = place.count() != 1;
        List<String> occurs = repeats ? occurs(place) : List.of();
        if (occurs == null
                || repeats && place.between() < 0
                || place.between() > place.skipped() && repeats) {
            report.dropped(
                    model.places().of(place.element()),
                    node.name() + " and what is behind it: how often it occurs, or where, varies");
            return false;
        }
        int inside = repeats ? place.between() : 0;
        filler(level, place.skipped() - inside);
        String name = names.of(node.name());
        if (!node.children.isEmpty()) {
            item(level, name, occurs);
            filler(level + step, inside);
            boolean whole = nodes(node.children, level);
            filler(level + step, place.trailing());
            return whole;
        }
        if (repeats && inside + place.trailing() > 0) {
            item(level, names.of(node.name() + "-E"), occurs);
            filler(level + step, inside);
            field(level + step, name, place, List.of());
            filler(level + step, place.trailing());
            return true;
        }
        field(level, name, place, occurs);
        filler(level, place.trailing());
        return true;
    }

    /** Returns the OCCURS clause; null if COBOL cannot express it. */
    private List<String> occurs(CwfPlace place) {
        if (place.count() >= 0) {
            return List.of("OCCURS " + place.count() + " TIMES");
        }
        ElementDeclaration e = place.element();
        String reference =
                pictures.field(e) instanceof CwfField f ? f.placement().repeatReference() : null;
        if (reference == null || e.occurs().isUnbounded()) {
            return null;
        }
        String counter = names.given(reference.substring(reference.lastIndexOf('.') + 1));
        return counter == null
                ? null
                : List.of(
                        "OCCURS " + e.occurs().min() + " TO " + e.occurs().max() + " TIMES",
                        "DEPENDING ON " + counter);
    }

    private void field(int level, String name, CwfPlace place, List<String> occurs) {
        if (place.bytes() == 0) {
            return;
        }
        List<String> clauses = new ArrayList<>();
        boolean simple = set.resolve(place.element().type()) instanceof SimpleType;
        SimpleType type = simple ? (SimpleType) set.resolve(place.element().type()) : null;
        clauses.addAll(pictures.clauses(place.element(), type, place.bytes()));
        clauses.addAll(occurs);
        item(level, name, clauses);
    }

    private void filler(int level, int bytes) {
        if (bytes > 0) {
            item(level, "FILLER", List.of("PIC X(" + bytes + ")"));
        }
    }

    private boolean choices(Node node, int level) {
        CwfPlace place = node.place;
        if (place.count() == 1) {
            choice(node, level);
            return true;
        }
        if (place.count() < 0 || place.bytes() < 0) {
            report.dropped(
                    model.places().of(),
                    "a choice that repeats, and what is behind it: how often, or how long, varies");
            return false;
        }
        item(level, names.of(node.name()), occurs(place));
        choice(node, level + step);
        return true;
    }

    /** Writes the branches of a choice as views of the same bytes. */
    private void choice(Node node, int level) {
        List<List<Node>> branches = new ArrayList<>();
        int last = -1;
        for (Node child : node.children) {
            if (child.place.branch() != last) {
                branches.add(new ArrayList<>());
                last = child.place.branch();
            }
            branches.getLast().add(child);
        }
        Comparator<List<Node>> byLength =
                Comparator.comparingLong(b -> -b.stream().mapToLong(Node::bytes).sum());
        List<List<Node>> sorted = branches.stream().sorted(byLength).toList();
        filler(level, node.place.skipped());
        String first = null;
        for (List<Node> branch : sorted) {
            String redefines = first == null ? null : "REDEFINES " + first;
            String name = branch(branch, level, redefines);
            first = first == null ? name : first;
        }
    }

    private String branch(List<Node> branch, int level, String redefines) {
        List<String> clauses = redefines == null ? List.of() : List.of(redefines);
        Node only = branch.getFirst();
        CwfPlace place = only.place;
        boolean plain =
                branch.size() == 1
                        && place.count() == 1
                        && place.skipped() == 0
                        && place.trailing() == 0
                        && !only.isChoice();
        if (!plain) {
            String name = names.of(only.name() + "-V");
            item(level, name, clauses);
            nodes(branch, level);
            return name;
        }
        String name = names.of(only.name());
        if (only.children.isEmpty()) {
            field(level, name, place, clauses);
        } else {
            item(level, name, clauses);
            nodes(only.children, level);
        }
        return name;
    }

    // Lines

    private void item(int level, String name, List<String> clauses) {
        List<String> ordered = new ArrayList<>();
        clauses.stream().filter(c -> c.startsWith("REDEFINES")).forEach(ordered::add);
        clauses.stream().filter(c -> !c.startsWith("REDEFINES")).forEach(ordered::add);
        int indent = level == 1 ? 0 : Math.min(24, 4 + 2 * (level / step - 1));
        StringBuilder text = new StringBuilder("%02d  %s".formatted(level, name));
        String all = ordered.isEmpty() ? "." : " " + String.join(" ", ordered) + ".";
        if (!ordered.isEmpty() && 7 + COLUMN + all.length() <= LAST_COLUMN) {
            text.repeat(' ', Math.max(0, COLUMN - indent - text.length()));
        }
        if (7 + indent + text.length() + all.length() <= LAST_COLUMN) {
            line(indent, text.append(all).toString());
            return;
        }
        line(indent, text.toString());
        for (int i = 0; i < ordered.size(); i++) {
            line(Math.min(indent + 8, 20), ordered.get(i) + (i == ordered.size() - 1 ? "." : ""));
        }
    }

    private void line(int indent, String text) {
        boolean comment = text.startsWith("*");
        out.append(comment ? "      " : "       ").repeat(' ', comment ? 0 : indent).append(text);
        out.append('\n');
    }
}
