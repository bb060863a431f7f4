package io.millrace.parsers.mrm.tds.markup;

import static io.millrace.parsers.model.MessagingStandard.CSV;
import static io.millrace.parsers.model.MessagingStandard.HL7;
import static io.millrace.parsers.model.MessagingStandard.SWIFT;
import static io.millrace.parsers.model.Separation.ALL_ELEMENTS_DELIMITED;
import static io.millrace.parsers.model.Separation.TAGGED_DELIMITED;
import static io.millrace.parsers.model.ServiceCharacter.X12_GROUP_TERM;

import io.millrace.parsers.model.EscapeRule;
import io.millrace.parsers.model.MarkerText;
import io.millrace.parsers.model.MarkerText.EndOfLine;
import io.millrace.parsers.model.MarkerText.Literal;
import io.millrace.parsers.model.MarkerText.Raw;
import io.millrace.parsers.model.MarkerText.Service;
import io.millrace.parsers.model.MessagingStandard;
import io.millrace.parsers.model.TdsSettings;
import io.millrace.parsers.mrm.tds.layout.Layout;
import io.millrace.parsers.mrm.tds.layout.Slot;
import io.millrace.parsers.mrm.tds.layout.Slot.Extent;
import io.millrace.parsers.mrm.tds.layout.Slot.FolderSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.GroupSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;
import io.millrace.parsers.mrm.tds.layout.TdsLayout;
import io.millrace.parsers.mrm.tds.standards.Delimiters;
import io.millrace.parsers.mrm.tds.standards.StandardMarkup;
import io.millrace.parsers.record.FieldCodec;
import io.millrace.parsers.record.FieldException;
import io.millrace.parsers.record.TextCode;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A layout with its markup as bytes: in one code page, with the delimiters of one message.
 * Immutable, and shared by all messages with the same code page and delimiters.
 */
public final class Syntax {

    private static final boolean[] NO_QUOTES = new boolean[256];

    final TdsLayout layout;
    final TextCode text;
    final Delimiters delimiters;

    final Marker escape;

    final Marker words;

    final Marker quote;

    /** Whether values can contain escape characters. */
    private final boolean hasEscapes;

    /** First bytes of quotation marks. */
    private final boolean[] quotes;

    /** Single characters that are escaped on output, in addition to markup. */
    final List<Marker> reserved;

    final byte[] lineEnd;

    final boolean skipsWhite;

    final boolean skipsLines;

    private final GroupMarkup[] groups;
    private final SlotMarkup[] slots;

    /** The markup around a layout, by the layout's id. */
    private final Map<Integer, List<Marker>> chains = new HashMap<>();

    public Syntax(TdsLayout layout, TdsSettings settings, TextCode text, Delimiters delimiters) {
        this.layout = layout;
        this.text = text;
        this.delimiters = delimiters;
        MessagingStandard standard = settings.standard();
        EscapeRule escapes = StandardMarkup.escapes(settings.escapes(), standard);
        Marker escaping = marker(escapes.escapeCharacter());
        boolean hl7 = standard == HL7;
        escape = hl7 ? Marker.NONE : escaping;
        words = hl7 ? escaping : Marker.NONE;
        quote = marker(escapes.quoteCharacter());
        hasEscapes = !escape.isNone() || !words.isNone();
        quotes = new StopBytes(List.of(quote), Marker.NONE).beginnings(Marker.NONE);
        reserved = characters(escapes.reservedCharacters());
        byte[] line = text.encode(delimiters.lineEnd());
        lineEnd = line == null ? new byte[0] : line;
        skipsWhite = standard.describesItself();
        skipsLines = standard == CSV || standard == SWIFT;
        groups = new GroupMarkup[layout.layouts().size()];
        slots = new SlotMarkup[layout.slots().size()];
        for (Layout each : layout.layouts()) {
            groups[each.id()] = group(each);
            for (Slot slot : each.slots()) {
                slots[slot.id()] = slot(slot, each);
            }
            if (each.undeclared() != null) {
                slots[each.undeclared().id()] = slot(each.undeclared(), each);
            }
        }
    }

    /** Whether a value can contain escapes. */
    public boolean mayEscape(byte[] bytes, int from, int to) {
        return hasEscapes
                || from < to && quotes[bytes[from] & 0xFF] && quote.match(bytes, from, to) > 0;
    }

    /** Returns the position of the terminator of the X12 segment that begins at a position. */
    public int segmentEnd(TextBody body, int at) {
        return new StopBytes(List.of(terminator()), Marker.NONE).find(body, at, body.end);
    }

    /** Returns a segment of X12 without its terminator and line end. */
    public String withoutTerminator(String segment) {
        int at = segment.lastIndexOf(delimiters.of(X12_GROUP_TERM));
        return at < 0 ? segment : segment.substring(0, at);
    }

