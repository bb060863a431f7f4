package io.millrace.parsers.mrm.tds.scan;

import static io.millrace.engine.message.ElementType.NAME_VALUE;
import static io.millrace.parsers.record.RecordTypes.DOMAIN;

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
import io.millrace.parsers.mrm.tds.layout.Layout;
import io.millrace.parsers.mrm.tds.layout.Part;
import io.millrace.parsers.mrm.tds.layout.Slot;
import io.millrace.parsers.mrm.tds.layout.Slot.FolderSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.GroupSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;
import io.millrace.parsers.mrm.tds.markup.Marker;
import io.millrace.parsers.mrm.tds.markup.Syntax;
import io.millrace.parsers.mrm.tds.scan.FolderFrame.Named;
import io.millrace.parsers.mrm.tds.scan.FolderFrame.Unresolved;
import io.millrace.parsers.record.RecordTypes;
import io.millrace.parsers.record.Wire;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Supplier;

/**
 * The bytes of one message, and the creation of its elements.
 *
 * <p>{@code start} and {@code end} of an element are its range, including tags and group
 * terminators, without the delimiters between elements. {@code cursor} is the start of a field's
 * value or of a folder's only value, or the number of elements of another folder that were added as
 * children. {@code context} is the entry in the {@link FolderFrame}. Positions are indexes of the
 * array.
 */
public final class TdsContent extends Content {

    static final ParseState<Part> STATE = parseState();

    private final Bytes bytes;
    private final String lineEnd;
    final Scanner scanner;
    private final Limits limits;
    private final DirectReader answers;
    private int elements;

    private TdsContent(Bytes bytes, String lineEnd, Scanner scanner, Limits limits) {
        this.bytes = bytes;
        this.lineEnd = lineEnd;
        this.scanner = scanner;
        this.limits = limits;
        answers = new DirectReader(scanner);
    }

    /**
     * @param lineEnd line end after the message in the bytes; empty if there is none
     */
    public static Element folder(
            Bytes bytes, String lineEnd, InterchangeDelimiters interchanges, Limits limits) {
        Scanner scanner = interchanges.first;
        TdsContent content = new TdsContent(bytes, lineEnd, scanner, limits);
        Element folder = Element.parsed(content, ElementType.NAME, "", DOMAIN).domain(DOMAIN);
        STATE.decoded(folder, null);
        STATE.range(folder, bytes.start(), bytes.end());
        STATE.cursor(folder, 0);
        STATE.context(folder, scanner.message());
        return folder;
    }

    public Bytes body() {
        return bytes;
    }

    /** Returns the line end after the message; empty if there is none. */
    public String lineEnd() {
        return lineEnd;
    }

    public Wire wire() {
        return scanner.body.wire();
    }

    /**
     * Returns the terminators missing at the end of the message, up to the position scanned so far.
     */
    public List<Marker> omittedTerminators() {
        return scanner.interchanges.omittedTerminators();
    }

    /** Returns the syntax at the beginning of the message. */
    public Syntax syntax() {
        return scanner.syntax;
    }

    /** Returns the syntax at the beginning of an element. */
    public Syntax syntaxAt(Element element) {
        return syntax(start(element));
    }

    /** Returns the syntax at the end of an element whose end is known. */
    public Syntax syntaxAfter(Element element) {
        return syntax(Math.max(start(element), STATE.end(element) - 1));
    }

    /** Returns the index of an element's first byte. */
    public static int start(Element element) {
        return STATE.start(element);
    }

    /** Returns the syntax at a position that has been scanned. */
    public Syntax syntax(int at) {
        return scanner.interchanges.at(at).syntax;
    }

    /** Returns all bytes of an element. */
    public Bytes bytes(Element element) {
        return new Bytes(bytes.array(), STATE.start(element), element.close());
    }

    @Override
    public String domain() {
        return DOMAIN;
    }

