package io.millrace.parsers.mrm.cwf;

import static io.millrace.parsers.mrm.cwf.Slot.TO_END;
import static io.millrace.parsers.record.RecordTypes.DOMAIN;

import static java.lang.Math.max;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Choice;
import io.millrace.engine.message.Content;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.FieldBytes;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.NamePath;
import io.millrace.engine.message.ParseState;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParseErrors;
import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot;
import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot.Branch;
import io.millrace.parsers.mrm.cwf.Slot.FolderSlot;
import io.millrace.parsers.mrm.cwf.Slot.ValueSlot;
import io.millrace.parsers.record.RecordTypes;
import io.millrace.parsers.record.Wire;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Supplier;

/**
 * The bytes of one message, and the creation of its elements.
 *
 * <p>{@code start} and {@code end} of an element are its range, including skipped bytes. {@code
 * cursor} is the start of a field's value, or the number of occurrences of the last child's slot
 * that were found in a folder. {@code context} is a field's {@link ValueSlot}, a folder's {@link
 * RecordFrame}, and a {@link ChoicePlace} for an unresolved choice.
 */
final class CwfContent extends Content {

    static final ParseState<SlotPart> STATE = parseState();

    /** Maximum number of occurrences of an empty element. */
    private static final int MAX_EMPTY = 10_000;

    /**
     * Maximum number of children of a folder that are located out of order. A program that requests
     * more children is assumed to need most of them.
     */
    private static final int MAX_APART = 16;

    /** Maximum number of bytes shown in an error message. */
    private static final int MAX_SHOWN = 8;

    final Bytes body;
    final RecordReader measure;
    final CwfLayout layout;
    private final Limits limits;

    private int elements;

    private CwfContent(Bytes body, CwfLayout layout, Wire wire, Limits limits) {
        this.body = body;
        this.layout = layout;
        measure = new RecordReader(body, wire, limits);
        this.limits = limits;
    }

    static Element folder(Bytes body, CwfLayout layout, Wire wire, Limits limits) {
        CwfContent content = new CwfContent(body, layout, wire, limits);
        Element folder = Element.parsed(content, ElementType.NAME, "", DOMAIN).domain(DOMAIN);
        STATE.decoded(folder, null);
        STATE.range(folder, 0, body.length());
        STATE.cursor(folder, 0);
        STATE.context(folder, new RecordFrame(null, layout.root(), 0, null));
        return folder;
    }

    Wire wire() {
        return measure.wire;
    }

    /** Returns all bytes of an element. */
    Bytes bytes(Element element) {
        return measure.bytes(STATE.start(element), element.close());
    }

    @Override
    public String domain() {
        return DOMAIN;
    }

    /** Returns the slot in which an element was found. */
    static Slot slot(Element element) {
        return switch (STATE.context(element)) {
            case ValueSlot slot -> slot;
            case RecordFrame frame -> frame.slot;
            case ChoicePlace choice -> choice.slot();
        };
    }

    @Override
    protected void grow(Element parent) {
        if (!(STATE.context(parent) instanceof RecordFrame frame)) {
            STATE.complete(parent);
            return;
        }
        Element last = parent.lastKnown();
        int ordinal = 0;
        if (last != null) {
            Slot slot = slot(last);
            ordinal = slot.ordinal;
            int end = last.close();
            if (slot instanceof ChoiceSlot choice && choice.isOpen) {
                STATE.end(parent, STATE.end(parent) < 0 ? end : STATE.end(parent));
                STATE.complete(parent);
                return;
            }
            Slot whole = slot.choice == null ? slot : slot.choice;
            boolean more = isMore(whole, frame, STATE.cursor(parent), end);
            if (more && end == STATE.start(last) && STATE.cursor(parent) >= MAX_EMPTY) {
                // The number of bytes limits the number of all other elements.
                throw ParseErrors.limit(
                        domain(),
                        end,
                        "more than " + MAX_EMPTY + " times " + whole.name + ", which is empty");
            }
            if (more) {
                append(parent, whole, frame, end, false);
                STATE.cursor(parent, STATE.cursor(parent) + 1);
                return;
            }
            frame.note(++ordinal, end);
        }
        for (; ordinal < frame.layout.count(); ordinal++) {
            Slot slot = frame.layout.slot(ordinal);
            int begin = frame.begin(ordinal, measure);
            if (isMore(slot, frame, 0, begin)) {
                append(parent, slot, frame, begin, true);
                STATE.cursor(parent, 1);
                return;
            }
        }
        finish(parent, frame);
    }

