package io.millrace.parsers.mrm.cwf;

import static io.millrace.engine.error.ErrorCode.UNKNOWN_MODEL_NAME;
import static io.millrace.parsers.model.Composition.CHOICE;
import static io.millrace.parsers.model.Composition.MESSAGE;
import static io.millrace.parsers.model.ContentRule.CLOSED;
import static io.millrace.parsers.model.Occurs.ONCE;
import static io.millrace.parsers.mrm.cwf.Slot.REFERENCED;
import static io.millrace.parsers.mrm.cwf.Slot.TO_END;

import static java.lang.Math.max;

import io.millrace.engine.error.Problems;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.CwfField;
import io.millrace.parsers.model.CwfFormat;
import io.millrace.parsers.model.CwfGroup;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.ModelPlaces;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.model.Placement;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.Type;
import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot;
import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot.Branch;
import io.millrace.parsers.mrm.cwf.Slot.FolderSlot;
import io.millrace.parsers.mrm.cwf.Slot.Reference;
import io.millrace.parsers.mrm.cwf.Slot.ValueLength;
import io.millrace.parsers.mrm.cwf.Slot.ValueSlot;
import io.millrace.parsers.mrm.layout.ModelWalk;
import io.millrace.parsers.record.TextCode.Width;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A compiler that creates the layout of a message in a Custom Wire Format, for code pages of one
 * width.
 */
final class LayoutCompiler extends ModelWalk<LayoutCompiler.Row> {

    private static final int MAX_ALIGNMENT = 16;
    private static final String THE_CHOICE = "the choice";

    private final FieldCompiler fields;
    private int slots;
    private int references;

    /**
     * Name of the element that extends to the end of the message, so that no element can follow;
     * null if there is none.
     */
    private String last;

    /** Types whose layouts are being compiled, the outermost first. */
    private Set<ComplexType> open = identities();

    /** The layouts of types that contain themselves. Each is the same at every depth. */
    private final Map<ComplexType, Recursion> recursions = new IdentityHashMap<>();

    /** The parts of the model that declare branches of choices. */
    private final Map<Branch, Particle> branchParts = new IdentityHashMap<>();

    /**
     * The layout of a recursive type, shared by the recursive folders inside it. It is set when the
     * layout is complete.
     */
    private static final class Recursion {
        final List<FolderSlot> waiting = new ArrayList<>();
        Layout layout;
    }

    private static Set<ComplexType> identities() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    LayoutCompiler(MessageSet set, CwfFormat format, ModelPlaces places, Width width) {
        super(set, format.name(), places);
        fields = new FieldCompiler(format.settings(), width, this);
    }

    /**
     * Compiles a message.
     *
     * @return null if there are problems
     */
    CwfLayout compile(ElementDeclaration message, Problems problems) {
        if (!(set.resolve(message.type()) instanceof ComplexType complex)) {
            return null;
        }
        Layout root = layout(complex, null, null, AlignmentPhase.START);
        return report(problems) ? CwfLayout.of(root, references) : null;
    }

    /** A list of consecutive slots that is being built. */
    static final class Row {
        final Scope scope;
        final List<Slot> slots = new ArrayList<>();
        long size;
        AlignmentPhase phase;
        int alignment = 1;
        boolean open;
        ChoiceSlot choice;

        /** The last choice of varying length that was added; null if there is none. */
        ChoiceSlot lasting;

        /** Number of enclosing groups that are optional. */
        int optional;

        Row(Scope scope, AlignmentPhase phase) {
            this.scope = scope;
            this.phase = phase;
        }

        /** Returns the slot that was added last; null if there is none. */
        Slot last() {
            return slots.isEmpty() ? null : slots.getLast();
        }

        boolean hasChoices() {
            return slots.stream().anyMatch(ChoiceSlot.class::isInstance);
        }
    }

