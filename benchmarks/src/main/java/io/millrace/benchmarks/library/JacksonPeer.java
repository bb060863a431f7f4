package io.millrace.benchmarks.library;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

import java.io.ByteArrayOutputStream;

/** A peer with the streaming parser of Jackson, reading bytes, with its fast number parser. */
final class JacksonPeer implements RecordPeer.Work {

    private final JsonFactory factory =
            JsonFactory.builder().enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER).build();

    /** A reader of the tokens of a message, in the order of the fields. */
    private record Tokens(JsonParser parser) implements Fields.Source {

        private JsonParser next() {
            parser.nextName();
            parser.nextToken();
            return parser;
        }

        @Override
        public String text(int index) {
            return next().getString();
        }

        @Override
        public double real(int index) {
            return next().getDoubleValue();
        }

        @Override
        public long integer(int index) {
            return next().getLongValue();
        }

        @Override
        public void close() {
            parser.close();
        }
    }

    @Override
    public Fields.Source open(byte[] message) {
        JsonParser parser = factory.createParser(ObjectReadContext.empty(), message);
        parser.nextToken();
        return new Tokens(parser);
    }

    @Override
    public byte[] write(Fields fields, int size) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(size);
        try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            for (int i = 0; i <= Fields.LAST; i++) {
                json.writeName(Fields.name(i));
                switch (i / Fields.EACH) {
                    case 1 -> json.writeNumber(fields.floats[i - Fields.EACH]);
                    case 2 -> json.writeNumber(fields.integers[i - 2 * Fields.EACH]);
                    default -> json.writeString((String) fields.value(i));
                }
            }
            json.writeEndObject();
        }
        return out.toByteArray();
    }
}
