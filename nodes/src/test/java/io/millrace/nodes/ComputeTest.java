package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.EsqlEnvironment.Propagation;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.runtime.Outcome.Result;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.function.Function;

class ComputeTest {

    private final FlowRun run = new FlowRun();

    @AfterEach
    void close() {
        run.close();
    }

    /** Builds an output message whose BLOB body is a text. */
    private static void build(EsqlEnvironment e, String text) {
        Element root = e.tree(Correlation.OUTPUT_ROOT);
        Element body = root.addLast(Element.of(ElementType.NAME, "BLOB").domain("BLOB"));
        body.add("BLOB", Value.of(Bytes.utf8(text)));
    }

    private static Propagation to(String terminal, boolean delete) {
        return new Propagation(terminal, "", false, false, false, true, true, delete);
    }

    private void compute(Function<EsqlEnvironment, Value> code, String... properties) {
        run.module("M", ModuleKind.COMPUTE, code);
        String[] all = new String[properties.length + 2];
        all[0] = "module";
        all[1] = "M";
        System.arraycopy(properties, 0, all, 2, properties.length);
        run.node("in", "MQInput", "queue=IN", "backoutThreshold=5")
                .node("work", "Compute", all)
                .sink("sink")
                .connect("in.out -> work", "work.out -> sink");
    }

    private void copyInput(EsqlEnvironment e) {
        e.tree(Correlation.OUTPUT_ROOT).take(e.tree(Correlation.INPUT_ROOT));
    }

    @Test
    void whatTheProgramBuildsGoesToOut() {
        compute(
                e -> {
                    build(e, "made");
                    return Value.of(true);
                });
        assertThat(run.run("order").result()).isEqualTo(Result.DONE);
        assertThat(FlowRun.body(run.seen.getFirst())).isEqualTo("made");
    }

