package io.millrace.parsers.header;

/**
 * MQRFH, the rules and formatting header of version 1: 32 bytes, followed by names and values
 * (WebSphere MQ Application Programming Reference, "MQRFH"). Each pair of name and value becomes a
 * CHARACTER field, in order. A name can occur several times.
 */
public final class Mqrfh extends StructureHeader {

    private static final StructureLayout LAYOUT =
            StructureLayout.of("MQRFH", "MQHRF", "RFH ").chained().ends(1).pairs();

    public Mqrfh() {
        super(LAYOUT);
    }
}
