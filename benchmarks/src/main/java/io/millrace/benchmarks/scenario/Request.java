package io.millrace.benchmarks.scenario;

/**
 * A message as a program puts it: what stands behind the MQMD, and what the MQMD says of it.
 * Numbers begin with their highest byte, texts are in UTF-8.
 *
 * @param format the MQMD's Format: {@link #NONE}, {@link #STRING} or {@link #RFH2}
 * @param bytes headers and body; not to be changed
 * @param headerBytes how many of them are headers
 */
@SuppressWarnings("ArrayRecordComponent")
public record Request(String format, byte[] bytes, int headerBytes) {

    public static final String NONE = "";
    public static final String STRING = "MQSTR";
    public static final String RFH2 = "MQHRF2";

    public static final int CCSID = 1208;
    public static final int ENCODING = 273;
}
