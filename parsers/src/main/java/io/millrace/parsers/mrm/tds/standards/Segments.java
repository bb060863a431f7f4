package io.millrace.parsers.mrm.tds.standards;

import static io.millrace.parsers.model.MessagingStandard.X12;
import static io.millrace.parsers.model.ServiceCharacter.EDIFACT_DS;
import static io.millrace.parsers.model.ServiceCharacter.EDIFACT_ESC_CHAR;
import static io.millrace.parsers.model.ServiceCharacter.EDIFACT_GROUP_TERM;
import static io.millrace.parsers.model.ServiceCharacter.X12_CS;
import static io.millrace.parsers.model.ServiceCharacter.X12_DS;
import static io.millrace.parsers.model.ServiceCharacter.X12_ESC_CHAR;
import static io.millrace.parsers.model.ServiceCharacter.X12_GROUP_TERM;

import io.millrace.engine.message.Bytes;
import io.millrace.parsers.bytes.Words;
import io.millrace.parsers.model.MessagingStandard;

import java.util.ArrayList;
import java.util.List;

/**
 * The segments of a message in EDIFACT or X12, in their order. Segments that specify delimiters
 * change the delimiters of the segments after them.
 */
final class Segments {

    /** Position of the terminator in UNA. */
    private static final int UNA_END = 8;

    private final Envelope envelope;
    private final byte[] array;
    final MessagingStandard standard;

    private Delimiters delimiters;
    private byte separator;
    private byte terminator;

    /** Release character; 0 if there is none. */
    private byte release;

    /** First characters of the tags of envelopes, and of segments that change the delimiters. */
    private final byte[] initials;

    /** Start of the segment. */
    private int at;

    /** Whether the segment can have one of these tags. */
    private boolean isService;

    /** Position of the segment's terminator. */
    private int stop;

    /** Start of the first segment, whose delimiters are known. */
    private final int begin;

    private String isa = "";
    private int afterUna = -1;

    private Segments(Envelope envelope, MessagingStandard standard) {
        this.envelope = envelope;
        array = envelope.array;
        this.standard = standard;
        stop = envelope.start - 1;
        begin = envelope.skipWhite(envelope.start);
        initials = envelope.text.encode(standard == X12 ? "IGSB" : "U");
    }

    static Segments of(Envelope envelope, MessagingStandard standard, Delimiters delimiters) {
        Segments segments = new Segments(envelope, standard);
        segments.set(delimiters);
        return segments;
    }

    private void set(Delimiters specified) {
        delimiters = specified;
        boolean x12 = standard == X12;
        separator = code(specified.of(x12 ? X12_DS : EDIFACT_DS));
        terminator = code(specified.of(x12 ? X12_GROUP_TERM : EDIFACT_GROUP_TERM));
        release = code(specified.of(x12 ? X12_ESC_CHAR : EDIFACT_ESC_CHAR));
    }

    private byte code(String delimiter) {
        return delimiter.length() == 1 ? envelope.code(delimiter.charAt(0)) : 0;
    }

    int position() {
        return at;
    }

    /** Returns the position after the terminator of the segment. */
    int end() {
        return Math.min(stop + 1, envelope.end);
    }

    /** Whether there is no further segment. */
    boolean isAtEnd() {
        return at >= envelope.end;
    }

    /**
     * Moves to the next segment.
     *
     * @return whether there is one
     */
    boolean next() {
        at = envelope.skipWhite(stop + 1);
        if (at >= envelope.end) {
            return false;
        }
        isService = Words.find(initials, 0, initials.length, array[at]) < initials.length;
        if (isService) {
            specifyDelimiters();
        }
        stop = end(at);
        if (stop >= envelope.end && !isWhite(terminator)) {
            throw envelope.cutOff("the end of the segment %s", tag());
        }
        if (standard == X12) {
            skipData();
        }
        return true;
    }

    private boolean isWhite(byte b) {
        return b == envelope.code('\n') || b == envelope.code('\r');
    }

    /** Changes the delimiters if a segment specifies them. */
    private void specifyDelimiters() {
        if (standard == X12) {
            if (startsWith("ISA")) {
                reread();
                isa = envelope.decode(at, end(at));
            } else if (has("ISX")) {
                String segment = envelope.decode(at, end(at));
                set(delimiters.withRelease(ServiceReader.release(isa, segment, delimiters)));
            }
        } else if (startsWith("UNA")) {
            reread();
            afterUna = envelope.skipWhite(at + UNA_END + 1);
        } else if (startsWith("UNB") && at != afterUna) {
            reread();
        }
    }

    private void reread() {
        if (at == begin
                && delimiters.specified().containsKey(standard == X12 ? X12_CS : EDIFACT_DS)) {
            return;
        }
        Bytes rest = new Bytes(array, at, envelope.end);
        Delimiters specified = ServiceReader.read(rest, envelope.text, standard, false);
        if (standard == X12 && !specified.specified().containsKey(X12_CS)) {
            throw envelope.cutOff("all elements of ISA, and the end of the segment");
        }
        set(specified);
    }

    private int end(int from) {
        if (standard != X12 && startsWith("UNA")) {
            return from + UNA_END;
        }
        int found = Words.find(array, from, envelope.end, terminator);
        while (release != 0 && found < envelope.end && isReleased(found, from)) {
            found = Words.find(array, found + 1, envelope.end, terminator);
        }
        return found;
    }

    /** Whether an odd number of release characters precedes a position. */
    private boolean isReleased(int position, int from) {
        int releases = 0;
        while (position - releases > from && array[position - releases - 1] == release) {
            releases++;
        }
        return releases % 2 == 1;
    }

    /** Moves the end of the segment after binary data, whose length is an element. */
    private void skipData() {
        int element = has("BIN") ? 1 : has("BDS") ? 2 : 0;
        if (element == 0) {
            return;
        }
        int from = at;
        for (int i = 0; i < element; i++) {
            from = Words.find(array, from, envelope.end, separator) + 1;
        }
        int data = Words.find(array, from, envelope.end, separator) + 1;
        String length = data > envelope.end ? "" : envelope.decode(from, data - 1).strip();
        // The parser reports a length that is not a number.
        if (length.matches("\\d{1,9}")) {
            stop = data + Integer.parseInt(length);
            if (stop >= envelope.end) {
                throw envelope.cutOff("%s bytes of binary data in %s", length, tag());
            }
        }
    }

    private boolean startsWith(String tag) {
        if (!isService) {
            return false;
        }
        int length = tag.length();
        if (envelope.end - at < length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (array[at + i] != envelope.code(tag.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether the segment has a tag. */
    boolean has(String tag) {
        int after = at + tag.length();
        return startsWith(tag)
                && (after >= envelope.end
                        || array[after] == separator
                        || array[after] == terminator);
    }

    /** Returns the tag of the segment. */
    String tag() {
        return elements().getFirst();
    }

    /** Returns the tag and the elements of the segment. */
    List<String> elements() {
        var elements = new ArrayList<String>();
        int end = Math.min(stop, envelope.end);
        int from = at;
        for (int i = at; i < end; i++) {
            if (array[i] == separator && !(release != 0 && isReleased(i, at))) {
                elements.add(envelope.decode(from, i));
                from = i + 1;
            }
        }
        elements.add(envelope.decode(from, end));
        return elements;
    }
}
