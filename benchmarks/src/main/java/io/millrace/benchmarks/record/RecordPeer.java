package io.millrace.benchmarks.record;

import com.ctc.wstx.stax.WstxInputFactory;
import com.fasterxml.aalto.stax.InputFactoryImpl;

/** A library or program that reads records of a format; all but Cobrix also write them. */
public enum RecordPeer {
    /** All fields with a FieldReader. */
    CWF_MILLRACE(Format.CWF),
    /** Value by value, as ESQL reads. */
    CWF_MILLRACE_VALUES(Format.CWF),
    /** Java written for this record. */
    CWF_HAND_WRITTEN(Format.CWF),
    /** Cobrix with a copybook. */
    CWF_COBRIX(Format.CWF),
    /** Apache Daffodil with a DFDL schema. */
    CWF_DAFFODIL(Format.CWF),
    /** The same with its most effective setting. */
    CWF_DAFFODIL_TUNED(Format.CWF),
    /** All fields with a FieldReader. */
    CSV_MILLRACE(Format.CSV),
    /** Value by value, as ESQL reads. */
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

    /** Reads records. For one thread. */
    interface Reader {

        /** Reads fields of a message, which it does not change. */
        void read(byte[] message, Access access, Fields into) throws Exception;
    }

    /** Reads and writes records. For one thread. */
    interface Writer extends Reader {

        /** Returns the message with its last number increased by one. */
        byte[] change(byte[] message, Fields scratch) throws Exception;

        /** Does the same, but writes all values to a new message. */
        default byte[] rewrite(byte[] message, Fields scratch) throws Exception {
            return change(message, scratch);
        }
    }

    /** A writer that always writes all values. */
    interface ValueWriter extends Writer {

        /** Writes a record of about a number of bytes. */
        byte[] write(Fields fields, int size) throws Exception;

        @Override
        default byte[] change(byte[] message, Fields scratch) throws Exception {
            read(message, Access.ALL, scratch);
            scratch.increment();
            return write(scratch, message.length + 2);
        }
    }

    /** Returns the name of the format, which groups peers. */
    public String formatName() {
        return format.name();
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
