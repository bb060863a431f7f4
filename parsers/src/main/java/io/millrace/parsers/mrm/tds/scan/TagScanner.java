package io.millrace.parsers.mrm.tds.scan;

import static java.lang.Math.min;

import io.millrace.parsers.mrm.tds.layout.Layout;
import io.millrace.parsers.mrm.tds.layout.Slot;
import io.millrace.parsers.mrm.tds.layout.Slot.FolderSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.GroupSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;
import io.millrace.parsers.mrm.tds.markup.Syntax;
import io.millrace.parsers.mrm.tds.markup.Syntax.GroupMarkup;
import io.millrace.parsers.mrm.tds.markup.TagTable.Entry;
import io.millrace.parsers.mrm.tds.markup.TextBody;
import io.millrace.parsers.mrm.tds.scan.FolderFrame.Named;
import io.millrace.parsers.record.FieldException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;

/**
 * A scanner that identifies elements by their tags. A tag belongs to the first of: the next slot of
 * the region with the tag; a slot of an enclosing region, if only a tag of an enclosing region ends
 * the region; an earlier slot, because elements with tags can be in any order; a slot that accepts
 * any tag.
 */
final class TagScanner {

    /** Maximum number of cached names from tags. */
    private static final int MAX_NAMES = 1_000;

    private final Scanner scanner;
    private final TextBody body;
    private final Syntax syntax;

    /** Names from tags that were found, because messages repeat them; null until the first tag. */
    private Map<String, String> names;

    /** Position after the last tag. */
    private int tagEnd;

    TagScanner(Scanner scanner) {
        this.scanner = scanner;
        body = scanner.body;
        syntax = scanner.syntax;
    }

    /** Finds the next element of a tagged region; returns false if the region ends. */
    boolean step(FolderFrame frame, Region region) {
        GroupMarkup markup = syntax.of(region.layout);
        int at = frame.at;
        if (region.layout.isChoice() && !region.isFirst) {
            return false;
        }
        if (!region.isFirst) {
            int delimiter = markup.delimiter().match(body.array(), at, region.limit);
            int terminator = markup.terminator().match(body.array(), at, region.limit);
            if (terminator >= delimiter && terminator > 0
                    || delimiter == 0 && !markup.delimiter().isNone()) {
                return false;
            }
            if (delimiter > 0 && isLastDelimiter(region, markup, at + delimiter)) {
                frame.at = at + delimiter;
                return false;
            }
            at += delimiter;
        }
        Scanner own = scanner.interchanges.from(at);
        if (own != scanner) {
            frame.scanner = own;
            return own.tags.step(frame, region, at);
        }
        return step(frame, region, at);
    }

    /** Finds the next element at a position, which is after the markup between elements. */
    private boolean step(FolderFrame frame, Region region, int at) {
        GroupMarkup markup = syntax.of(region.layout);
        if (scanner.measure.isEnd(region, at)) {
            return false;
        }
        Slot slot = pickSlot(region, markup, at);
        if (slot == null) {
            return false;
        }
        if (slot == region.layout.undeclared()) {
            region.isFirst = false;
            return element(frame, region, markup, slot, at);
        }
        if (slot.ordinal() != region.ordinal) {
            region.moveTo(slot.ordinal());
        }
        region.count++;
        region.isFirst = false;
        return element(frame, region, markup, slot, at);
    }

    /** Whether only the end of the region follows a delimiter. */
    private boolean isLastDelimiter(Region region, GroupMarkup markup, int after) {
        return after >= region.limit
                || markup.terminator().match(body.array(), after, region.limit) > 0;
    }

    // Choice of the slot

    private Slot pickSlot(Region region, GroupMarkup markup, int at) {
        tagEnd = tagEnd(region, markup, at);
        Entry known = markup.tags().find(body.array(), at, tagEnd);
        Slot slot = known == null ? null : slotAhead(region, known);
        if (slot != null) {
            return slot;
        }
        if (isTakenAhead(region, at)) {
            return null;
        }
        slot = known == null ? null : slotAnywhere(region, known);
        return slot == null ? slotForAnyTag(region) : slot;
    }

