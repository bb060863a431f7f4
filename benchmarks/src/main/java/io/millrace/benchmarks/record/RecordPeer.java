package io.millrace.benchmarks.record;

import com.ctc.wstx.stax.WstxInputFactory;
import com.fasterxml.aalto.stax.InputFactoryImpl;

/** A way to read a record, and to write it with one number changed. */
public enum RecordPeer {
    /** All fields by a FieldReader. */
    CWF_MILLRACE(Format.CWF),
    /** Value by value, as programs of ESQL ask. */
    CWF_MILLRACE_VALUES(Format.CWF),
    /** By hand, for this record alone. */
    CWF_HAND_WRITTEN(Format.CWF),
    /** Cobrix, by a copybook. */
    CWF_COBRIX(Format.CWF),
    /** Apache Daffodil, by a DFDL schema. */
    CWF_DAFFODIL(Format.CWF),
    /** The same with the one of its settings that counts here. */
    CWF_DAFFODIL_TUNED(Format.CWF),
    /** All fields by a FieldReader. */
    CSV_MILLRACE(Format.CSV),
    /** Value by value, as programs of ESQL ask. */
    CSV_MILLRACE_VALUES(Format.CSV),
    CSV_FASTCSV(Format.CSV),
    CSV_UNIVOCITY(Format.CSV),
    CSV_JACKSON(Format.CSV),
    CSV_BEANIO(Format.CSV),
    CSV_DAFFODIL(Format.CSV),
    TAG_MILLRACE(Format.TAG),
    MRM_XML_MILLRACE(Format.MRM_XML),
    XML_MILLRACE(Format.XML),
    /** A tree built with Aalto. */
    XML_AALTO(Format.XML),
    /** A tree built with Woodstox. */
    XML_WOODSTOX(Format.XML),
    JSON_MILLRACE(Format.JSON),
    JSON_JACKSON(Format.JSON),
    JSON_FASTJSON2(Format.JSON);

    final Format format;

    RecordPeer(Format format) {
        this.format = format;
    }

    /** Reading; for one thread. */
    interface Reader {

        /** Reads fields of a message, which is not changed. */
        void read(byte[] message, Access access, Fields into) throws Exception;
    }

    /** Reading and writing; for one thread. */
    interface Writer extends Reader {

        /** The message with its last number increased by one. */
        byte[] change(byte[] message, Fields scratch) throws Exception;

        /**
         * The message made anew of all its values, its last number increased by one: what {@link
         * #change} does where nothing is kept of the message that came in.
         */
        default byte[] rewrite(byte[] message, Fields scratch) throws Exception {
            return change(message, scratch);
        }
    }

    Reader open() throws Exception {
        return switch (this) {
            case CWF_HAND_WRITTEN -> new HandWritten();
            case CWF_COBRIX -> new CobrixPeer();
            case CWF_DAFFODIL, CSV_DAFFODIL -> new DaffodilPeer(format, false);
            case CWF_DAFFODIL_TUNED -> new DaffodilPeer(format, true);
            case CSV_FASTCSV -> new FastCsvPeer();
            case CSV_UNIVOCITY -> new UnivocityPeer();
            case CSV_JACKSON -> new JacksonCsvPeer();
            case CSV_BEANIO -> new BeanIoPeer();
            case XML_AALTO -> {
                InputFactoryImpl inputs = new InputFactoryImpl();
                inputs.configureForSpeed();
                yield new XmlTreePeer(inputs);
            }
            case XML_WOODSTOX -> {
                WstxInputFactory inputs = new WstxInputFactory();
                inputs.configureForSpeed();
                yield new XmlTreePeer(inputs);
            }
            case JSON_JACKSON -> new JacksonJsonPeer();
            case JSON_FASTJSON2 -> new FastJsonPeer();
            case CWF_MILLRACE, CSV_MILLRACE -> new MillraceRecord(format, true);
            default -> new MillraceRecord(format, false);
        };
    }
}
