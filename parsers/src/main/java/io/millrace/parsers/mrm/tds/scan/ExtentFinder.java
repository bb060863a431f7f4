package io.millrace.parsers.mrm.tds.scan;

import static io.millrace.parsers.model.Separation.UNDEFINED;
import static io.millrace.parsers.model.Separation.USE_DATA_PATTERN;

import static java.lang.Math.max;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Value;
import io.millrace.parsers.model.BaseType.Kind;
import io.millrace.parsers.mrm.tds.layout.DataPattern.TooManySteps;
import io.millrace.parsers.mrm.tds.layout.Layout;
import io.millrace.parsers.mrm.tds.layout.Slot;
import io.millrace.parsers.mrm.tds.layout.Slot.Extent;
import io.millrace.parsers.mrm.tds.layout.Slot.Extent.EncodingCharacters;
import io.millrace.parsers.mrm.tds.layout.Slot.Extent.Fixed;
import io.millrace.parsers.mrm.tds.layout.Slot.Extent.Prefixed;
import io.millrace.parsers.mrm.tds.layout.Slot.Extent.Referenced;
import io.millrace.parsers.mrm.tds.layout.Slot.Extent.Terminated;
import io.millrace.parsers.mrm.tds.layout.Slot.FolderSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.Reference;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;
import io.millrace.parsers.mrm.tds.markup.Escapes;
import io.millrace.parsers.mrm.tds.markup.Marker;
import io.millrace.parsers.mrm.tds.markup.StopBytes;
import io.millrace.parsers.mrm.tds.markup.Syntax;
import io.millrace.parsers.mrm.tds.markup.Syntax.GroupMarkup;
import io.millrace.parsers.mrm.tds.markup.Syntax.SlotMarkup;
import io.millrace.parsers.mrm.tds.markup.TextBody;
import io.millrace.parsers.record.FieldException;
import io.millrace.parsers.record.RecordTypes;

/** A scanner that finds the ends of values and folders. */
record ExtentFinder(Scanner scanner, TextBody body, Syntax syntax) {

    /** Whether a region ends at a position: its terminator, outer markup, or no bytes. */
    boolean isEnd(Region region, int at) {
        if (at >= region.limit) {
            return true;
        }
        GroupMarkup markup = syntax.of(region.layout);
        return markup.terminator().match(body.array(), at, region.limit) > 0
                || markup.outer().match(body.array(), at, region.limit) > 0;
    }

    /** Whether an occurrence of a slot at a position has no characters. */
    boolean isEmpty(Region region, Slot slot, int at) {
        if (at >= region.limit) {
            return true;
        }
        if (slot.isBounded()) {
            return false;
        }
        Layout inner = slot.inner();
        boolean indicated =
                inner != null
                        && syntax.of(inner).indicator().match(body.array(), at, region.limit) > 0;
        return !indicated && syntax.of(slot).stops().match(body.array(), at, region.limit) > 0;
    }

    // Values

    /** Returns the position after the last byte of a value. */
    int value(FolderFrame frame, Region region, ValueSlot slot, int at) {
        return switch (slot.extent()) {
            case Extent.Marked() ->
                    slot.pattern() != null
                            ? found(frame, region, slot, at)
                            : marked(region, slot, at);
            case Fixed(int count, int unit) -> units(frame, region, slot, at, count, unit);
            case Referenced length -> referenced(frame, region, slot, at, length);
            case Prefixed(int bytes) -> {
                int begin = units(frame, region, slot, at, bytes, 1);
                int length = body.wire().prefix(body.array(), at, bytes);
                yield units(frame, region, slot, begin, length, 1);
            }
            case Terminated() -> terminated(frame, region, slot, at);
            case EncodingCharacters() -> encodingCharacters(region, at);
            case Extent.ToEnd() -> region.limit;
        };
    }

    private int marked(Region region, ValueSlot slot, int at) {
        StopBytes stops = syntax.of(slot).stops();
        int quote = slot.isEscaped() ? syntax.quote().match(body.array(), at, region.limit) : 0;
        return quote > 0
                ? quoted(region, slot, stops, at, at + quote)
                : stops.find(body, at, region.limit);
    }

    private int quoted(Region region, ValueSlot slot, StopBytes stops, int begin, int from) {
        int at = from;
        while (at < region.limit) {
            int quote = syntax.quote().match(body.array(), at, region.limit);
            if (quote == 0 || !body.isStart(at)) {
                at++;
                continue;
            }
            at += quote;
            int second = syntax.quote().match(body.array(), at, region.limit);
            if (second == 0) {
                if (at < region.limit && stops.match(body.array(), at, region.limit) == 0) {
                    throw scanner.damage(
                            at,
                            "found "
                                    + body.shown(at, region.limit)
                                    + " after the closing quotation mark of "
                                    + slot.name()
                                    + ", expected a delimiter");
                }
                return at;
            }
            at += second;
        }
        throw scanner.damage(
                begin, "found an opening quotation mark in " + slot.name() + ", expected its end");
    }

