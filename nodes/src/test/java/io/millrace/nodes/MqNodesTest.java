package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.HeaderParser;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.queue.FailureReport;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.runtime.BrokerServices;
import io.millrace.engine.runtime.FlowInstance;
import io.millrace.engine.runtime.Outcome.Result;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Set;

class MqNodesTest {

    private final FlowRun run = new FlowRun();

    @AfterEach
    void close() {
        run.close();
    }

    private void put(String... properties) {
        run.node("in", "MQInput", "queue=IN")
                .node("out", "MQOutput", properties)
                .connect("in.out -> out");
    }

    @Test
    void aMessageGoesThroughWithItsBytesAndDescriptor() {
        put("queue=OUT");
        Mqmd md =
                new Mqmd()
                        .format("MQSTR")
                        .msgId(FlowRun.id(1))
                        .correlId(FlowRun.id(2))
                        .priority(7)
                        .userIdentifier("anna")
                        .putApplName("payroll")
                        .putTime(Instant.parse("2025-05-05T05:05:05Z"));
        assertThat(run.run(FlowRun.message("order", md)).result()).isEqualTo(Result.DONE);
        assertThat(run.texts("OUT")).containsExactly("order");
        Mqmd out = run.descriptor("OUT");
        assertThat(out.format()).isEqualTo("MQSTR");
        assertThat(out.msgId()).isEqualTo(FlowRun.id(1));
        assertThat(out.correlId()).isEqualTo(FlowRun.id(2));
        assertThat(out.priority()).isEqualTo(7);
        assertThat(out.isPersistent()).isTrue();
        assertThat(out.userIdentifier()).isEqualTo("anna");
        assertThat(out.putApplName()).isEqualTo("payroll");
        assertThat(out.putTime()).isEqualTo(Instant.parse("2025-05-05T05:05:05Z"));
    }

    @Test
    void theContextOfAMessageComesFromWhereThePropertySays() {
        put("queue=OUT", "messageContext=default");
        Mqmd md = new Mqmd().userIdentifier("anna").putApplName("payroll");
        run.run(FlowRun.message("order", md));
        Mqmd out = run.descriptor("OUT");
        assertThat(out.userIdentifier()).isEmpty();
        assertThat(out.putApplName()).isEqualTo("BRK");
        assertThat(out.putTime()).isEqualTo(FlowRun.NOON);
    }

    @Test
    void idsPersistenceAndRequestAreSetAsThePropertiesSay() {
        put(
                "queue=OUT",
                "newMsgId=yes",
                "newCorrelId=yes",
                "persistenceMode=no",
                "request=yes",
                "replyToQ=REPLY");
        run.run(FlowRun.message("order", new Mqmd().msgId(FlowRun.id(1)).correlId(FlowRun.id(2))));
        Mqmd out = run.descriptor("OUT");
        assertThat(out.msgId()).isNotEqualTo(FlowRun.id(1));
        assertThat(out.correlId()).isNotEqualTo(FlowRun.id(2)).isNotEqualTo(Bytes.of(new byte[24]));
        assertThat(out.isPersistent()).isFalse();
        assertThat(out.msgType()).isEqualTo(Mqmd.TYPE_REQUEST);
        assertThat(out.replyToQ()).isEqualTo("REPLY");
    }

    @ParameterizedTest
    @CsvSource({"false, '', 8", "true, '', 9", "false, yes, 9", "true, no, 8"})
    void segmentationIsAllowedByAFlagForOtherQueueManagers(
            boolean property, String entry, int flags) {
        run.node("in", "MQInput", "queue=IN")
                .test(
                        "list",
                        m -> {
                            Element data =
                                    m.localEnvironment()
                                            .add("Destination")
                                            .add("MQ")
                                            .add("DestinationData");
                            data.add("queueName", "OUT");
                            if (!entry.isEmpty()) {
                                data.add("segmentationAllowed", entry);
                            }
                        })
                .node("out", "MQOutput", "destinationMode=list", "segmentationAllowed=" + property)
                .connect("in.out -> list", "list.out -> out");
        run.run(FlowRun.message("order", new Mqmd().msgFlags(8)));
        assertThat(run.descriptor("OUT").msgFlags()).isEqualTo(flags);
    }

