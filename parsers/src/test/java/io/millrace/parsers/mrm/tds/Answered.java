package io.millrace.parsers.mrm.tds;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.ChildSearch;
import io.millrace.engine.message.Content;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.NamePath;
import io.millrace.engine.message.Value;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Asks for all fields of a message without making elements, and compares with the elements. */
final class Answered {

    /** The way to a field, and its element. */
    private record Field(List<Element> folders, List<Integer> numbers, Element element)
            implements NamePath {

        private Element step(int step) {
            return step < folders.size() ? folders.get(step) : element;
        }

        @Override
        public int length() {
            return folders.size() + 1;
        }

        @Override
        public String namespace(int step) {
            return step(step).namespace();
        }

        @Override
        public String name(int step) {
            return step(step).name();
        }

        @Override
        public long index(int step) {
            return numbers.get(step);
        }
    }

    private Answered() {}

    /**
     * Compares.
     *
     * @param read all of whose elements were looked at
     * @param again makes the same tree, of which nothing was looked at
     * @return how many fields were answered
     */
    static int sameAs(Element read, Supplier<Element> again) {
        var fields = new ArrayList<Field>();
        collect(read, List.of(), List.of(), fields);
        int answered = inOrder(fields, again.get());
        Collections.shuffle(fields, new Random(fields.size()));
        assertThat(inOrder(fields, again.get())).isEqualTo(answered);
        for (Field field : fields) {
            inOrder(List.of(field), again.get());
        }
        return answered;
    }

    private static int inOrder(List<Field> fields, Element tree) {
        int answered = 0;
        for (Field field : fields) {
            Value answer = ChildSearch.readDirect(tree, field, 0, field.index(field.length() - 1));
            if (answer != Content.UNANSWERED) {
                answered++;
                assertThat(answer).as(field.element.name()).isEqualTo(field.element.value());
            }
        }
        return answered;
    }

    private static void collect(
            Element folder, List<Element> folders, List<Integer> numbers, List<Field> fields) {
        var met = new HashMap<String, Integer>();
        for (Element e = folder.firstChild(); e != null; e = e.next()) {
            int number = met.merge(e.namespace() + " " + e.name(), 1, Integer::sum);
            var inner = new ArrayList<Integer>(numbers);
            inner.add(number);
            if (ElementType.kind(e.type()) == ElementType.NAME) {
                var within = new ArrayList<Element>(folders);
                within.add(e);
                collect(e, within, inner, fields);
            } else if (!e.name().isEmpty()) {
                fields.add(new Field(folders, inner, e));
            }
        }
    }
}
