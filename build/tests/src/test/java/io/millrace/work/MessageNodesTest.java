package io.millrace.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** Properties of MQ nodes whose effect depends on the embedded broker. */
@Timeout(300)
class MessageNodesTest {

    private static final int IN_GROUP = 8;
    private static final int LAST = 16;

    @TempDir Path folder;

    private Broker start(String queues, String flow) throws IOException {
        Path password = Files.writeString(folder.resolve("password"), "secret");
        Path configuration =
                Files.writeString(
                        folder.resolve("broker.yaml"),
                        """
                        users:
                          alice: {passwordFile: %1$s, put: [OUT]}
                          bob: {passwordFile: %1$s, put: [OTHER]}
                        """
                                .formatted(password));
        Path application = Files.createDirectories(folder.resolve("work"));
        Files.writeString(
                application.resolve("application.yaml"), "name: work\nqueues:\n" + queues);
        Files.writeString(application.resolve("work.flow.yaml"), flow);
        Broker broker =
                Broker.builder().configuration(configuration).home(folder.resolve("home")).start();
        broker.deploy(Application.load(application));
        return broker;
    }

    private static void put(Broker broker, Mqmd descriptor, String text) {
        try (QueueSession session = broker.store().session()) {
            session.put("IN", new QueueMessage(descriptor, Bytes.utf8(text)), false);
        }
    }

    private static List<String> texts(Broker broker, String queue) {
        return broker.store().browse(queue, 1_000).stream()
                .map(m -> m.body().text(StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void aPutWithAlternateAuthorityNeedsTheRightOfTheUserInTheMessage() throws IOException {
        try (Broker broker =
                start(
                        "  IN: {backoutThreshold: 1, backoutQueue: BACKOUT}\n  OUT:\n  BACKOUT:\n",
                        """
                        flow: work
                        nodes:
                          in:  {type: MQInput, queue: IN}
                          out: {type: MQOutput, queue: OUT, alternateUserAuthority: true}
                        connections:
                          in.out: out
                        """)) {
            put(broker, new Mqmd().userIdentifier("bob"), "of bob");
            put(broker, new Mqmd().userIdentifier("millrace"), "of the process");
            put(broker, new Mqmd(), "of nobody");
            put(broker, new Mqmd().userIdentifier("alice"), "of alice");
            await().until(() -> texts(broker, "BACKOUT").size() == 3);
            await().until(() -> texts(broker, "OUT").size() == 1);
            assertThat(texts(broker, "OUT")).containsExactly("of alice");
            assertThat(broker.store().browse("BACKOUT", 1).getFirst().failure().text())
                    .contains("user bob (MQMD.UserIdentifier) is not authorized to put messages")
                    .contains("queue OUT");
        }
    }

    @Test
    void groupsAreProcessedAndBackedOutTogether() throws IOException {
        try (Broker broker =
                start(
                        "  IN: {backoutThreshold: 2, backoutQueue: BACKOUT}\n  OUT:\n  BACKOUT:\n",
                        """
                        flow: work
                        additionalInstances: 2
                        nodes:
                          in:    {type: MQInput, queue: IN, commitByMessageGroup: true}
                          out:   {type: MQOutput, queue: OUT}
                          check: {type: Filter, expression: "CAST(Root.BLOB.BLOB AS CHARACTER CCSID 1208) <> 'b2'"}
                          throw: {type: Throw}
                        connections:
                          in.out: out
                          out.out: check
                          check.false: throw
                        """)) {
            for (String text : List.of("c1", "b3", "a2", "b1", "a1", "a3", "b2", "c3")) {
                int number = text.charAt(1) - '0';
                put(
                        broker,
                        new Mqmd()
                                .groupId(Bytes.utf8(text.charAt(0) + "-23-bytes-follow-here-."))
                                .msgSeqNumber(number)
                                .msgFlags(number == 3 ? IN_GROUP | LAST : IN_GROUP),
                        text);
            }
            await().until(() -> texts(broker, "BACKOUT").size() == 3);
            await().until(() -> texts(broker, "OUT").size() == 3);
            assertThat(texts(broker, "OUT")).containsExactly("a1", "a2", "a3");
            assertThat(texts(broker, "BACKOUT")).containsExactly("b1", "b2", "b3");
            await().until(() -> texts(broker, "IN").size() == 2);
            assertThat(texts(broker, "IN")).containsExactly("c1", "c3");
        }
    }

    @Test
    void segmentsThatSeveralInstancesAssembleAreProcessedOnce() throws IOException {
        try (Broker broker =
                start(
                        "  IN:\n  SEGMENTS: {maxMessageBytes: 64}\n  OUT:\n",
                        """
                        flow: work
                        additionalInstances: 2
                        nodes:
                          in:     {type: MQInput, queue: IN}
                          divide: {type: MQOutput, queue: SEGMENTS, segmentationAllowed: true}
                          whole:  {type: MQInput, queue: SEGMENTS, assembleSegments: true}
                          out:    {type: MQOutput, queue: OUT}
                        connections:
                          in.out: divide
                          whole.out: out
                        """)) {
            List<String> messages =
                    IntStream.range(0, 60).mapToObj(i -> (i + "-").repeat(1 + 3 * i)).toList();
            messages.forEach(text -> put(broker, new Mqmd(), text));
            await().until(() -> texts(broker, "OUT").size() == messages.size());
            assertThat(texts(broker, "OUT")).containsExactlyInAnyOrderElementsOf(messages);
            await().until(() -> texts(broker, "SEGMENTS").isEmpty());
        }
    }

    @Test
    void repliesAreGotWithTheIndexWhileTheQueueIsDeep() throws IOException {
        try (Broker broker =
                start(
                        "  IN:\n  OUT:\n  REPLIES: {index: correlId, maxDepth: 10000}\n",
                        """
                        flow: work
                        additionalInstances: 3
                        nodes:
                          in:  {type: MQInput, queue: IN}
                          get: {type: MQGet, queue: REPLIES, getByCorrelId: true, waitInterval: 60000}
                          out: {type: MQOutput, queue: OUT, messageContext: setAll}
                        connections:
                          in.out: get
                          get.out: out
                        """)) {
            try (QueueSession session = broker.store().session()) {
                for (int i = 0; i < 3_000; i++) {
                    session.put("REPLIES", reply("other" + i), true);
                }
                session.commit();
                for (int i = 0; i < 200; i++) {
                    put(broker, reply("id" + i).descriptor(), "request " + i);
                }
                for (int i = 199; i >= 0; i--) {
                    session.put("REPLIES", reply("id" + i), false);
                }
            }
            await().until(() -> texts(broker, "OUT").size() == 200);
            assertThat(texts(broker, "OUT"))
                    .doesNotHaveDuplicates()
                    .allMatch(t -> t.startsWith("id"));
            assertThat(broker.store().status("REPLIES").depth()).isEqualTo(3_000);
        }
    }

    private static QueueMessage reply(String id) {
        byte[] correlId = new byte[24];
        byte[] text = id.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(text, 0, correlId, 0, text.length);
        return new QueueMessage(new Mqmd().correlId(Bytes.of(correlId)), Bytes.utf8(id));
    }
}
