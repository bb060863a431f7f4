package io.millrace.engine.parser;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;

import java.util.List;

/**
 * A message header that is real bytes in front of the body and says in its own Format, CCSID and
 * Encoding fields what comes behind it.
 *
 * <p>Found by {@link java.util.ServiceLoader}; safe to use from several threads.
 */
public interface HeaderParser {

    /**
     * The value of Format in the preceding header that announces this one, without padding: {@code
     * MQHRF2}.
     */
    String format();

    /** All values of Format that announce it; a header that is put in is announced by the first. */
    default List<String> formats() {
        return List.of(format());
    }

    /**
     * Whether a message may be this header alone, without a body behind it; then it announces
     * nothing.
     */
    default boolean isMessage() {
        return false;
    }

    /** The name of the header's folder and its domain: {@code MQRFH2}. */
    String domain();

    /**
     * Reads a header at the start of some bytes.
     *
     * @param bytes the header and all that is behind it
     * @param ccsid the coded character set of the header's fields
     * @param encoding the layout of the header's integers
     * @throws io.millrace.engine.error.MillraceException with BAD_HEADER or PARSE_CUT_OFF
     */
    Section parse(Bytes bytes, int ccsid, int encoding, Limits limits);

    /**
     * Writes a header; gives back the bytes it came from where nothing was changed.
     *
     * @param header the folder
     * @param ccsid the coded character set that the header before this one announces
     * @param encoding the layout of integers that the header before this one announces
     * @param next the format, CCSID and encoding of what comes behind, to be written into the
     *     header's own fields; null to write what the folder says
     */
    Bytes write(Element header, int ccsid, int encoding, Following next, Limits limits);

    /** What a header folder says of what comes behind it. */
    Following following(Element header);

    /**
     * What comes behind a header.
     *
     * @param format without padding; empty for none
     * @param ccsid 0 or -2 for the same as the header's own
     * @param encoding 0 for the same as the header's own
     */
    record Following(String format, int ccsid, int encoding) {

        /** The CCSID of what comes behind a header of a CCSID. */
        public int ccsid(int own) {
            return ccsid == 0 || ccsid == -2 ? own : ccsid;
        }

        /** The Encoding of what comes behind a header of an Encoding. */
        public int encoding(int own) {
            return encoding == 0 ? own : encoding;
        }
    }

    /**
     * A header that was read.
     *
     * @param folder its tree, parsed on demand
     * @param length how many bytes it has
     * @param following what it announces
     */
    record Section(Element folder, int length, Following following) {}
}