    private boolean isMore(Slot slot, RecordFrame frame, int found, int at) {
        int count = frame.count(slot, measure);
        return count == TO_END ? measure.isMoreToEnd(slot, found, at) : found < count;
    }

    private void finish(Element folder, RecordFrame frame) {
        int end = frame.begin(frame.layout.count(), measure);
        checkEnd(frame, end);
        if (frame.slot != null && STATE.end(folder) < 0) {
            STATE.end(folder, measure.endOf(frame.slot, end));
        }
        STATE.complete(folder);
    }

    private void checkEnd(RecordFrame frame, int end) {
        if (frame.slot == null && end < measure.length) {
            throw afterLast(end);
        }
    }

    /** Checks that a folder at the end of the message, and its enclosing folders, are complete. */
    private void checkAll(RecordFrame frame) {
        int end = frame.begin(frame.layout.count(), measure);
        for (RecordFrame f = frame; f.slot != null; f = f.outer) {
            end = measure.endOf(f.slot, end);
        }
        if (end < measure.length) {
            throw afterLast(end);
        }
    }

    private MillraceException afterLast(int end) {
        int rest = measure.length - end;
        Bytes shown = measure.bytes(end, end + Math.min(rest, MAX_SHOWN));
        boolean lineEnd = rest <= 2 && shown.toString().matches("X'(0D)?(0A|15|25)'");
        return ParseErrors.failed(
                domain(),
                end,
                "found "
                        + rest
                        + (rest == 1 ? " byte (" : " bytes (")
                        + (lineEnd ? "a line break, " : "")
                        + shown
                        + (rest > MAX_SHOWN ? "...)" : ")")
                        + " after the last field, expected the end of the message");
    }

    /**
     * Appends the next child. An error does not change the parent, so every later request throws
     * the same error.
     */
    private void append(Element parent, Slot slot, RecordFrame frame, int begin, boolean first) {
        if (slot instanceof ChoiceSlot choice && choice.dispatch != null) {
            measure.dispatched(choice, frame);
        }
        Element outOfOrder = STATE.firstOutOfOrder(parent);
        boolean isOutOfOrder =
                outOfOrder != null && STATE.start(outOfOrder) == begin && slot(outOfOrder) == slot;
        Element made = isOutOfOrder ? outOfOrder : make(parent, slot, frame, begin, first);
        STATE.append(parent, made);
        if (slot instanceof ChoiceSlot) {
            dispatch(parent, made);
        }
    }

    /**
     * Resolves the choices whose branch a field selects, among a child and the children after it.
     */
    private void dispatch(Element parent, Element first) {
        for (Element child = first; child != null; child = STATE.nextKnown(child)) {
            if (child.content() == this
                    && STATE.context(child) instanceof ChoicePlace place
                    && place.slot().dispatch != null) {
                resolve(parent, child, place, measure.dispatched(place.slot(), place.frame()));
            }
        }
    }

