package io.millrace.parsers.header;

/**
 * MQSAPH, the header of the MQSeries link for R/3: 108 bytes (the field tables of the IBM MQ
 * classes for Java, "MQSAPH").
 */
public final class Mqsaph extends StructureHeader {

    private static final StructureLayout LAYOUT =
            StructureLayout.of("MQSAPH", "MQHSAP", "SAPH")
                    .chained()
                    .text("Client", 3)
                    .text("Language", 1)
                    .text("HostName", 48)
                    .text("UserId", 12)
                    .text("Password", 8)
                    .text("SystemNumber", 2)
                    .bytes("Reserved", 2)
                    .ends(1);

    public Mqsaph() {
        super(LAYOUT);
    }
}
