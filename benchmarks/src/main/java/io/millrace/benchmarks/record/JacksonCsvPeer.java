package io.millrace.benchmarks.record;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvParser;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Jackson's streaming parser for CSV, over bytes, with its fast parser for numbers. */
final class JacksonCsvPeer implements RecordPeer.Writer {

    private static final int LAST = 3 * Fields.EACH;

    private final CsvFactory factory =
            CsvFactory.builder().enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER).build();

    @Override
    public void read(byte[] message, Access access, Fields into) throws IOException {
        try (CsvParser parser = factory.createParser(message)) {
            int end =
                    switch (access) {
                        case NONE -> 0;
                        case FIRST -> 1;
                        case FIRST_AND_LAST -> LAST;
                        case ALL -> LAST + 1;
                    };
            parser.nextToken();
            for (int i = 0; i < end && parser.nextToken() != JsonToken.END_ARRAY; i++) {
                if (access != Access.FIRST_AND_LAST || i == 0 || i == LAST - 1) {
                    take(parser, i, into);
                }
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
    public byte[] change(byte[] message, Fields scratch) throws IOException {
        read(message, Access.ALL, scratch);
        scratch.integers[Fields.EACH - 1]++;
        ByteArrayOutputStream out = new ByteArrayOutputStream(message.length + 2);
        try (CsvGenerator generator = factory.createGenerator(out)) {
            generator.writeStartArray();
            for (int i = 0; i < Fields.EACH; i++) {
                generator.writeString(scratch.texts[i]);
            }
            for (double each : scratch.floats) {
                generator.writeNumber(each);
            }
            for (long each : scratch.integers) {
                generator.writeNumber(each);
            }
            generator.writeString(scratch.texts[Fields.EACH]);
            generator.writeEndArray();
        }
        return CsvTexts.withoutEnd(out.toString(java.nio.charset.StandardCharsets.UTF_8));
    }
}