    @Override
    protected Element direct(Element parent, String namespace, String name) {
        if (!(STATE.context(parent) instanceof RecordFrame frame)) {
            return null;
        }
        Layout inner = frame.layout;
        Slot slot = inner.uniqueSlot(namespace, name, frame.likely);
        Element last = parent.lastKnown();
        int next = last == null ? 0 : slot(last).ordinal + 1;
        boolean isOutOfOrder =
                slot != null
                        && slot.ordinal > next
                        && slot.count == 1
                        && !inner.isHidden(slot.ordinal)
                        && (parent.isCleanInside() || !isKnown(parent, slot));
        return isOutOfOrder ? outOfOrder(parent, frame, slot) : null;
    }

    /**
     * Whether the parent already has a child with the name of a slot, which a program can have
     * renamed or added.
     */
    private static boolean isKnown(Element parent, Slot slot) {
        for (Element c = STATE.firstKnown(parent); c != null; c = STATE.nextKnown(c)) {
            if (c.isNamed(slot.name)) {
                return true;
            }
        }
        return false;
    }

    private Element outOfOrder(Element parent, RecordFrame frame, Slot slot) {
        int known = 0;
        for (Element c = STATE.firstOutOfOrder(parent); c != null; c = STATE.nextKnown(c)) {
            if (slot(c) == slot) {
                return c;
            }
            known++;
        }
        if (known == MAX_APART) {
            return null;
        }
        int begin = frame.begin(slot.ordinal, measure);
        long end = (long) measure.body(slot, begin, true) + max(0, slot.size);
        if (end > measure.length) {
            // The scan to this element finds the first truncated element.
            return null;
        }
        Element made = make(parent, slot, frame, begin, true);
        STATE.addOutOfOrder(parent, made);
        return made;
    }

    private Element make(Element parent, Slot slot, RecordFrame frame, int begin, boolean first) {
        count(parent, begin);
        Element made =
                slot instanceof ChoiceSlot
                        ? Element.parsed(this, RecordTypes.UNRESOLVED_CHOICE, "", "")
                        : Element.parsed(this, type(slot), slot.namespace, slot.name);
        place(made, slot, frame, begin, first);
        return made;
    }

    private void count(Element parent, int at) {
        if (++elements > limits.treeElements()) {
            throw ParseErrors.limit(
                    domain(), at, "more than " + limits.treeElements() + " elements");
        }
        if (STATE.depth(parent) >= limits.treeDepth()) {
            throw ParseErrors.limit(domain(), at, "more than " + limits.treeDepth() + " levels");
        }
    }

    private static int type(Slot slot) {
        return slot instanceof FolderSlot ? ElementType.NAME : ElementType.NAME_VALUE;
    }

    private void place(Element made, Slot slot, RecordFrame frame, int begin, boolean first) {
        STATE.range(made, begin, -1);
        STATE.cursor(made, measure.body(slot, begin, first));
        if (!(slot instanceof FolderSlot) || slot.size >= 0) {
            STATE.end(made, measure.occurrence(slot, frame, begin, first));
        }
        switch (slot) {
            case ValueSlot value -> {
                STATE.context(made, value);
                STATE.complete(made);
            }
            case FolderSlot folder -> {
                STATE.context(
                        made, new RecordFrame(folder, folder.layout, STATE.cursor(made), frame));
                STATE.decoded(made, null);
            }
            case ChoiceSlot choice -> {
                STATE.context(made, new ChoicePlace(choice, frame, 0));
                STATE.decoded(made, Value.of(measure.bytes(begin, STATE.end(made))));
                STATE.complete(made);
            }
        }
    }

    @Override
    protected Value decode(Element field) {
        ValueSlot slot = (ValueSlot) STATE.context(field);
        return slot.size >= 0
                ? measure.fixed(slot, STATE.cursor(field))
                : measure.read(
                        slot,
                        STATE.cursor(field),
                        STATE.end(field) - slot.placement.trailingSkipCount());
    }

    @Override
    protected boolean answers() {
        return true;
    }

    @Override
    protected Value readDirect(Element parent, NamePath path, int from, long last) {
        return STATE.context(parent) instanceof RecordFrame frame
                ? measure.readDirect(frame, path, from, last)
                : UNANSWERED;
    }

