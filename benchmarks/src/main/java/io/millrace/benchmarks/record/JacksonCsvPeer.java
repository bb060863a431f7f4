package io.millrace.benchmarks.record;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvParser;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Jackson's streaming parser for CSV, over bytes, with its fast parser for numbers. */
final class JacksonCsvPeer implements RecordPeer.ValueWriter {

    private final CsvFactory factory =
            CsvFactory.builder().enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER).build();

    @Override
    public void read(byte[] message, Access access, Fields into) throws IOException {
        try (CsvParser parser = factory.createParser(message)) {
            parser.nextToken();
            int index = 0;
            for (int field : access.fields) {
                while (index <= field) {
                    parser.nextToken();
                    index++;
                }
                take(parser, field, into);
            }
        }
    }

    private static void take(CsvParser parser, int index, Fields into) throws IOException {
        switch (index / Fields.EACH) {
            case 1 -> into.floats[index - Fields.EACH] = parser.getValueAsDouble();
            case 2 -> into.integers[index - 2 * Fields.EACH] = parser.getValueAsLong();
            default -> into.set(index, parser.getText());
        }
    }

    @Override
    public byte[] write(Fields fields, int size) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(size);
        try (CsvGenerator generator = factory.createGenerator(out)) {
            generator.writeStartArray();
            for (int i = 0; i < Fields.EACH; i++) {
                generator.writeString(fields.texts[i]);
            }
            for (double each : fields.floats) {
                generator.writeNumber(each);
            }
            for (long each : fields.integers) {
                generator.writeNumber(each);
            }
            generator.writeString(fields.texts[Fields.EACH]);
            generator.writeEndArray();
        }
        return CsvTexts.withoutEnd(out.toString(StandardCharsets.UTF_8));
    }
}
