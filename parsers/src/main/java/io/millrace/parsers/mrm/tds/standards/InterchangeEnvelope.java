package io.millrace.parsers.mrm.tds.standards;

import static io.millrace.parsers.model.MessagingStandard.X12;

import java.math.BigInteger;
import java.util.List;

/**
 * A validation of the envelopes of EDIFACT and X12. A header begins an interchange, a group or a
 * message; its trailer repeats the header's reference and has the number of parts.
 */
final class InterchangeEnvelope {

    private static final int INTERCHANGE = 0;
    private static final int GROUP = 1;
    private static final int MESSAGE = 2;
    private static final int MAX_DIGITS = 18;

    /**
     * A level of envelopes.
     *
     * @param reference index of the reference in the header's elements
     * @param parts name of the counted parts
     */
    private record Level(String header, String trailer, int reference, String parts) {}

    private static final List<Level> LEVELS_OF_EDIFACT =
            List.of(
                    new Level("UNB", "UNZ", 5, "groups or messages"),
                    new Level("UNG", "UNE", 5, "messages"),
                    new Level("UNH", "UNT", 1, "segments"));

    private static final List<Level> LEVELS_OF_X12 =
            List.of(
                    new Level("ISA", "IEA", 13, "groups"),
                    new Level("GS", "GE", 6, "transaction sets"),
                    new Level("ST", "SE", 2, "segments"));

    private final Envelope envelope;
    private final Segments segments;
    private final List<Level> levels;

    /** References of the open envelopes; null where no envelope is open. */
    private final String[] open = new String[3];

    private final int[] counts = new int[3];

    /** Number of messages in the interchange that are not in a group. */
    private int single;

    InterchangeEnvelope(Envelope envelope, Segments segments) {
        this.envelope = envelope;
        this.segments = segments;
        levels = segments.standard == X12 ? LEVELS_OF_X12 : LEVELS_OF_EDIFACT;
    }

    void validate() {
        boolean begins = false;
        for (int level = INTERCHANGE; level <= MESSAGE && !begins; level++) {
            begins = envelope.beginsWith(levels.get(level).header);
        }
        boolean isEdifact = segments.standard != X12;
        if (!begins && !(isEdifact && envelope.beginsWith("UNA"))) {
            return;
        }
        while (segments.next() && !(isEdifact && isPackage())) {
            counts[MESSAGE]++;
            int header = level(true);
            if (header >= 0) {
                begins = true;
                begin(header);
                continue;
            }
            int trailer = level(false);
            if (trailer >= 0) {
                end(trailer);
            }
        }
        if (!begins) {
            throw envelope.cutOff("the segment UNB");
        }
        if (segments.isAtEnd()) {
            checkEnd();
        }
    }

    private void checkEnd() {
        for (int level = MESSAGE; level >= INTERCHANGE; level--) {
            if (open[level] != null) {
                throw envelope.cutOff(missing(level));
            }
        }
    }

    /** Whether a package of EDIFACT begins, whose binary data are not segments. */
    private boolean isPackage() {
        return segments.has("UNO");
    }

    private int level(boolean header) {
        for (int level = INTERCHANGE; level <= MESSAGE; level++) {
            Level tags = levels.get(level);
            if (segments.has(header ? tags.header : tags.trailer)) {
                return level;
            }
        }
        return -1;
    }

    private void begin(int level) {
        checkClosed(level);
        List<String> elements = segments.elements();
        open[level] = element(elements, levels.get(level).reference);
        if (level == MESSAGE) {
            counts[MESSAGE] = 1;
            single += open[GROUP] == null ? 1 : 0;
            counts[GROUP] += open[GROUP] == null ? 0 : 1;
        } else {
            counts[level] = 0;
            counts[INTERCHANGE] += level == GROUP ? 1 : 0;
            single = level == INTERCHANGE ? 0 : single;
        }
    }

    private void end(int level) {
        checkClosed(level + 1);
        Level tags = levels.get(level);
        if (open[level] == null) {
            throw envelope.failed(
                    segments.position(),
                    "found the segment %s, expected the segment %s before it",
                    tags.trailer,
                    tags.header);
        }
        List<String> elements = segments.elements();
        boolean isEdifact = segments.standard != X12;
        int count = counts[level] + (level == INTERCHANGE && isEdifact ? single : 0);
        String found = element(elements, 1);
        if (!isNumber(found, count)) {
            throw envelope.failed(
                    segments.position(),
                    "found the count '%s' in %s, expected %d, the number of %s",
                    found,
                    tags.trailer,
                    count,
                    tags.parts);
        }
        String reference = element(elements, 2);
        if (!isSame(reference, open[level])) {
            throw envelope.failed(
                    segments.position(),
                    "found the reference '%s' in %s, expected '%s' as in %s",
                    reference,
                    tags.trailer,
                    open[level],
                    tags.header);
        }
        open[level] = null;
    }

    /** Throws an exception if an envelope of a level or a deeper level is open. */
    private void checkClosed(int level) {
        for (int i = MESSAGE; i >= level; i--) {
            if (open[i] != null) {
                throw envelope.failed(
                        segments.position(),
                        "found the segment %s, expected %s",
                        segments.tag(),
                        missing(i));
            }
        }
    }

    private String missing(int level) {
        Level tags = levels.get(level);
        return "the segment %s for %s %s".formatted(tags.trailer, tags.header, open[level]).strip();
    }

    private static String element(List<String> elements, int index) {
        return index < elements.size() ? elements.get(index).strip() : "";
    }

    private static boolean isNumber(String found, int expected) {
        return isDigits(found) && found.length() <= MAX_DIGITS && Long.parseLong(found) == expected;
    }

    /** Whether two references are equal. Numbers can have leading zeros. */
    private static boolean isSame(String one, String other) {
        return one.equals(other)
                || isDigits(one)
                        && isDigits(other)
                        && new BigInteger(one).equals(new BigInteger(other));
    }

    private static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty();
    }
}
