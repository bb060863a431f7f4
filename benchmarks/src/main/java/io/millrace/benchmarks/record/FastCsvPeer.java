package io.millrace.benchmarks.record;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/** FastCSV, which gives texts; numbers are made of them with the JDK. */
final class FastCsvPeer implements RecordPeer.Writer {

    private final CsvReader.CsvReaderBuilder reader = CsvReader.builder();
    private final CsvWriter.CsvWriterBuilder writer = CsvWriter.builder();

    @Override
    public void read(byte[] message, Access access, Fields into) {
        CsvRecord found = reader.ofSingleCsvRecord(new String(message, StandardCharsets.UTF_8));
        CsvTexts.take(found::getField, access, into);
    }

    @Override
    public byte[] change(byte[] message, Fields scratch) throws IOException {
        read(message, Access.ALL, scratch);
        scratch.integers[Fields.EACH - 1]++;
        StringWriter out = new StringWriter(message.length + 2);
        try (CsvWriter csv = writer.build(out)) {
            csv.writeRecord(CsvTexts.of(scratch));
        }
        return CsvTexts.withoutEnd(out.toString());
    }
}