    private int units(FolderFrame frame, Region region, Slot slot, int at, int count, int unit) {
        int end = body.skip(at, region.limit, count, unit);
        if (end < 0) {
            throw cutOff(frame, region, slot, at, count, unit);
        }
        return end;
    }

    private MillraceException cutOff(
            FolderFrame frame, Region region, Slot slot, int at, int count, int unit) {
        String expected =
                "%s, which begins at byte %d and has %d %s"
                        .formatted(
                                frame.path(slot.name()),
                                at - body.start(),
                                count,
                                unit == 1 ? "bytes" : "characters");
        return region.limit == body.end()
                ? scanner.cutOff(expected)
                : scanner.damage(region.limit, frame.path("") + " ends here; expected " + expected);
    }

    private int referenced(FolderFrame frame, Region region, Slot slot, int at, Referenced length) {
        int specified = reference(length.field(), frame, slot.name());
        if (length.inclusive()) {
            specified -= own(frame, length.field());
        }
        if (specified < 0) {
            throw scanner.damage(
                    at, frame.path(slot.name()) + " has a negative length, " + specified);
        }
        return units(frame, region, slot, at, specified, length.unit());
    }

    /** Returns the number of characters of the field that contains a length. */
    private int own(FolderFrame frame, Reference reference) {
        FolderFrame at = out(frame, reference);
        int index = at.last(reference.field());
        return index < 0 ? 0 : (at.end(index) - at.body(index)) / body.text().unit();
    }

    private static FolderFrame out(FolderFrame frame, Reference reference) {
        FolderFrame at = frame;
        for (int i = 0; i < reference.up(); i++) {
            at = at.outer;
        }
        return at;
    }

    /** Returns the length or count that a field contains. */
    int reference(Reference reference, FolderFrame from, String user) {
        FolderFrame frame = out(from, reference);
        int index = frame.last(reference.field());
        if (index < 0) {
            return 0;
        }
        Value specified = read(reference.field(), frame.body(index), frame.end(index));
        int number = RecordTypes.count(specified);
        if (number < 0) {
            throw scanner.damage(
                    frame.body(index),
                    "the field "
                            + frame.path(reference.field().name())
                            + " is "
                            + specified.text()
                            + "; expected a length or number for "
                            + user);
        }
        return number;
    }

    private int terminated(FolderFrame frame, Region region, ValueSlot slot, int from) {
        int unit = body.text().unit();
        for (int at = from; at + unit <= region.limit; at += unit) {
            if (body.array()[at] == 0 && (unit == 1 || body.array()[at + 1] == 0)) {
                return at + unit;
            }
        }
        throw scanner.cutOff("the X'00' after " + frame.path(slot.name()));
    }

    /**
     * Returns the position after the encoding characters of HL7, which end before the second field
     * separator.
     */
    private int encodingCharacters(Region region, int at) {
        Marker separator = syntax.of(region.layout).delimiter();
        int begin = at + separator.match(body.array(), at, region.limit);
        GroupMarkup markup = syntax.of(region.layout);
        int end = begin;
        while (end < region.limit
                && separator.match(body.array(), end, region.limit) == 0
                && markup.terminator().match(body.array(), end, region.limit) == 0) {
            end = body.skip(end, region.limit);
        }
        return end;
    }

    /** Returns the value between two positions. */
    Value read(ValueSlot slot, int bodyAt, int end) {
        SlotMarkup markup = syntax.of(slot);
        try {
            return bodyAt < end && markup.isPlain(body.array()[bodyAt])
                    ? markup.codec().read(body.array(), bodyAt, end, body.wire())
                    : disguised(slot, bodyAt, end);
        } catch (FieldException e) {
            throw unreadable(slot, bodyAt, end, e);
        }
    }

    MillraceException unreadable(Slot slot, int bodyAt, int end, FieldException e) {
        return scanner.damage(
                bodyAt,
                "the field "
                        + slot.name()
                        + " is "
                        + body.shown(bodyAt, end)
                        + ", expected "
                        + e.getMessage());
    }

    /**
     * Returns the value between two positions, which can contain escapes and padding or be empty.
     */
    private Value disguised(ValueSlot slot, int bodyAt, int end) {
        int from = bodyAt;
        int to = end;
        if (slot.extent() != Extent.MARKED) {
            if (slot.extent() instanceof Prefixed(int bytes)) {
                from += bytes;
            } else if (slot.extent() instanceof Terminated) {
                to -= body.text().unit();
            }
        }
        byte[] array = body.array();
        if (slot.isEscaped() && syntax.mayEscape(array, from, to)) {
            byte[] plain = Escapes.plain(syntax, body, from, to);
            if (plain != null) {
                array = plain;
                from = 0;
                to = plain.length;
            }
        }
        return value(slot, array, from, to);
    }

