package io.millrace.parsers.header;

/**
 * MQWIH, the work information header: 120 bytes (WebSphere MQ Application Programming Reference,
 * "MQWIH").
 */
public final class Mqwih extends StructureHeader {

    private static final StructureLayout LAYOUT =
            StructureLayout.of("MQWIH", "MQHWIH", "WIH ")
                    .chained()
                    .text("ServiceName", 32)
                    .text("ServiceStep", 8)
                    .bytes("MsgToken", 16)
                    .text("Reserved", 32)
                    .ends(1);

    public Mqwih() {
        super(LAYOUT);
    }
}
