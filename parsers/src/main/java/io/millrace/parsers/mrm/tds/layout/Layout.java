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

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The slots of a folder or group, and the markup between them. */
public final class Layout {

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
     * Its slots and those of its groups with unique names, by name; empty if programs specify the
     * kind of an element.
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
     * Returns the layout around another one whose markup also ends the content of that one; null
     * for none.
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

    /** Whether it is the layout of a whole element, not of a group among the elements of one. */
    public boolean isFolder() {
        return !(owner instanceof GroupSlot);
    }

    public Slot slot(int ordinal) {
        return row[ordinal];
    }

    /** Whether something is the slot of an ordinal. */
    public boolean isSlot(int ordinal, Object what) {
        return ordinal < row.length && row[ordinal] == what;
    }

    /**
     * Returns the only slot with a name; fields are mostly requested in order.
     *
     * @param namespace null if it does not matter
     * @param likely the slot that is probably requested
     * @return null if there is none, or more than one
     */
    public Slot uniqueSlot(String namespace, String name, int likely) {
        // The field after the one before, or that one again.
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
     * Returns the first slot from one on that has room for an element, if it is that one or the
     * next; null if a complete search is necessary.
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

    /** Returns the slots for elements with a name, directly or in a group; ascending. */
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

    /** Collects the unique names of slots, when all other properties are known. */
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

    /** Whether elements of its folder can be choices whose branch the bytes do not specify. */
    boolean holdsUnresolved() {
        return isUnresolved
                || slots.stream()
                        .anyMatch(s -> s instanceof GroupSlot g && g.layout.holdsUnresolved());
    }

    /** Whether a slot accepts tags that no other slot has. */
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

    /** Returns the names of its possible elements, for messages. */
    public String names() {
        return slots.stream()
                .map(s -> s instanceof GroupSlot g ? g.layout.names() : s.name)
                .filter(n -> !n.isEmpty())
                .collect(joining(", "));
    }

    /** Returns a name with its namespace as one text. */
    public static String key(String namespace, String name) {
        return namespace.isEmpty() ? name : "{" + namespace + "}" + name;
    }

    /** Returns a number that is unique among the layouts of the message. */
    public int id() {
        return id;
    }

    /** Returns all properties; none is null. */
    public TdsGroup markup() {
        return markup;
    }

    /** Whether elements that the model does not have are permitted. */
    public boolean isOpen() {
        return isOpen;
    }

    /** Returns the slot of this layout; null for the message. */
    public Slot owner() {
        return owner;
    }

    /**
     * Returns the layout around it whose markup also ends the content of this one; null for none.
     */
    public Layout outer() {
        return outer;
    }

    public List<Slot> slots() {
        return slots;
    }

    /**
     * Returns the slot of elements that the model does not have, in open tagged layouts; otherwise
     * null.
     */
    public ValueSlot undeclared() {
        return undeclared;
    }

    /** Whether it is a choice whose branch the bytes do not specify. */
    public boolean isUnresolved() {
        return isUnresolved;
    }
}