    @Test
    void alternateAuthorityRequiresAUserInTheMessage() {
        put("queue=OUT", "alternateUserAuthority=true");
        var outcome = run.run("order");
        assertThat(outcome.result()).isEqualTo(Result.ROLLED_BACK);
        assertThat(outcome.failure().root().code()).isEqualTo(ErrorCode.QUEUE_NOT_AUTHORIZED);
        assertThat(outcome.failure())
                .hasMessageContaining("requires a UserIdentifier in the MQMD for the put to OUT");
    }

    @Test
    void whatIsPutOutsideTheUnitStaysWhenItIsRolledBack() {
        run.node("in", "MQInput", "queue=IN", "backoutThreshold=3")
                .node("now", "MQOutput", "queue=OUT", "transactionMode=no")
                .node("later", "MQOutput", "queue=OTHER")
                .node("bad", "Throw")
                .connect("in.out -> now", "in.out -> later", "in.out -> bad");
        assertThat(run.run("order").result()).isEqualTo(Result.ROLLED_BACK);
        assertThat(run.texts("OUT")).containsExactly("order");
        assertThat(run.texts("OTHER")).isEmpty();
    }

    @Test
    void automaticTransactionsFollowThePersistenceOfTheMessage() {
        run.node("in", "MQInput", "queue=IN", "transactionMode=automatic", "backoutThreshold=3")
                .node("bad", "Throw")
                .connect("in.out -> bad");
        Mqmd passing = new Mqmd().persistence(Mqmd.PERSISTENCE_NO);
        assertThat(run.run(FlowRun.message("lost", passing)).result()).isEqualTo(Result.LOST);
        Mqmd lasting = new Mqmd().persistence(Mqmd.PERSISTENCE_YES);
        assertThat(run.run(FlowRun.message("kept", lasting)).result())
                .isEqualTo(Result.ROLLED_BACK);
        assertThat(run.texts("IN")).containsExactly("kept");
    }

    @Test
    void aReplyGoesWhereTheMessageAsksFor() {
        put("destinationMode=reply");
        run.run(FlowRun.message("order", new Mqmd().replyToQ("REPLY")));
        assertThat(run.texts("REPLY")).containsExactly("order");
    }

    @Test
    void withoutAReplyQueueTheNodeFails() {
        put("destinationMode=reply");
        run.sink("sink").connect("out.failure -> sink");
        assertThat(run.run("order").result()).isEqualTo(Result.DONE);
        Element exception = run.seen.getFirst().exceptionList().firstChild().lastChild();
        assertThat(exception.textOf("Number"))
                .isEqualTo(Integer.toString(ErrorCode.DESTINATION_MISSING.number()));
    }

    private static Element destination(MessageAssembly message, String... fields) {
        Element top = message.localEnvironment();
        Element destination =
                top.child("Destination") == null
                        ? top.add("Destination")
                        : top.child("Destination");
        Element mq =
                destination.child("MQ") == null ? destination.add("MQ") : destination.child("MQ");
        Element data = mq.add(fields[0]);
        for (int i = 1; i < fields.length; i += 2) {
            data.add(fields[i], Value.of(fields[i + 1]));
        }
        return data;
    }

    @Test
    void aListPutsToEachDestinationWithItsOwnOptionsOverTheDefaults() {
        run.node("in", "MQInput", "queue=IN")
                .test(
                        "list",
                        m -> {
                            destination(m, "Defaults", "newMsgId", "yes", "persistenceMode", "no");
                            destination(m, "DestinationData", "queueName", "OUT");
                            destination(
                                    m, "DestinationData", "queueName", "OTHER", "newMsgId", "no");
                        })
                .node("out", "MQOutput", "destinationMode=list")
                .sink("sink")
                .connect("in.out -> list", "list.out -> out", "out.out -> sink");
        assertThat(run.run(FlowRun.message("order", new Mqmd().msgId(FlowRun.id(9)))).result())
                .isEqualTo(Result.DONE);
        assertThat(run.descriptor("OUT").msgId()).isNotEqualTo(FlowRun.id(9));
        assertThat(run.descriptor("OUT").isPersistent()).isFalse();
        assertThat(run.descriptor("OTHER").msgId()).isEqualTo(FlowRun.id(9));
        Element written = run.seen.getFirst().localEnvironment().at("WrittenDestination", "MQ");
        assertThat(written.size()).isEqualTo(2);
        assertThat(written.firstChild().textOf("queueName")).isEqualTo("OUT");
        assertThat(written.lastChild().textOf("queueName")).isEqualTo("OTHER");
        assertThat(written.lastChild().textOf("msgId")).isEqualTo(FlowRun.id(9).hex());
        assertThat(written.lastChild().textOf("queueManagerName")).isEqualTo("BRK");
    }

