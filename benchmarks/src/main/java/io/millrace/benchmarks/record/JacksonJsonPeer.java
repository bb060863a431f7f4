package io.millrace.benchmarks.record;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

import java.io.ByteArrayOutputStream;

/** Jackson's streaming parser, over bytes, with its fast parser for numbers. */
final class JacksonJsonPeer implements RecordPeer.ValueWriter {

    private static final String[] NAMES = Fields.names();

    private final JsonFactory factory =
            JsonFactory.builder().enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER).build();

    @Override
    public void read(byte[] message, Access access, Fields into) {
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), message)) {
            parser.nextToken();
            int index = 0;
            for (int field : access.fields) {
                while (index <= field) {
                    parser.nextToken();
                    parser.nextToken();
                    index++;
                }
                take(parser, field, into);
            }
        }
    }

    private static void take(JsonParser parser, int index, Fields into) {
        switch (index / Fields.EACH) {
            case 1 -> into.floats[index - Fields.EACH] = parser.getDoubleValue();
            case 2 -> into.integers[index - 2 * Fields.EACH] = parser.getLongValue();
            default -> into.set(index, parser.getString());
        }
    }

    @Override
    public byte[] write(Fields fields, int size) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(size);
        try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            for (int i = 0; i <= Fields.LAST; i++) {
                json.writeName(NAMES[i]);
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
