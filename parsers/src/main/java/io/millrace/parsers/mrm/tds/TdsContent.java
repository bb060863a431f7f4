package io.millrace.parsers.mrm.tds;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Content;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.FieldBytes;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.NamePath;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.Damage;
import io.millrace.parsers.record.RecordTypes;
import io.millrace.parsers.record.Wire;

import java.util.List;

/**
 * The bytes of one message and the way through them.
 *
 * <p>Elements know in {@code start} and {@code end} what belongs to them, tags and group
 * terminators included, delimiters between elements not; fields in {@code cursor} where their value
 * begins, folders how many of the elements that were found in them are children. {@code context} is
 * what {@link Frame} has them as. Positions are those of the array.
 */
final class TdsContent extends Content {

    private final Bytes bytes;
    private final String lineEnd;
    private final Scanner scanner;
    private final Limits limits;
    private final Answers answers;
    private int elements;

    private TdsContent(Bytes bytes, String lineEnd, Scanner scanner, Limits limits) {
        this.bytes = bytes;
        this.lineEnd = lineEnd;
        this.scanner = scanner;
        this.limits = limits;
        this.answers = new Answers(scanner);
    }

    /**
     * @param lineEnd what stands behind the message in the bytes; empty for nothing
     */
    static Element folder(Bytes bytes, String lineEnd, Interchanges interchanges, Limits limits) {
        Scanner scanner = interchanges.first();
        TdsContent content = new TdsContent(bytes, lineEnd, scanner, limits);
        Element folder =
                Element.parsed(content, ElementType.NAME, "", Scanner.DOMAIN)
                        .domain(Scanner.DOMAIN);
        folder.decoded(null);
        folder.start = bytes.start();
        folder.end = bytes.end();
        folder.cursor = 0;
        folder.context = scanner.message();
        return folder;
    }

    Bytes body() {
        return bytes;
    }

    /** The end of a line that stands behind the message; empty for none. */
    String lineEnd() {
        return lineEnd;
    }

    Wire wire() {
        return scanner.body.wire;
    }

    /** The terminators that the message leaves out at its end, as far as it was looked at. */
    List<Marker> unended() {
        return scanner.interchanges.unended();
    }

    /** The syntax that the beginning of the message says. */
    Syntax syntax() {
        return scanner.syntax;
    }

    /** The syntax at a position that was looked at. */
    Syntax syntax(int at) {
        return scanner.interchanges.at(at).syntax;
    }

    /** All that belongs to an element. */
    Bytes bytes(Element element) {
        return new Bytes(bytes.array(), element.start, element.close());
    }

    @Override
    public String domain() {
        return Scanner.DOMAIN;
    }

    /** The slot that an element was found in; null for the message, and for choices. */
    static Slot slot(Element element) {
        return switch (element.context) {
            case Slot slot -> slot;
            case Frame frame -> frame.slot;
            case Frame.Named named -> named.slot();
            default -> null;
        };
    }

    /** Whether a tree is all of the message. */
    static boolean isMessage(Element element) {
        return element.context instanceof Frame frame && frame.slot == null;
    }

    @Override
    protected void grow(Element parent) {
        if (!(parent.context instanceof Frame frame)) {
            parent.complete();
            return;
        }
        int index = parent.cursor;
        if (index >= frame.size && !scanner.advance(frame)) {
            parent.end = parent.end < 0 ? frame.end : parent.end;
            parent.complete();
            return;
        }
        parent.appendParsed(made(parent, frame.what(index), frame, index));
        parent.cursor++;
    }

    private Element made(Element parent, Object what, Frame frame, int index) {
        count(parent, frame.begin(index));
        Element made =
                switch (what) {
                    case ValueSlot slot ->
                            Element.parsed(this, ElementType.NAME_VALUE, slot.namespace, slot.name);
                    case Frame.Named(ValueSlot slot, String name) ->
                            Element.parsed(this, ElementType.NAME_VALUE, slot.namespace, name);
                    case Frame inner ->
                            Element.parsed(
                                    this, ElementType.NAME, inner.slot.namespace, inner.name);
                    default -> Element.parsed(this, RecordTypes.UNRESOLVED_CHOICE, "", "");
                };
        place(made, what, frame, index);
        return made;
    }

