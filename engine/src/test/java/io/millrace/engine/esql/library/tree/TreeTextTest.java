package io.millrace.engine.esql.library.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;

import org.junit.jupiter.api.Test;

class TreeTextTest {

    @Test
    void folders_fields_and_bare_values_are_printed_with_their_types() {
        Element root = Element.of(ElementType.NAME, "Root");
        Element a = root.add("a");
        a.add("b", Value.of("it's"));
        a.add("nothing", (Value) null);
        a.add("empty");
        Element c = root.addLast(Element.of(ElementType.NAME_VALUE, "urn:x", "c", Value.of(true)));
        c.addLast(Element.of(0x03000100, "", "id", Value.of(7)));
        root.addLast(Element.of(ElementType.VALUE, "", "", Value.of("text")));
        assertThat(TreePrinter.of(root))
                .isEqualTo(
                        """
                        (
                          (0x01000000:Folder):a = (
                            (0x03000000:Field):b = 'it''s'
                            (0x03000000:Field):nothing = NULL
                            (0x01000000:Folder):empty = (
                            )
                          )
                          (0x03000000:Field)urn:x:c = TRUE (
                            (0x03000100:Field):id = 7
                          )
                          (0x02000000:Value): = 'text'
                        )\
                        """);
    }

    @Test
    void a_field_without_children_prints_as_its_value() {
        assertThat(TreePrinter.of((Element) null)).isEqualTo("NULL");
        assertThat(TreePrinter.of(Element.of(ElementType.NAME_VALUE, "a", Value.of(5))))
                .isEqualTo("5");
        assertThat(TreePrinter.of(Element.of(ElementType.NAME_VALUE, "a", null))).isEqualTo("NULL");
        assertThat(TreePrinter.of(Element.of(ElementType.NAME, "Root"))).isEqualTo("(\n)");
    }

    @Test
    void a_deep_tree_does_not_need_a_deep_stack_and_a_long_text_is_cut() {
        Element root = Element.of(ElementType.NAME, "a");
        for (int i = 0; i < 100_000; i++) {
            // From the inside out: a change is told to all that are above.
            Element above = Element.of(ElementType.NAME, "a");
            above.addLast(root);
            root = above;
        }
        assertThat(TreePrinter.of(root))
                .hasSizeLessThan(1_100_000)
                .contains("cut after 1000000 characters");
    }
}