    /** Returns the position after the tag at a position. */
    private int tagEnd(Region region, GroupMarkup markup, int at) {
        for (Slot service : markup.services()) {
            int length = syntax.of(service).tag().match(body.array(), at, region.limit);
            if (length > 0) {
                return at + length;
            }
        }
        int characters = region.layout.markup().lengthOfTag();
        if (characters > 0 && markup.tagSeparator().isNone()) {
            int end = body.skip(at, region.limit, characters, 0);
            return end < 0 ? region.limit : end;
        }
        return markup.tagStops().find(body, at, region.limit);
    }

    /** Returns the next slot that a tag can begin; null if there is none. */
    private static Slot slotAhead(Region region, Entry known) {
        Layout layout = region.layout;
        boolean ordered = layout.isOrdered() && !layout.isChoice();
        for (int ordinal : ordered ? known.begins() : known.any()) {
            Slot slot = layout.slot(ordinal);
            boolean here = !ordered || ordinal >= region.ordinal;
            if (here && region.found(ordinal) < slot.maxOccurs()) {
                return slot;
            }
        }
        return null;
    }

    private static Slot slotAnywhere(Region region, Entry known) {
        for (int ordinal : known.any()) {
            Slot slot = region.layout.slot(ordinal);
            if (region.found(ordinal) < slot.maxOccurs()) {
                return slot;
            }
        }
        return null;
    }

    /**
     * Whether the tag belongs to the next slot of an enclosing region, and only such a tag ends
     * this region.
     */
    private boolean isTakenAhead(Region region, int at) {
        Region inner = region;
        while (inner.outer != null && isOpenEnded(inner)) {
            Region around = inner.outer;
            GroupMarkup markup = syntax.of(around.layout);
            Entry known = markup.tags().find(body.array(), at, tagEnd(around, markup, at));
            if (known != null && slotAhead(around, known) != null) {
                return true;
            }
            inner = around;
        }
        return false;
    }

    /** Whether a region ends only at a tag of another region. */
    private static boolean isOpenEnded(Region region) {
        Slot owner = region.layout.owner();
        return region.layout.isTagged()
                && region.layout.markup().groupTerminator().isEmpty()
                && owner != null
                && owner.tag() == null
                && !owner.isAnyTag()
                && !owner.isBounded()
                && region.outer.layout.isTagged();
    }

    /** Returns the slot that accepts tags that no other slot has; null if there is none. */
    private Slot slotForAnyTag(Region region) {
        for (Slot slot : region.layout.slots()) {
            if (Layout.takesAnyTag(slot) && region.found(slot.ordinal()) < slot.maxOccurs()) {
                return slot;
            }
        }
        return region.layout.undeclared();
    }

    // Content

    private boolean element(
            FolderFrame frame, Region region, GroupMarkup markup, Slot slot, int begin) {
        boolean tagged = slot.tag() != null || slot.isAnyTag();
        if (!tagged) {
            frame.at = begin;
            untagged(frame, region, slot);
            return true;
        }
        int at = tagEnd;
        String name = slot.isAnyTag() ? name(begin, tagEnd) : slot.name();
        if (!slot.isServiceString()) {
            at += markup.tagSeparator().match(body.array(), at, region.limit);
        }
        switch (region.layout.separation()) {
            case TAGGED_ENCODED_LENGTH -> encoded(frame, region, slot, name, begin, at);
            default -> marked(frame, region, slot, name, begin, at);
        }
        return true;
    }

    private void untagged(FolderFrame frame, Region region, Slot slot) {
        switch (slot) {
            case FolderSlot folder ->
                    scanner.folder(frame, region, folder, folder.name(), frame.at, frame.at, false);
            case GroupSlot group -> scanner.enter(frame, region, group);
            case ValueSlot value -> throw new IllegalStateException(value.name() + " has no tag");
        }
    }

    private void marked(
            FolderFrame frame, Region region, Slot slot, String name, int begin, int at) {
        switch (slot) {
            case ValueSlot value -> {
                frame.at = scanner.measure.value(frame, region, value, at);
                value(frame, value, name, begin, at, frame.at);
                // Such a string ends with the terminator of segments.
                frame.at =
                        value.isServiceString()
                                ? scanner.ends.white(frame.at, region.limit)
                                : frame.at;
            }
            case FolderSlot folder -> scanner.folder(frame, region, folder, name, begin, at, false);
            case GroupSlot _ -> throw new IllegalStateException("a group has no tag");
        }
    }