    private void count(Element parent, int at) {
        if (++elements > limits.treeElements()) {
            throw scanner.limit(at, "more than " + limits.treeElements() + " elements");
        }
        if (parent.depth() >= limits.treeDepth()) {
            throw Damage.limit(
                    domain(), at - bytes.start(), "more than " + limits.treeDepth() + " levels");
        }
    }

    private void place(Element made, Object what, Frame frame, int index) {
        made.start = frame.begin(index);
        made.end = frame.end(index);
        made.context = what;
        switch (what) {
            case Frame _ -> {
                made.cursor = 0;
                made.decoded(null);
            }
            case Frame.Unresolved _ -> {
                made.decoded(Value.of(new Bytes(bytes.array(), made.start, made.end)));
                made.complete();
            }
            default -> {
                made.cursor = frame.body(index);
                made.complete();
            }
        }
    }

    @Override
    protected Value decode(Element field) {
        ValueSlot slot = (ValueSlot) slot(field);
        return scanner.interchanges.at(field.start).measure().read(slot, field.cursor, field.end);
    }

    @Override
    protected boolean answers() {
        return true;
    }

    @Override
    protected Value answer(Element parent, NamePath path, int from, long last) {
        return parent.context instanceof Frame frame
                ? answers.answer(frame, parent.depth(), path, from, last)
                : UNANSWERED;
    }

    @Override
    protected FieldBytes fields(Element parent, List<NamePath> paths) {
        return parent.context instanceof Frame frame
                ? RowFields.of(frame.root.layout, paths)
                : null;
    }

    Scanner scanner() {
        return scanner;
    }

    @Override
    protected void close(Element element) {
        element.end = scanner.close((Frame) element.context);
    }

    // Choices

    @Override
    protected void sought(
            Element parent, Element behind, String namespace, String name, long index) {
        if (!(parent.context instanceof Frame own) || !holdsUnresolved(own)) {
            return;
        }
        long left = index;
        Element child = behind == null ? parent.firstChild() : behind.next();
        for (; child != null && left > 0; child = child.next()) {
            if (child.context instanceof Frame.Unresolved(var choice, var region, var frame)
                    && child.content() == this) {
                Slot branch = branch(choice, namespace, name);
                if (branch != null) {
                    resolve(parent, child, branch, region, frame);
                }
            }
            if (child.isNamed(name) && (namespace == null || child.namespace().equals(namespace))) {
                left--;
            }
        }
    }

    private boolean holdsUnresolved(Frame folder) {
        return folder.slot == null
                ? scanner.syntax.layout.holdsUnresolved()
                : folder.slot.holdsUnresolved;
    }

    private static Slot branch(Layout choice, String namespace, String name) {
        for (Slot slot : choice.slots) {
            boolean named = namespace == null || slot.namespace.equals(namespace);
            boolean within =
                    slot instanceof GroupSlot group
                            && branch(group.layout, namespace, name) != null;
            if (within || named && slot.name.equals(name)) {
                return slot;
            }
        }
        return null;
    }

    /** Gives the element of a choice the name of what was found in its branch. */
    private static void identify(Element place, Object what) {
        switch (what) {
            case Frame folder ->
                    place.identify(ElementType.NAME, folder.slot.namespace, folder.name);
            case ValueSlot slot ->
                    place.identify(ElementType.NAME_VALUE, slot.namespace, slot.name);
            case Frame.Named(ValueSlot slot, String name) ->
                    place.identify(ElementType.NAME_VALUE, slot.namespace, name);
            default -> {
                // A group that begins with a choice of its own.
            }
        }
    }

    /** The choice's element becomes the first of the branch; further occurrences follow. */
    private void resolve(Element parent, Element place, Slot branch, Region region, Frame frame) {
        Scanner own = scanner.interchanges.at(place.start);
        Frame trial = own.branch(frame, region, branch, place.start, place.end);
        Element last = null;
        for (int i = 0; i < trial.size; i++) {
            Object what = trial.what(i);
            if (last == null) {
                identify(place, what);
                place.end = -1;
                place(place, what, trial, i);
                last = place;
            } else {
                Element next = made(parent, what, trial, i);
                parent.insertParsed(next, last);
                last = next;
            }
        }
    }
}
