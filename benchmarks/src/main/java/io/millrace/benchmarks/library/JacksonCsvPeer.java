package io.millrace.benchmarks.library;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvParser;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;

/** Jackson's streaming parser for CSV, over bytes, with its fast parser for numbers. */
final class JacksonCsvPeer implements RecordPeer.Work {

    private final CsvFactory factory =
            CsvFactory.builder().enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER).build();

    private record Values(CsvParser parser) implements Fields.Source {

        private <T> T value(Callable<T> value) {
            try {
                return value.call();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public String text(int index) {
            return value(parser::getText);
        }

        @Override
        public double real(int index) {
            return value(parser::getValueAsDouble);
        }

        @Override
        public long integer(int index) {
            return value(parser::getValueAsLong);
        }
    }

    @Override
    public void read(byte[] message, Access access, Fields into) throws IOException {
        try (CsvParser parser = factory.createParser(message)) {
            Values values = new Values(parser);
            parser.nextToken();
            int index = 0;
            for (int field : access.fields) {
                while (index <= field) {
                    parser.nextToken();
                    index++;
                }
                into.read(field, values);
            }
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
        return RecordPeer.withoutEnd(out.toString(StandardCharsets.UTF_8));
    }
}
