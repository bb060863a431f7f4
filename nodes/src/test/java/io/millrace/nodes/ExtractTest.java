package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.runtime.Outcome.Result;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExtractTest {

    private static final String ORDER =
            "<order id=\"7\"><buyer><name>Ann</name><city>Bonn</city></buyer>"
                    + "<item><no>1</no><price>5</price></item>"
                    + "<item><no>2</no><price>6</price></item>"
                    + "<p:note xmlns:p=\"urn:a.b\">hi</p:note></order>";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "order.buyer | <order><buyer><name>Ann</name><city>Bonn</city></buyer></order>",
                "order.item.price, order.buyer.name | <order><item><price>5</price></item>"
                        + "<item><price>6</price></item><buyer><name>Ann</name></buyer></order>",
                "order.id | <order id=\"7\"/>",
                "a.b = order.buyer.name, a.c = order.item.no |" + " <a><b>Ann</b><c>1</c></a>",
                "order.none, order.buyer.city |"
                        + " <order><buyer><city>Bonn</city></buyer></order>",
                "note = order.{urn:a.b}note | <note xmlns:p=\"urn:a.b\">hi</note>",
            })
    void theSelectedFieldsAreTheBodyOfTheMessage(String fields, String body) {
        try (FlowRun run = new FlowRun()) {
            run.node("in", "MQInput", "queue=IN", "domain=XMLNSC")
                    .node("extract", "Extract", "fields", fields)
                    .node("out", "MQOutput", "queue=OUT")
                    .connect("in.out -> extract", "extract.out -> out");
            assertThat(run.run(ORDER).result()).isEqualTo(Result.DONE);
            assertThat(run.texts("OUT")).containsExactly(body);
            assertThat(run.descriptor("OUT").format()).isEmpty();
        }
    }

    @Test
    void theInputMessageIsNotChanged() {
        try (FlowRun run = new FlowRun()) {
            run.node("in", "MQInput", "queue=IN", "domain=XMLNSC")
                    .node("both", "FlowOrder")
                    .node("extract", "Extract", "fields", "order.buyer")
                    .node("out", "MQOutput", "queue=OUT")
                    .connect(
                            "in.out -> both",
                            "both.first -> extract",
                            "both.second -> out",
                            "extract.out -> out");
            run.run(ORDER);
            assertThat(run.texts("OUT")).hasSize(2).element(1).isEqualTo(ORDER);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "order..id", "a = b = c", "order[1].id", "order.item,order.item.no"})
    void invalidPathsAreProblems(String fields) {
        try (FlowRun run = new FlowRun()) {
            var type = FlowRun.TYPES.type("Extract").orElseThrow();
            var node = new FlowRun.Definition("x", type.description(), "fields", fields);
            assertThat(type.compile(node, run.new Deployment())).isNull();
            assertThat(run.problems.hasErrors()).isTrue();
        }
    }
}
