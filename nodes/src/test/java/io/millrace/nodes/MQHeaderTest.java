package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.runtime.Outcome.Result;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

class MQHeaderTest {

    private final FlowRun run = new FlowRun();
    private final MessageAssembler assembler =
            new MessageAssembler(FlowRun.PARSERS, Limits.DEFAULTS);

    @AfterEach
    void close() {
        run.close();
    }

    /** Passes a message through an MQHeader node, and returns the Root of the message on OUT. */
    private Element edited(QueueMessage message, String... properties) {
        run.module("queue", ModuleKind.FILTER, e -> Value.of("REPLY"))
                .module("seven", ModuleKind.FILTER, e -> Value.of(7))
                .module("nothing", ModuleKind.FILTER, e -> null)
                .node("in", "MQInput", "queue=IN", "domain=XMLNSC")
                .node("edit", "MQHeader", properties)
                .node("out", "MQOutput", "queue=OUT")
                .connect("in.out -> edit", "edit.out -> out");
        assertThat(run.run(message).result()).isEqualTo(Result.DONE);
        QueueMessage out = run.queues.browse("OUT", 1).getFirst();
        return assembler.assemble(
                out.descriptor(),
                out.body(),
                new MessageAssembler.Defaults(
                        MessageTemplate.domain("XMLNSC"), ParseTiming.ON_DEMAND, Set.of()),
                null);
    }

    private static List<String> folders(Element root) {
        List<String> names = new ArrayList<>();
        for (Element e = root.firstChild(); e != null; e = e.next()) {
            names.add(e.name());
        }
        return names;
    }

    /** A message with an MQDLH and an MQRFH2. */
    private QueueMessage dead() {
        Element root = MessageAssembly.emptyTree(MessageAssembly.ROOT);
        root.addLast(Element.of(ElementType.NAME, "MQMD").domain("MQMD"));
        Element dlh = root.addLast(Element.of(ElementType.NAME, "MQDLH").domain("MQDLH"));
        dlh.add("DestQName", "ORDERS");
        Element rfh2 = root.addLast(Element.of(ElementType.NAME, "MQRFH2").domain("MQRFH2"));
        rfh2.add("usr").add("colour", "red");
        Element body = root.addLast(Element.of(ElementType.NAME, "XMLNSC").domain("XMLNSC"));
        body.add("order", "5");
        MessageAssembler.Written written = assembler.write(root);
        return new QueueMessage(written.descriptor(), written.body());
    }

    @Test
    void fieldsOfTheMqmdAreSet() {
        Element root =
                edited(
                        FlowRun.message("<order/>", new Mqmd().format("MQSTR")),
                        "mqmd=modify",
                        "fields",
                        "MQMD.ReplyToQ = queue,MQMD.Priority=seven");
        assertThat(root.at("MQMD", "ReplyToQ").text().strip()).isEqualTo("REPLY");
        assertThat(root.at("MQMD", "Priority").text()).isEqualTo("7");
        assertThat(root.at("MQMD", "Format").text().strip()).isEqualTo("MQSTR");
    }

    @Test
    void anMqrfh2IsAddedBeforeTheBodyAndLinked() {
        Element root =
                edited(
                        FlowRun.message("<order/>", new Mqmd().format("MQSTR")),
                        "mqrfh2=add",
                        "fields",
                        "MQRFH2.usr.a.b = queue");
        assertThat(folders(root)).containsExactly("Properties", "MQMD", "MQRFH2", "XMLNSC");
        assertThat(root.at("MQRFH2", "usr", "a", "b").text()).isEqualTo("REPLY");
        assertThat(root.at("MQMD", "Format").text().strip()).isEqualTo("MQHRF2");
        assertThat(root.at("MQRFH2", "Format").text().strip()).isEqualTo("MQSTR");
    }

