package io.millrace.benchmarks.scenario;

/**
 * A message as a program puts it: the data after the MQMD, and the format in the MQMD. Numbers are
 * big-endian, strings are in UTF-8.
 *
 * @param format the MQMD's Format: {@link #NONE}, {@link #STRING} or {@link #RFH2}
 * @param bytes headers and body; not to be changed
 * @param headerBytes number of bytes that are headers
 */
@SuppressWarnings("ArrayRecordComponent")
public record Request(String format, byte[] bytes, int headerBytes) {

    public static final String NONE = "";
    public static final String STRING = "MQSTR";
    public static final String RFH2 = "MQHRF2";

    public static final int CCSID = 1208;
    public static final int ENCODING = 273;
}
