package io.millrace.parsers.header;

/**
 * MQRFH, the rules and formatting header of version 1: 32 bytes, and names and values after them
 * (WebSphere MQ Application Programming Reference, "MQRFH"), which become fields, all CHARACTER, in
 * their order; a name may stand there more than once.
 */
public final class Mqrfh extends StructureHeader {

    private static final StructureLayout LAYOUT =
            StructureLayout.of("MQRFH", "MQHRF", "RFH ").chained().ends(1).pairs();

    public Mqrfh() {
        super(LAYOUT);
    }
}
