package io.millrace.parsers.text;

import static io.millrace.engine.error.ErrorCode.DUPLICATE_NAME;
import static io.millrace.engine.error.ErrorCode.YAML_SHAPE;
import static io.millrace.engine.error.ErrorCode.YAML_SYNTAX;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;

import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** A builder of nodes from the events of the YAML parser. */
final class YamlTree {

    private static final int MAXIMUM_DEPTH = 100;

    /**
     * Maximum number of nodes, including the repetitions by aliases. Limits the cost of traversing
     * the tree.
     */
    private static final int MAXIMUM_NODES = 1_000_000;

    private static final Set<String> TAGS =
            Set.of("str", "int", "float", "bool", "null", "map", "seq");
    private static final String TAG_PREFIX = "tag:yaml.org,2002:";

    private static final String MERGE = "<<";

    /** A name, or a name and its value with a wrong separator. */
    private static final Pattern KEY = Pattern.compile("[\\w.#/-]+([: ]\\s*\\S+)?");

    /** A comment that is probably the rest of a value: it has no blank after #. */
    private static final Pattern CUT_EXPRESSION = Pattern.compile("\\s+#\\$?\\{.*");

    private static final Pattern CUT_NUMBER = Pattern.compile("\\s+#[0-9].*");

    private final SourcePositions places;
    private final Problems problems;
    private final Deque<Open> open = new ArrayDeque<>();
    private final Map<String, Anchored> anchors = new HashMap<>();
    private int documents;
    private long nodes;
    private YamlNode document;

    /** The node of an anchor, with the number of nodes in the subtree. */
    private record Anchored(YamlNode node, long size) {}

    /** A collection with an end that has not been read yet. */
    private static final class Open {
        final Place place;
        final String anchor;
        final long nodesBefore;
        final boolean mapping;
        final boolean braces;
        final Map<String, YamlEntry> entries = new LinkedHashMap<>();
        final Map<String, YamlEntry> merged = new LinkedHashMap<>();
        final List<YamlNode> items = new ArrayList<>();

        /** The key of the next value; null if a key is next. */
        YamlScalar key;

        /**
         * Whether the value of the next key is dropped, because the key is invalid or a duplicate.
         */
        boolean drop;

        Open(CollectionStartEvent start, Place place, String anchor, long nodesBefore) {
            this.place = place;
            this.anchor = anchor;
            this.mapping = start instanceof MappingStartEvent;
            this.braces = start.isFlow();
            this.nodesBefore = nodesBefore;
        }
    }

    YamlTree(SourcePositions places, Problems problems) {
        this.places = places;
        this.problems = problems;
    }

    /** Returns the document; null if the file contains none. */
    YamlNode document() {
        return document;
    }

    /** Processes the next event; returns false if the rest must not be read. */
    boolean take(Event event) {
        return switch (event) {
            case DocumentStartEvent start ->
                    ++documents == 1
                            || reject(
                                    place(start),
                                    "a second document begins here; a file must contain only one");
            case ScalarEvent scalar ->
                    tagged(scalar, scalar.getTag()) && put(scalar(scalar), scalar.getAnchor(), 1);
            case AliasEvent alias -> alias(alias);
            case CollectionStartEvent start -> tagged(start, start.getTag()) && begin(start);
            case CollectionEndEvent _ -> end();
            default -> true;
        };
    }

    private boolean begin(CollectionStartEvent start) {
        if (open.size() == MAXIMUM_DEPTH) {
            return reject(place(start), "more than " + MAXIMUM_DEPTH + " levels");
        }
        String anchor = start.getAnchor().map(Anchor::getValue).orElse(null);
        if (anchor != null) {
            anchors.remove(anchor);
        }
        open.push(new Open(start, place(start), anchor, nodes));
        return true;
    }

    private boolean end() {
        Open closed = open.pop();
        closed.merged.forEach(closed.entries::putIfAbsent);
        YamlNode node =
                closed.mapping
                        ? new YamlMapping(closed.place, closed.entries)
                        : new YamlSequence(closed.place, closed.items);
        return put(
                node,
                Optional.ofNullable(closed.anchor).map(Anchor::new),
                nodes - closed.nodesBefore + 1);
    }

    private boolean alias(AliasEvent alias) {
        Anchored target = anchors.get(alias.getAlias().getValue());
        if (target == null) {
            return reject(
                    place(alias),
                    "the alias *" + alias.getAlias().getValue() + " has no anchor before it");
        }
        nodes += target.size - 1;
        return put(target.node, Optional.empty(), target.size);
    }

