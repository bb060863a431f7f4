package io.millrace.engine.esql.library.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.esql.library.StandingEnvironment;
import io.millrace.engine.esql.library.tree.PathStep.Position;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class StepCacheTest {

    private static final String[] NAMES = {"a", "b", "c"};
    private static final int[] TYPES = {
        ElementType.NAME, ElementType.NAME_VALUE, 0x03000100, 0x03000101
    };

    /** What is done to the tree, or asked of it, at a place. */
    record Step(int action, int place, int name) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 11),
                        Arbitraries.integers().between(0, 30),
                        Arbitraries.integers().between(0, 3))
                .as(Step::new)
                .list()
                .ofMaxSize(120);
    }

    @Property
    void a_cached_search_finds_what_a_plain_search_finds(@ForAll("steps") List<Step> steps) {
        Element parent = Element.of(ElementType.NAME, "parent");
        List<PathStep> filters = filters();
        List<StepCache> caches = new ArrayList<>();
        filters.forEach(f -> caches.add(new StepCache()));
        for (Step step : steps) {
            change(parent, step);
            for (int i = 0; i < filters.size(); i++) {
                ask(parent, filters.get(i), caches.get(i), step);
            }
        }
    }

    private static List<PathStep> filters() {
        List<PathStep> filters = new ArrayList<>();
        for (Position position : List.of(Position.FRONT, Position.BACK)) {
            filters.add(PathStep.of(0, "", "a", position, 1));
            filters.add(PathStep.of(0, null, null, position, 1));
            filters.add(PathStep.of(0x03000100, "", null, position, 1));
            filters.add(PathStep.of(ElementType.NAME, "", "b", position, 1));
        }
        return filters;
    }

    private static void change(Element parent, Step step) {
        Element at = child(parent, step.place());
        Element made = Element.of(TYPES[step.name()], NAMES[step.name() % NAMES.length]);
        switch (step.action()) {
            case 0, 1, 2, 3 -> parent.addLast(made);
            case 4 -> parent.addFirst(made);
            case 5 -> {
                if (at != null) {
                    at.addBefore(made);
                }
            }
            case 6 -> {
                if (at != null) {
                    at.addAfter(made);
                }
            }
            case 7 -> {
                if (at != null) {
                    at.remove();
                }
            }
            case 8 -> {
                if (at != null) {
                    at.name(made.name());
                }
            }
            case 9 -> {
                if (at != null) {
                    at.type(made.type());
                }
            }
            default -> {}
        }
    }

    private static Element child(Element parent, int place) {
        Element e = parent.firstChild();
        for (int i = 0; i < place && e != null; i++) {
            e = e.next();
        }
        return e;
    }

    private static void ask(Element parent, PathStep filter, StepCache cache, Step step) {
        List<Element> all = FieldAccess.list(parent, filter);
        switch (step.place() % 3) {
            case 0 -> assertThat(FieldAccess.count(parent, filter, cache)).isEqualTo(all.size());
            case 1 -> {
                int n = step.name() + 1;
                PathStep asked =
                        PathStep.of(
                                filter.type(),
                                filter.namespace(),
                                filter.name(),
                                filter.position(),
                                n);
                int index = filter.position() == Position.FRONT ? n - 1 : all.size() - n;
                Element expected = index < 0 || index >= all.size() ? null : all.get(index);
                assertThat(FieldAccess.find(parent, asked, cache)).isSameAs(expected);
            }
            default -> {
                for (int i = 1; i <= all.size() + 1; i++) {
                    int index = filter.position() == Position.FRONT ? i - 1 : all.size() - i;
                    Element expected = index < 0 || index >= all.size() ? null : all.get(index);
                    assertThat(FieldAccess.findIndexed(parent, filter, Value.of(i), cache))
                            .isSameAs(expected);
                }
            }
        }
    }

    /** With a count from the start each time this would take 5 billion steps. */
    @Test
    void deleting_from_either_end_of_a_long_list_while_counting_it_is_linear() {
        Element parent = Element.of(ElementType.NAME, "parent");
        for (int i = 0; i < 100_000; i++) {
            parent.addLast(Element.of(ElementType.NAME_VALUE, "x"));
        }
        PathStep front = PathStep.of("x");
        PathStep back = PathStep.of(0, "", "x", Position.BACK, 1);
        StepCache counted = new StepCache();
        StepCache first = new StepCache();
        StepCache last = new StepCache();
        for (int left = 100_000; left > 0; left--) {
            assertThat(FieldAccess.count(parent, front, counted)).isEqualTo(left);
            boolean atFront = left > 50_000;
            TreeStatements.delete(
                    atFront
                            ? FieldAccess.find(parent, front, first)
                            : FieldAccess.find(parent, back, last));
        }
        assertThat(parent.firstChild()).isNull();
    }

    /** With a search from the start each time this would take 50 billion steps. */
    @Test
    void building_and_walking_a_long_list_by_index_is_linear() {
        Element parent = Element.of(ElementType.NAME, "parent");
        PathStep item = PathStep.of("item");
        PathStep name = PathStep.of("name");
        StepCache write = new StepCache();
        StepCache read = new StepCache();
        StepCache count = new StepCache();
        StandingEnvironment environment = new StandingEnvironment();
        int size = 300_000;
        for (int i = 1; i <= size; i++) {
            Element made =
                    FieldAccess.ensureIndexed(
                            parent, item, Value.of(i), write, environment.parsers());
            FieldAccess.set(made, Value.of(i));
            assertThat(FieldAccess.count(parent, item, count)).isEqualTo(i);
        }
        FieldAccess.ensure(parent, name, new StepCache(), environment.parsers());
        for (int i = 1; i <= size; i++) {
            Element found = FieldAccess.findIndexed(parent, item, Value.of(i), read);
            assertThat(FieldAccess.value(found)).isEqualTo(Value.of(i));
        }
        for (int i = size; i > 0; i--) {
            assertThat(FieldAccess.findIndexed(parent, item, Value.of(i), read)).isNotNull();
        }
    }
}
