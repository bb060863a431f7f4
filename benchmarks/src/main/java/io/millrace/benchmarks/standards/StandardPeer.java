package io.millrace.benchmarks.standards;

import io.millrace.benchmarks.record.Access;

import java.util.List;

/** A program that reads a message of a standard, and writes it with one value changed. */
public enum StandardPeer {
    EDIFACT_MILLRACE(Standard.EDIFACT),
    EDIFACT_STAEDI(Standard.EDIFACT),
    X12_MILLRACE(Standard.X12),
    X12_STAEDI(Standard.X12),
    HL7_MILLRACE(Standard.HL7),
    HL7_HAPI(Standard.HL7),
    SWIFT_MILLRACE(Standard.SWIFT),
    SWIFT_PROWIDE(Standard.SWIFT);

    final Standard standard;

    StandardPeer(Standard standard) {
        this.standard = standard;
    }

    /** Reading and writing; for one thread. */
    interface Work {

        /**
         * Reads texts of a message.
         *
         * @param into receives {@link Standard#first} and {@link Standard#last}, or all fields that
         *     have characters, in their order, without those of the header that specifies the
         *     delimiters (ISA, MSH) and SWIFT's blocks 1 and 2
         */
        void read(byte[] message, Access access, List<String> into) throws Exception;

        /** Replaces {@link Standard#first} in the message with {@link Standard#changed}. */
        byte[] change(byte[] message) throws Exception;
    }

    Work open() throws Exception {
        return switch (this) {
            case EDIFACT_STAEDI, X12_STAEDI -> new StaediPeer(standard);
            case HL7_HAPI -> new HapiPeer();
            case SWIFT_PROWIDE -> new ProwidePeer();
            default -> new MillraceMessage(standard);
        };
    }
}
