package io.millrace.parsers.mrm.tds.layout;

import static io.millrace.parsers.model.Composition.CHOICE;
import static io.millrace.parsers.model.Composition.MESSAGE;
import static io.millrace.parsers.model.Composition.SEQUENCE;
import static io.millrace.parsers.model.Separation.TAGGED_ENCODED_LENGTH;

import static java.util.stream.Collectors.joining;

import io.millrace.engine.message.Element;
import io.millrace.parsers.model.Composition;
import io.millrace.parsers.model.Separation;
import io.millrace.parsers.model.TdsGroup;
import io.millrace.parsers.mrm.tds.layout.Slot.FolderSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.GroupSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;
import io.millrace.parsers.record.FolderNames;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The slots of a folder or group, and the markup between them. */
public final class Layout implements FolderNames {

    private static final int[] NO_ORDINALS = {};

    final int id;

    final TdsGroup markup;

    final Composition composition;

    final boolean isOpen;

    final Slot owner;

    final Layout outer;

    List<Slot> slots = List.of();

    private Slot[] row = {};

    private final Map<String, int[]> ordinals = new HashMap<>();

    /**
     * Slots of the layout and its groups, if their name is unique, by name. Empty if only programs
     * determine the branch of a choice.
     */
    private final Map<String, Slot> named = new HashMap<>();

    ValueSlot undeclared;

    boolean isUnresolved;

    Layout(
            int id,
            TdsGroup markup,
            Composition composition,
            boolean isOpen,
            Slot owner,
            Layout outer) {
        this.id = id;
        this.markup = markup;
        this.composition = composition;
        this.isOpen = isOpen;
        this.owner = owner;
        this.outer = outer;
    }

    /**
     * Returns the enclosing layout whose markup also ends the content of an inner layout; null if
     * there is none.
     */
    static Layout outer(Slot owner, Layout around) {
        boolean bounded =
                owner != null && owner.isBounded()
                        || around != null && around.separation() == TAGGED_ENCODED_LENGTH;
        return bounded ? null : around;
    }

    public Separation separation() {
        return markup.separation();
    }

    public boolean isTagged() {
        return markup.separation().isTagged();
    }

    public boolean isChoice() {
        return composition == CHOICE || composition == MESSAGE;
    }

    /** Whether elements are in the order of the model. */
    public boolean isOrdered() {
        return composition == SEQUENCE;
    }

    /** Whether this is the layout of an element, not of a group inside an element. */
    public boolean isFolder() {
        return !(owner instanceof GroupSlot);
    }

    public Slot slot(int ordinal) {
        return row[ordinal];
    }

    /** Whether an object is the slot with an ordinal. */
    public boolean isSlot(int ordinal, Part part) {
        return ordinal < row.length && row[ordinal] == part;
    }

    /**
     * Returns the only slot with a name. The search is fast if fields are requested in order.
     *
     * @param namespace namespace; null for any namespace
     * @param likely ordinal of the slot after the previously requested slot
     * @return null if no slot or several slots have the name
     */
    public Slot uniqueSlot(String namespace, String name, int likely) {
        // The requested field is usually the next field or the previous one again.
        Slot slot =
                isOnly(likely, name)
                        ? row[likely]
                        : isOnly(likely - 1, name) ? row[likely - 1] : named.get(name);
        return slot != null && (namespace == null || slot.namespace.equals(namespace))
                ? slot
                : null;
    }

    private boolean isOnly(int ordinal, String name) {
        return ordinal >= 0
                && ordinal < row.length
                && row[ordinal].isOnly
                && row[ordinal].name.equals(name);
    }

    /**
     * Returns the slot with an ordinal or the slot after it, whichever is the first with room for
     * an element; null if a complete search is necessary.
     *
     * @param written number of written occurrences of each slot
     */
    public Slot likelySlot(Element child, int from, int[] written) {
        for (int i = from; i < row.length && i <= from + 1; i++) {
            Slot slot = row[i];
            if (slot instanceof GroupSlot || slot.isAnyTag) {
                return null;
            }
            if (written[i] < slot.maxOccurs() && child.isNamed(slot.namespace, slot.name)) {
                return slot;
            }
        }
        return null;
    }

