package io.millrace.benchmarks.record;

import com.univocity.parsers.csv.CsvParser;
import com.univocity.parsers.csv.CsvParserSettings;
import com.univocity.parsers.csv.CsvWriter;
import com.univocity.parsers.csv.CsvWriterSettings;

import java.nio.charset.StandardCharsets;

/** Univocity, a parser for all lines; numbers are made of the texts with the JDK. */
final class UnivocityPeer implements RecordPeer.Writer {

    private static final int MOST = 1 << 20;

    private final CsvParser parser;
    private final CsvWriter writer;

    UnivocityPeer() {
        CsvParserSettings reading = new CsvParserSettings();
        reading.setMaxCharsPerColumn(MOST);
        reading.setReadInputOnSeparateThread(false);
        parser = new CsvParser(reading);
        CsvWriterSettings writing = new CsvWriterSettings();
        writing.setMaxCharsPerColumn(MOST);
        writer = new CsvWriter(writing);
    }

    @Override
    public void read(byte[] message, Access access, Fields into) {
        String[] found = parser.parseLine(new String(message, StandardCharsets.UTF_8));
        CsvTexts.take(i -> found[i], access, into);
    }

    @Override
    public byte[] change(byte[] message, Fields scratch) {
        read(message, Access.ALL, scratch);
        scratch.integers[Fields.EACH - 1]++;
        return CsvTexts.withoutEnd(writer.writeRowToString(CsvTexts.of(scratch)));
    }
}
