package io.millrace.benchmarks.library;

import org.beanio.Marshaller;
import org.beanio.StreamFactory;
import org.beanio.Unmarshaller;
import org.beanio.builder.CsvParserBuilder;
import org.beanio.builder.FieldBuilder;
import org.beanio.builder.RecordBuilder;
import org.beanio.builder.StreamBuilder;

import java.util.LinkedHashMap;
import java.util.Map;

/** BeanIO, bound to a map with typed values. */
final class BeanIoPeer implements RecordPeer.TextWork {

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

    @Override
    public Fields.Source source(String text) {
        Map<?, ?> found = (Map<?, ?>) reader.unmarshal(text);
        return (Fields.TypedSource) i -> found.get(Fields.name(i));
    }

    @Override
    public Object text(Fields fields) {
        Map<String, Object> record = new LinkedHashMap<>();
        for (int i = 0; i <= Fields.LAST; i++) {
            record.put(Fields.name(i), fields.value(i));
        }
        return writer.marshal("record", record);
    }
}
