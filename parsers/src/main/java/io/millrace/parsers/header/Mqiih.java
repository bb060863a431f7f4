package io.millrace.parsers.header;

/**
 * MQIIH, the IMS information header: 84 bytes (WebSphere MQ Application Programming Reference,
 * "MQIIH").
 */
public final class Mqiih extends StructureHeader {

    private static final StructureLayout LAYOUT =
            StructureLayout.of("MQIIH", "MQIMS", "IIH ")
                    .chained()
                    .text("LTermOverride", 8)
                    .text("MFSMapName", 8)
                    .text("ReplyToFormat", 8)
                    .text("Authenticator", 8)
                    .bytes("TranInstanceId", 16)
                    .text("TranState", 1)
                    .text("CommitMode", 1)
                    .text("SecurityScope", 1)
                    .text("Reserved", 1)
                    .ends(1);

    public Mqiih() {
        super(LAYOUT);
    }
}
