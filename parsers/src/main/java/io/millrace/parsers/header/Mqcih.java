package io.millrace.parsers.header;

/**
 * MQCIH, the CICS bridge header: 164 bytes in version 1, 180 in version 2 (WebSphere MQ Application
 * Programming Reference, "MQCIH").
 */
public final class Mqcih extends StructureHeader {

    private static final StructureLayout LAYOUT =
            StructureLayout.of("MQCIH", "MQCICS", "CIH ")
                    .chained()
                    .integer("ReturnCode")
                    .integer("CompCode")
                    .integer("Reason")
                    .integer("UOWControl", 273)
                    .integer("GetWaitInterval", -2)
                    .integer("LinkType", 1)
                    .integer("OutputDataLength", -1)
                    .integer("FacilityKeepTime")
                    .integer("ADSDescriptor")
                    .integer("ConversationalTask")
                    .integer("TaskEndStatus")
                    .bytes("Facility", 8)
                    .text("Function", 4)
                    .text("AbendCode", 4)
                    .text("Authenticator", 8)
                    .text("Reserved1", 8)
                    .text("ReplyToFormat", 8)
                    .text("RemoteSysId", 4)
                    .text("RemoteTransId", 4)
                    .text("TransactionId", 4)
                    .text("FacilityLike", 4)
                    .text("AttentionId", 4)
                    .text("StartCode", 4)
                    .text("CancelCode", 4)
                    .text("NextTransactionId", 4)
                    .text("Reserved2", 8)
                    .text("Reserved3", 8)
                    .ends(1)
                    .integer("CursorPosition")
                    .integer("ErrorOffset")
                    .integer("InputItem")
                    .integer("Reserved4")
                    .ends(2);

    public Mqcih() {
        super(LAYOUT);
    }
}