    /** Returns the segment terminator of X12. */
    public Marker terminator() {
        return marker(new MarkerText("<X12_GROUP_TERM>"));
    }

    public GroupMarkup of(Layout each) {
        return groups[each.id()];
    }

    public SlotMarkup of(Slot slot) {
        return slots[slot.id()];
    }

    private Marker marker(MarkerText specified) {
        return specified == null ? Marker.NONE : Marker.of(specified, text, delimiters);
    }

    private List<Marker> characters(MarkerText specified) {
        var all = new ArrayList<Marker>();
        for (MarkerText.Part part : specified.parts()) {
            String one =
                    switch (part) {
                        case Literal(int c) -> Character.toString(c);
                        case Raw(int value) -> "<0x%02X>".formatted(value);
                        case Service(var c) -> "<" + c.name() + ">";
                        case EndOfLine() -> "<EOL>";
                    };
            all.add(marker(new MarkerText(one)));
        }
        return all;
    }

    // Layouts

    /** Returns the markup that ends values of a layout, the layout's own markup first. */
    private List<Marker> chain(Layout each) {
        List<Marker> known = chains.get(each.id());
        if (known == null) {
            known = new ArrayList<>();
            known.add(marker(each.markup().delimiter()));
            known.add(marker(each.markup().groupTerminator()));
            known.addAll(enclosing(each));
            chains.put(each.id(), known);
        }
        return known;
    }

    /** Returns the outer markup that ends a layout. */
    private List<Marker> enclosing(Layout each) {
        var around = new ArrayList<Marker>();
        if (each.outer() != null) {
            if (each.owner().repeat() != null) {
                around.add(marker(each.owner().repeat()));
            }
            around.addAll(chain(each.outer()));
        }
        return around;
    }

    private GroupMarkup group(Layout each) {
        Marker delimiter = marker(each.markup().delimiter());
        Marker terminator = marker(each.markup().groupTerminator());
        List<Marker> around = enclosing(each);
        Marker separator = marker(each.markup().tagDataSeparator());
        TagTable tags = null;
        StopBytes tagStops = null;
        var services = new ArrayList<Slot>();
        if (each.isTagged()) {
            TagTable.Builder builder = new TagTable.Builder();
            each.slots().forEach(s -> tags(s, s.ordinal(), true, builder, within(each)));
            tags = builder.build();
            var ends = new ArrayList<Marker>(chain(each));
            ends.add(separator);
            each.slots().forEach(s -> ends(s, ends, within(each)));
            tagStops = new StopBytes(ends, Marker.NONE);
            each.slots().forEach(s -> services(s, services, within(each)));
        }
        boolean shares = !delimiter.isNone() && around.stream().anyMatch(delimiter::meets);
        List<Marker> longer = around.stream().filter(delimiter::isBeginOf).toList();
        return new GroupMarkup(
                marker(each.markup().groupIndicator()),
                terminator,
                delimiter,
                separator,
                new StopBytes(chain(each), escape),
                new StopBytes(around, Marker.NONE),
                shares,
                longer.isEmpty() ? null : new StopBytes(longer, Marker.NONE),
                tags,
                tagStops,
                List.copyOf(services),
                closing(each, terminator, around),
                row(each, delimiter, terminator, longer),
                sole(each, around));
    }

    /**
     * @param around outer markup that ends a layout
     */
    private SoleValue sole(Layout each, List<Marker> around) {
        var inner = new ArrayList<Marker>(List.of(escape));
        Set<Layout> within = within();
        Layout at = each;
        while (holdsFirst(at) && within.add(at)) {
            Slot first = at.slot(0);
            inner.add(marker(at.markup().delimiter()));
            inner.add(marker(first.repeat()));
            if (first instanceof FolderSlot folder) {
                at = folder.layout();
                continue;
            }
            var all = new ArrayList<Marker>(inner);
            all.addAll(around);
            StopBytes stops = new StopBytes(all, Marker.NONE);
            boolean[] ends = new boolean[256];
            boolean[] begun = new StopBytes(inner, Marker.NONE).beginnings(Marker.NONE);
            around.stream()
                    .flatMap(m -> m.forms().stream())
                    .filter(f -> f.length == 1)
                    .forEach(f -> ends[f[0] & 0xFF] = !begun[f[0] & 0xFF]);
            return new SoleValue(within.size() - 1, stops, stops.beginnings(quote), ends);
        }
        return null;
    }

    /** Whether a layout can begin with a value or folder without markup before it. */
    private boolean holdsFirst(Layout each) {
        if (each.separation() != ALL_ELEMENTS_DELIMITED
                || each.isChoice()
                || each.slots().isEmpty()
                || !marker(each.markup().groupIndicator()).isNone()
                || !marker(each.markup().groupTerminator()).isNone()) {
            return false;
        }
        Slot first = each.slot(0);
        return text.isSynchronous()
                && !(first instanceof GroupSlot)
                && !first.isBounded()
                && first.maxOccurs() > 0
                && first.repeatReference() == null;
    }