    private Layout layout(ComplexType type, FolderSlot owner, Scope outer, AlignmentPhase start) {
        Row row = new Row(new Scope(outer, owner), start);
        checkValue(type, type.content());
        boolean opened = open.add(type);
        content(type, type.content(), row);
        if (row.lasting != null && last == null) {
            last = THE_CHOICE;
        }
        if (opened) {
            open.remove(type);
        }
        int size = row.size < 0 || row.size > Integer.MAX_VALUE ? Slot.UNKNOWN : (int) row.size;
        return Layout.of(row.slots, size, row.alignment, row.open);
    }

    @Override
    protected void members(Group group, Row row) {
        row.open |= group.content() != CLOSED;
        boolean isChoice = group.composition() == CHOICE || group.composition() == MESSAGE;
        Occurs occurs = group.occurs();
        boolean once = occurs.equals(ONCE);
        if (isChoice) {
            choice(
                    group.composition() == CHOICE
                            ? group
                            : Group.of(CHOICE, List.copyOf(messages(group)))
                                    .with(group.label(), group.occurs()),
                    dispatchKey(group),
                    row);
            return;
        }
        if (dispatchKey(group) != null) {
            problem(
                    physical(group),
                    group,
                    "choiceDispatchKey is specified for a " + group.composition().word(),
                    "specify it next to the key 'choice'");
        }
        if (!once && (occurs.isUnbounded() || occurs.max() > MAX_SLOTS)) {
            problem(
                    group,
                    null,
                    "a group without an element around it cannot occur "
                            + occurs
                            + " times in a Custom Wire Format",
                    "enclose it in an element that occurs " + occurs);
            occurs = ONCE;
        }
        int optional = row.optional;
        for (int i = 0; i < occurs.max(); i++) {
            // Occurrences are consecutive. Each has the size of a complete occurrence.
            row.optional += i < occurs.min() ? 0 : 1;
            group.particles().forEach(p -> particle(p, row));
            row.optional = optional;
        }
    }

    @Override
    protected void group(Group group, Particle part, Row row) {
        if (!(part instanceof GroupReference(String name, _))) {
            members(group, row);
            return;
        }
        if (enter(group, part, set.groups().get(name))) {
            members(places.at(places.of(part), group), row);
        }
        leave();
    }

    @Override
    protected void element(ElementDeclaration declared, PhysicalProperties physical, Row row) {
        ElementDeclaration element =
                row.optional == 0 || declared.occurs().min() == 0
                        ? declared
                        : declared.with(new Occurs(0, declared.occurs().max()));
        Type type = set.resolve(element.type());
        if (type == null) {
            return;
        }
        if (++slots > MAX_SLOTS) {
            if (slots == MAX_SLOTS + 1) {
                problem(
                        element,
                        physical,
                        "the message has more than " + MAX_SLOTS + " fields",
                        "");
            }
            return;
        }
        passChoice(row);
        if (last != null) {
            problem(
                    physical,
                    element,
                    element.name() + " is after " + last + ", which extends to the end",
                    "an element that extends to the end of the message must be the last element");
            last = null;
        }
        CwfField field = physical instanceof CwfField f ? f : CwfField.DEFAULTS;
        Reference repeat = reference(field.placement().repeatReference(), element, field, row);
        int count = count(element, field, repeat);
        Slot slot =
                switch (type) {
                    case SimpleType simple ->
                            fields.value(element, simple, field, count, repeat, row.scope);
                    case ComplexType complex ->
                            folder(element, complex, field.placement(), count, repeat, row);
                    default -> null;
                };
        if (slot != null) {
            add(slot, row);
        }
    }

    /**
     * Marks the following elements as hidden by a choice: they are located when a program selects a
     * branch.
     */
    private void passChoice(Row row) {
        if (row.lasting != null && row.lasting == row.last()) {
            row.lasting.isOpen = true;
            last = null;
        }
    }

    private int count(ElementDeclaration element, CwfField field, Reference repeat) {
        if (repeat != null || field.placement().repeatReference() != null) {
            return REFERENCED;
        }
        return element.occurs().isUnbounded() ? TO_END : element.occurs().max();
    }

