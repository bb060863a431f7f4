package io.millrace.benchmarks.library;

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
final class BeanIoPeer implements RecordPeer.Work {

    private final Unmarshaller reader;
    private final Marshaller writer;

    BeanIoPeer() {
        Class<?>[] types = {String.class, Double.class, Long.class, String.class};
        RecordBuilder built = new RecordBuilder("record").type(LinkedHashMap.class);
        for (int i = 0; i <= Fields.LAST; i++) {
            built.addField(new FieldBuilder(Fields.name(i)).type(types[i / Fields.EACH]));
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

    @SuppressWarnings("unchecked")
    private Map<String, Object> map(byte[] message) {
        return (Map<String, Object>) reader.unmarshal(new String(message, StandardCharsets.UTF_8));
    }

    @Override
    public void read(byte[] message, Access access, Fields into) {
        Map<String, Object> found = map(message);
        into.read(access, Fields.Source.typed(i -> found.get(Fields.name(i))));
    }

    @Override
    public byte[] rewrite(byte[] message, Fields scratch) {
        Map<String, Object> found = map(message);
        found.computeIfPresent(Fields.name(Fields.LAST - 1), (_, number) -> (Long) number + 1);
        return RecordPeer.withoutEnd(writer.marshal("record", found).toString());
    }
}