    private PlainRow row(Layout each, Marker delimiter, Marker terminator, List<Marker> longer) {
        boolean isPlain =
                each.separation() == ALL_ELEMENTS_DELIMITED
                        && !each.isChoice()
                        && longer.isEmpty()
                        && delimiter.forms().size() == 1
                        && delimiter.written().length == 1
                        && !begins(terminator, delimiter)
                        && text.isSynchronous();
        StopBytes stops = new StopBytes(chain(each), escape);
        return isPlain
                ? PlainRow.of(
                        each,
                        delimiter.written()[0],
                        stops.beginnings(Marker.NONE),
                        stops.beginnings(quote))
                : null;
    }

    /** Collects the tags that can begin a slot. */
    private void tags(
            Slot slot, int ordinal, boolean begins, TagTable.Builder builder, Set<Layout> within) {
        if (slot.tag() != null) {
            builder.add(marker(slot.tag()).written(), ordinal, begins);
            return;
        }
        Layout inner = slot.inner();
        if (inner == null || !inner.isTagged() || !within.add(inner)) {
            return;
        }
        boolean first = begins;
        for (Slot each : inner.slots()) {
            tags(each, ordinal, first, builder, within);
            first &= !inner.isOrdered() || inner.isChoice() || each.occurs().min() == 0;
        }
        within.remove(inner);
    }

    /**
     * Returns the set of layouts on the path to the current layout, because layouts can contain
     * themselves.
     */
    private static Set<Layout> within(Layout... layouts) {
        Set<Layout> within = Collections.newSetFromMap(new IdentityHashMap<>());
        within.addAll(List.of(layouts));
        return within;
    }

    /** Collects the slots whose tags end without a separator. */
    private static void services(Slot slot, List<Slot> services, Set<Layout> seen) {
        Layout inner = slot.inner();
        if (slot.isServiceString() && slot.tag() != null) {
            services.add(slot);
        } else if (slot.tag() == null && inner != null && inner.isTagged() && seen.add(inner)) {
            inner.slots().forEach(s -> services(s, services, seen));
        }
    }

    /** Collects the markup that can directly follow a tag. */
    private void ends(Slot slot, List<Marker> ends, Set<Layout> seen) {
        Layout inner = slot.inner();
        if (inner == null) {
            return;
        }
        ends.add(marker(inner.markup().groupTerminator()));
        ends.add(marker(inner.markup().groupIndicator()));
        if (slot.tag() == null && inner.isTagged() && seen.add(inner)) {
            ends.add(marker(inner.markup().tagDataSeparator()));
            inner.slots().forEach(s -> ends(s, ends, seen));
        }
    }

    // Closing

    /**
     * Returns the stops that end a layout; null if the end of the layout can be found only by a
     * scan of its content.
     */
    private StopBytes closing(Layout each, Marker terminator, List<Marker> around) {
        if (terminator.isNone() || !quote.isNone() || !isPlain(each, terminator, within())) {
            return null;
        }
        var ends = new ArrayList<Marker>(around);
        ends.add(terminator);
        return new StopBytes(ends, escape);
    }

    /** Whether no content of a layout can be mistaken for the terminator. */
    private boolean isPlain(Layout each, Marker terminator, Set<Layout> within) {
        boolean outermost = within.isEmpty();
        if (!within.add(each)) {
            // A recursive layout also contains its own terminator.
            return false;
        }
        boolean marked =
                each.separation() == ALL_ELEMENTS_DELIMITED
                        || each.separation() == TAGGED_DELIMITED;
        if (!marked
                || !outermost && begins(terminator, marker(each.markup().groupTerminator()))
                || begins(terminator, marker(each.markup().groupIndicator()))
                || begins(terminator, marker(each.markup().delimiter()))) {
            return false;
        }
        for (Slot slot : each.slots()) {
            Layout inner = slot.inner();
            boolean plain =
                    slot instanceof ValueSlot v
                            ? v.isEscaped()
                            : !slot.isBounded() && isPlain(inner, terminator, within);
            if (!plain || slot.repeat() != null && begins(terminator, marker(slot.repeat()))) {
                return false;
            }
        }
        within.remove(each);
        return true;
    }

    /** Whether two markers can begin with the same byte. */
    private static boolean begins(Marker terminator, Marker other) {
        return other.forms().stream()
                .anyMatch(o -> terminator.forms().stream().anyMatch(t -> t[0] == o[0]));
    }

    // Slots