    /** Returns the field of a reference; null if there is none. */
    Reference reference(String path, ElementDeclaration element, CwfField field, Scope scope) {
        if (path == null) {
            return null;
        }
        Reference found = scope.find(path);
        if (found == null || !found.field().type.isWhole()) {
            badReference(
                    path,
                    found == null ? null : found.field().type,
                    element,
                    field,
                    earlierFields(path, scope.names()));
            return null;
        }
        if (found.field().reference < 0) {
            found.field().reference = references++;
        }
        for (Slot slot : found.path()) {
            if (slot instanceof FolderSlot folder) {
                folder.isReferredTo = true;
            }
        }
        Scope left = scope;
        for (int i = 0; i < found.up(); i++) {
            left.owner.refersOut = true;
            left = left.outer;
        }
        return found;
    }

    private Reference reference(String path, ElementDeclaration element, CwfField field, Row row) {
        return reference(path, element, field, row.scope);
    }

    private FolderSlot folder(
            ElementDeclaration element,
            ComplexType type,
            Placement placement,
            int count,
            Reference repeat,
            Row row) {
        FolderSlot slot = new FolderSlot(element, namespace(element), placement, count, repeat);
        if (open.contains(type)) {
            return recursive(slot, type);
        }
        int alignment = placement.byteAlignment();
        AlignmentPhase body = row.phase.advance(placement.leadingSkipCount()).align(alignment);
        Layout inner = layout(type, slot, row.scope, body);
        String lasting = last;
        if (slot.repeats() && lasting != null) {
            problem(
                    element,
                    type,
                    element.name() + " repeats, but " + lasting + " in it extends to the end",
                    "");
        }
        if (slot.repeats() && inner.alignment > 1) {
            AlignmentPhase next =
                    inner.size < 0
                            ? AlignmentPhase.UNKNOWN
                            : body.advance(inner.size + placement.trailingSkipCount())
                                    .align(alignment);
            if (!next.isSame(body, inner.alignment)) {
                // The alignment of occurrences differs.
                last = null;
                inner = layout(type, slot, row.scope, AlignmentPhase.UNKNOWN.align(alignment));
            }
        }
        slot.layout = inner;
        slot.size = inner.size;
        slot.alignment = max(alignment, inner.alignment);
        return slot;
    }

    /**
     * Returns a folder of a recursive type. The message determines the depth with its counts; a
     * count of zero ends the recursion.
     */
    private FolderSlot recursive(FolderSlot slot, ComplexType type) {
        slot.isRecursive = true;
        slot.alignment = MAX_ALIGNMENT;
        slot.layout = Layout.of(List.of(), Slot.UNKNOWN, MAX_ALIGNMENT, false);
        if (slot.count != REFERENCED) {
            problem(
                    slot.element,
                    type,
                    slot.name + " contains itself without an end",
                    """
                    nothing in a record marks its end: specify repeatReference, a field with the number of occurrences, which can be 0\
                    """);
            return slot;
        }
        Recursion recursion = recursions.get(type);
        if (recursion == null) {
            recursion = new Recursion();
            recursions.put(type, recursion);
            recursion.waiting.add(slot);
            compile(recursion, type, slot);
        } else if (recursion.layout == null) {
            recursion.waiting.add(slot);
        } else {
            slot.layout = recursion.layout;
        }
        return slot;
    }

    private void compile(Recursion recursion, ComplexType type, FolderSlot slot) {
        Set<ComplexType> around = open;
        String before = last;
        open = identities();
        last = null;
        recursion.layout = layout(type, slot, null, AlignmentPhase.UNKNOWN.align(1));
        if (last != null) {
            problem(
                    slot.element,
                    type,
                    slot.name + " repeats, but " + last + " in it extends to the end",
                    "");
        }
        open = around;
        last = before;
        recursion.waiting.forEach(s -> s.layout = recursion.layout);
    }

