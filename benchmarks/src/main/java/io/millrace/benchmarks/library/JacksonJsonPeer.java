package io.millrace.benchmarks.library;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

import java.io.ByteArrayOutputStream;

/** Jackson's streaming parser, over bytes, with its fast parser for numbers. */
final class JacksonJsonPeer implements RecordPeer.Work {

    private final JsonFactory factory =
            JsonFactory.builder().enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER).build();

    private record Values(JsonParser parser) implements Fields.Source {

        @Override
        public String text(int index) {
            return parser.getString();
        }

        @Override
        public double real(int index) {
            return parser.getDoubleValue();
        }

        @Override
        public long integer(int index) {
            return parser.getLongValue();
        }
    }

    @Override
    public void read(byte[] message, Access access, Fields into) {
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), message)) {
            Values values = new Values(parser);
            parser.nextToken();
            int index = 0;
            for (int field : access.fields) {
                while (index <= field) {
                    parser.nextToken();
                    parser.nextToken();
                    index++;
                }
                into.read(field, values);
            }
        }
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
                    default -> json.writeString(fields.text(i));
                }
            }
            json.writeEndObject();
        }
        return out.toByteArray();
    }
}
