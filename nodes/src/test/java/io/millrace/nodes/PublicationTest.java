package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.message.Value;
import io.millrace.engine.pubsub.Subscriptions.Subscription;
import io.millrace.engine.runtime.Outcome.Result;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PublicationTest {

    private final FlowRun run = new FlowRun();

    @AfterEach
    void close() {
        run.close();
    }

    private void flow(String topic, String... properties) {
        run.node("in", "MQInput", "queue=IN", "topic", topic, "backoutThreshold=2")
                .node("publish", "Publication", properties)
                .sink("sink")
                .connect("in.out -> publish");
    }

    @Test
    void subscribersGetTheMessageOnceEach() {
        run.subscriptions.add(new Subscription("prices/#", "", "OUT"));
        run.subscriptions.add(new Subscription("prices/gold", "", "OUT"));
        run.subscriptions.add(new Subscription("prices/+", "", "OTHER"));
        run.subscriptions.add(new Subscription("news", "", "REPLY"));
        flow("prices/gold");
        run.connect("publish.out -> sink");
        assertThat(run.run("order").result()).isEqualTo(Result.DONE);
        assertThat(run.texts("OUT")).containsExactly("order");
        assertThat(run.texts("OTHER")).containsExactly("order");
        assertThat(run.texts("REPLY")).isEmpty();
        assertThat(run.descriptor("OUT").msgId()).isNotEqualTo(run.descriptor("OTHER").msgId());
        assertThat(run.seen).hasSize(1);
    }

    @Test
    void aPublicationThatNobodyWantsGoesToNoMatch() {
        flow("prices/gold");
        run.connect("publish.noMatch -> sink");
        run.run("order");
        assertThat(run.seen).hasSize(1);
    }

    @Test
    void onlySubscriptionsOfTheNodesPointMatch() {
        run.subscriptions.add(new Subscription("prices/gold", "late", "OUT"));
        run.subscriptions.add(new Subscription("prices/gold", "", "OTHER"));
        flow("prices/gold", "subscriptionPoint", "late");
        run.run("order");
        assertThat(run.texts("OUT")).hasSize(1);
        assertThat(run.texts("OTHER")).isEmpty();
    }

    @Test
    void severalTopicsReachAQueueOnce() {
        run.subscriptions.add(new Subscription("#", "", "OUT"));
        run.node("in", "MQInput", "queue=IN")
                .test(
                        "topics",
                        m -> {
                            var properties = m.root().child("Properties");
                            properties.add("Topic", Value.of("a"));
                            properties.add("Topic", Value.of("b"));
                        })
                .node("publish", "Publication")
                .connect("in.out -> topics", "topics.out -> publish");
        run.run("order");
        assertThat(run.texts("OUT")).hasSize(1);
    }

    @Test
    void aMessageWithoutATopicIsAnError() {
        flow("");
        assertThat(run.run("order").failure().root().code())
                .isEqualTo(ErrorCode.DESTINATION_MISSING);
    }

    @Test
    void aPublicationIsUndoneWithItsUnit() {
        run.subscriptions.add(new Subscription("a", "", "OUT"));
        flow("a");
        run.node("bad", "Throw").connect("publish.out -> bad");
        assertThat(run.run("order").result()).isEqualTo(Result.ROLLED_BACK);
        assertThat(run.texts("OUT")).isEmpty();
    }
}
