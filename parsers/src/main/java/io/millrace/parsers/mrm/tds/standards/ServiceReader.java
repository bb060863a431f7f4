package io.millrace.parsers.mrm.tds.standards;

import static io.millrace.parsers.model.ServiceCharacter.EDIFACT_CS;
import static io.millrace.parsers.model.ServiceCharacter.EDIFACT_DEC_NOTATION;
import static io.millrace.parsers.model.ServiceCharacter.EDIFACT_DS;
import static io.millrace.parsers.model.ServiceCharacter.EDIFACT_ESC_CHAR;
import static io.millrace.parsers.model.ServiceCharacter.EDIFACT_GROUP_TERM;
import static io.millrace.parsers.model.ServiceCharacter.EDIFACT_RS;
import static io.millrace.parsers.model.ServiceCharacter.EDIFACT_TAGDATA_SEP;
import static io.millrace.parsers.model.ServiceCharacter.HL7_CS;
import static io.millrace.parsers.model.ServiceCharacter.HL7_EC;
import static io.millrace.parsers.model.ServiceCharacter.HL7_FS;
import static io.millrace.parsers.model.ServiceCharacter.HL7_GROUP_TERM;
import static io.millrace.parsers.model.ServiceCharacter.HL7_RS;
import static io.millrace.parsers.model.ServiceCharacter.HL7_SCS;
import static io.millrace.parsers.model.ServiceCharacter.HL7_TAGDATA_SEP;
import static io.millrace.parsers.model.ServiceCharacter.X12_CS;
import static io.millrace.parsers.model.ServiceCharacter.X12_DS;
import static io.millrace.parsers.model.ServiceCharacter.X12_GROUP_TERM;
import static io.millrace.parsers.model.ServiceCharacter.X12_RS;
import static io.millrace.parsers.model.ServiceCharacter.X12_TAGDATA_SEP;
import static io.millrace.parsers.mrm.tds.standards.Delimiters.STANDARD;

import static java.lang.Math.max;
import static java.lang.Math.min;

import io.millrace.engine.message.Bytes;
import io.millrace.parsers.model.MessagingStandard;
import io.millrace.parsers.model.ServiceCharacter;
import io.millrace.parsers.record.FieldException;
import io.millrace.parsers.record.TextCode;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A reader of the delimiters that a message specifies at its beginning: UNA and UNB (ISO 9735), ISA
 * (ANSI X12.5), MSH, FHS or BHS (HL7 version 2, chapter 2).
 */
public final class ServiceReader {

    /** Number of characters to read: the 106 characters of ISA, and the line end. */
    public static final int HEAD = 120;

    /** Maximum length of the first segment or line in bytes. The search for its end stops there. */
    private static final int MAX_LINE = 1 << 16;

    /**
     * Number of characters that are decoded first in code pages whose character boundaries cannot
     * be found from bytes.
     */
    private static final int FIRST_PIECE = 256;

    private static final List<String> HL7_HEADS = List.of("MSH", "FHS", "BHS");
    private static final List<String> EDIFACT_HEADS = List.of("UNA", "UNB");
    private static final List<String> X12_HEADS = List.of("ISA", "ISX");

    /** Line ends; the last one is the line end of EBCDIC. */
    private static final List<String> LINE_ENDS = List.of("\r\n", "\n", "\r", "\u0085");

    private static final int ISA_ELEMENTS = 16;
    private static final int ISA_REPETITION = 11;
    private static final int ISA_VERSION = 12;

    /** The first version of each standard with a repetition separator. */
    private static final String X12_REPEATS = "00402";

    /** The first version of X12 with a release character (ISX). */
    private static final String X12_RELEASES = "00704";

    private static final char EDIFACT_REPEATS = '4';

    private ServiceReader() {}

    /**
     * Returns the delimiters of a body.
     *
     * @param lines whether the model needs the line end of the message
     */
    public static Delimiters read(
            Bytes body, TextCode text, MessagingStandard standard, boolean lines) {
        if (!standard.describesItself()) {
            return lines ? new Delimiters(Map.of(), lineEnd(body, text)) : STANDARD;
        }
        String head = decode(body, text, HEAD);
        int begin = 0;
        while (begin < head.length() && head.charAt(begin) <= ' ') {
            begin++;
        }
        String service = head.substring(begin);
        return switch (standard) {
            case EDIFACT ->
                    edifact(service, service.startsWith("UNB") ? afterSegment(body, text) : "");
            case X12 -> service.startsWith("ISA") ? x12(service) : STANDARD;
            default -> {
                boolean says = service.length() >= 5 && HL7_HEADS.contains(service.substring(0, 3));
                yield says ? hl7(lineEnd(body, text), service) : STANDARD;
            }
        };
    }