    /** Appends a slot. */
    private void add(Slot slot, Row row) {
        Placement p = slot.placement;
        slot.choice = row.choice;
        slot.ordinal = row.slots.size();
        slot.offset = row.size < 0 ? Slot.UNKNOWN : (int) row.size;
        AlignmentPhase begin = row.phase.advance(p.leadingSkipCount());
        int fill = begin.fill(p.byteAlignment());
        AlignmentPhase body = begin.align(p.byteAlignment());
        slot.lead = fill < 0 ? Slot.UNKNOWN : p.leadingSkipCount() + fill;
        AlignmentPhase after =
                slot.size < 0
                        ? AlignmentPhase.UNKNOWN
                        : body.advance((long) slot.size + p.trailingSkipCount());
        slot.nextLead = after.fill(p.byteAlignment());
        row.alignment = max(row.alignment, slot.alignment);
        boolean fixed = slot.lead >= 0 && slot.size >= 0 && slot.count >= 1;
        if (fixed && slot.count == 1 && slot.offset >= 0) {
            slot.place = slot.offset + slot.lead;
        }
        if (fixed && (slot.count == 1 || slot.nextLead >= 0)) {
            long own = (long) slot.size + p.trailingSkipCount();
            long all = slot.lead + own + (slot.count - 1L) * (slot.nextLead + own);
            row.phase = row.phase.advance(all);
            row.size = row.size < 0 ? Slot.UNKNOWN : row.size + all;
            if (row.size > Integer.MAX_VALUE) {
                problem(slot.element, null, slot.name + " ends beyond 2 GB", "");
                row.size = Slot.UNKNOWN;
            }
        } else {
            row.phase = slot.count == 1 ? after : AlignmentPhase.UNKNOWN;
            row.size = Slot.UNKNOWN;
        }
        row.slots.add(slot);
        row.scope.add(slot);
        boolean toEnd =
                slot.count == TO_END
                        || slot instanceof ValueSlot v && v.length instanceof ValueLength.ToEnd
                        || slot instanceof ChoiceSlot c && c.isToEnd;
        if (toEnd) {
            last = slot.name.isEmpty() ? THE_CHOICE : slot.name;
            if (slot instanceof ChoiceSlot choice && !choice.isEndless && choice.count != TO_END) {
                row.lasting = choice;
            }
        }
    }

    /** Whether a label is the number of a group without a name. */
    private static boolean isNumber(String label) {
        return label.chars().allMatch(Character::isDigit);
    }

    private String dispatchKey(Group group) {
        return physical(group) instanceof CwfGroup g ? g.choiceDispatchKey() : null;
    }

    private void choice(Group group, String dispatchKey, Row row) {
        Occurs occurs = group.occurs();
        ChoiceSlot slot =
                new ChoiceSlot(
                        isNumber(group.label()) ? "" : group.label(),
                        occurs.isUnbounded() ? TO_END : occurs.max(),
                        row.optional > 0 ? 0 : occurs.min());
        passChoice(row);
        String before = last;
        branches(slot, group, row.phase, row.scope);
        if (slot.repeats() && slot.alignment > 1 && slot.size % slot.alignment != 0) {
            // The alignment of occurrences differs.
            last = before;
            branches(slot, group, AlignmentPhase.UNKNOWN, row.scope);
        }
        if (slot.branches.isEmpty()) {
            problem(group, null, "a choice has no branches", "");
            return;
        }
        if (slot.repeats() && slot.isEndless) {
            problem(group, null, "a choice repeats, but " + last + " in it extends to the end", "");
        }
        slot.dispatch = dispatch(slot, dispatchKey, group, row.scope);
        // Only the branch determines the end of an occurrence.
        slot.isOpen = slot.repeats() && slot.isToEnd;
        add(slot, row);
        int number = slot.ordinal;
        slot.branches.forEach(b -> b.slots().forEach(s -> s.ordinal = number));
    }