    /**
     * Returns the ordinals of the slots for elements with a name, in ascending order. The element
     * can be in a group of the slot.
     */
    public int[] ordinals(String namespace, String name) {
        return ordinals.getOrDefault(key(namespace, name), NO_ORDINALS);
    }

    /** Sets the slots. */
    void fill(List<Slot> filling) {
        slots = List.copyOf(filling);
        row = filling.toArray(Slot[]::new);
        var all = new HashMap<String, List<Integer>>();
        for (int i = 0; i < slots.size(); i++) {
            Slot slot = slots.get(i);
            slot.ordinal = i;
            slot.isOnce = !slot.repeats() && slot.repeat == null && slot.repeatReference == null;
            number(slot, i, all);
        }
        all.forEach(
                (key, found) ->
                        ordinals.put(key, found.stream().mapToInt(Integer::intValue).toArray()));
    }

    /**
     * Collects the unique names of slots. Must be called after all other properties have been set.
     */
    void nameSlots() {
        if (isFolder() && !holdsUnresolved()) {
            name(this, new HashSet<>());
            named.values().forEach(s -> s.isOnly = true);
        }
    }

    private void name(Layout of, Set<String> seen) {
        for (Slot slot : of.slots) {
            if (slot instanceof GroupSlot group) {
                name(group.layout, seen);
            } else if (!slot.isAnyTag && seen.add(slot.name)) {
                slot.isSingle = of == this && !slot.repeats() && !isChoice();
                named.put(slot.name, slot);
            } else {
                named.remove(slot.name);
            }
        }
    }

    private static void number(Slot slot, int ordinal, Map<String, List<Integer>> numbers) {
        if (slot instanceof GroupSlot group) {
            group.layout.slots.forEach(s -> number(s, ordinal, numbers));
        } else if (!slot.isAnyTag) {
            List<Integer> all =
                    numbers.computeIfAbsent(key(slot.namespace, slot.name), k -> new ArrayList<>());
            if (!all.contains(ordinal)) {
                all.add(ordinal);
            }
        }
    }

    /** Whether the folder can contain choices with a branch that the bytes do not specify. */
    boolean holdsUnresolved() {
        return isUnresolved
                || slots.stream()
                        .anyMatch(s -> s instanceof GroupSlot g && g.layout.holdsUnresolved());
    }

    /** Whether a slot accepts any tag that no other slot has. */
    public static boolean takesAnyTag(Slot slot) {
        Layout inner = slot.inner();
        return slot.isAnyTag
                || slot.tag == null && inner != null && (!inner.isTagged() || inner.takesAnyTag());
    }

    private boolean takesAnyTag() {
        return undeclared != null
                || slots.stream()
                        .anyMatch(
                                s ->
                                        !(s instanceof FolderSlot f && f.isRecursive)
                                                && takesAnyTag(s));
    }

    /** Returns the names of the possible elements, for error messages. */
    public String names() {
        return possible().collect(joining(", "));
    }

    private Stream<String> possible() {
        return slots.stream()
                .flatMap(s -> s instanceof GroupSlot g ? g.layout.possible() : Stream.of(s.name))
                .filter(n -> !n.isEmpty());
    }

    @Override
    public List<String> elementNames() {
        return isOpen ? List.of() : possible().toList();
    }

    /** Returns a namespace and a name as one string. */
    public static String key(String namespace, String name) {
        return namespace.isEmpty() ? name : "{" + namespace + "}" + name;
    }

    /** Returns a number that is unique among the layouts of the message. */
    public int id() {
        return id;
    }

    /** Returns the complete group properties; no property is null. */
    public TdsGroup markup() {
        return markup;
    }

    /** Whether elements that the model does not declare are permitted. */
    public boolean isOpen() {
        return isOpen;
    }

    /** Returns the slot of this layout; null for the message. */
    public Slot owner() {
        return owner;
    }

    /**
     * Returns the enclosing layout whose markup also ends the content of this layout; null if there
     * is none.
     */
    public Layout outer() {
        return outer;
    }

    public List<Slot> slots() {
        return slots;
    }

    /** Returns the slot of undeclared elements in an open tagged layout; null in other layouts. */
    public ValueSlot undeclared() {
        return undeclared;
    }

    /** Whether this is a choice with a branch that the bytes do not specify. */
    public boolean isUnresolved() {
        return isUnresolved;
    }
}
