package io.millrace.benchmarks.library;

import com.univocity.parsers.csv.CsvParser;
import com.univocity.parsers.csv.CsvParserSettings;
import com.univocity.parsers.csv.CsvWriterSettings;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.writer.CsvWriter;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** A library or program that reads records of a format; all but Cobrix also write them. */
public enum RecordPeer {
    /** All fields with a FieldReader. */
    CWF_MILLRACE,
    /** Value by value, as ESQL reads. */
    CWF_MILLRACE_VALUES,
    /** Java written for this record. */
    CWF_HAND_WRITTEN,
    /** Cobrix with a copybook. */
    CWF_COBRIX,
    /** Apache Daffodil with a DFDL schema. */
    CWF_DAFFODIL,
    /** The same with its most effective setting. */
    CWF_DAFFODIL_TUNED,
    /** All fields with a FieldReader. */
    CSV_MILLRACE,
    /** Value by value, as ESQL reads. */
    CSV_MILLRACE_VALUES,
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

        /** Reads fields of a message, which it does not change. */
        void read(byte[] message, Access access, Fields into) throws Exception;

        /** Writes a record of about a number of bytes. */
        default byte[] write(Fields fields, int size) throws Exception {
            throw new UnsupportedOperationException();
        }

        /** Returns the message with its last number increased by one. */
        default byte[] change(byte[] message, Fields scratch) throws Exception {
            return rewrite(message, scratch);
        }

        /** Does the same, but writes all values to a new message. */
        default byte[] rewrite(byte[] message, Fields scratch) throws Exception {
            read(message, Access.READ_ALL, scratch);
            scratch.increment();
            return write(scratch, message.length + 2);
        }
    }

    /** Reads and writes lines of CSV. */
    private record Lines(
            Function<String, IntFunction<String>> reader, Function<String[], String> writer)
            implements Work {

        @Override
        public void read(byte[] message, Access access, Fields into) {
            into.read(access, reader.apply(new String(message, StandardCharsets.UTF_8))::apply);
        }

        @Override
        public byte[] write(Fields fields, int size) {
            return withoutEnd(writer.apply(fields.all()));
        }
    }

    /** Returns a line without its end. */
    static byte[] withoutEnd(String line) {
        return line.stripTrailing().getBytes(StandardCharsets.UTF_8);
    }

    Work open() throws Exception {
        return switch (this) {
            case CWF_HAND_WRITTEN -> new HandWritten();
            case CWF_COBRIX -> new CobrixPeer();
            case CWF_DAFFODIL, CSV_DAFFODIL -> new DaffodilPeer(format, false);
            case CWF_DAFFODIL_TUNED -> new DaffodilPeer(format, true);
            case CSV_FASTCSV -> fastCsv();
            case CSV_UNIVOCITY -> univocity();
            case CSV_JACKSON -> new JacksonCsvPeer();
            case CSV_BEANIO -> new BeanIoPeer();
            case XML_AALTO -> new XmlTreePeer(Peer.aalto());
            case XML_WOODSTOX -> new XmlTreePeer(Peer.woodstox());
            case JSON_JACKSON -> new JacksonJsonPeer();
            case JSON_FASTJSON2 -> new FastJsonPeer();
            case CWF_MILLRACE, CSV_MILLRACE -> new MillraceRecord(format, true);
            default -> new MillraceRecord(format, false);
        };
    }

    private static Work fastCsv() {
        CsvReader.CsvReaderBuilder reader = CsvReader.builder();
        CsvWriter.CsvWriterBuilder writer = CsvWriter.builder();
        return new Lines(
                line -> reader.ofSingleCsvRecord(line)::getField,
                values -> {
                    StringWriter out = new StringWriter();
                    try (CsvWriter csv = writer.build(out)) {
                        csv.writeRecord(values);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    return out.toString();
                });
    }

    private static Work univocity() {
        int max = 1 << 20;
        CsvParserSettings reading = new CsvParserSettings();
        reading.setMaxCharsPerColumn(max);
        reading.setReadInputOnSeparateThread(false);
        CsvWriterSettings writing = new CsvWriterSettings();
        writing.setMaxCharsPerColumn(max);
        CsvParser parser = new CsvParser(reading);
        com.univocity.parsers.csv.CsvWriter writer =
                new com.univocity.parsers.csv.CsvWriter(writing);
        return new Lines(
                line -> {
                    String[] found = parser.parseLine(line);
                    return i -> found[i];
                },
                writer::writeRowToString);
    }
}