    /** Returns the slot in which an element was found; null for the message, and for choices. */
    public static Slot slot(Element element) {
        return switch (STATE.context(element)) {
            case Slot slot -> slot;
            case FolderFrame frame -> frame.slot;
            case Named named -> named.slot();
            default -> null;
        };
    }

    /** Whether a tree is the whole message. */
    public static boolean isMessage(Element element) {
        return STATE.context(element) instanceof FolderFrame frame && frame.slot == null;
    }

    @Override
    protected void grow(Element parent) {
        if (!(STATE.context(parent) instanceof FolderFrame frame)) {
            if (STATE.context(parent) instanceof FolderSlot folder) {
                appendSole(parent, folder.layout().slot(0));
            }
            STATE.complete(parent);
            return;
        }
        int index = STATE.cursor(parent);
        if (index >= frame.size && !scanner.advance(frame)) {
            STATE.end(parent, STATE.end(parent) < 0 ? frame.end : STATE.end(parent));
            STATE.complete(parent);
            return;
        }
        STATE.append(parent, made(parent, frame, index));
        STATE.cursor(parent, STATE.cursor(parent) + 1);
    }

    private void appendSole(Element parent, Slot only) {
        int at = STATE.cursor(parent);
        STATE.append(parent, made(parent, only, at, at, STATE.end(parent)));
    }

    private Element made(Element parent, FolderFrame frame, int index) {
        return made(
                parent, frame.what(index), frame.begin(index), frame.body(index), frame.end(index));
    }

    private Element made(Element parent, Part what, int begin, int body, int end) {
        count(parent, begin);
        Element made =
                switch (what) {
                    case ValueSlot slot ->
                            Element.parsed(this, NAME_VALUE, slot.namespace(), slot.name());
                    case FolderSlot slot ->
                            Element.parsed(this, ElementType.NAME, slot.namespace(), slot.name());
                    case Named(ValueSlot slot, String name) ->
                            Element.parsed(this, NAME_VALUE, slot.namespace(), name);
                    case FolderFrame inner ->
                            Element.parsed(
                                    this, ElementType.NAME, inner.slot.namespace(), inner.name);
                    default -> Element.parsed(this, RecordTypes.UNRESOLVED_CHOICE, "", "");
                };
        place(made, what, begin, body, end);
        return made;
    }

    private void count(Element parent, int at) {
        if (++elements > limits.treeElements()) {
            throw scanner.limit(at, "more than " + limits.treeElements() + " elements");
        }
        if (STATE.depth(parent) >= limits.treeDepth()) {
            throw ParseErrors.limit(
                    domain(), at - bytes.start(), "more than " + limits.treeDepth() + " levels");
        }
    }

    private void place(Element made, Part what, int begin, int body, int end) {
        STATE.range(made, begin, end);
        STATE.context(made, what);
        switch (what) {
            case FolderSlot _ -> {
                STATE.cursor(made, body);
                STATE.decoded(made, null);
            }
            case FolderFrame _ -> {
                STATE.cursor(made, 0);
                STATE.decoded(made, null);
            }
            case Unresolved _ -> {
                STATE.decoded(
                        made,
                        Value.of(new Bytes(bytes.array(), STATE.start(made), STATE.end(made))));
                STATE.complete(made);
            }
            default -> {
                STATE.cursor(made, body);
                STATE.complete(made);
            }
        }
    }

    @Override
    protected Value decode(Element field) {
        ValueSlot slot = (ValueSlot) slot(field);
        return scanner.interchanges
                .at(STATE.start(field))
                .measure
                .read(slot, STATE.cursor(field), STATE.end(field));
    }

    @Override
    protected boolean answers() {
        return true;
    }

    @Override
    protected Value readDirect(Element parent, NamePath path, int from, long last) {
        return STATE.context(parent) instanceof FolderFrame frame
                ? answers.readDirect(frame, STATE.depth(parent), path, from, last)
                : UNANSWERED;
    }

    @Override
    protected FieldBytes fields(Element parent, List<NamePath> paths) {
        return STATE.context(parent) instanceof FolderFrame frame
                ? RowFields.of(frame.root.layout, paths)
                : null;
    }