    @ParameterizedTest
    @CsvSource({"false", "NULL"})
    void nothingGoesOutWhenMainReturnsFalseOrNull(String returned) {
        compute(
                e -> {
                    build(e, "made");
                    return returned.equals("NULL") ? null : Value.of(false);
                });
        assertThat(run.run("order").result()).isEqualTo(Result.DONE);
        assertThat(run.seen).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "message, true, false, false",
        "destination, false, true, false",
        "destinationAndMessage, true, true, false",
        "exception, false, false, true",
        "exceptionAndMessage, true, false, true",
        "exceptionAndDestination, false, true, true",
        "all, true, true, true"
    })
    void theComputeModeSaysWhichTreesGoOn(
            String mode, boolean message, boolean destination, boolean exception) {
        compute(
                e -> {
                    build(e, "made");
                    e.tree(Correlation.OUTPUT_LOCAL_ENVIRONMENT).add("Mine", Value.of("le"));
                    e.tree(Correlation.OUTPUT_EXCEPTION_LIST).add("Mine", Value.of("el"));
                    e.tree(Correlation.ENVIRONMENT).add("Mine", Value.of("env"));
                    return Value.of(true);
                },
                "computeMode",
                mode);
        run.run("order");
        MessageAssembly out = run.seen.getFirst();
        assertThat(FlowRun.body(out)).isEqualTo(message ? "made" : "order");
        assertThat(out.localEnvironment().textOf("Mine")).isEqualTo(destination ? "le" : null);
        assertThat(out.exceptionList().textOf("Mine")).isEqualTo(exception ? "el" : null);
        assertThat(out.environment().textOf("Mine")).isEqualTo("env");
    }

    @Test
    void propagateGivesOneMessageAfterTheOtherAndEmptiesTheTrees() {
        compute(
                e -> {
                    build(e, "first");
                    e.propagate(to("out", true));
                    assertThat(e.tree(Correlation.OUTPUT_ROOT).firstChild()).isNull();
                    build(e, "second");
                    e.propagate(to("out", true));
                    return Value.of(false);
                });
        run.run("order");
        assertThat(run.seen).map(FlowRun::body).containsExactly("first", "second");
    }

    @Test
    void treesThatAreKeptAreNotChangedByNodesDownstream() {
        run.module(
                "M",
                ModuleKind.COMPUTE,
                e -> {
                    build(e, "kept");
                    e.propagate(to("out", false));
                    e.propagate(to("out", false));
                    return Value.of(false);
                });
        run.node("in", "MQInput", "queue=IN")
                .node("work", "Compute", "module=M")
                .test(
                        "spoil",
                        m -> {
                            run.seen.add(m.withRoot(m.root().deepCopy()));
                            m.root()
                                    .lastChild()
                                    .firstChild()
                                    .value(Value.of(Bytes.utf8("spoiled")));
                        })
                .connect("in.out -> work", "work.out -> spoil");
        run.run("order");
        assertThat(run.seen).map(FlowRun::body).containsExactly("kept", "kept");
    }

    @Test
    void propagateTakesTheTreesItNamesAndOtherTerminalsAndLabels() {
        run.module(
                "M",
                ModuleKind.COMPUTE,
                e -> {
                    build(e, "made");
                    e.propagate(
                            new Propagation("out1", "", false, false, false, false, true, false));
                    e.propagate(new Propagation("", "here", true, false, false, false, true, true));
                    return Value.of(false);
                });
        run.node("in", "MQInput", "queue=IN")
                .node("work", "Compute", "module=M")
                .node("label", "Label", "labelName=here")
                .sink("sink")
                .connect("in.out -> work", "work.out1 -> sink", "label.out -> sink");
        run.run("order");
        assertThat(run.seen).map(FlowRun::body).containsExactly("order", "made");
    }

    @Test
    void headersAreBroughtIntoOrderBeforeTheMessageGoesOn() {
        compute(
                e -> {
                    build(e, "made");
                    Element root = e.tree(Correlation.OUTPUT_ROOT);
                    root.addLast(Element.of(ElementType.NAME, "MQMD").domain("MQMD"))
                            .add("Priority", Value.of(3));
                    root.addLast(Element.of(ElementType.NAME, "MQRFH2").domain("MQRFH2"))
                            .add("usr")
                            .add("a", Value.of("1"));
                    root.addLast(Element.of(ElementType.NAME, "Properties").domain("Properties"));
                    return Value.of(true);
                });
        assertThat(run.run("order").result()).isEqualTo(Result.DONE);
        Element root = run.seen.getFirst().root();
        StringBuilder names = new StringBuilder();
        for (Element c = root.firstChild(); c != null; c = c.next()) {
            names.append(c.name()).append(' ');
        }
        assertThat(names.toString().strip()).isEqualTo("Properties MQMD MQRFH2 BLOB");
    }

    @Test
    void anErrorInTheProgramGoesToFailureAsOneOfTheNode() {
        run.module(
                "M",
                ModuleKind.COMPUTE,
                e -> {
                    throw new MillraceException(ErrorCode.ESQL_DIVIDE_BY_ZERO, "100 / 0");
                });
        run.node("in", "MQInput", "queue=IN")
                .node("work", "Compute", "module=M")
                .sink("sink")
                .connect("in.out -> work", "work.failure -> sink");
        run.run("order");
        MessageAssembly failed = run.seen.getFirst();
        assertThat(FlowRun.body(failed)).isEqualTo("order");
        Element first = failed.exceptionList().firstChild();
        assertThat(first.textOf("Type")).isEqualTo("ComputeNode");
        assertThat(first.textOf("Label")).isEqualTo("flow.work");
        assertThat(first.lastChild().textOf("Number")).isEqualTo("2102");
    }

    @Test
    void brokerPropertiesAndTheInstantAreTheSameForAWholeCall() {
        compute(
                e -> {
                    assertThat(e.property("MessageFlowLabel").text()).isEqualTo("flow");
                    assertThat(e.property("NodeLabel").text()).isEqualTo("work");
                    assertThat(e.property("BrokerName").text()).isEqualTo("BRK");
                    assertThat(e.property("AdditionalInstances")).isEqualTo(Value.of(0));
                    assertThat(e.property("CommitInterval")).isEqualTo(Value.of(0));
                    assertThat(e.property("TransactionType").text()).isEqualTo("automatic");
                    assertThat(e.property("ThrowExceptionOnDatabaseError"))
                            .isEqualTo(Value.of(true));
                    assertThat(e.property("TreatWarningsAsErrors")).isEqualTo(Value.of(false));
                    assertThat(e.property("DataSource")).isNull();
                    assertThat(e.property("JobName")).isNull();
                    assertThat(e.property("Nonsense")).isNull();
                    assertThat(e.now()).isSameAs(e.now());
                    assertThat(e.now().toInstant()).isEqualTo(FlowRun.NOON);
                    copyInput(e);
                    return Value.of(true);
                });
        assertThat(run.run("order").result()).isEqualTo(Result.DONE);
        assertThat(FlowRun.body(run.seen.getFirst())).isEqualTo("order");
    }

    @Test
    void aModuleThatIsMissingOrOfAnotherKindIsAProblem() {
        run.module("F", ModuleKind.FILTER, e -> null)
                .module("Price", ModuleKind.COMPUTE, e -> null);
        var deployment = run.new Deployment();
        var type = FlowRun.TYPES.type("Compute").orElseThrow();
        type.compile(new FlowRun.Definition("a", type.description(), "module", "F"), deployment);
        type.compile(
                new FlowRun.Definition("b", type.description(), "module", "Prise"), deployment);
        assertThat(run.problems.all())
                .map(p -> p.text() + " / " + p.hint())
                .containsExactly(
                        "module F is a FILTER module; the node requires a COMPUTE module / use a"
                                + " Filter node, or begin the module with CREATE COMPUTE MODULE"
                                + " (test.esql)",
                        "unknown COMPUTE module Prise / did you mean Price?");
    }

    @Test
    void modulesMayBeNamedAsExistingFlowsDo() {
        run.module("orders.Price", ModuleKind.COMPUTE, e -> null);
        var deployment = run.new Deployment();
        var type = FlowRun.TYPES.type("Compute").orElseThrow();
        var definition =
                new FlowRun.Definition(
                        "a", type.description(), "module", "esql://routine/orders#Price.Main");
        assertThat(type.compile(definition, deployment)).isNotNull();
    }

    @Test
    void aChainOfTwoThousandComputeNodesRuns() {
        run.module(
                "M",
                ModuleKind.COMPUTE,
                e -> {
                    copyInput(e);
                    e.propagate(to("out", true));
                    return Value.of(false);
                });
        run.node("in", "MQInput", "queue=IN").node("out", "MQOutput", "queue=OUT");
        String before = "in";
        for (int i = 0; i < 2_000; i++) {
            run.node("n" + i, "Compute", "module=M").connect(before + ".out -> n" + i);
            before = "n" + i;
        }
        run.connect(before + ".out -> out");
        assertThat(run.run("order").result()).isEqualTo(Result.DONE);
        assertThat(run.texts("OUT")).containsExactly("order");
    }
}