    private void branches(ChoiceSlot slot, Group group, AlignmentPhase phase, Scope scope) {
        var branches = new ArrayList<Branch>();
        String before = last;
        String after = null;
        int size = 0;
        for (Particle particle : group.particles()) {
            last = before;
            Row branch = new Row(scope, phase);
            branch.choice = slot;
            particle(particle, branch);
            after = after == null ? last : after;
            if (branch.slots.size() == 1
                    && branch.slots.getFirst() instanceof ChoiceSlot inner
                    && !inner.repeats()) {
                if (inner.dispatch != null) {
                    problem(
                            group,
                            null,
                            "a choice with choiceDispatchKey is a branch of another choice",
                            "enclose the inner choice in an element");
                }
                inner.branches.forEach(b -> b.slots().forEach(s -> s.choice = slot));
                branches.addAll(inner.branches);
            } else if (!branch.slots.isEmpty()) {
                checkBranch(branch, group);
                Branch added = new Branch(List.copyOf(branch.slots), branchKeys(particle));
                branches.add(added);
                branchParts.put(added, particle);
            }
            slot.alignment = max(slot.alignment, branch.alignment);
            size = branch.size < 0 || size < 0 ? Slot.UNKNOWN : max(size, (int) branch.size);
        }
        last = after;
        slot.branches = List.copyOf(branches);
        slot.size = size;
        slot.isToEnd = size < 0;
        slot.isEndless = after != null;
    }

    /** Returns the values that select a branch. */
    private List<String> branchKeys(Particle branch) {
        PhysicalProperties physical =
                switch (branch) {
                    case ElementDeclaration e -> physical(e);
                    case ElementReference r -> physical(r, set.elements().get(r.name()));
                    case Group g -> physical(g);
                    case GroupReference r -> physical(set.groups().get(r.name()));
                };
        return CwfGroup.branchKeys(physical);
    }

    /** Returns the rule that selects a branch; null if a program selects the branch. */
    private Dispatch dispatch(ChoiceSlot choice, String path, Group group, Scope scope) {
        if (path == null) {
            if (choice.branches.stream().anyMatch(branch -> !branch.keys().isEmpty())
                    && !isUnreadable(group)) {
                problem(
                        group,
                        null,
                        "branches have a choiceBranchKey, but the choice has no choiceDispatchKey",
                        "specify choiceDispatchKey, the field that selects the branch");
            }
            return null;
        }
        PhysicalProperties at = physical(group);
        Reference key = scope.find(path);
        if (key == null) {
            problem(
                    UNKNOWN_MODEL_NAME,
                    at,
                    group,
                    "found no unique field '" + path + "' before the choice",
                    earlierFields(path, scope.names()));
            return null;
        }
        Dispatch dispatch = new Dispatch(key);
        for (Branch branch : choice.branches) {
            if (branch.keys().isEmpty()) {
                problem(
                        branchParts.get(branch),
                        group,
                        "the branch " + branch.name() + " of the choice has no choiceBranchKey",
                        "specify the values of " + path + " that select the branch");
            }
            branch.keys().forEach(value -> add(value, branch, dispatch, group));
        }
        return dispatch;
    }

    private void add(String value, Branch branch, Dispatch dispatch, Group group) {
        try {
            Branch other = dispatch.add(value, branch);
            if (other != null) {
                problem(
                        branchParts.get(branch),
                        group,
                        "the choiceBranchKey '"
                                + value
                                + "' selects "
                                + other.name()
                                + " and "
                                + branch.name(),
                        "a value selects one branch");
            }
        } catch (NumberFormatException e) {
            problem(
                    branchParts.get(branch),
                    group,
                    "the choiceBranchKey '" + value + "' of " + branch.name() + " is not a number",
                    "the field of choiceDispatchKey is a number");
        }
    }

    private void checkBranch(Row branch, Group group) {
        if (branch.hasChoices()) {
            problem(
                    group,
                    null,
                    "a branch contains a choice and other elements",
                    "enclose the choice in an element");
        }
    }
}
