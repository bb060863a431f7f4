package io.millrace.parsers.header;

/**
 * MQMDE, the message descriptor extension of version 1 descriptors: 72 bytes (WebSphere MQ
 * Application Programming Reference, "MQMDE").
 */
public final class Mqmde extends StructureHeader {

    private static final StructureLayout LAYOUT =
            StructureLayout.of("MQMDE", "MQHMDE", "MDE ")
                    .chained()
                    .bytes("GroupId", 24)
                    .integer("MsgSeqNumber", 1)
                    .integer("Offset")
                    .integer("MsgFlags")
                    .integer("OriginalLength", -1)
                    .ends(2);

    public Mqmde() {
        super(LAYOUT);
    }
}
