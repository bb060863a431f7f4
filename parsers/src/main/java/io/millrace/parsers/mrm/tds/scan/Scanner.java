package io.millrace.parsers.mrm.tds.scan;

import static io.millrace.parsers.model.Separation.FIXED_LENGTH_AL3;
import static io.millrace.parsers.model.Separation.VARIABLE_LENGTH_ELEMENTS_DELIMITED;
import static io.millrace.parsers.record.RecordTypes.DOMAIN;

import static java.lang.Math.max;
import static java.lang.Math.min;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.ParseErrors;
import io.millrace.parsers.mrm.tds.layout.Layout;
import io.millrace.parsers.mrm.tds.layout.Slot;
import io.millrace.parsers.mrm.tds.layout.Slot.FolderSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.GroupSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;
import io.millrace.parsers.mrm.tds.markup.Marker;
import io.millrace.parsers.mrm.tds.markup.PlainRow;
import io.millrace.parsers.mrm.tds.markup.SoleValue;
import io.millrace.parsers.mrm.tds.markup.StopBytes;
import io.millrace.parsers.mrm.tds.markup.Syntax;
import io.millrace.parsers.mrm.tds.markup.Syntax.GroupMarkup;
import io.millrace.parsers.mrm.tds.markup.TextBody;
import io.millrace.parsers.mrm.tds.scan.FolderFrame.Unresolved;

/**
 * A scanner that locates the elements in the folders of one message, one after another. A folder is
 * scanned only up to the requested element.
 */
final class Scanner {

    /** Minimum number of values to search in one step after a plain value has been found. */
    private static final int ROW = 8;

    /** Maximum number of occurrences of an empty element. */
    private static final int MAX_EMPTY = 10_000;

    final TextBody body;
    final Syntax syntax;
    final Limits limits;
    final InterchangeDelimiters interchanges;
    final ExtentFinder measure;
    final TagScanner tags;
    final EndScanner ends;

    /**
     * @param interchanges supplier of the scanners of the message's other interchanges
     */
    Scanner(TextBody body, Syntax syntax, Limits limits, InterchangeDelimiters interchanges) {
        this.body = body;
        this.syntax = syntax;
        this.limits = limits;
        this.interchanges = interchanges;
        measure = new ExtentFinder(this, body, syntax);
        tags = new TagScanner(this);
        ends = new EndScanner(this, body, syntax, tags);
    }

    MillraceException damage(int at, String text) {
        return ParseErrors.failed(DOMAIN, at - body.start(), text);
    }

    MillraceException cutOff(String expected) {
        return ParseErrors.cutOff(DOMAIN, body.end() - body.start(), expected);
    }

    MillraceException limit(int at, String text) {
        return ParseErrors.limit(DOMAIN, at - body.start(), text);
    }

    // Folders

    /** Returns the frame of the message itself. */
    FolderFrame message() {
        Region root = new Region(syntax.layout().root(), null, body.start(), body.end());
        return new FolderFrame(
                null, DOMAIN, null, root, ends.white(body.start(), body.end()), this);
    }

    /**
     * Finds at least one more element of a folder. Every call after an error throws the same error.
     *
     * @return whether an element was found
     */
    boolean advance(FolderFrame frame) {
        if (frame.isFinished) {
            return false;
        }
        if (frame.damage != null) {
            throw frame.damage;
        }
        int before = frame.size;
        try {
            return find(frame);
        } catch (MillraceException e) {
            frame.damage = e;
            if (frame.size > before) {
                // Elements precede the error, so it is reported when the scan continues.
                return true;
            }
            throw e;
        }
    }

    private boolean find(FolderFrame frame) {
        int before = frame.size;
        frame.scanner.continueAfterLast(frame);
        while (frame.size == before) {
            if (!frame.scanner.proceed(frame)) {
                return false;
            }
        }
        return true;
    }

    /** Scans the next element; returns false if the folder has ended. */
    private boolean proceed(FolderFrame frame) {
        Region region = frame.region;
        if (!region.begun) {
            begin(frame, region);
        }
        if (!step(frame, region)) {
            frame.scanner.ends.end(frame, region);
            if (region == frame.root) {
                frame.isFinished = true;
                frame.end = frame.at;
                return false;
            }
            frame.region = region.outer;
            if (frame.at == region.start) {
                checkEmpty(frame, region.layout.names());
            }
        }
        return true;
    }

