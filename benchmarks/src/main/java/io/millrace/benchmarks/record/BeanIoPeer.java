package io.millrace.benchmarks.record;

import org.beanio.Marshaller;
import org.beanio.StreamFactory;
import org.beanio.Unmarshaller;
import org.beanio.builder.CsvParserBuilder;
import org.beanio.builder.FieldBuilder;
import org.beanio.builder.RecordBuilder;
import org.beanio.builder.StreamBuilder;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** BeanIO, bound to a map with typed values. */
final class BeanIoPeer implements RecordPeer.Writer {

    private final String[] names = new String[Fields.LAST + 1];
    private final Unmarshaller reader;
    private final Marshaller writer;

    BeanIoPeer() {
        Class<?>[] types = {String.class, Double.class, Long.class, String.class};
        RecordBuilder built = new RecordBuilder("record").type(LinkedHashMap.class);
        for (int i = 0; i <= Fields.LAST; i++) {
            names[i] = Fields.name(i);
            built.addField(new FieldBuilder(names[i]).type(types[i / Fields.EACH]));
        }
        StreamFactory factory = StreamFactory.newInstance();
        factory.define(
                new StreamBuilder("records")
                        .format("csv")
                        .parser(new CsvParserBuilder())
                        .addRecord(built));
        reader = factory.createUnmarshaller("records");
        writer = factory.createMarshaller("records");
    }

    private Map<?, ?> map(byte[] message) {
        return (Map<?, ?>) reader.unmarshal(new String(message, StandardCharsets.UTF_8));
    }

    @Override
    public void read(byte[] message, Access access, Fields into) {
        Map<?, ?> found = map(message);
        for (int i : access.fields) {
            into.setTyped(i, found.get(names[i]));
        }
    }

    @Override
    public byte[] change(byte[] message, Fields scratch) {
        @SuppressWarnings("unchecked")
        Map<String, Object> found = (Map<String, Object>) map(message);
        found.computeIfPresent(names[Fields.LAST - 1], (_, number) -> (Long) number + 1);
        return CsvTexts.withoutEnd(writer.marshal("record", found).toString());
    }
}