    private boolean put(YamlNode node, Optional<Anchor> anchor, long size) {
        if (++nodes > MAXIMUM_NODES) {
            return reject(
                    node.place(),
                    "more than " + MAXIMUM_NODES + " values, repetitions by aliases included");
        }
        anchor.ifPresent(a -> anchors.put(a.getValue(), new Anchored(node, size)));
        Open parent = open.peek();
        if (parent == null) {
            document = node;
        } else if (!parent.mapping) {
            parent.items.add(node);
        } else if (parent.drop && parent.key == null) {
            parent.drop = false;
        } else if (parent.key == null) {
            key(parent, node);
        } else {
            if (parent.key.text().equals(MERGE) && parent.key.isPlain()) {
                merge(parent, node);
            } else if (!parent.drop && !isAfterComma(parent, node)) {
                parent.entries.put(parent.key.text(), new YamlEntry(parent.key, node));
            }
            parent.drop = false;
            parent.key = null;
        }
        return true;
    }

    /** Reports a merge key, and adds the entries of its mapping to avoid further problems. */
    private void merge(Open parent, YamlNode node) {
        problems.error(
                YAML_SHAPE,
                parent.key.place(),
                "merge keys (<<) are not supported",
                "write the keys of the other mapping in this one");
        if (node instanceof YamlMapping other) {
            other.entries().forEach(entry -> parent.merged.putIfAbsent(entry.name(), entry));
        }
    }

    /**
     * Whether a key without a value is the rest of a value that contains a comma between braces.
     * Reports it.
     */
    private boolean isAfterComma(Open parent, YamlNode node) {
        YamlScalar key = parent.key;
        boolean isRest =
                parent.braces
                        && !parent.entries.isEmpty()
                        && node instanceof YamlScalar scalar
                        && scalar.isNull()
                        && scalar.text().isEmpty()
                        && !(key.isPlain() && KEY.matcher(key.text()).matches());
        YamlEntry last = isRest ? List.copyOf(parent.entries.values()).getLast() : null;
        if (last == null || !(last.value() instanceof YamlScalar)) {
            return false;
        }
        problems.error(
                YAML_SYNTAX,
                key.place(),
                "found '%s' without a value; the comma ends the value of %s"
                        .formatted(key.text(), last.name()),
                "put the complete value of " + last.name() + " in quotation marks");
        return true;
    }

    private void key(Open parent, YamlNode node) {
        YamlScalar key = node.asScalar(problems);
        if (key == null) {
            parent.drop = true;
            return;
        }
        YamlEntry earlier = parent.entries.get(key.text());
        if (earlier != null) {
            int line = earlier.key().place().line();
            String text = "the key '" + key.text() + "' occurs twice, first in line " + line;
            boolean connection =
                    open.stream()
                            .skip(1)
                            .findFirst()
                            .filter(o -> o.key != null && o.key.text().equals("connections"))
                            .isPresent();
            problems.error(
                    DUPLICATE_NAME,
                    key.place(),
                    text,
                    connection
                            ? "write several targets as a list: " + key.text() + ": [a, b]"
                            : "");
            parent.drop = true;
        }
        parent.key = key;
    }

    private YamlScalar scalar(ScalarEvent event) {
        boolean text =
                event.getTag()
                        .filter(t -> t.equals(TAG_PREFIX + "str") || t.equals("!"))
                        .isPresent();
        boolean plain = event.getScalarStyle() == ScalarStyle.PLAIN && !text;
        YamlScalar scalar = new YamlScalar(place(event), event.getValue(), plain);
        if (plain && !scalar.text().isEmpty()) {
            String rest = places.after(event.getEndMark().orElseThrow());
            boolean isSentence = scalar.text().indexOf(' ') > 0;
            if (CUT_EXPRESSION.matcher(rest).matches()
                    || isSentence && CUT_NUMBER.matcher(rest).matches()) {
                problems.warning(
                        YAML_SYNTAX,
                        scalar.place(),
                        "the value ends before ' #', which begins a comment",
                        "put the complete value in quotation marks, or write a blank after #");
            }
        }
        return scalar;
    }

    private boolean tagged(Event event, Optional<String> tag) {
        if (tag.isEmpty() || tag.get().equals("!")) {
            return true;
        }
        String name = tag.get();
        boolean known =
                name.startsWith(TAG_PREFIX) && TAGS.contains(name.substring(TAG_PREFIX.length()));
        return known || reject(place(event), "the tag " + name + " is not allowed");
    }

    private Place place(Event event) {
        Mark start = event.getStartMark().orElseThrow();
        return event instanceof ScalarEvent
                ? places.between(start, event.getEndMark().orElseThrow())
                : places.at(start);
    }

    private boolean reject(Place place, String text) {
        problems.error(YAML_SYNTAX, place, text);
        return false;
    }
}
