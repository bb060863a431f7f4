package io.millrace.benchmarks.library;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.writer.CsvWriter;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/**
 * A library or program that reads records of a format. All peers except Cobrix also write records.
 */
public enum RecordPeer {
    /** Millrace with a FieldReader for all fields. */
    CWF_MILLRACE,
    /** Millrace, one value after the other. */
    CWF_VALUES,
    /** Handwritten code for this record. */
    CWF_HAND_WRITTEN,
    /** Cobrix with a copybook. */
    CWF_COBRIX,
    CSV_MILLRACE,
    /** Millrace, one value after the other. */
    CSV_VALUES,
    /** FastCSV, which returns strings; the JDK parses numbers. */
    CSV_FASTCSV,
    TAG_MILLRACE,
    MRM_XML_MILLRACE,
    XML_MILLRACE,
    /** A tree built with Aalto. */
    XML_AALTO,
    JSON_MILLRACE,
    JSON_JACKSON;

    /** Format, which is the first part of the name. */
    public final Format format =
            Stream.of(Format.values())
                    .filter(each -> name().startsWith(each + "_"))
                    .findFirst()
                    .orElseThrow();

    /** Reads and writes records. For one thread. */
    interface Work {

        /** Opens a message for reading. */
        Fields.Source open(byte[] message) throws Exception;

        /**
         * Writes a record of approximately {@code size} bytes. Only for libraries that can write
         * ({@link RecordPeer#writes}).
         */
        default byte[] write(Fields fields, int size) throws Exception {
            throw new UnsupportedOperationException();
        }

        /** Reads all fields of a message. */
        default void read(byte[] message, Fields into) throws Exception {
            try (Fields.Source source = open(message)) {
                into.read(source);
            }
        }

        /** Returns the message with the last number increased by 1. */
        default byte[] change(byte[] message, Fields scratch) throws Exception {
            read(message, scratch);
            scratch.increment();
            return write(scratch, message.length + 2);
        }
    }

    /** FastCSV's reader and writer of lines. */
    private record FastCsv(CsvReader.CsvReaderBuilder reader, CsvWriter.CsvWriterBuilder writer)
            implements Work {

        @Override
        public Fields.Source open(byte[] message) {
            return reader.ofSingleCsvRecord(new String(message, StandardCharsets.UTF_8))::getField;
        }

        /** Writes a line without the line end. */
        @Override
        public byte[] write(Fields fields, int size) throws IOException {
            StringWriter out = new StringWriter();
            try (CsvWriter csv = writer.build(out)) {
                csv.writeRecord(fields.all());
            }
            return out.toString().stripTrailing().getBytes(StandardCharsets.UTF_8);
        }
    }

    public boolean writes() {
        return this != CWF_COBRIX;
    }

    Work open() {
        return switch (this) {
            case CWF_HAND_WRITTEN -> new HandWritten();
            case CWF_COBRIX -> new CobrixPeer();
            case CSV_FASTCSV -> new FastCsv(CsvReader.builder(), CsvWriter.builder());
            case XML_AALTO -> new XmlTreePeer();
            case JSON_JACKSON -> new JacksonPeer();
            default -> new MillraceRecord(format, this == CWF_MILLRACE || this == CSV_MILLRACE);
        };
    }
}