    @Override
    protected FieldBytes fields(Element parent, List<NamePath> paths) {
        return STATE.context(parent) instanceof RecordFrame frame
                ? new PlacedFields(frame.layout, paths)
                : null;
    }

    @Override
    protected void close(Element element) {
        if (STATE.end(element) >= 0) {
            return;
        }
        RecordFrame frame = (RecordFrame) STATE.context(element);
        STATE.end(element, measure.endOf(frame.slot, frame.begin(frame.layout.count(), measure)));
    }

    // Choices

    @Override
    protected void resolveChoice(
            Element parent, Element after, String namespace, String name, long index) {
        if (!(STATE.context(parent) instanceof RecordFrame frame) || !frame.layout.hasChoices) {
            return;
        }
        if (frame.layout.hasBranch(namespace, name)) {
            resolve(parent, after, namespace, name, index);
        }
        if (frame.layout.hasHidden()) {
            checkHidden(parent, namespace, name);
        }
    }

    /**
     * Resolves the choices before the n-th child with a name, to the branches that contain the
     * name.
     */
    private void resolve(Element parent, Element after, String namespace, String name, long index) {
        long left = index;
        Element child = after == null ? parent.firstChild() : after.next();
        for (; child != null && left > 0; child = child.next()) {
            if (child.content() == this && STATE.context(child) instanceof ChoicePlace place) {
                Branch branch =
                        place.slot().dispatch != null
                                ? measure.dispatched(place.slot(), place.frame())
                                : place.slot().branch(namespace, name);
                if (branch != null) {
                    resolve(parent, child, place, branch);
                }
            }
            if (child.isNamed(name) && (namespace == null || child.namespace().equals(namespace))) {
                left--;
            }
        }
    }

    /**
     * Throws an exception if the requested element follows a choice of unknown length and therefore
     * cannot be located.
     */
    private void checkHidden(Element parent, String namespace, String name) {
        Layout layout = ((RecordFrame) STATE.context(parent)).layout;
        for (Slot slot : layout.slots) {
            boolean named =
                    slot.name.equals(name)
                            && (namespace == null || slot.namespace.equals(namespace));
            if (named && !layout.isHidden(slot.ordinal)) {
                return;
            }
            ChoiceSlot before = named ? openChoiceBefore(parent, slot.ordinal) : null;
            if (before != null) {
                throw ParseErrors.failed(
                        domain(),
                        measure.length,
                        name
                                + " is after a choice of "
                                + before.names()
                                + """
                                , whose lengths differ; select one of them first\
                                """);
            }
        }
    }

    /** Returns the unresolved choice of unknown length before a slot; null if there is none. */
    private ChoiceSlot openChoiceBefore(Element parent, int ordinal) {
        for (Element child = parent.firstChild(); child != null; child = child.next()) {
            if (child.content() == this
                    && STATE.context(child) instanceof ChoicePlace(ChoiceSlot choice, _, _)
                    && choice.isOpen
                    && choice.ordinal < ordinal) {
                return choice;
            }
        }
        return null;
    }

    /**
     * Resolves a choice. The choice's element becomes the first element of the branch; the other
     * elements are added after it.
     */
    private void resolve(Element parent, Element place, ChoicePlace known, Branch branch) {
        RecordFrame frame = known.frame();
        ChoiceSlot choice = known.slot();
        int end = STATE.end(place);
        // Measured before elements are created, because an error must not change the choice.
        int found = STATE.start(place);
        for (Slot slot : branch.slots()) {
            found = measure.end(slot, frame, found);
        }
        boolean more = choice.isOpen && isNext(known, found);
        RecordFrame after = choice.isOpen && !more ? frame.resolved(choice, found) : frame;
        if (choice.isOpen) {
            end = found;
        }
        if (choice.isOpen && !more) {
            checkAll(after);
        }
        if (found > end || choice.isToEnd && found < end) {
            throw ParseErrors.failed(
                    domain(),
                    found,
                    "found "
                            + (end - found)
                            + " bytes after "
                            + branch.slots().getLast().name
                            + ", expected the end of the message");
        }
        Element last = named(parent, place, frame, branch);
        if (last == null) {
            last = place;
        } else {
            STATE.end(last, end);
        }
        if (more) {
            Element next = make(parent, choice, frame, end, false);
            STATE.context(next, new ChoicePlace(choice, frame, known.turn() + 1));
            STATE.insert(parent, next, last);
        } else if (choice.isOpen) {
            follow(parent, last, after, choice.ordinal + 1, end);
        }
    }