    /** Returns the value of a field. A field without characters is NULL if it is not a string. */
    private Value value(ValueSlot slot, byte[] array, int from, int to) {
        return from == to && isNothing(slot.type().base().kind())
                ? null
                : syntax.of(slot).codec().read(array, from, to, body.wire());
    }

    private static boolean isNothing(Kind kind) {
        return kind != Kind.TEXT && kind != Kind.BINARY;
    }

    // Folders

    /** Returns the maximum end position of a folder. */
    int folder(FolderFrame frame, Region region, FolderSlot slot, int at) {
        return switch (slot.extent()) {
            case Fixed(int count, int unit) -> units(frame, region, slot, at, count, unit);
            case Referenced length -> referenced(frame, region, slot, at, length);
            default -> slot.pattern() == null ? region.limit : found(frame, region, slot, at);
        };
    }

    /**
     * Returns the position after a folder if its end can be found without a scan of its content;
     * otherwise a negative number.
     */
    int closing(FolderFrame frame) {
        GroupMarkup markup = syntax.of(frame.root.layout);
        if (markup.closing() == null) {
            return -1;
        }
        int limit = frame.root.limit;
        int at = frame.at + markup.indicator().match(body.array(), frame.at, limit);
        at = markup.closing().find(body, at, limit);
        int length = markup.terminator().match(body.array(), at, limit);
        return length == 0 ? -1 : at + length;
    }

    // Patterns

    /**
     * Returns the position after the match of a slot's pattern; a negative number if the pattern
     * does not match.
     */
    int pattern(FolderFrame frame, Region region, Slot slot, int at) {
        if (slot.pattern() == null) {
            return slot instanceof ValueSlot value
                    ? value(frame, region, value, at)
                    : begins(slot.inner(), at, region.limit) ? at + 1 : -1;
        }
        return matched(slot, at, region.limit);
    }

    /**
     * Returns the position after the match of a slot's pattern, and throws an exception if the
     * pattern does not match.
     */
    private int found(FolderFrame frame, Region region, Slot slot, int at) {
        int end = matched(slot, at, region.limit);
        if (end < 0) {
            throw scanner.unmatched(frame, slot, at);
        }
        return end;
    }

    /**
     * Returns the position after the match of a slot's pattern; a negative number if the pattern
     * does not match.
     */
    int matched(Slot slot, int at, int limit) {
        try {
            return body.match(slot.pattern(), at, limit);
        } catch (TooManySteps e) {
            throw scanner.limit(at, "the data pattern of " + slot.name() + " takes too many steps");
        }
    }

    /** Whether a layout can begin at a position, as determined by its indicator or data pattern. */
    boolean begins(Layout layout, int at, int limit) {
        Marker indicator = syntax.of(layout).indicator();
        if (!indicator.isNone()) {
            return indicator.match(body.array(), at, limit) > 0;
        }
        if (layout.separation() != USE_DATA_PATTERN) {
            return at < limit;
        }
        for (Slot slot : layout.slots()) {
            boolean here =
                    slot.pattern() != null
                            ? matched(slot, at, limit) > at
                            : slot.inner() != null && begins(slot.inner(), at, limit);
            if (here) {
                return true;
            }
            if (slot.occurs().min() > 0 && !layout.isChoice()) {
                return false;
            }
        }
        return false;
    }

    // Choices

    /** Returns the position after a choice with a branch that the bytes do not specify. */
    int unresolved(Region region, int at) {
        Layout choice = region.layout;
        if (choice.separation().isFixed() || choice.separation() == UNDEFINED) {
            long longest = 0;
            for (Slot slot : choice.slots()) {
                long size = size(slot);
                longest = size < 0 || longest < 0 ? -1 : max(longest, size);
            }
            boolean none = longest < 0 || longest > region.limit - at;
            int end = none ? -1 : body.skip(at, region.limit, (int) longest, 0);
            return end < 0 ? region.limit : end;
        }
        return syntax.of(choice).outer().find(body, at, region.limit);
    }

    /**
     * Returns the number of characters of a slot if the number is constant; otherwise a negative
     * number.
     */
    private static long size(Slot slot) {
        boolean varies = slot.repeats() && slot.occurs().min() != slot.occurs().max();
        if (varies || slot.repeatReference() != null) {
            return -1;
        }
        long times = slot.occurs().max();
        if (slot.extent() instanceof Fixed(int count, _)) {
            return bounded(count * times);
        }
        Layout inner = slot.inner();
        if (inner == null || !inner.separation().isFixed()) {
            return -1;
        }
        long sum = 0;
        for (Slot each : inner.slots()) {
            long size = size(each);
            if (size < 0 || sum < 0) {
                return -1;
            }
            sum = bounded(sum + size);
        }
        return bounded(sum * times);
    }

    /** Returns a size, or the value for a varying size if it exceeds the size of any message. */
    private static long bounded(long size) {
        return size > Integer.MAX_VALUE ? -1 : size;
    }
}
