package io.millrace.engine.esql.library.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.library.PlainParser;
import io.millrace.engine.esql.library.StandingEnvironment;
import io.millrace.engine.esql.library.function.FieldFunctions;
import io.millrace.engine.esql.library.tree.PathStep.Position;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BooleanValue;
import io.millrace.engine.parser.ParserRegistry;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class FieldsTest {

    private static final int ATTRIBUTE = 0x03000100;
    private static final int OTHER_ATTRIBUTE = 0x03000700;

    private final ParserRegistry parsers =
            ParserRegistry.of(
                    List.of(
                            new PlainParser(
                                    "MARKUP",
                                    Map.of("Attribute", ATTRIBUTE, "Comment", 0x06000018)),
                            new PlainParser("OTHER", Map.of("ATTRIBUTE", OTHER_ATTRIBUTE)),
                            new PlainParser("PLAIN", Map.of())),
                    List.of());
    private final StandingEnvironment environment = new StandingEnvironment(parsers);
    private final Element root = Element.of(ElementType.NAME, "Root");
    private final Element top = Element.of(ElementType.NAME, "Environment");

    private Element ensure(Element parent, String... names) {
        Element e = parent;
        for (String name : names) {
            e = FieldAccess.ensure(e, PathStep.of(name), new StepCache(), parsers);
        }
        return e;
    }

    private Element set(Element parent, String name, Value value) {
        Element e = ensure(parent, name);
        FieldAccess.set(e, value);
        return e;
    }

    private static PathStep any(Position position, long index) {
        return PathStep.of(0, null, null, position, index);
    }

    // Reading

    @Test
    void a_missing_field_reads_as_null_however_deep() {
        Element missing = FieldAccess.find(top, PathStep.of("a"), new StepCache());
        assertThat(missing).isNull();
        assertThat(FieldAccess.find(missing, PathStep.of("b"), new StepCache())).isNull();
        assertThat(FieldAccess.value(missing)).isNull();
        assertThat(FieldAccess.count(missing, PathStep.of("b"), new StepCache())).isZero();
        assertThat(FieldAccess.first(missing, PathStep.of("b"))).isNull();
    }

    @Test
    void a_name_alone_is_in_no_name_space() {
        top.addLast(Element.of(ElementType.NAME_VALUE, "urn:x", "a", Value.of(1)));
        top.addLast(Element.of(ElementType.NAME_VALUE, "", "a", Value.of(2)));
        assertThat(FieldAccess.find(top, PathStep.of("a"), new StepCache()).value())
                .isEqualTo(Value.of(2));
        PathStep anyNamespace = PathStep.of(0, null, "a", Position.FRONT, 1);
        assertThat(FieldAccess.find(top, anyNamespace, new StepCache()).value())
                .isEqualTo(Value.of(1));
        PathStep given =
                PathStep.of(0, null, null, Position.FRONT, 1)
                        .withNamespace(Value.of("urn:x"))
                        .withName(Value.of("a"));
        assertThat(FieldAccess.find(top, given, new StepCache()).value()).isEqualTo(Value.of(1));
    }

    @Test
    void an_index_counts_what_the_whole_step_matches() {
        for (int i = 1; i <= 3; i++) {
            top.addLast(Element.of(ElementType.NAME_VALUE, "", "a", Value.of(i)));
            top.addLast(Element.of(ATTRIBUTE, "", "b", Value.of(i * 10)));
        }
        PathStep attributes = PathStep.of(ATTRIBUTE, null, null, Position.FRONT, 1);
        assertThat(FieldAccess.findIndexed(top, attributes, Value.of(3), new StepCache()).value())
                .isEqualTo(Value.of(30));
        assertThat(FieldAccess.find(top, any(Position.BACK, 2), new StepCache()).value())
                .isEqualTo(Value.of(3));
        assertThat(
                        FieldAccess.findIndexed(
                                        top, PathStep.of("a"), Value.of("2"), new StepCache())
                                .value())
                .isEqualTo(Value.of(2));
    }

    @Test
    void a_type_matches_its_variants() {
        assertThat(PathStep.matchesType(0x03000101, ATTRIBUTE)).isTrue();
        assertThat(PathStep.matchesType(ATTRIBUTE, 0x03000101)).isFalse();
        assertThat(PathStep.matchesType(0x03000102, ATTRIBUTE)).isFalse();
        assertThat(PathStep.matchesType(0x03000001, ElementType.NAME_VALUE)).isTrue();
        assertThat(PathStep.matchesType(ATTRIBUTE, ElementType.NAME_VALUE)).isFalse();
        assertThat(PathStep.matchesType(0x03000401, 0x03000400)).isFalse();
    }

    @Test
    void an_index_that_is_no_number_from_one_is_refused() {
        for (Value index : new Value[] {Value.of(0), null, Value.of("x")}) {
            assertThatThrownBy(
                            () ->
                                    FieldAccess.findIndexed(
                                            top, PathStep.of("a"), index, new StepCache()))
                    .isInstanceOfSatisfying(
                            MillraceException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.ESQL_FIELD))
                    .hasMessageContaining("index of a");
        }
    }

    // Targets

    @Test
    void a_target_is_made_with_what_leads_to_it() {
        FieldAccess.set(ensure(root, "PLAIN", "a", "b"), Value.of("x"));
        assertThat(TreePrinter.of(root))
                .isEqualTo(
                        """
                        (
                          (0x01000000:Folder):PLAIN = (
                            (0x01000000:Folder):a = (
                              (0x03000000:Field):b = 'x'
                            )
                          )
                        )\
                        """);
        assertThat(root.firstChild().domain()).isEqualTo("PLAIN");
        assertThat(ensure(top, "PLAIN").domain()).isNull();
    }

    @Test
    void only_the_next_of_a_list_can_be_made() {
        PathStep item = PathStep.of("Structure");
        StepCache cache = new StepCache();
        assertThatThrownBy(() -> FieldAccess.ensureIndexed(top, item, Value.of(2), cache, parsers))
                .hasMessageContaining(
                        "Structure[2] cannot be created in Environment: it has no Structure[1]");
        Element first = FieldAccess.ensureIndexed(top, item, Value.of(1), cache, parsers);
        Element second = FieldAccess.ensureIndexed(top, item, Value.of(2), cache, parsers);
        assertThat(FieldAccess.ensureIndexed(top, item, Value.of(1), cache, parsers))
                .isSameAs(first);
        assertThat(first.next()).isSameAs(second);
    }

    @Test
    void a_wildcard_target_takes_name_type_and_parser_of_its_source() {
        Element input = Element.of(ElementType.NAME, "Root");
        set(ensure(input, "Properties"), "MessageSet", Value.of("s"));
        set(ensure(input, "PLAIN"), "text", Value.of("t"));
        for (int i = 1; i <= 2; i++) {
            Value index = Value.of(i);
            Element source =
                    FieldAccess.findIndexed(input, any(Position.FRONT, 1), index, new StepCache());
            Element target =
                    FieldAccess.ensureIndexed(
                            root, any(Position.FRONT, 1), index, new StepCache(), parsers);
            FieldAccess.copy(target, source, parsers);
        }
        assertThat(TreePrinter.of(root)).isEqualTo(TreePrinter.of(input));
        assertThat(root.lastChild().domain()).isEqualTo("PLAIN");
    }

    @Test
    void set_to_null_deletes_and_value_null_keeps() {
        Element a = set(top, "a", Value.of(1));
        FieldAccess.setValue(a, null);
        assertThat(top.child("a")).isSameAs(a);
        assertThat(a.value()).isNull();
        FieldAccess.set(a, null);
        assertThat(top.child("a")).isNull();
        assertThat(a.isRemoved()).isTrue();
        FieldAccess.set(null, Value.of(1));
    }

    @Test
    void set_of_a_tree_s_top_to_null_empties_it() {
        set(top, "a", Value.of(1));
        FieldAccess.set(top, null);
        assertThat(top.firstChild()).isNull();
        assertThat(top.isRemoved()).isFalse();
    }

    @Test
    void name_namespace_and_type_are_set_alone() {
        Element a = set(top, "a", Value.of(1));
        FieldIdentity.setName(a, Value.of("b"));
        FieldIdentity.setNamespace(a, Value.of("urn:x"));
        FieldIdentity.setType(a, Value.of(ATTRIBUTE));
        assertThat(TreePrinter.of(top)).contains("(0x03000100:Field)urn:x:b = 1");
        assertThatThrownBy(() -> FieldIdentity.setName(a, null)).hasMessageContaining("CHARACTER");
        assertThatThrownBy(() -> FieldIdentity.setType(a, Value.of("x")))
                .hasMessageContaining("INTEGER");
    }

    @Test
    void a_copied_field_keeps_its_own_name_and_is_independent() {
        Element a = ensure(top, "a");
        set(a, "x", Value.of(1));
        Element b = ensure(top, "b");
        FieldAccess.copy(b, a, parsers);
        set(a, "x", Value.of(2));
        set(b, "y", Value.of(3));
        assertThat(b.name()).isEqualTo("b");
        assertThat(b.valueOf("x")).isEqualTo(Value.of(1));
        assertThat(a.child("y")).isNull();
        FieldAccess.copy(b, null, parsers);
        assertThat(top.child("b")).isNull();
    }

    @Test
    void a_field_can_be_replaced_by_a_part_of_itself_and_a_part_by_the_whole() {
        Element a = ensure(top, "a");
        set(ensure(a, "b"), "c", Value.of(1));
        FieldAccess.copy(a.child("b"), a, parsers);
        assertThat(a.at("b", "b", "c").value()).isEqualTo(Value.of(1));
        FieldAccess.copy(a, a.at("b", "b"), parsers);
        assertThat(a.valueOf("c")).isEqualTo(Value.of(1));
        assertThat(a.size()).isEqualTo(1);
    }

    @Test
    void between_domains_types_of_the_same_name_are_translated_and_others_become_plain() {
        Element source = ensure(root, "MARKUP", "doc");
        source.addLast(Element.of(ATTRIBUTE, "", "id", Value.of("7")));
        source.addLast(Element.of(ElementType.VALUE, "", "", Value.of("\n  ")));
        source.addLast(Element.of(0x06000018, "", "", Value.of("a comment")));
        Element tag = source.addLast(Element.of(ElementType.NAME, "tag"));
        tag.addLast(Element.of(ElementType.VALUE, "", "", Value.of("text")));
        Element other = ensure(root, "OTHER", "doc");
        FieldAccess.copy(other, source, parsers);
        assertThat(TreePrinter.of(other, parsers))
                .isEqualTo(
                        """
                        (
                          (0x03000700:ATTRIBUTE):id = '7'
                          (0x03000000:Field):tag = 'text'
                        )\
                        """);
        Element plain = ensure(root, "PLAIN", "doc");
        FieldAccess.copy(plain, source, parsers);
        assertThat(TreePrinter.of(plain)).contains("(0x03000000:Field):id = '7'");
    }

    @Test
    void types_survive_the_way_through_the_environment() {
        Element source = ensure(root, "MARKUP", "doc");
        source.addLast(Element.of(ATTRIBUTE, "", "id", Value.of("7")));
        Element saved = ensure(top, "saved");
        FieldAccess.copy(saved, source, parsers);
        Element back = ensure(root, "MARKUP", "again");
        FieldAccess.copy(back, saved, parsers);
        assertThat(back.firstChild().type()).isEqualTo(ATTRIBUTE);
        Element other = ensure(root, "OTHER", "doc");
        FieldAccess.copy(other, saved, parsers);
        assertThat(other.firstChild().type()).isEqualTo(OTHER_ATTRIBUTE);
    }

    @Test
    void a_list_replaces_all_members_in_their_place() {
        Element list = ensure(top, "list");
        set(list, "head", Value.of(0));
        PathStep item = PathStep.of("item");
        for (int i = 1; i <= 3; i++) {
            FieldAccess.set(
                    FieldAccess.ensureIndexed(list, item, Value.of(i), new StepCache(), parsers),
                    Value.of(i));
        }
        set(list, "tail", Value.of(9));
        List<Element> items = FieldAccess.list(list, item);
        FieldAccess.replace(list, item, List.of(items.get(2), items.get(0)), parsers);
        assertThat(TreePrinter.of(list))
                .isEqualTo(
                        """
                        (
                          (0x03000000:Field):head = 0
                          (0x03000000:Field):item = 3
                          (0x03000000:Field):item = 1
                          (0x03000000:Field):tail = 9
                        )\
                        """);
        Element bare = Element.of(ElementType.VALUE, "", "", Value.of(5));
        FieldAccess.replace(list, item, List.of(bare), parsers);
        assertThat(TreePrinter.of(list)).contains("(0x03000000:Field):item = 5");
        FieldAccess.replace(list, item, List.of(), parsers);
        assertThat(FieldAccess.count(list, item, new StepCache())).isZero();
    }

    // Statements

    @Test
    void create_always_makes_a_new_element() {
        Element a = ensure(top, "a");
        TreeStatements.create(Direction.FIRSTCHILD, a, PathStep.of("x"), null, parsers);
        TreeStatements.create(Direction.FIRSTCHILD, a, PathStep.of("y"), null, parsers);
        Element last =
                TreeStatements.create(Direction.LASTCHILD, a, PathStep.of("x"), null, parsers);
        TreeStatements.create(Direction.PREVIOUSSIBLING, last, null, null, parsers);
        TreeStatements.createLike(Direction.NEXTSIBLING, last);
        assertThat(FieldAccess.list(a, any(Position.LIST, 0)))
                .extracting(Element::name)
                .containsExactly("y", "x", "", "x", "x");
        Element body =
                TreeStatements.create(Direction.LASTCHILD, top, null, Value.of("PLAIN"), parsers);
        assertThat(body.name()).isEqualTo("PLAIN");
        assertThat(body.domain()).isEqualTo("PLAIN");
        assertThatThrownBy(
                        () ->
                                TreeStatements.create(
                                        Direction.LASTCHILD, top, null, Value.of("NONE"), parsers))
                .hasMessageContaining("MARKUP, MQMD, OTHER, PLAIN, Properties");
        assertThatThrownBy(
                        () ->
                                TreeStatements.create(
                                        Direction.NEXTSIBLING, top, null, null, parsers))
                .hasMessageContaining("siblings");
        assertThat(TreeStatements.create(Direction.LASTCHILD, null, null, null, parsers)).isNull();
    }

    @Test
    void a_bit_stream_is_parsed_into_a_field_and_back() {
        Element body = ensure(root, "PLAIN");
        BitStreamOptions none = BitStreamOptions.of(null, null, null, null, null, null);
        TreeStatements.parse(body, null, Value.of(Bytes.utf8("hello")), none, environment);
        assertThat(body.textOf("text")).isEqualTo("hello");
        set(ensure(root, "Properties"), "MessageSet", Value.of("set"));
        assertThat(BitStreams.of(body, none, environment))
                .isEqualTo(Value.of(Bytes.utf8("set/hello")));
        assertThatThrownBy(
                        () ->
                                TreeStatements.parse(
                                        top, null, Value.of(Bytes.utf8("x")), none, environment))
                .hasMessageContaining("DOMAIN");
        assertThatThrownBy(() -> TreeStatements.parse(body, null, Value.of("x"), none, environment))
                .hasMessageContaining("BLOB");
        assertThatThrownBy(() -> BitStreams.of(top, none, environment))
                .hasMessageContaining("does not belong to a domain");
    }

    @Test
    void a_detached_field_is_attached_elsewhere_but_never_to_itself() {
        Element a = ensure(top, "a");
        Element b = ensure(a, "b");
        assertThatThrownBy(() -> TreeStatements.attach(b, true, top, Direction.LASTCHILD))
                .hasMessageContaining("DETACH it first");
        a.detach();
        assertThatThrownBy(() -> TreeStatements.attach(a, true, b, Direction.LASTCHILD))
                .hasMessageContaining("itself");
        TreeStatements.attach(a, true, ensure(top, "c"), Direction.PREVIOUSSIBLING);
        assertThat(top.firstChild()).isSameAs(a);
        assertThat(a.isRemoved()).isFalse();
    }

    @Test
    void delete_finds_neighbours_and_leaves_alone_what_is_missing() {
        ensure(top, "a");
        ensure(top, "b");
        TreeStatements.deleteAt(top.child("a"), Direction.NEXTSIBLING);
        TreeStatements.deleteAt(top.child("a"), Direction.NEXTSIBLING);
        TreeStatements.deleteAt(top, Direction.FIRSTCHILD);
        TreeStatements.deleteAt(top, Direction.FIRSTCHILD);
        assertThat(top.firstChild()).isNull();
    }

    // References

    @Test
    void a_failed_move_leaves_the_reference_where_it_was() {
        Element a = ensure(top, "a");
        ensure(top, "b");
        Element secondA =
                TreeStatements.create(Direction.LASTCHILD, top, PathStep.of("a"), null, parsers);
        FieldReference reference = FieldReference.to(a, null, top);
        assertThat(reference.lastMove()).isTrue();
        reference.moveRepeat(Direction.NEXTSIBLING, true, true);
        assertThat(reference.element()).isSameAs(secondA);
        reference.move(Direction.NEXTSIBLING, null);
        assertThat(reference.lastMove()).isFalse();
        assertThat(reference.element()).isSameAs(secondA);
        reference.move(Direction.PREVIOUSSIBLING, PathStep.of("b"));
        assertThat(reference.element().name()).isEqualTo("b");
        reference.move(Direction.PARENT, null);
        assertThat(reference.element()).isSameAs(top);
        reference.move(Direction.LASTCHILD, PathStep.of("b"));
        assertThat(reference.element().name()).isEqualTo("b");
    }

    @Test
    void a_reference_to_a_missing_field_points_at_the_top() {
        FieldReference reference = FieldReference.to(null, null, top);
        assertThat(reference.element()).isSameAs(top);
        assertThat(reference.lastMove()).isFalse();
    }

    @Test
    void a_reference_into_a_deleted_part_leads_nowhere_until_it_is_moved() {
        Element a = ensure(top, "a");
        Element b = ensure(a, "b");
        FieldReference reference = FieldReference.to(b, null, top);
        TreeStatements.delete(a);
        assertThat(reference.element()).isNull();
        assertThat(reference.lastMove()).isFalse();
        reference.move(Direction.PARENT, null);
        assertThat(reference.element()).isNull();
        assertThat(
                        FieldAccess.ensure(
                                reference.element(), PathStep.of("x"), new StepCache(), parsers))
                .isNull();
        reference.moveTo(top);
        assertThat(reference.lastMove()).isTrue();
    }

    // Comparison

    @Test
    void rows_are_equal_when_names_and_values_are_in_order() {
        Element a = ensure(top, "a");
        set(a, "x", Value.of(1));
        set(a, "y", Value.of("2"));
        Element b = ensure(top, "b");
        set(b, "x", Value.of("1"));
        set(b, "y", Value.of(2));
        assertThat(TreeComparison.testEqual(a, b)).isOne();
        assertThat(TreeComparison.testEqualLists(List.of(a, b), List.of(b, a))).isOne();
        set(b, "y", Value.of(3));
        assertThat(TreeComparison.testEqual(a, b)).isZero();
        assertThat(TreeComparison.testEqualLists(List.of(a), List.of(a, b))).isZero();
        FieldAccess.setValue(a.child("y"), null);
        assertThat(TreeComparison.testEqual(a, b)).isEqualTo(-1);
        assertThat(TreeComparison.testEqual(a, null)).isEqualTo(-1);
        set(b, "z", Value.of(3));
        assertThat(TreeComparison.testEqual(a, b)).isZero();
        assertThat(FieldFunctions.sameField(a, a)).isEqualTo(BooleanValue.TRUE);
        assertThat(FieldFunctions.sameField(a, b)).isEqualTo(BooleanValue.FALSE);
        assertThat(FieldFunctions.sameField(a, null)).isNull();
    }
}
