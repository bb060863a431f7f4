package io.millrace.benchmarks.record;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/** FastCSV, which returns text; the JDK parses numbers. */
final class FastCsvPeer implements RecordPeer.ValueWriter {

    private final CsvReader.CsvReaderBuilder reader = CsvReader.builder();
    private final CsvWriter.CsvWriterBuilder writer = CsvWriter.builder();

    @Override
    public void read(byte[] message, Access access, Fields into) {
        CsvRecord found = reader.ofSingleCsvRecord(new String(message, StandardCharsets.UTF_8));
        CsvTexts.take(found::getField, access, into);
    }

    @Override
    public byte[] write(Fields fields, int size) throws IOException {
        StringWriter out = new StringWriter(size);
        try (CsvWriter csv = writer.build(out)) {
            csv.writeRecord(CsvTexts.of(fields));
        }
        return CsvTexts.withoutEnd(out.toString());
    }
}
