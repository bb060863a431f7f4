package io.millrace.benchmarks.library;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** Jackson's streams for JSON and CSV. */
record JacksonPeer(JsonFactory factory) implements RecordPeer.Work {

    private boolean isCsv() {
        return factory instanceof CsvFactory;
    }

    /** The stream of a message; each field of JSON has a name before its value. */
    private static final class Tokens implements Fields.Source {

        private final JsonParser parser;
        private final int tokens;
        private int next;

        Tokens(JsonParser parser, int tokens) throws IOException {
            this.parser = parser;
            this.tokens = tokens;
            parser.nextToken();
        }

        private JsonParser at(int index) throws IOException {
            for (; next < (index + 1) * tokens; next++) {
                parser.nextToken();
            }
            return parser;
        }

        @Override
        public String text(int index) throws IOException {
            return at(index).getText();
        }

        @Override
        public double real(int index) throws IOException {
            return at(index).getValueAsDouble();
        }

        @Override
        public long integer(int index) throws IOException {
            return at(index).getValueAsLong();
        }

        @Override
        public void close() throws IOException {
            parser.close();
        }
    }

    @Override
    public Fields.Source open(byte[] message) throws IOException {
        return new Tokens(factory.createParser(message), isCsv() ? 1 : 2);
    }

    @Override
    public byte[] write(Fields fields, int size) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(size);
        try (JsonGenerator generator = factory.createGenerator(out)) {
            if (isCsv()) {
                generator.writeStartArray();
            } else {
                generator.writeStartObject();
            }
            for (int i = 0; i <= Fields.LAST; i++) {
                if (!isCsv()) {
                    generator.writeFieldName(Fields.name(i));
                }
                switch (i / Fields.EACH) {
                    case 1 -> generator.writeNumber(fields.floats[i - Fields.EACH]);
                    case 2 -> generator.writeNumber(fields.integers[i - 2 * Fields.EACH]);
                    default -> generator.writeString((String) fields.value(i));
                }
            }
        }
        byte[] message = out.toByteArray();
        // Without the end of the line.
        return isCsv() ? Arrays.copyOf(message, message.length - 1) : message;
    }
}