    /** Returns the tags of segments that specify delimiters. UNB does so implicitly. */
    public static List<String> heads(MessagingStandard standard) {
        return switch (standard) {
            case EDIFACT -> EDIFACT_HEADS;
            case X12 -> X12_HEADS;
            case HL7 -> HL7_HEADS;
            default -> List.of();
        };
    }

    /**
     * Returns the delimiters of a further interchange.
     *
     * @param body bytes that begin with the tag of a head
     * @return null if the head does not specify all of them
     */
    public static Delimiters reread(Bytes body, TextCode text, MessagingStandard standard) {
        Delimiters specified = read(body, text, standard, false);
        boolean all =
                switch (standard) {
                    case X12 -> specified.specified().containsKey(X12_CS);
                    case HL7 -> specified.specified().containsKey(HL7_FS);
                    default -> {
                        String head = decode(body, text, 9);
                        yield head.startsWith("UNA") && head.length() == 9
                                || head.startsWith("UNB+");
                    }
                };
        return all ? specified : null;
    }

    /**
     * Returns the release character that a segment ISX specifies.
     *
     * @param head ISA segment of the interchange
     * @return the release character; empty if there is none
     */
    public static String release(String head, String isx, Delimiters delimiters) {
        String separator = delimiters.of(X12_DS);
        String[] isa = head.split(Pattern.quote(separator), -1);
        String[] elements = isx.split(Pattern.quote(separator), -1);
        boolean says =
                isa.length > ISA_ELEMENTS
                        && isa[ISA_VERSION].compareTo(X12_RELEASES) >= 0
                        && elements.length > 1
                        && elements[1].codePointCount(0, elements[1].length()) == 1
                        && !Character.isLetterOrDigit(elements[1].codePointAt(0));
        return says ? elements[1] : "";
    }

    private static String decode(Bytes body, TextCode text, int characters) {
        int most = min(body.end(), body.start() + characters * text.unit() * 4);
        int end = text.skip(body.array(), body.start(), most, characters);
        try {
            return text.decode(body.array(), body.start(), end < 0 ? most : end);
        } catch (FieldException e) {
            return new String(body.array(), body.start(), most - body.start(), text.charset());
        }
    }

    /** Returns the line end after the first line; empty if there is only one line. */
    private static String lineEnd(Bytes body, TextCode text) {
        return end(body, text, true);
    }

    /**
     * Returns the line end after the first segment of an EDIFACT message with the standard
     * delimiters; empty if there is none.
     */
    private static String afterSegment(Bytes body, TextCode text) {
        return end(body, text, false);
    }

    private static String end(Bytes body, TextCode text, boolean line) {
        if (text.isSynchronous()) {
            int at = line ? line(body, text) : segment(body, text);
            // Two characters are sufficient for a line end, which has one or two characters.
            return at < 0 ? "" : after(decode(body.slice(at, body.length()), text, 2), 0);
        }
        for (int piece = FIRST_PIECE; ; piece *= 8) {
            String head = decode(body, text, min(piece, MAX_LINE));
            int at = line ? line(head) : segment(head);
            boolean seen = at >= 0 && at + 2 <= head.length();
            if (seen || piece >= MAX_LINE || head.length() < piece) {
                return at < 0 ? "" : after(head, at);
            }
        }
    }

    /** Returns the position of the end of the first line; negative if there is none. */
    private static int line(Bytes body, TextCode text) {
        byte cr = text.encode("\r")[0];
        byte lf = text.encode("\n")[0];
        byte nel = text.isEbcdic() ? text.encode("\u0085")[0] : lf;
        int most = min(body.length(), MAX_LINE);
        for (int i = 0; i < most; i++) {
            byte b = body.array()[body.start() + i];
            if (b == cr || b == lf || b == nel) {
                return i;
            }
        }
        return -1;
    }

    private static int line(String head) {
        int cr = head.indexOf('\r');
        int lf = head.indexOf('\n');
        return cr < 0 || lf < 0 ? max(cr, lf) : min(cr, lf);
    }

    /** Returns the position after the first segment of EDIFACT; negative if it has no end. */
    private static int segment(Bytes body, TextCode text) {
        byte end = text.encode("'")[0];
        byte release = text.encode("?")[0];
        int most = min(body.length(), MAX_LINE);
        for (int i = 1; i < most; i++) {
            int at = body.start() + i;
            if (body.array()[at] == end && body.array()[at - 1] != release) {
                return i + 1;
            }
        }
        return -1;
    }

