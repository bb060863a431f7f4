package io.millrace.parsers.mrm.tds.scan;

import static java.lang.Math.max;
import static java.lang.Math.min;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Limits;
import io.millrace.parsers.model.MessagingStandard;
import io.millrace.parsers.mrm.tds.markup.Marker;
import io.millrace.parsers.mrm.tds.markup.Syntax;
import io.millrace.parsers.mrm.tds.markup.TextBody;
import io.millrace.parsers.mrm.tds.standards.Delimiters;
import io.millrace.parsers.mrm.tds.standards.ServiceReader;
import io.millrace.parsers.record.FieldException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * The delimiters of each part of one message. Each interchange can specify its own delimiters, and
 * ISX specifies a release character for the rest of its interchange. Positions are indexes of the
 * array.
 */
public final class InterchangeDelimiters {

    /** Number of characters of UNA. */
    private static final int UNA = 9;

    private final TextBody body;
    private final MessagingStandard standard;
    private final Limits limits;
    private final Function<Delimiters, Syntax> syntaxes;

    /** Tags of the segments that specify delimiters; null in standards without such segments. */
    private final byte[][] heads;

    final Scanner first;

    /**
     * The scanners of the ranges found so far, and the start of each range; null in standards
     * without segments that specify delimiters.
     */
    private Scanner[] scanners;

    private int[] begins;
    private int size = 1;

    /** Position of the last head. */
    private int lastHead;

    private boolean isSequence;

    /** Position after the last UNA; negative if there is none. */
    private int behindUna = -1;

    /**
     * Terminators that are missing at the end of the message, from the innermost to the outermost.
     */
    private List<Marker> unended = List.of();

    /**
     * @param first syntax at the beginning of the message
     * @param syntaxes factory of the syntax for delimiters
     */
    public InterchangeDelimiters(
            TextBody body,
            Syntax first,
            MessagingStandard standard,
            Limits limits,
            Function<Delimiters, Syntax> syntaxes) {
        this.body = body;
        this.standard = standard;
        this.limits = limits;
        this.syntaxes = syntaxes;
        heads = standard.describesItself() ? heads(body, standard) : null;
        this.first = new Scanner(body, first, limits, this);
        int begin = this.first.ends.white(body.start(), body.end());
        lastHead = begin;
        if (heads != null) {
            scanners = new Scanner[] {this.first};
            begins = new int[] {begin};
            behindUna = "UNA".equals(head(begin)) ? afterUna(this.first, begin) : -1;
        }
    }

    /**
     * Returns the end of the message at the beginning of bytes that can continue after it, relative
     * to the first byte.
     */
    public int messageEnd() {
        isSequence = true;
        return first.close(first.message()) - body.start();
    }

    /** Whether other messages follow in the bytes. */
    boolean isSequence() {
        return isSequence;
    }

    private static byte[][] heads(TextBody body, MessagingStandard standard) {
        return ServiceReader.heads(standard).stream()
                .map(body.text()::encode)
                .toArray(byte[][]::new);
    }

    /**
     * Returns the terminators missing at the end of the message, up to the position scanned so far.
     */
    List<Marker> omittedTerminators() {
        return unended;
    }

    /** Registers a terminator that is missing at the end of the message. */
    void addOmitted(Marker terminator) {
        if (unended.isEmpty()) {
            unended = new ArrayList<>();
        }
        unended.add(terminator);
    }

    /** Returns the scanner of a position that has been scanned. */
    Scanner at(int position) {
        if (size == 1) {
            return first;
        }
        int i = Arrays.binarySearch(begins, 0, size, position);
        return scanners[i >= 0 ? i : max(0, -i - 2)];
    }

    /** Returns the scanner for the text from a position on, at which a tag begins. */
    Scanner from(int at) {
        Scanner here = at(at);
        if (heads == null) {
            return here;
        }
        String head = at > lastHead ? head(at) : null;
        if (head == null || head.equals("UNB") && at == behindUna) {
            return here;
        }
        if (head.equals("ISX")) {
            release(here, at);
            return here;
        }
        Delimiters specified =
                ServiceReader.reread(
                        new Bytes(body.array(), at, body.end()), body.text(), standard);
        if (specified == null) {
            return here;
        }
        lastHead = at;
        behindUna = head.equals("UNA") ? afterUna(here, at) : -1;
        return add(at, specified, here);
    }

    private Scanner add(int at, Delimiters specified, Scanner here) {
        if (specified.equals(here.syntax.delimiters())) {
            return here;
        }
        Scanner next = new Scanner(body, syntaxes.apply(specified), limits, this);
        if (size == begins.length) {
            begins = Arrays.copyOf(begins, size * 2);
            scanners = Arrays.copyOf(scanners, size * 2);
        }
        begins[size] = at;
        scanners[size++] = next;
        return next;
    }

    /** Returns the tag at a position if its segment specifies delimiters; otherwise null. */
    private String head(int at) {
        for (int i = 0; i < heads.length; i++) {
            byte[] head = heads[i];
            int end = at + head.length;
            if (end <= body.end() && Arrays.equals(head, 0, head.length, body.array(), at, end)) {
                return ServiceReader.heads(standard).get(i);
            }
        }
        return null;
    }

    private int afterUna(Scanner here, int at) {
        int end = body.skip(at, body.end(), UNA, 0);
        return end < 0 ? -1 : here.ends.white(end, body.end());
    }

    /** Sets the release character for the text after the segment ISX. */
    private void release(Scanner here, int at) {
        Marker terminator = here.syntax.terminator();
        int end = here.syntax.segmentEnd(body, at);
        try {
            int isa = lastHead;
            String head =
                    body.text()
                            .decode(
                                    body.array(),
                                    isa,
                                    min(at, isa + ServiceReader.HEAD * body.text().unit()));
            String specified = body.text().decode(body.array(), at, end);
            String release = ServiceReader.release(head, specified, here.syntax.delimiters());
            if (!release.isEmpty()) {
                int after = end + terminator.match(body.array(), end, body.end());
                add(after, here.syntax.delimiters().withRelease(release), here);
            }
        } catch (FieldException e) {
            // A segment that is not text is ignored here; the error is reported when it is read.
        }
    }
}