    @Test
    void anMqdlhIsAddedAfterTheMqmd() {
        Element root =
                edited(
                        FlowRun.message("<order/>", new Mqmd().format("MQSTR")),
                        "mqdlh=add",
                        "mqrfh2=add",
                        "fields",
                        "MQDLH.DestQName = queue");
        assertThat(folders(root))
                .containsExactly("Properties", "MQMD", "MQDLH", "MQRFH2", "XMLNSC");
        assertThat(root.at("MQDLH", "DestQName").text().strip()).isEqualTo("REPLY");
    }

    @Test
    void aFieldThatIsSetToNullIsDeleted() {
        Element root =
                edited(
                        dead(),
                        "mqdlh=delete",
                        "mqrfh2=modify",
                        "fields",
                        "MQRFH2.usr.colour = nothing,MQRFH2.usr.size = seven");
        assertThat(folders(root)).containsExactly("Properties", "MQMD", "MQRFH2", "XMLNSC");
        assertThat(root.at("MQRFH2", "usr", "colour")).isNull();
        assertThat(root.at("MQRFH2", "usr", "size").text()).isEqualTo("7");
    }

    @ParameterizedTest
    @CsvSource({
        "mqdlh, 'Properties,MQMD,MQRFH2,XMLNSC', MQHRF2",
        "mqrfh2, 'Properties,MQMD,MQDLH,XMLNSC', MQDEAD",
    })
    void aDeletedHeaderLeavesAChainThatCanBeRead(String header, String rest, String format) {
        Element root = edited(dead(), header + "=delete");
        assertThat(folders(root)).containsExactly(rest.split(","));
        assertThat(root.at("MQMD", "Format").text().strip()).isEqualTo(format);
        assertThat(root.at("XMLNSC", "order").text()).isEqualTo("5");
    }

    @Test
    void deletingTheLastHeaderRestoresTheFormatOfTheBody() {
        Element made = MessageAssembly.emptyTree(MessageAssembly.ROOT);
        made.addLast(Element.of(ElementType.NAME, "MQMD").domain("MQMD"));
        Element rfh2 = made.addLast(Element.of(ElementType.NAME, "MQRFH2").domain("MQRFH2"));
        rfh2.add("Format", "MQSTR");
        made.addLast(Element.of(ElementType.NAME, "BLOB").domain("BLOB"))
                .add("BLOB", Value.of(Bytes.utf8("<order>5</order>")));
        MessageAssembler.Written written = assembler.write(made);
        Element root =
                edited(new QueueMessage(written.descriptor(), written.body()), "mqrfh2=delete");
        assertThat(root.at("MQMD", "Format").text().strip()).isEqualTo("MQSTR");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                " | changes no header",
                "mqmd=modify | the header MQMD must be modified, but no field is set",
                "mqmd=modify;fields=MQMD.ReplyToQueue = queue | MQMD has no field ReplyToQueue",
                "mqmd=delete;fields=MQMD.ReplyToQ = queue | but mqmd is delete",
                "fields=MQDLH.Reason = seven | but mqdlh is carryForward",
                "mqmd=add;fields=MQXX.Reason = seven | unknown header MQXX",
                "mqmd=add;fields=ReplyToQ = queue | does not name a header field",
            })
    void contradictoryPropertiesAreProblems(String properties, String text) {
        run.module("queue", ModuleKind.FILTER, e -> Value.of("REPLY"))
                .module("seven", ModuleKind.FILTER, e -> Value.of(7));
        var type = FlowRun.TYPES.type("MQHeader").orElseThrow();
        String[] given =
                properties == null
                        ? new String[0]
                        : Arrays.stream(properties.split(";")).toArray(String[]::new);
        var node = new FlowRun.Definition("edit", type.description(), given);
        assertThat(type.compile(node, run.new Deployment())).isNull();
        assertThat(run.problems.all()).hasSize(1);
        assertThat(run.problems.all().getFirst().text()).contains(text);
    }
}