    @Override
    protected void close(Element element) {
        STATE.end(element, scanner.close((FolderFrame) STATE.context(element)));
    }

    // Choices

    @Override
    protected void resolveChoice(
            Element parent, Element after, String namespace, String name, long index) {
        if (!(STATE.context(parent) instanceof FolderFrame own) || !holdsUnresolved(own)) {
            return;
        }
        long left = index;
        Element child = after == null ? parent.firstChild() : after.next();
        for (; child != null && left > 0; child = child.next()) {
            if (child.content() == this
                    && STATE.context(child)
                            instanceof Unresolved(var choice, var region, var frame)) {
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

    private boolean holdsUnresolved(FolderFrame folder) {
        return folder.slot == null
                ? scanner.syntax.layout().holdsUnresolved()
                : folder.slot.holdsUnresolved();
    }

    private static Slot branch(Layout choice, String namespace, String name) {
        for (Slot slot : choice.slots()) {
            boolean named = namespace == null || slot.namespace().equals(namespace);
            boolean within =
                    slot instanceof GroupSlot group
                            && branch(group.layout(), namespace, name) != null;
            if (within || named && slot.name().equals(name)) {
                return slot;
            }
        }
        return null;
    }

    /** Sets the name of a choice's element to the name of the element found in its branch. */
    private static void identify(Element place, Part what) {
        switch (what) {
            case FolderFrame folder ->
                    STATE.identify(place, ElementType.NAME, folder.slot.namespace(), folder.name);
            case ValueSlot slot -> STATE.identify(place, NAME_VALUE, slot.namespace(), slot.name());
            case FolderSlot slot ->
                    STATE.identify(place, ElementType.NAME, slot.namespace(), slot.name());
            case Named(ValueSlot slot, String name) ->
                    STATE.identify(place, NAME_VALUE, slot.namespace(), name);
            default -> {
                // A group that begins with another choice.
            }
        }
    }

    @Override
    protected Choice choice(Element element) {
        if (!(STATE.context(element) instanceof Unresolved(var layout, var region, var frame))) {
            return null;
        }
        var branches = new LinkedHashMap<String, Supplier<Element>>();
        for (Slot slot : layout.slots()) {
            branches.put(firstName(slot), () -> folder(element, slot, region, frame));
        }
        return new Choice("", branches);
    }

    private static String firstName(Slot slot) {
        return slot instanceof GroupSlot group && !group.layout().slots().isEmpty()
                ? firstName(group.layout().slots().getFirst())
                : slot.name();
    }

    /** Returns a folder with the elements of a branch of an unresolved choice. */
    private Element folder(Element place, Slot branch, Region region, FolderFrame frame) {
        Scanner own = scanner.interchanges.at(STATE.start(place));
        FolderFrame trial = own.branch(frame, region, branch, STATE.start(place), STATE.end(place));
        Element folder = Element.parsed(this, ElementType.NAME, "", firstName(branch));
        STATE.decoded(folder.domain(domain()), null);
        STATE.range(folder, STATE.start(place), STATE.end(place));
        for (int i = 0; i < trial.size; i++) {
            STATE.append(folder, made(folder, trial, i));
        }
        STATE.complete(folder);
        return folder;
    }

    /**
     * Resolves a choice. The choice's element becomes the first element of the branch; elements for
     * further occurrences are added.
     */
    private void resolve(
            Element parent, Element place, Slot branch, Region region, FolderFrame frame) {
        Scanner own = scanner.interchanges.at(STATE.start(place));
        FolderFrame trial = own.branch(frame, region, branch, STATE.start(place), STATE.end(place));
        Element last = null;
        for (int i = 0; i < trial.size; i++) {
            Part what = trial.what(i);
            if (last == null) {
                identify(place, what);
                place(place, what, trial.begin(i), trial.body(i), trial.end(i));
                last = place;
            } else {
                Element next = made(parent, trial, i);
                STATE.insert(parent, next, last);
                last = next;
            }
        }
    }
}