    /** Finds the end of a folder. */
    int close(FolderFrame frame) {
        if (frame.end >= 0) {
            return frame.end;
        }
        if (frame.size == 0 && !frame.root.begun && frame.slot != null) {
            int end = frame.scanner.measure.closing(frame);
            if (end >= 0) {
                frame.end = frame.scanner.ends.white(end, frame.root.outer.limit);
                return frame.end;
            }
        }
        while (advance(frame)) {
            // Skips the content of the folder.
        }
        return frame.end;
    }

    /** Moves to the position after the element that was found last. */
    private void continueAfterLast(FolderFrame frame) {
        int last = frame.size - 1;
        if (last >= 0 && frame.end(last) < 0) {
            FolderFrame folder = (FolderFrame) frame.what(last);
            int end = close(folder);
            frame.end(last, end);
            frame.at = end;
            // The delimiters of its last interchange also apply after it.
            frame.scanner = folder.scanner;
        }
        if (last > 0 && frame.end(last) == frame.begin(last - 1)) {
            checkEmpty(frame, frame.name(last));
        }
    }

    /**
     * Rejects too many empty elements. The number of other elements is limited by the size of the
     * message.
     */
    private void checkEmpty(FolderFrame frame, String name) {
        if (frame.region.count > MAX_EMPTY) {
            throw limit(frame.at, "more than " + MAX_EMPTY + " times " + name + " without bytes");
        }
    }

    private void begin(FolderFrame frame, Region region) {
        region.begun = true;
        Layout layout = region.layout;
        if (layout.isTagged()) {
            region.counts = new int[layout.slots().size()];
        }
        Marker indicator = syntax.of(layout).indicator();
        if (!indicator.isNone()) {
            int length = indicator.match(body.array(), frame.at, region.limit);
            if (length == 0) {
                throw ends.expected(frame, frame.at, "its group indicator", indicator);
            }
            frame.at += length;
        }
    }

    // Elements

    /**
     * Finds the next element in a region. At the end of the region, marks the region as ended and
     * does not move.
     */
    private boolean step(FolderFrame frame, Region region) {
        if (region.layout.isChoice() && region.isFirst) {
            return choice(frame, region);
        }
        return switch (region.layout.separation()) {
            case TAGGED_DELIMITED, TAGGED_FIXED_LENGTH, TAGGED_ENCODED_LENGTH ->
                    tags.step(frame, region);
            case ALL_ELEMENTS_DELIMITED, VARIABLE_LENGTH_ELEMENTS_DELIMITED ->
                    delimited(frame, region);
            case FIXED_LENGTH, FIXED_LENGTH_AL3 -> fixed(frame, region);
            case USE_DATA_PATTERN -> pattern(frame, region);
            case UNDEFINED -> region.layout.isChoice() && fixed(frame, region);
        };
    }

    private boolean choice(FolderFrame frame, Region region) {
        Layout layout = region.layout;
        if (layout.isUnresolved()) {
            return unresolved(frame, region);
        }
        if (layout.isTagged()) {
            return tags.step(frame, region);
        }
        int branch = tags.branch(layout, frame.at, region.limit);
        if (branch < 0) {
            return false;
        }
        region.ordinal = branch;
        region.isFirst = false;
        region.isReady = true;
        return step(frame, region);
    }

    private boolean unresolved(FolderFrame frame, Region region) {
        region.isFirst = false;
        int at = frame.at;
        int end = measure.unresolved(region, at);
        region.ordinal = region.layout.slots().size();
        if (end == at) {
            return true;
        }
        frame.at = end;
        frame.add(new Unresolved(region.layout, region, frame), at, at, end);
        return true;
    }

    /**
     * Scans a range as a branch of a choice.
     *
     * @return a new frame with the elements of the branch
     */
    FolderFrame branch(FolderFrame frame, Region choice, Slot branch, int from, int to) {
        Region region = new Region(choice.layout, choice.outer, from, to);
        region.begun = true;
        region.ordinal = branch.ordinal();
        region.isFirst = false;
        FolderFrame trial =
                new FolderFrame(frame.slot, frame.name, frame.outer, region, from, this);
        while (!trial.isFinished && trial.at < to) {
            continueAfterLast(trial);
            if (trial.at < to) {
                branch(trial);
            }
        }
        continueAfterLast(trial);
        if (trial.at < to) {
            throw damage(
                    trial.at,
                    "found "
                            + body.shown(trial.at, to)
                            + " after "
                            + (branch instanceof GroupSlot g ? g.layout().names() : branch.name())
                            + ", expected the end of the choice");
        }
        return trial;
    }