    @Test
    void aListWithAValueThatIsNoneFails() {
        run.node("in", "MQInput", "queue=IN", "backoutThreshold=2")
                .test(
                        "list",
                        m ->
                                destination(
                                        m,
                                        "DestinationData",
                                        "queueName",
                                        "OUT",
                                        "newMsgId",
                                        "maybe"))
                .node("out", "MQOutput", "destinationMode=list")
                .connect("in.out -> list", "list.out -> out");
        var outcome = run.run("order");
        assertThat(outcome.failure().root().code()).isEqualTo(ErrorCode.PROPERTY_VALUE);
        assertThat(outcome.failure().root())
                .hasMessageContaining("newMsgId 'maybe'; expected one of yes, no");
    }

    @Test
    void aReplyHasTheRequestsMsgIdAsCorrelIdUnlessTheReportOptionsSayOtherwise() {
        run.node("in", "MQInput", "queue=IN").node("out", "MQReply").connect("in.out -> out");
        Mqmd request =
                new Mqmd()
                        .msgType(Mqmd.TYPE_REQUEST)
                        .replyToQ("REPLY")
                        .msgId(FlowRun.id(1))
                        .correlId(FlowRun.id(2));
        run.run(FlowRun.message("order", request));
        Mqmd reply = run.descriptor("REPLY");
        assertThat(reply.msgType()).isEqualTo(Mqmd.TYPE_REPLY);
        assertThat(reply.correlId()).isEqualTo(FlowRun.id(1));
        assertThat(reply.msgId()).isNotEqualTo(FlowRun.id(1));
        run.queues.clear("REPLY");
        run.run(FlowRun.message("order", request.copy().report(64 + 128)));
        reply = run.descriptor("REPLY");
        assertThat(reply.correlId()).isEqualTo(FlowRun.id(2));
        assertThat(reply.msgId()).isEqualTo(FlowRun.id(1));
        assertThat(reply.report()).isZero();
    }

    @Test
    void aBackedOutMessageGoesToTheBackoutQueueOfNodeOrQueueElseToTheDeadLetterQueue() {
        run.node("in", "MQInput", "queue=IN", "backoutQueue=BACKOUT")
                .node("pass", "Trace")
                .node("bad", "Throw")
                .connect("in.out -> pass", "pass.out -> bad");
        run.run("first");
        assertThat(run.instance().runOnce(0).detail()).isEqualTo("backout queue BACKOUT");
        assertThat(run.texts("BACKOUT")).containsExactly("first");
        run.queues.delete("BACKOUT");
        run.run(FlowRun.message("second", new Mqmd().format("MQSTR")));
        assertThat(run.instance().runOnce(0).detail())
                .contains("dead-letter queue")
                .contains("because backout queue BACKOUT rejected it (MR5001 unknown queue");
        QueueMessage dead = run.queues.browse(QueueStore.DEAD_LETTER_QUEUE, 1).getFirst();
        assertThat(dead.descriptor().format()).isEqualTo("MQDEAD");
        assertThat(dead.body().text(StandardCharsets.UTF_8)).startsWith("DLH").endsWith("second");
        var root =
                run.services()
                        .assembler()
                        .assemble(dead.descriptor(), dead.body(), RAW, note -> {});
        assertThat(root.child("MQDLH").textOf("DestQName").strip()).isEqualTo("IN");
        assertThat(root.child("MQDLH").textOf("Format").strip()).isEqualTo("MQSTR");
        assertThat(root.child("MQDLH").textOf("Reason")).isEqualTo("2003");
        FailureReport failure = dead.failure();
        assertThat(failure.queue()).isEqualTo("IN");
        assertThat(failure.path()).containsExactly("flow.in", "flow.pass", "flow.bad");
        assertThat(failure.node()).isEqualTo("flow.bad");
        assertThat(failure.code()).isEqualTo("MR4002");
        assertThat(failure.exceptionList()).contains("RecoverableException", "'flow.bad'");
    }

