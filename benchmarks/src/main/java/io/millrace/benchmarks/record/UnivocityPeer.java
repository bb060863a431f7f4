package io.millrace.benchmarks.record;

import com.univocity.parsers.csv.CsvParser;
import com.univocity.parsers.csv.CsvParserSettings;
import com.univocity.parsers.csv.CsvWriter;
import com.univocity.parsers.csv.CsvWriterSettings;

import java.nio.charset.StandardCharsets;

/** Univocity with one parser for all lines; the JDK parses numbers. */
final class UnivocityPeer implements RecordPeer.ValueWriter {

    private static final int MAX_CHARACTERS = 1 << 20;

    private final CsvParser parser;
    private final CsvWriter writer;

    UnivocityPeer() {
        CsvParserSettings reading = new CsvParserSettings();
        reading.setMaxCharsPerColumn(MAX_CHARACTERS);
        reading.setReadInputOnSeparateThread(false);
        parser = new CsvParser(reading);
        CsvWriterSettings writing = new CsvWriterSettings();
        writing.setMaxCharsPerColumn(MAX_CHARACTERS);
        writer = new CsvWriter(writing);
    }

    @Override
    public void read(byte[] message, Access access, Fields into) {
        String[] found = parser.parseLine(new String(message, StandardCharsets.UTF_8));
        CsvTexts.take(i -> found[i], access, into);
    }

    @Override
    public byte[] write(Fields fields, int size) {
        return CsvTexts.withoutEnd(writer.writeRowToString(CsvTexts.of(fields)));
    }
}