    /** Scans the next element of a branch, which can be a group. */
    private void branch(FolderFrame trial) {
        Region region = trial.region;
        if (!region.begun) {
            begin(trial, region);
        }
        if (step(trial, region)) {
            return;
        }
        trial.isFinished = region == trial.root;
        if (!trial.isFinished) {
            ends.end(trial, region);
            trial.region = region.outer;
        }
    }

    private boolean isOver(Region region) {
        return region.ordinal >= region.layout.slots().size();
    }

    /** Moves to the next slot. A choice ends after the branch. */
    private void next(Region region) {
        region.moveTo(region.layout.isChoice() ? region.layout.slots().size() : region.ordinal + 1);
        region.empties = 0;
    }

    /** Returns the maximum number of occurrences of a slot. */
    int maxOccurs(FolderFrame frame, Slot slot) {
        return slot.repeatReference() == null
                ? slot.maxOccurs()
                : measure.reference(slot.repeatReference(), frame, slot.name());
    }

    /**
     * Scans the most frequent case: a one-byte delimiter after an element that occurs once, then a
     * plain value of the next slot. After such a value, more plain values are searched, each time
     * twice as many as before.
     *
     * @return whether a value was found
     */
    private boolean plain(FolderFrame frame, Region region) {
        Layout layout = region.layout;
        GroupMarkup markup = syntax.of(layout);
        PlainRow row = markup.row();
        int before = region.ordinal;
        if (row == null || !layout.slot(before).isOnce()) {
            return false;
        }
        int last = min(row.last(before + 1), before + max(ROW, 2 * frame.size));
        int next = before;
        int at = frame.at;
        while (next < last && row.isPlain(body.array(), at, region.limit)) {
            int found = frame.addPlain(row, layout, next + 1, last, body.array(), at, region.limit);
            if (found == 0) {
                int end = markup.stops().find(body, at + 1, region.limit);
                frame.addPlain(layout.slot(next + 1), at + 1, end);
                found = 1;
            }
            next += found;
            at = frame.end(frame.size - 1);
        }
        if (next == before) {
            return false;
        }
        region.moveTo(next);
        region.count = 1;
        region.empties = 0;
        frame.at = at;
        return true;
    }

    private boolean delimited(FolderFrame frame, Region region) {
        if (!region.isReady && plain(frame, region)) {
            return true;
        }
        while (!isOver(region)) {
            Slot slot = region.layout.slot(region.ordinal);
            if (region.isReady) {
                region.isReady = false;
                if (maxOccurs(frame, slot) == 0) {
                    next(region);
                    region.isReady = true;
                } else if (occurrence(frame, region, slot)) {
                    return true;
                }
            } else if (!between(frame, region, slot)) {
                return false;
            }
        }
        return false;
    }

    /** Skips the markup between two positions; returns false if the region ends. */
    private boolean between(FolderFrame frame, Region region, Slot slot) {
        GroupMarkup markup = syntax.of(region.layout);
        byte[] bytes = body.array();
        int at = frame.at;
        int most = maxOccurs(frame, slot);
        int repeat = syntax.of(slot).repeat().match(bytes, at, region.limit);
        int delimiter = markup.delimiter().match(bytes, at, region.limit);
        int terminator = markup.terminator().match(bytes, at, region.limit);
        boolean again = slot.repeats() && slot.repeat() == null && region.count < most;
        int longest = max(delimiter, repeat);
        if (terminator > longest
                || markup.longer() != null
                        && markup.longer().match(bytes, at, region.limit) > longest) {
            return false;
        }
        if (repeat > 0 && repeat >= delimiter) {
            if (region.count >= most) {
                throw damage(at, frame.path(slot.name()) + " occurs more than " + most + " times");
            }
            frame.at += repeat;
            region.isReady = true;
            return true;
        }
        if (delimiter > 0 && !isSelfEnded(region.layout, slot)) {
            return afterDelimiter(frame, region, markup, again, delimiter);
        }
        if (!markup.delimiter().isNone() && !isSelfEnded(region.layout, slot)) {
            return false;
        }
        if (measure.isEnd(region, at)) {
            return false;
        }
        if (!again) {
            next(region);
        }
        region.isReady = true;
        return true;
    }

    /** Whether no delimiter follows the elements of a slot. */
    private static boolean isSelfEnded(Layout layout, Slot slot) {
        return layout.separation() == VARIABLE_LENGTH_ELEMENTS_DELIMITED && slot.isBounded();
    }

