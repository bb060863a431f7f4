package io.millrace.parsers.header;

/**
 * MQRMH, the reference message header: 108 bytes, followed by the names that it refers to
 * (WebSphere MQ Application Programming Reference, "MQRMH"). SrcEnv, SrcName, DestEnv and DestName
 * represent the lengths, offsets and characters of those names.
 */
public final class Mqrmh extends StructureHeader {

    private static final StructureLayout LAYOUT =
            StructureLayout.of("MQRMH", "MQHREF", "RMH ")
                    .chained()
                    .text("ObjectType", 8)
                    .bytes("ObjectInstanceId", 24)
                    .string("SrcEnv")
                    .string("SrcName")
                    .string("DestEnv")
                    .string("DestName")
                    .integer("DataLogicalLength")
                    .integer("DataLogicalOffset")
                    .integer("DataLogicalOffset2")
                    .ends(1);

    public Mqrmh() {
        super(LAYOUT);
    }
}
