package io.millrace.parsers.mrm.tds.scan;

import static io.millrace.parsers.model.Separation.FIXED_LENGTH_AL3;
import static io.millrace.parsers.model.Separation.TAGGED_ENCODED_LENGTH;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.parsers.mrm.tds.layout.Layout;
import io.millrace.parsers.mrm.tds.markup.Marker;
import io.millrace.parsers.mrm.tds.markup.Syntax;
import io.millrace.parsers.mrm.tds.markup.Syntax.GroupMarkup;
import io.millrace.parsers.mrm.tds.markup.TextBody;

/**
 * A scanner that skips the markup at the end of folders and groups, and reports an error if the
 * markup is missing.
 */
record EndScanner(Scanner scanner, TextBody body, Syntax syntax, TagScanner tags) {

    /** Returns the exception for text at a position that is not the expected markup. */
    MillraceException expected(FolderFrame frame, int at, String what, Marker marker) {
        byte[] written = marker.written();
        String shown = new TextBody(Bytes.of(written), body.wire()).shown(0, written.length);
        String folder = frame.path("");
        String text = what + " " + shown + (folder.isEmpty() ? "" : " of " + folder);
        return at >= body.end()
                ? scanner.cutOff(text)
                : scanner.damage(at, "found " + body.shown(at, body.end()) + ", expected " + text);
    }

    /** Skips the markup that ends a region. */
    void end(FolderFrame frame, Region region) {
        GroupMarkup markup = syntax.of(region.layout);
        boolean bounded = frame.slot != null && region == frame.root && isBounded(frame);
        if (!markup.terminator().isNone()) {
            int length = markup.terminator().match(body.array(), frame.at, region.limit);
            // The end of the message can replace its last terminator.
            if (length == 0 && frame.at < body.end()) {
                throw unexpectedRest(frame, region, markup);
            }
            if (length == 0) {
                scanner.interchanges.addOmitted(markup.terminator());
            }
            frame.at += length;
            frame.at = length == 0 ? frame.at : white(frame.at, region.limit);
        }
        if (frame.slot == null && region == frame.root) {
            frame.at = white(frame.at, body.end());
            frame.at = syntax.skipsLines() ? lines(frame.at) : frame.at;
            if (scanner.interchanges.isSequence()) {
                return;
            }
        }
        if ((bounded || frame.slot == null && region == frame.root) && frame.at < region.limit) {
            boolean newer = bounded && region.layout.separation() == FIXED_LENGTH_AL3;
            if (!newer && !region.layout.isOpen()) {
                throw markup.terminator().isNone()
                        ? unexpectedRest(frame, region, markup)
                        : afterLast(frame);
            }
            frame.at = region.limit;
        }
    }

    private static boolean isBounded(FolderFrame frame) {
        Layout around = frame.root.outer.layout;
        return frame.slot.isBounded()
                || around.separation() == TAGGED_ENCODED_LENGTH && frame.slot.tag() != null;
    }

    private MillraceException unexpectedRest(FolderFrame frame, Region region, GroupMarkup markup) {
        String known = region.layout.isTagged() ? tags.expected(region) : "";
        if (!known.isEmpty()) {
            return scanner.damage(
                    frame.at, "found " + body.shown(frame.at, body.end()) + ", expected " + known);
        }
        return !markup.terminator().isNone()
                ? expected(frame, frame.at, "the group terminator", markup.terminator())
                : afterLast(frame);
    }

    private MillraceException afterLast(FolderFrame frame) {
        String folder = frame.path("");
        return scanner.damage(
                frame.at,
                "found "
                        + body.shown(frame.at, body.end())
                        + " after the last element"
                        + (folder.isEmpty()
                                ? ", expected the end of the message"
                                : " of " + folder));
    }

    /** Skips white space after segments, in standards that ignore it. */
    int white(int from, int limit) {
        int at = from;
        boolean ebcdic = body.text().isEbcdic();
        int unit = body.text().unit();
        while (syntax.skipsWhite() && at + unit <= limit && isWhite(at, unit, ebcdic)) {
            at += unit;
        }
        return at;
    }

    private boolean isWhite(int at, int unit, boolean ebcdic) {
        int b = body.array()[at] & 0xFF;
        if (unit == 2) {
            boolean big = b == 0;
            int other = body.array()[at + 1] & 0xFF;
            int c = big ? other : b;
            return (big || other == 0) && (c == ' ' || c >= 0x09 && c <= 0x0D);
        }
        return ebcdic
                ? b == 0x05 || b >= 0x0B && b <= 0x0D || b == 0x15 || b == 0x25 || b == 0x40
                : b == ' ' || b >= 0x09 && b <= 0x0D;
    }

    private int lines(int from) {
        int at = from;
        boolean ebcdic = body.text().isEbcdic();
        while (at < body.end() && isLineEnd(body.array()[at], ebcdic)) {
            at++;
        }
        return at;
    }

    private static boolean isLineEnd(byte b, boolean ebcdic) {
        return b == '\r' || (ebcdic ? b == 0x15 || b == 0x25 : b == '\n');
    }
}
