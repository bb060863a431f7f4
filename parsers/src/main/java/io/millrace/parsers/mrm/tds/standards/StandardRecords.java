package io.millrace.parsers.mrm.tds.standards;

import static io.millrace.parsers.model.MessagingStandard.EDIFACT;
import static io.millrace.parsers.model.MessagingStandard.HL7;
import static io.millrace.parsers.record.RecordTypes.DOMAIN;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.parser.ParseErrors;
import io.millrace.engine.parser.RecordParser.Range;
import io.millrace.parsers.model.MessagingStandard;
import io.millrace.parsers.record.TextCode;

import java.util.List;
import java.util.Map;

/**
 * A finder of the ends of messages of EDIFACT, X12 and HL7 in a sequence. White space between them
 * belongs to no message.
 */
public final class StandardRecords {

    /** Trailers by the headers with which a message can begin (ISO 9735-1, ANSI X12.5). */
    private static final Map<String, String> TRAILERS_OF_EDIFACT =
            Map.of("UNB", "UNZ", "UNG", "UNE", "UNH", "UNT");

    private static final Map<String, String> TRAILERS_OF_X12 =
            Map.of("ISA", "IEA", "GS", "GE", "ST", "SE");

    private static final String HL7_HEADER = "MSH";

    /** Headers and trailers of files and batches (HL7 version 2, section 2.10.3). */
    private static final List<String> HL7_BATCH = List.of("FHS", "BHS", "BTS", "FTS");

    private static final int HL7_TAG = 3;

    private final Envelope envelope;
    private final boolean isComplete;

    private StandardRecords(Envelope envelope, boolean isComplete) {
        this.envelope = envelope;
        this.isComplete = isComplete;
    }

    /**
     * Returns the first message of a sequence. A message of EDIFACT or X12 is an interchange, or a
     * group or a message that is not in an interchange.
     *
     * @param delimiters delimiters at the beginning of the sequence
     * @param isComplete whether the sequence ends with these bytes
     * @throws MillraceException if the bytes end before the message, or do not begin with one
     */
    public static Range first(
            Bytes bytes,
            TextCode text,
            MessagingStandard standard,
            Delimiters delimiters,
            boolean isComplete) {
        Envelope envelope = Envelope.of(bytes, text);
        if (envelope == null) {
            throw ParseErrors.failed(
                    DOMAIN, 0, "found bytes that are not in the code page, expected text");
        }
        StandardRecords records = new StandardRecords(envelope, isComplete);
        int begin = envelope.skipWhite(envelope.start);
        if (begin > envelope.start) {
            return records.none(begin);
        }
        return standard == HL7 ? records.hl7() : records.interchange(standard, delimiters);
    }

    private Range none(int at) {
        int end = (at - envelope.start) * envelope.unit;
        return new Range(end, end);
    }

    private Range to(int at) {
        return new Range(0, (at - envelope.start) * envelope.unit);
    }

    private Range interchange(MessagingStandard standard, Delimiters delimiters) {
        Map<String, String> trailers = standard == EDIFACT ? TRAILERS_OF_EDIFACT : TRAILERS_OF_X12;
        Segments segments = Segments.of(envelope, standard, delimiters);
        if (standard == EDIFACT && envelope.beginsWith("UNA")) {
            segments.next();
        }
        if (!segments.next()) {
            throw envelope.cutOff("the segment UNB");
        }
        String header = trailers.keySet().stream().filter(segments::has).findFirst().orElse(null);
        if (header == null) {
            throw envelope.failed(
                    segments.position(),
                    "found the segment '%s', expected one of %s",
                    segments.tag(),
                    String.join(", ", trailers.keySet().stream().sorted().toList()));
        }
        String trailer = trailers.get(header);
        while (segments.next()) {
            if (segments.has(trailer)) {
                return to(segments.end());
            }
            if (standard == EDIFACT && segments.has("UNO")) {
                throw envelope.failed(
                        segments.position(),
                        "found a package (UNO), whose end is not a segment, expected messages");
            }
        }
        throw envelope.cutOff("the segment %s for %s", trailer, header);
    }

    /**
     * Returns the first HL7 message. It ends before the next message, or before the header or
     * trailer of a batch. If the bytes begin with such a header or trailer, returns an empty range
     * after it.
     */
    private Range hl7() {
        int at = envelope.start;
        boolean isBatch = beginsWithOne(at, HL7_BATCH);
        if (!isBatch && !beginsWithOne(at, List.of(HL7_HEADER))) {
            throw envelope.failed(
                    at,
                    "found '%s', expected the segment MSH",
                    envelope.decode(at, Math.min(at + HL7_TAG, envelope.end)));
        }
        while (true) {
            int line = lineEnd(at);
            if (isBatch) {
                return none(line);
            }
            at = envelope.skipWhite(line);
            if (at >= envelope.end) {
                needMore("the segment after byte " + line);
                return to(line);
            }
            if (beginsWithOne(at, HL7_BATCH) || beginsWithOne(at, List.of(HL7_HEADER))) {
                return to(line);
            }
        }
    }

    /** Returns the position after the next line end. CR LF counts as one line end. */
    private int lineEnd(int from) {
        int at = from;
        while (at < envelope.end && !envelope.isLineEnd(at)) {
            at++;
        }
        if (at >= envelope.end) {
            needMore("the end of a segment");
            return envelope.end;
        }
        boolean isPair = envelope.array[at] == envelope.code('\r') && at + 1 < envelope.end;
        return isPair && envelope.array[at + 1] == envelope.code('\n') ? at + 2 : at + 1;
    }

    private boolean beginsWithOne(int at, List<String> tags) {
        if (envelope.end - at < HL7_TAG) {
            needMore("the name of a segment");
            return false;
        }
        return tags.stream().anyMatch(tag -> hasTag(at, tag));
    }

    private boolean hasTag(int at, String tag) {
        for (int i = 0; i < tag.length(); i++) {
            if (envelope.array[at + i] != envelope.code(tag.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private void needMore(String expected) {
        if (!isComplete) {
            throw envelope.cutOff(expected);
        }
    }
}