    private static int segment(String head) {
        int end = head.indexOf('\'');
        while (end > 0 && head.charAt(end - 1) == '?') {
            end = head.indexOf('\'', end + 1);
        }
        return end < 0 ? -1 : end + 1;
    }

    /** Returns the characters directly after the end of a segment. */
    private static String after(String text, int at) {
        return LINE_ENDS.stream().filter(end -> text.startsWith(end, at)).findFirst().orElse("");
    }

    // EDIFACT

    private static Delimiters edifact(String head, String lineEnd) {
        if (head.startsWith("UNA") && head.length() >= 9) {
            return una(head.substring(3, 9), after(head, 9));
        }
        int version = head.startsWith("UNB+") ? head.indexOf(':', 4) + 1 : 0;
        boolean repeats =
                version > 0 && version < head.length() && head.charAt(version) >= EDIFACT_REPEATS;
        return new Delimiters(repeats ? Map.of() : Map.of(EDIFACT_RS, ""), lineEnd);
    }

    /** Returns the delimiters that the six characters after UNA specify. */
    public static Delimiters una(String six, String lineEnd) {
        return new Delimiters(
                Map.of(
                        EDIFACT_CS,
                        part(six, 0),
                        EDIFACT_DS,
                        part(six, 1),
                        EDIFACT_TAGDATA_SEP,
                        part(six, 1),
                        EDIFACT_DEC_NOTATION,
                        part(six, 2),
                        EDIFACT_ESC_CHAR,
                        part(six, 3).strip(),
                        EDIFACT_RS,
                        part(six, 4).strip(),
                        EDIFACT_GROUP_TERM,
                        part(six, 5)),
                lineEnd);
    }

    // X12

    private static Delimiters x12(String head) {
        if (head.length() < 4) {
            return STANDARD;
        }
        String separator = head.substring(3, 4);
        String[] elements = head.substring(4).split(Pattern.quote(separator), ISA_ELEMENTS);
        String last = elements.length < ISA_ELEMENTS ? "" : elements[ISA_ELEMENTS - 1];
        var specified = new EnumMap<ServiceCharacter, String>(ServiceCharacter.class);
        specified.put(X12_DS, separator);
        specified.put(X12_TAGDATA_SEP, separator);
        if (last.length() < 2) {
            return new Delimiters(specified, "");
        }
        String repetition = elements[ISA_REPETITION - 1];
        boolean repeats =
                repetition.length() == 1
                        && !Character.isLetterOrDigit(repetition.charAt(0))
                        && !repetition.isBlank()
                        && elements[ISA_VERSION - 1].compareTo(X12_REPEATS) >= 0;
        specified.put(X12_RS, repeats ? repetition : "");
        specified.put(X12_CS, part(last, 0));
        specified.put(X12_GROUP_TERM, part(last, 1));
        return new Delimiters(specified, after(last, 2));
    }

    /** Returns the delimiters that the characters after ISA specify. */
    public static Delimiters isa(String after) {
        return after.length() == 1 ? new Delimiters(Map.of(X12_CS, after), "") : x12("ISA" + after);
    }

    // HL7

    private static Delimiters hl7(String line, String head) {
        int end = head.indexOf(head.substring(3, 4), 4);
        String specified = head.substring(3, end < 0 ? min(head.length(), 8) : end);
        Map<ServiceCharacter, String> all = encoding(specified);
        all.put(HL7_GROUP_TERM, line.equals("\n") ? "\n" : "\r");
        return new Delimiters(all, line.equals("\r\n") ? "\n" : "");
    }

    /**
     * Returns the delimiters that a field separator and the encoding characters after it specify.
     */
    public static Delimiters msh(String specified) {
        return new Delimiters(encoding(specified), "");
    }

    private static Map<ServiceCharacter, String> encoding(String specified) {
        return new EnumMap<>(
                Map.of(
                        HL7_FS,
                        part(specified, 0),
                        HL7_TAGDATA_SEP,
                        part(specified, 0),
                        HL7_CS,
                        part(specified, 1),
                        HL7_RS,
                        part(specified, 2),
                        HL7_EC,
                        part(specified, 3),
                        HL7_SCS,
                        part(specified, 4)));
    }

    private static String part(String specified, int at) {
        return at < specified.length() ? specified.substring(at, at + 1) : "";
    }
}
