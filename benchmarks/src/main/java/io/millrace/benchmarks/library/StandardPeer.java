package io.millrace.benchmarks.library;

import io.millrace.benchmarks.Resources;
import io.millrace.engine.parser.Parser;

import java.util.List;
import java.util.Locale;

/** A library that reads messages of a standard, and writes them with one value changed. */
public enum StandardPeer {
    EDIFACT_MILLRACE,
    EDIFACT_STAEDI,
    X12_MILLRACE,
    X12_STAEDI,
    HL7_MILLRACE,
    HL7_HAPI,
    SWIFT_MILLRACE,
    SWIFT_PROWIDE;

    /** A standard, with the message of its sample. */
    enum Standard {
        EDIFACT("messages/order.edi", "PO-2026-117", "7781"),
        X12("messages/purchase-order.edi", "PO-2026-117", "000007781"),
        HL7("messages/admission.hl7", "van Dam", "Mill"),
        SWIFT("messages/mt103.fin", "TRF/2026/117", "SHA");

        private final String file;

        /** A value near the beginning: number of the order, the patient's name, reference. */
        final String first;

        /** The last value that is read by its name. */
        final String last;

        Standard(String file, String first, String last) {
            this.file = file;
            this.first = first;
            this.last = last;
        }

        /** Returns the value that replaces {@link #first}. */
        String changed() {
            return first.replace("117", "118").replace("Dam", "Tam");
        }

        byte[] message() {
            return Resources.sampleBytes(folder() + file);
        }

        private String folder() {
            return name().toLowerCase(Locale.ROOT) + "/";
        }

        Parser parser() {
            String model = folder() + name().toLowerCase(Locale.ROOT) + ".model.yaml";
            return Resources.parsers(model, Resources.sampleText(model))
                    .domain("MRM")
                    .orElseThrow();
        }
    }

    final Standard standard = Standard.valueOf(name().split("_")[0]);

    /** Reading and writing; for one thread. */
    interface Work {

        /**
         * Reads texts of a message.
         *
         * @param into receives {@link Standard#first} and {@link Standard#last}, or all texts that
         *     are not empty, without those of the header that defines delimiters (ISA, MSH) and of
         *     SWIFT's blocks 1 and 2
         */
        void read(byte[] message, Access access, List<String> into) throws Exception;

        /** Returns the message with {@link Standard#changed}. */
        byte[] change(byte[] message) throws Exception;
    }

    /** Work on a message that is parsed as a whole. */
    abstract static class Parsed<T> implements Work {

        abstract T parse(byte[] message) throws Exception;

        abstract String first(T message) throws Exception;

        abstract String last(T message) throws Exception;

        abstract void all(T message, List<String> into) throws Exception;

        @Override
        public final void read(byte[] message, Access access, List<String> into) throws Exception {
            T parsed = parse(message);
            if (access == Access.READ_ALL) {
                all(parsed, into);
            } else if (access != Access.READ_NONE) {
                into.add(first(parsed));
                if (access == Access.READ_FIRST_AND_LAST) {
                    into.add(last(parsed));
                }
            }
        }
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