    private SlotMarkup slot(Slot slot, Layout each) {
        Marker repeat = marker(slot.repeat());
        StopBytes stops = groups[each.id()].stops();
        if (!repeat.isNone()) {
            var all = new ArrayList<Marker>();
            all.add(repeat);
            all.addAll(chain(each));
            stops = new StopBytes(all, escape);
        }
        return new SlotMarkup(
                marker(slot.tag()),
                repeat,
                stops,
                unsafe(repeat, each),
                codec(slot),
                slot instanceof ValueSlot value ? disguised(value) : null);
    }

    /**
     * Returns the first bytes of values that are not read unchanged; null if all values need
     * conversion.
     */
    private boolean[] disguised(ValueSlot slot) {
        if (slot.extent() != Extent.MARKED || slot.isEscaped() && hasEscapes) {
            return null;
        }
        return slot.isEscaped() ? quotes : NO_QUOTES;
    }

    private StopBytes unsafe(Marker repeat, Layout each) {
        var all = new ArrayList<Marker>(chain(each));
        all.add(repeat);
        all.add(escape);
        all.add(words);
        all.add(quote);
        all.addAll(reserved);
        if (!quote.isNone()) {
            all.add(marker(new MarkerText("<CR>")));
            all.add(marker(new MarkerText("<LF>")));
        }
        return new StopBytes(all, Marker.NONE);
    }

    private FieldCodec codec(Slot slot) {
        if (!(slot instanceof ValueSlot value)) {
            return null;
        }
        String point =
                switch (value.decimalPoint().parts().getFirst()) {
                    case Literal(int c) -> Character.toString(c);
                    case Service(var c) -> delimiters.of(c);
                    case Raw(int b) -> decoded(b);
                    case EndOfLine() -> "";
                };
        return value.codecs().apply(point.isEmpty() ? '.' : point.codePointAt(0));
    }

    /**
     * Returns the character for a byte in the code page; empty if the byte is not a whole
     * character.
     */
    private String decoded(int one) {
        try {
            return text.decode(new byte[] {(byte) one}, 0, 1);
        } catch (FieldException e) {
            return "";
        }
    }

    public TdsLayout layout() {
        return layout;
    }

    public TextCode text() {
        return text;
    }

    public Delimiters delimiters() {
        return delimiters;
    }

    /**
     * Returns the release character; NONE if there is none, and for HL7, whose escape sequences
     * contain no markup.
     */
    public Marker escape() {
        return escape;
    }

    /**
     * Returns the escape character of HL7, which begins and ends an escape sequence; NONE if there
     * is none.
     */
    public Marker words() {
        return words;
    }

    public Marker quote() {
        return quote;
    }

    /** Returns the characters to write after segments. */
    public byte[] lineEnd() {
        return lineEnd;
    }

    /** Whether white space after the end of a segment is ignored. */
    public boolean skipsWhite() {
        return skipsWhite;
    }

    /** Whether line ends at the end of the message are ignored. */
    public boolean skipsLines() {
        return skipsLines;
    }

    /**
     * A layout in one syntax.
     *
     * @param stops markup that ends values of the layout
     * @param outer markup of enclosing layouts that ends the layout
     * @param sharesDelimiter whether an enclosing layout has the same delimiter
     * @param longer longer markup of an enclosing layout that begins with the delimiter; null if
     *     there is none
     * @param tags tags of the layout's slots and of slots inside its untagged slots; null if there
     *     are none
     * @param tagStops markup that ends a tag without a fixed length; null if there is none
     * @param services slots whose tag is followed by a delimiter that the message specifies there
     * @param closing markup that ends the layout if no other markup must be examined; otherwise
     *     null
     * @param row scanner for plain values of the layout; null if values need a complete scan
     * @param sole scanner for folders that contain only one value; null if the layout does not
     *     permit it
     */
    public record GroupMarkup(
            Marker indicator,
            Marker terminator,
            Marker delimiter,
            Marker tagSeparator,
            StopBytes stops,
            StopBytes outer,
            boolean sharesDelimiter,
            StopBytes longer,
            TagTable tags,
            StopBytes tagStops,
            List<Slot> services,
            StopBytes closing,
            PlainRow row,
            SoleValue sole) {}

    /**
     * A slot in one syntax.
     *
     * @param tag tag of the slot; NONE if there is none
     * @param repeat delimiter between occurrences; NONE if it is the layout's delimiter
     * @param stops markup that ends an occurrence without a specified length
     * @param unsafe markup that must be escaped in written values
     * @param codec codec of a single value; null for other slots
     * @param disguised first bytes of values that are not read unchanged; null if all values need
     *     conversion
     */
    public record SlotMarkup(
            Marker tag,
            Marker repeat,
            StopBytes stops,
            StopBytes unsafe,
            FieldCodec codec,
            boolean[] disguised) {

        /** Whether the bytes of a single value with this first byte are read unchanged. */
        public boolean isPlain(byte first) {
            return disguised != null && !disguised[first & 0xFF];
        }
    }
}
