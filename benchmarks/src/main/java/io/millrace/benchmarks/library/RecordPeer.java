package io.millrace.benchmarks.library;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.univocity.parsers.csv.CsvParser;
import com.univocity.parsers.csv.CsvParserSettings;
import com.univocity.parsers.csv.CsvWriterSettings;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.writer.CsvWriter;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** A library or program that reads records of a format; all but Cobrix also write them. */
public enum RecordPeer {
    /** All fields with a FieldReader. */
    CWF_MILLRACE,
    /** Java written for this record. */
    CWF_HAND_WRITTEN,
    /** Cobrix with a copybook. */
    CWF_COBRIX,
    /** Apache Daffodil with a DFDL schema. */
    CWF_DAFFODIL,
    /** The same with its most effective setting. */
    CWF_DAFFODIL_TUNED,
    CSV_MILLRACE,
    /** FastCSV returns text; the JDK parses numbers. */
    CSV_FASTCSV,
    /** Univocity with one parser for all lines; the JDK parses numbers. */
    CSV_UNIVOCITY,
    CSV_JACKSON,
    CSV_BEANIO,
    CSV_DAFFODIL,
    TAG_MILLRACE,
    MRM_XML_MILLRACE,
    XML_MILLRACE,
    /** A tree built with Aalto. */
    XML_AALTO,
    /** A tree built with Woodstox. */
    XML_WOODSTOX,
    JSON_MILLRACE,
    JSON_JACKSON,
    JSON_FASTJSON2;

    /** The format, with which the name begins. */
    public final Format format =
            Stream.of(Format.values())
                    .filter(each -> name().startsWith(each + "_"))
                    .findFirst()
                    .orElseThrow();

    /** Reads and writes records. For one thread. */
    interface Work {

        /** Opens a message, which is not changed. */
        Fields.Source open(byte[] message) throws Exception;

        /** Writes a record of about a number of bytes. */
        default byte[] write(Fields fields, int size) throws Exception {
            throw new UnsupportedOperationException();
        }

        /** Reads fields of a message. */
        default void read(byte[] message, Access access, Fields into) throws Exception {
            try (Fields.Source source = open(message)) {
                into.read(access, source);
            }
        }

        /** Returns the message with its last number increased by one. */
        default byte[] change(byte[] message, Fields scratch) throws Exception {
            read(message, Access.READ_ALL, scratch);
            scratch.increment();
            return write(scratch, message.length + 2);
        }
    }

    /** A format of text. */
    interface TextWork extends Work {

        Fields.Source source(String text);

        Object text(Fields fields) throws Exception;

        @Override
        default Fields.Source open(byte[] message) {
            return source(new String(message, StandardCharsets.UTF_8));
        }

        /** Writes a line without its end. */
        @Override
        default byte[] write(Fields fields, int size) throws Exception {
            return text(fields).toString().stripTrailing().getBytes(StandardCharsets.UTF_8);
        }
    }

    public boolean writes() {
        return this != CWF_COBRIX;
    }

    Work open() {
        return switch (this) {
            case CWF_HAND_WRITTEN -> new HandWritten();
            case CWF_COBRIX -> new CobrixPeer();
            case CWF_DAFFODIL, CSV_DAFFODIL -> new DaffodilPeer(format, false);
            case CWF_DAFFODIL_TUNED -> new DaffodilPeer(format, true);
            case CSV_FASTCSV -> fastCsv();
            case CSV_UNIVOCITY -> univocity();
            case CSV_JACKSON ->
                    new JacksonPeer(
                            CsvFactory.builder()
                                    .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                                    .build());
            case CSV_BEANIO -> new BeanIoPeer();
            case XML_AALTO -> new XmlTreePeer(Peer.aalto());
            case XML_WOODSTOX -> new XmlTreePeer(Peer.woodstox());
            case JSON_JACKSON ->
                    new JacksonPeer(
                            JsonFactory.builder()
                                    .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                                    .build());
            case JSON_FASTJSON2 -> new FastJsonPeer();
            default -> new MillraceRecord(format);
        };
    }

    private static Work fastCsv() {
        CsvReader.CsvReaderBuilder reader = CsvReader.builder();
        CsvWriter.CsvWriterBuilder writer = CsvWriter.builder();
        return new TextWork() {
            @Override
            public Fields.Source source(String text) {
                return reader.ofSingleCsvRecord(text)::getField;
            }

            @Override
            public Object text(Fields fields) throws Exception {
                StringWriter out = new StringWriter();
                try (CsvWriter csv = writer.build(out)) {
                    csv.writeRecord(fields.all());
                }
                return out;
            }
        };
    }

    private static Work univocity() {
        int max = 1 << 20;
        CsvParserSettings reading = new CsvParserSettings();
        reading.setMaxCharsPerColumn(max);
        reading.setReadInputOnSeparateThread(false);
        CsvWriterSettings writing = new CsvWriterSettings();
        writing.setMaxCharsPerColumn(max);
        CsvParser parser = new CsvParser(reading);
        var writer = new com.univocity.parsers.csv.CsvWriter(writing);
        return new TextWork() {
            @Override
            public Fields.Source source(String text) {
                String[] found = parser.parseLine(text);
                return i -> found[i];
            }

            @Override
            public Object text(Fields fields) {
                return writer.writeRowToString(fields.all());
            }
        };
    }
}
