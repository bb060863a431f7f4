package io.millrace.benchmarks.record;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

import java.io.ByteArrayOutputStream;

/** Jackson's streaming parser, over bytes, with its fast parser for numbers. */
final class JacksonJsonPeer implements RecordPeer.Writer {

    private static final int LAST = 3 * Fields.EACH;
    private static final String[] NAMES = Fields.names();

    private final JsonFactory factory =
            JsonFactory.builder().enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER).build();

    @Override
    public void read(byte[] message, Access access, Fields into) {
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), message)) {
            int end =
                    switch (access) {
                        case NONE -> 0;
                        case FIRST -> 1;
                        case FIRST_AND_LAST -> LAST;
                        case ALL -> LAST + 1;
                    };
            parser.nextToken();
            for (int i = 0; i < end && parser.nextToken() == JsonToken.PROPERTY_NAME; i++) {
                parser.nextToken();
                if (access != Access.FIRST_AND_LAST || i == 0 || i == LAST - 1) {
                    take(parser, i, into);
                }
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
    public byte[] change(byte[] message, Fields scratch) {
        read(message, Access.ALL, scratch);
        scratch.integers[Fields.EACH - 1]++;
        ByteArrayOutputStream out = new ByteArrayOutputStream(message.length + 2);
        try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            for (int i = 0; i <= LAST; i++) {
                json.writeName(NAMES[i]);
                switch (i / Fields.EACH) {
                    case 1 -> json.writeNumber(scratch.floats[i - Fields.EACH]);
                    case 2 -> json.writeNumber(scratch.integers[i - 2 * Fields.EACH]);
                    default -> json.writeString(scratch.text(i));
                }
            }
            json.writeEndObject();
        }
        return out.toByteArray();
    }
}