    private static void value(
            FolderFrame frame, ValueSlot slot, String name, int begin, int at, int end) {
        frame.add(slot.isAnyTag() ? new Named(slot, name) : slot, begin, at, end);
    }

    /** Reads an element that begins with a tag and a length. */
    private void encoded(
            FolderFrame frame, Region region, Slot slot, String name, int begin, int from) {
        int characters = region.layout.markup().lengthOfEncodedLength();
        int at = body.skip(from, region.limit, characters, 0);
        if (at < 0) {
            throw scanner.cutOff(
                    "the length of " + frame.path(name) + ", which has " + characters + " digits");
        }
        int length = length(from, at, name) - region.layout.markup().extraCharsInEncodedLength();
        int end = length < 0 ? -1 : body.skip(at, region.limit, length, 0);
        if (length < 0) {
            throw scanner.damage(
                    from,
                    "the length of "
                            + frame.path(name)
                            + " is "
                            + body.shown(from, at)
                            + ", expected at least "
                            + region.layout.markup().extraCharsInEncodedLength());
        }
        if (end < 0) {
            throw scanner.cutOff(frame.path(name) + ", which has " + length + " characters");
        }
        switch (slot) {
            case ValueSlot value -> {
                frame.at = end;
                value(frame, value, name, begin, at, end);
            }
            case FolderSlot folder ->
                    scanner.folder(frame, region, folder, name, begin, at, end, false);
            case GroupSlot _ -> throw new IllegalStateException("a group has no tag");
        }
    }

    private int length(int from, int to, String name) {
        String digits;
        try {
            digits = body.text().decode(body.array(), from, to).strip();
        } catch (FieldException e) {
            digits = "";
        }
        if (!digits.matches("[0-9]{1,9}")) {
            throw scanner.damage(
                    from,
                    "the length of " + name + " is " + body.shown(from, to) + ", expected digits");
        }
        return Integer.parseInt(digits);
    }

    private String name(int from, int to) {
        if (to - from > scanner.limits.nameLength()) {
            throw scanner.limit(
                    from, "a tag of more than " + scanner.limits.nameLength() + " bytes");
        }
        String name;
        try {
            name = body.text().decode(body.array(), from, to);
        } catch (FieldException e) {
            throw scanner.damage(from, "found a tag that is not text, expected " + e.getMessage());
        }
        if (names == null || names.size() >= MAX_NAMES) {
            names = new HashMap<>();
        }
        String known = names.putIfAbsent(name, name);
        return known == null ? name : known;
    }

    // Choices

    /**
     * Returns the branch of an untagged choice that begins at a position; a negative number if
     * there is none.
     */
    int branch(Layout choice, int at, int limit) {
        int silent = -1;
        for (Slot slot : choice.slots()) {
            Layout inner = slot.inner();
            if (!slot.isIdentifiable()) {
                silent = slot.ordinal();
            } else if (slot.pattern() != null
                    ? scanner.measure.matched(slot, at, limit) >= 0
                    : begins(inner, at, limit)) {
                return slot.ordinal();
            }
        }
        return silent;
    }

    private boolean begins(Layout inner, int at, int limit) {
        if (inner.isTagged() && inner.markup().groupIndicator().isEmpty()) {
            GroupMarkup markup = syntax.of(inner);
            Region trial = new Region(inner, null, at, limit);
            return markup.tags().find(body.array(), at, tagEnd(trial, markup, at)) != null;
        }
        return scanner.measure.begins(inner, at, limit);
    }

    // Errors

    /** Returns the markup and tags that are possible in a tagged region, for error messages. */
    String expected(Region region) {
        var tags = new ArrayList<String>();
        for (Region r = region; r != null && r.layout.isTagged(); r = r.outer) {
            for (Slot slot : r.layout.slots()) {
                if (slot.tag() != null) {
                    tags.add(slot.tag().text());
                }
            }
            if (!isOpenEnded(r)) {
                break;
            }
        }
        boolean more = tags.size() > 12;
        String some = String.join(", ", tags.subList(0, min(12, tags.size())));
        return tags.isEmpty() ? "" : "one of the tags " + some + (more ? " ..." : "");
    }
}
