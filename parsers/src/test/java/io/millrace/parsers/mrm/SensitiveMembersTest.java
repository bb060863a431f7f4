package io.millrace.parsers.mrm;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.yaml.ModelYaml;

import org.junit.jupiter.api.Test;

import java.util.List;

class SensitiveMembersTest {

    private static MessageSet set(String text) {
        Problems problems = new Problems();
        MessageSet set = ModelYaml.read(new Source("test.model.yaml", text), problems).set();
        assertThat(problems.all()).extracting(Problem::text).isEmpty();
        return set;
    }

    private static List<String> paths(String text) {
        return SensitiveMembers.of(set(text)).stream().map(path -> String.join(".", path)).toList();
    }

    @Test
    void fieldsOfMessagesTypesAndGroupsAreFoundInEachFolder() {
        assertThat(
                        paths(
                                """
                                messageSet: orders
                                formats: {x: {kind: xml}}
                                messages:
                                  order:
                                    sequence:
                                      id: int
                                      pin: {string: 4, sensitive: true}
                                      card: Card
                                      gift: Card
                                      (more): {group: More}
                                types:
                                  Card:
                                    attributes: {code: {string: 3, sensitive: true}}
                                    sequence:
                                      number: {string: 16, sensitive: true}
                                      owner: {string: 20}
                                      next: {type: Card, occurs: 0..1}
                                groups:
                                  More:
                                    sequence:
                                      secret: {element: secret}
                                elements:
                                  secret: {sequence: {a: int}, sensitive: true}
                                """))
                .containsExactlyInAnyOrder(
                        "MRM.pin",
                        "order.pin",
                        "card.code",
                        "card.number",
                        "gift.code",
                        "gift.number",
                        "next.code",
                        "next.number",
                        "MRM.secret",
                        "order.secret",
                        "secret");
    }

    @Test
    void namesInXmlAndDerivedTypesAreIncluded() {
        assertThat(
                        paths(
                                """
                                messageSet: orders
                                formats: {x: {kind: xml}}
                                messages:
                                  order:
                                    sequence:
                                      pin: {string:, sensitive: true, x: {xmlName: P}}
                                      val: {string:, sensitive: true, x: elementAttrVal}
                                      card: Card
                                types:
                                  Card: {sequence: {owner: string}}
                                  Debit:
                                    derivedFrom: Card
                                    sequence: {owner: string, number: {string:, sensitive: true}}
                                """))
                .containsExactlyInAnyOrder(
                        "MRM.pin",
                        "MRM.P",
                        "order.pin",
                        "order.P",
                        "MRM.val",
                        "order.val",
                        "val",
                        "card.number");
    }

    @Test
    void theModelKeepsTheProperty() {
        MessageSet set =
                set(
                        """
                        messageSet: orders
                        messages:
                          order: {sequence: {pin: {string: 4, sensitive: true}, id: int}}
                        """);
        assertThat(ModelYaml.write(set)).contains("pin: {string: 4, sensitive: true}");
        assertThat(set(ModelYaml.write(set))).isEqualTo(set);
    }
}