    @Test
    void aMessageWhoseHeaderParserHasADefectGoesToFailure() {
        HeaderParser defect =
                new HeaderParser() {
                    @Override
                    public String format() {
                        return "BAD";
                    }

                    @Override
                    public String domain() {
                        return "BAD";
                    }

                    @Override
                    public Section parse(Bytes bytes, int ccsid, int encoding, Limits limits) {
                        throw new IllegalStateException("a defect");
                    }

                    @Override
                    public Bytes write(
                            Element header, int ccsid, int encoding, Following next, Limits l) {
                        throw new IllegalStateException("a defect");
                    }

                    @Override
                    public Following following(Element header) {
                        throw new IllegalStateException("a defect");
                    }
                };
        ParserRegistry parsers = ParserRegistry.of(FlowRun.PARSERS.parsers(), List.of(defect));
        BrokerServices services =
                new BrokerServices(
                        "BRK",
                        run.queues,
                        null,
                        run.subscriptions,
                        new MessageAssembler(parsers, Limits.DEFAULTS),
                        Clock.systemUTC());
        run.node("in", "MQInput", "queue=IN").sink("failed").connect("in.failure -> failed");
        run.put("IN", FlowRun.message("order", new Mqmd().format("BAD")));
        try (FlowInstance instance = FlowInstance.open(run.compiled(), "in", "default", services)) {
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.FAILED);
        }
        assertThat(run.seen).hasSize(1);
    }

    private static final MessageAssembler.Defaults RAW =
            new MessageAssembler.Defaults(
                    MessageTemplate.domain("BLOB"), ParseTiming.ON_DEMAND, Set.of());

    @Test
    void theQueuesDefinitionSaysThresholdAndBackoutQueueWhereTheNodeDoesNot() {
        run.queues.create(new QueueDefinition("IN", 0, true, 2, "OTHER"));
        run.node("in", "MQInput", "queue=IN").node("bad", "Throw").connect("in.out -> bad");
        assertThat(run.run("order").result()).isEqualTo(Result.ROLLED_BACK);
        assertThat(run.instance().runOnce(0).result()).isEqualTo(Result.ROLLED_BACK);
        assertThat(run.instance().runOnce(0).result()).isEqualTo(Result.BACKED_OUT);
        assertThat(run.texts("OTHER")).containsExactly("order");
    }

    @Test
    void aDamagedHeaderTakesTheFailurePathAtOnceWithTheBytesAsBlob() {
        run.node("in", "MQInput", "queue=IN").sink("sink").connect("in.failure -> sink");
        assertThat(run.run(FlowRun.message("RFH", new Mqmd().format("MQHRF2"))).result())
                .isEqualTo(Result.FAILED);
        assertThat(FlowRun.body(run.seen.getFirst())).isEqualTo("RFH");
    }

    @Test
    void damageInTheBodyTakesTheFailurePathOnlyWhenItIsParsedAtOnce() {
        run.node("in", "MQInput", "queue=IN", "domain=XMLNSC", "parseTiming=immediate")
                .sink("sink")
                .connect("in.failure -> sink");
        assertThat(run.run("<a><b></a>").result()).isEqualTo(Result.FAILED);
        try (FlowRun late = new FlowRun()) {
            late.node("in", "MQInput", "queue=IN", "domain=XMLNSC")
                    .node("out", "MQOutput", "queue=OUT")
                    .connect("in.out -> out");
            assertThat(late.run("<a><b></a>").result()).isEqualTo(Result.DONE);
            assertThat(late.texts("OUT")).containsExactly("<a><b></a>");
        }
    }

    @Test
    void theTopicPropertyFillsInForMessagesWithoutOne() {
        run.node("in", "MQInput", "queue=IN", "topic=prices/gold")
                .sink("sink")
                .connect("in.out -> sink");
        run.run("order");
        assertThat(run.seen.getFirst().root().child("Properties").textOf("Topic"))
                .isEqualTo("prices/gold");
    }

    @Test
    void aMessageHandedOverIsRunWithoutAQueue() {
        put("queue=OUT");
        run.queues.delete("IN");
        assertThat(run.instance().run(FlowRun.message("order")).result()).isEqualTo(Result.DONE);
        assertThat(run.texts("OUT")).containsExactly("order");
    }
}