    private boolean afterDelimiter(
            FolderFrame frame, Region region, GroupMarkup markup, boolean again, int length) {
        if (again) {
            frame.at += length;
            region.isReady = true;
            return true;
        }
        boolean last =
                region.layout.isChoice() || region.ordinal + 1 == region.layout.slots().size();
        if (last) {
            boolean own =
                    !markup.sharesDelimiter()
                            && region.layout.separation() == VARIABLE_LENGTH_ELEMENTS_DELIMITED;
            if (own) {
                frame.at += length;
            } else if (!markup.sharesDelimiter()) {
                checkSurplus(frame, region);
            }
            return false;
        }
        frame.at += length;
        next(region);
        region.isReady = true;
        return true;
    }

    /** Throws an exception if a region has more elements than the model permits. */
    private void checkSurplus(FolderFrame frame, Region region) {
        if (!region.layout.isOpen()) {
            throw damage(
                    frame.at,
                    "found more elements than "
                            + (frame.slot == null ? "the message" : frame.path(""))
                            + " has, expected its end after "
                            + region.layout.slots().getLast().name());
        }
        StopBytes ends = syntax.of(region.layout).outer();
        GroupMarkup markup = syntax.of(region.layout);
        int at = frame.at;
        while (at < region.limit
                && markup.terminator().match(body.array(), at, region.limit) == 0
                && ends.match(body.array(), at, region.limit) == 0) {
            int stop = markup.stops().find(body, at, region.limit);
            at = stop > at ? stop : at + markup.stops().match(body.array(), at, region.limit);
        }
        frame.at = at;
    }

    /**
     * Finds an occurrence of a slot at the current position.
     *
     * @return false if the slot does not occur
     */
    private boolean occurrence(FolderFrame frame, Region region, Slot slot) {
        int at = frame.at;
        region.count++;
        if (region.count > MAX_EMPTY && at >= region.limit) {
            throw limit(at, "more than " + MAX_EMPTY + " times " + slot.name() + " without bytes");
        }
        boolean empty = measure.isEmpty(region, slot, at);
        if (empty && isAbsent(region, slot, at)) {
            return false;
        }
        region.isFirst = false;
        empties(frame, region, slot, empty);
        switch (slot) {
            case ValueSlot value -> {
                int end = measure.value(frame, region, value, at);
                frame.at = end;
                frame.add(value, at, at, end);
            }
            case FolderSlot folder -> folder(frame, region, folder, folder.name(), at, at, empty);
            case GroupSlot group -> {
                if (empty) {
                    return false;
                }
                enter(frame, region, group);
            }
        }
        return true;
    }

    /** Whether an empty occurrence of a slot at a position does not count as an element. */
    private boolean isAbsent(Region region, Slot slot, int at) {
        if (!slot.repeats()) {
            boolean only = region.isFirst && region.ordinal == 0 && measure.isEnd(region, at);
            return only || !(slot instanceof ValueSlot v && v.keepsEmpty());
        }
        if (slot.repeat() != null) {
            Marker repeat = syntax.of(slot).repeat();
            return region.count == 1 && repeat.match(body.array(), at, region.limit) == 0;
        }
        if (region.layout.markup().delimiter().isEmpty()) {
            return true;
        }
        if (slot.occurs().isUnbounded()) {
            return region.isFirst && region.ordinal == 0 && measure.isEnd(region, at);
        }
        if (region.empties == 0) {
            region.emptyAt = at;
        }
        region.empties++;
        return true;
    }

    /** Adds elements for the preceding empty occurrences if the current occurrence is not empty. */
    private void empties(FolderFrame frame, Region region, Slot slot, boolean empty) {
        if (empty || region.empties == 0) {
            return;
        }
        int step = (frame.at - region.emptyAt) / region.empties;
        for (int i = 0; i < region.empties; i++) {
            int at = region.emptyAt + i * step;
            switch (slot) {
                case ValueSlot value -> frame.add(value, at, at, at);
                case FolderSlot folder ->
                        folder(frame, region, folder, folder.name(), at, at, true);
                case GroupSlot _ -> {
                    // A group has no own element.
                }
            }
        }
        region.empties = 0;
    }

    /** Adds a folder that begins at a position. */
    void folder(
            FolderFrame frame,
            Region region,
            FolderSlot slot,
            String name,
            int begin,
            int bodyAt,
            boolean empty) {
        int limit = empty ? bodyAt : measure.folder(frame, region, slot, bodyAt);
        folder(frame, region, slot, name, begin, bodyAt, limit, empty);
    }

