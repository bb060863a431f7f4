package io.millrace.parsers.header;

/**
 * MQDLH, the dead-letter header: 172 bytes before a message on a dead-letter queue (WebSphere MQ
 * Application Programming Reference, "MQDLH").
 */
public final class Mqdlh extends StructureHeader {

    private static final StructureLayout LAYOUT =
            StructureLayout.of("MQDLH", "MQDEAD", "DLH ")
                    .integer("Version")
                    .integer("Reason")
                    .text("DestQName", 48)
                    .text("DestQMgrName", 48)
                    .integer("Encoding")
                    .integer("CodedCharSetId")
                    .text("Format", 8)
                    .integer("PutApplType")
                    .text("PutApplName", 28)
                    .text("PutDate", 8)
                    .text("PutTime", 8)
                    .ends(1);

    public Mqdlh() {
        super(LAYOUT);
    }
}
