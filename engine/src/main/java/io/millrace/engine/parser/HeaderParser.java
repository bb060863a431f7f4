package io.millrace.engine.parser;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * A parser and writer of a message header: bytes before the body, with Format, CCSID and Encoding
 * fields that describe the data after the header.
 *
 * <p>Found by {@link java.util.ServiceLoader}. Safe for use by several threads.
 */
public interface HeaderParser {

    /**
     * Returns the Format, without padding, in the preceding header or descriptor that announces
     * this header, for example {@code MQHRF2}.
     */
    String format();

    /**
     * Returns all Format values that announce this header. If a program inserts a header, the first
     * value is written.
     */
    default List<String> formats() {
        return List.of(format());
    }

    /**
     * Whether a message can consist of this header without a body. Such a header announces no data.
     */
    default boolean isMessage() {
        return false;
    }

    /**
     * Returns the name of the folder of the header, which is also its domain, for example {@code
     * MQRFH2}.
     */
    String domain();

    /** Returns the field names of the header; empty if the header can have any fields. */
    default List<String> fields() {
        return List.of();
    }

    /**
     * Parses a header at the start of a byte range.
     *
     * @param bytes header and all bytes after it
     * @param ccsid coded character set of the fields of the header
     * @param encoding Encoding of the integers of the header
     * @throws io.millrace.engine.error.MillraceException with BAD_HEADER or PARSE_CUT_OFF
     */
    Section parse(Bytes bytes, int ccsid, int encoding, Limits limits);

    /**
     * Writes a header. Returns the received bytes if the header is unchanged.
     *
     * @param header folder of the header
     * @param ccsid coded character set that the preceding header announces
     * @param encoding Encoding that the preceding header announces
     * @param next Format, CCSID and Encoding of the data after the header, for the fields of the
     *     header; null for the values in the folder
     */
    Bytes write(Element header, int ccsid, int encoding, @Nullable Following next, Limits limits);

    /** Returns the description of the data after a header folder. */
    Following following(Element header);

    /**
     * Description of the data after a header.
     *
     * @param format Format without padding; empty if there is none
     * @param ccsid CCSID of the data; 0 or -2 for the CCSID of the header itself
     * @param encoding Encoding of the data; 0 for the Encoding of the header itself
     */
    record Following(String format, int ccsid, int encoding) {

        /** Returns the CCSID of the data after a header with a given CCSID. */
        public int ccsid(int own) {
            return ccsid == 0 || ccsid == -2 ? own : ccsid;
        }

        /** Returns the Encoding of the data after a header with a given Encoding. */
        public int encoding(int own) {
            return encoding == 0 ? own : encoding;
        }
    }

    /**
     * A parsed header.
     *
     * @param folder tree of the header, parsed on demand
     * @param length length in bytes
     * @param following description of the data after the header
     */
    record Section(Element folder, int length, Following following) {}
}