    /** Adds a folder that begins at a position and has a maximum end position. */
    void folder(
            FolderFrame frame,
            Region region,
            FolderSlot slot,
            String name,
            int begin,
            int bodyAt,
            int limit,
            boolean empty) {
        if (frame.depth >= limits.treeDepth()) {
            throw limit(begin, "more than " + limits.treeDepth() + " levels");
        }
        int end = empty || slot.isAnyTag() ? -1 : soleEnd(frame.depth + 1, slot, bodyAt, limit);
        if (end >= 0) {
            frame.at = end;
            frame.add(slot, begin, bodyAt, end);
            return;
        }
        FolderFrame child =
                new FolderFrame(
                        slot,
                        name,
                        frame,
                        new Region(slot.layout(), region, bodyAt, limit),
                        bodyAt,
                        this);
        if (empty) {
            child.isFinished = true;
            child.end = bodyAt;
        }
        frame.add(child, begin, bodyAt, child.end);
    }

    /** Returns the end of a folder that contains only one value; negative for other folders. */
    private int soleEnd(int depth, FolderSlot slot, int at, int limit) {
        SoleValue sole = syntax.of(slot.layout()).sole();
        return sole == null || depth + sole.levels() > limits.treeDepth()
                ? -1
                : sole.end(body.array(), at, limit);
    }

    /** Returns the frame of a folder. Creates it if the folder contains only one value. */
    FolderFrame opened(FolderFrame frame, int index) {
        if (frame.what(index) instanceof FolderFrame folder) {
            return folder;
        }
        FolderSlot slot = (FolderSlot) frame.what(index);
        int at = frame.body(index);
        int end = frame.end(index);
        Region region = new Region(slot.layout(), frame.root, at, end);
        region.begun = true;
        region.isReady = false;
        region.isFirst = false;
        region.count = 1;
        FolderFrame opened = new FolderFrame(slot, slot.name(), frame, region, end, this);
        opened.isFinished = true;
        opened.end = end;
        opened.add(region.layout.slot(0), at, at, end);
        frame.what(index, opened);
        return opened;
    }

    void enter(FolderFrame frame, Region region, GroupSlot group) {
        frame.region = new Region(group.layout(), region, frame.at, region.limit);
    }

    private boolean fixed(FolderFrame frame, Region region) {
        while (!isOver(region)) {
            Slot slot = region.layout.slot(region.ordinal);
            boolean ends =
                    slot.occurs().isUnbounded()
                            || slot.occurs().min() == 0
                            || region.layout.separation() == FIXED_LENGTH_AL3;
            boolean over =
                    slot.repeatReference() == null
                            && ends
                            && (frame.at >= region.limit || measure.isEnd(region, frame.at));
            if (over || region.count >= maxOccurs(frame, slot)) {
                next(region);
            } else if (fixedOccurrence(frame, region, slot)) {
                return true;
            }
        }
        return false;
    }

    private boolean fixedOccurrence(FolderFrame frame, Region region, Slot slot) {
        int at = frame.at;
        region.count++;
        region.isFirst = false;
        switch (slot) {
            case ValueSlot value -> {
                frame.at = measure.value(frame, region, value, at);
                frame.add(value, at, at, frame.at);
            }
            case FolderSlot folder -> folder(frame, region, folder, folder.name(), at, at, false);
            case GroupSlot group -> enter(frame, region, group);
        }
        return true;
    }

    private boolean pattern(FolderFrame frame, Region region) {
        while (!isOver(region)) {
            Slot slot = region.layout.slot(region.ordinal);
            int at = frame.at;
            int end =
                    region.count >= maxOccurs(frame, slot)
                            ? -1
                            : measure.pattern(frame, region, slot, at);
            boolean again = region.count >= slot.occurs().min() && region.count > 0;
            if (end < 0 || end == at && (again || slot.occurs().min() == 0)) {
                if (end < 0 && region.count < slot.occurs().min()) {
                    throw unmatched(frame, slot, at);
                }
                next(region);
                continue;
            }
            region.count++;
            region.isFirst = false;
            switch (slot) {
                case ValueSlot value -> {
                    frame.at = end;
                    frame.add(value, at, at, end);
                }
                case FolderSlot folder -> {
                    int limit = slot.pattern() == null ? region.limit : end;
                    folder(frame, region, folder, folder.name(), at, at, limit, false);
                }
                case GroupSlot group -> enter(frame, region, group);
            }
            return true;
        }
        return false;
    }

    /** Returns the exception for text at a position that does not match a slot's pattern. */
    MillraceException unmatched(FolderFrame frame, Slot slot, int at) {
        String expected = "what the data pattern of " + frame.path(slot.name()) + " matches";
        return at >= body.end()
                ? cutOff(expected)
                : damage(at, "found " + body.shown(at, body.end()) + ", expected " + expected);
    }
}