    /** Whether a choice of varying length has another occurrence. */
    private boolean isNext(ChoicePlace known, int end) {
        ChoiceSlot choice = known.slot();
        int turns = known.turn() + 1;
        boolean isFollowed = choice.ordinal + 1 < known.frame().layout.count();
        return choice.count == TO_END
                ? measure.isMoreToEnd(choice, turns, end)
                : turns < choice.count && (isFollowed || measure.isMoreToEnd(choice, turns, end));
    }

    /**
     * Creates the elements of a branch.
     *
     * @return the last element; null if the branch is empty
     */
    private Element named(Element parent, Element place, RecordFrame frame, Branch branch) {
        Element last = null;
        int at = STATE.start(place);
        for (Slot slot : branch.slots()) {
            for (int i = 0; isMore(slot, frame, i, at); i++) {
                if (last == null) {
                    STATE.identify(place, type(slot), slot.namespace, slot.name);
                    place(place, slot, frame, at, true);
                    last = place;
                } else {
                    Element next = make(parent, slot, frame, at, i == 0);
                    STATE.insert(parent, next, last);
                    last = next;
                }
                at = last.close();
            }
        }
        return last;
    }

    @Override
    protected Choice choice(Element element) {
        if (!(STATE.context(element) instanceof ChoicePlace place)) {
            return null;
        }
        var branches = new LinkedHashMap<String, Supplier<Element>>();
        for (Branch branch : place.slot().branches) {
            branches.put(branch.name(), () -> folder(element, place.frame(), branch));
        }
        return new Choice(place.slot().label, branches);
    }

    /** Returns a folder with the elements of a branch of an unresolved choice. */
    private Element folder(Element place, RecordFrame frame, Branch branch) {
        Element folder = Element.parsed(this, ElementType.NAME, "", branch.name()).domain(DOMAIN);
        STATE.decoded(folder, null);
        STATE.range(folder, STATE.start(place), STATE.end(place));
        int at = STATE.start(place);
        for (Slot slot : branch.slots()) {
            for (int i = 0; isMore(slot, frame, i, at); i++) {
                Element child = make(folder, slot, frame, at, i == 0);
                STATE.append(folder, child);
                at = child.close();
            }
        }
        STATE.complete(folder);
        return folder;
    }

    /** Creates the elements after a choice that has just been resolved. */
    private void follow(Element parent, Element before, RecordFrame frame, int first, int begin) {
        STATE.context(parent, frame);
        Element last = before;
        int at = begin;
        for (int ordinal = first; ordinal < frame.layout.count(); ordinal++) {
            Slot slot = frame.layout.slot(ordinal);
            boolean isOpen = slot instanceof ChoiceSlot choice && choice.isOpen;
            for (int i = 0; isMore(slot, frame, i, at) && !(isOpen && i > 0); i++) {
                Element next = make(parent, slot, frame, at, i == 0);
                STATE.insert(parent, next, last);
                last = next;
                at = last.close();
            }
            if (isOpen) {
                break;
            }
            frame.note(ordinal + 1, at);
        }
        if (frame.slot != null) {
            STATE.end(parent, measure.endOf(frame.slot, at));
        }
        STATE.complete(parent);
    }
}
