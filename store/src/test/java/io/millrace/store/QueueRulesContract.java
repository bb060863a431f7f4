package io.millrace.store;

import static io.millrace.store.TestSettings.assertCode;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueModel;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueRules;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueThresholds;

import org.junit.jupiter.api.Test;

/** The attributes of queues: what holds for every store. */
abstract class QueueRulesContract extends StateContract {

    private static final String RULES = "TEST.RULES";

    /** Whether the queues are in this process, so that rules for readers can be applied. */
    boolean appliesRulesForReaders() {
        return true;
    }

    private void define(QueueRules rules) {
        store.create(QueueDefinition.named(RULES).withRules(rules));
    }

    private static QueueRules rules(int maxBytes, int priority, boolean inhibitPut, long expiry) {
        return new QueueRules("", "", maxBytes, priority, inhibitPut, false, true, expiry);
    }

    private static QueueRules alias(String queue, boolean inhibitPut) {
        return new QueueRules("", queue, 0, 4, inhibitPut, false, true, 0);
    }

    @Test
    void theDefinitionHasTheRulesWithWhichTheQueueWasCreated() {
        QueueRules rules = rules(100, 7, false, 5_000);
        define(rules);
        assertThat(store.definition(RULES).orElseThrow().rules()).isEqualTo(rules);
    }

    @Test
    void aMessageGetsThePriorityAndTheMaximumExpiryOfTheQueue() {
        define(rules(0, 7, false, 60_000));
        try (QueueSession session = store.session()) {
            Mqmd standard = session.put(RULES, message(new Mqmd()), false);
            assertThat(standard.priority()).isEqualTo(7);
            assertThat(standard.expiry()).isEqualTo(600);
            Mqmd own = session.put(RULES, message(new Mqmd().priority(2).expiry(50)), false);
            assertThat(own.priority()).isEqualTo(2);
            assertThat(own.expiry()).isEqualTo(50);
        }
        assertThat(store.browse(RULES, 1).getFirst().descriptor().expiry()).isBetween(1, 600);
    }

    private static QueueMessage message(Mqmd descriptor) {
        return new QueueMessage(descriptor, Bytes.utf8("x"));
    }

    @Test
    void aMessageAboveTheMaximumSizeOfTheQueueIsRejected() {
        define(rules(3, 4, false, 0));
        put(RULES, "abc");
        assertCode(ErrorCode.MESSAGE_TOO_LARGE, () -> put(RULES, "abcd"));
        assertThat(store.depth(RULES)).isOne();
    }

    @Test
    void putsFailWhileTheyAreInhibited() {
        define(rules(0, 4, true, 0));
        assertCode(ErrorCode.PUT_INHIBITED, () -> put(RULES, "a"));
        define(QueueRules.DEFAULTS);
        put(RULES, "b");
        assertThat(drain(RULES)).containsExactly("b");
    }

    @Test
    void readersReceiveNothingWhileGetsAreInhibited() {
        if (!appliesRulesForReaders()) {
            assertCode(
                    ErrorCode.BAD_VALUE,
                    () -> define(new QueueRules("", "", 0, 4, false, true, true, 0)));
            return;
        }
        define(new QueueRules("", "", 0, 4, false, true, true, 0));
        put(RULES, "a");
        try (QueueSession session = store.session();
                QueueReader reader = session.reader(RULES)) {
            assertThat(reader.receive(0)).isNull();
            assertThat(store.browse(RULES, 9)).hasSize(1);
            define(QueueRules.DEFAULTS);
            assertThat(reader.receive(LONG)).isNotNull();
            session.commit();
        }
    }

    @Test
    void aQueueThatIsNotShareableHasOneReader() {
        if (!appliesRulesForReaders()) {
            return;
        }
        define(new QueueRules("", "", 0, 4, false, false, false, 0));
        try (QueueSession session = store.session();
                QueueSession other = store.session()) {
            try (QueueReader reader = session.reader(RULES)) {
                assertThat(reader.receive(0)).isNull();
                assertCode(
                        ErrorCode.QUEUE_IN_USE,
                        () -> {
                            try (QueueReader second = other.reader(RULES)) {
                                second.receive(0);
                            }
                        });
            }
            put(RULES, "a");
            try (QueueReader second = other.reader(RULES)) {
                assertThat(second.receive(LONG)).isNotNull();
                other.commit();
            }
        }
    }

    @Test
    void aQueueWithTwoReadersStaysShareable() {
        if (!appliesRulesForReaders()) {
            return;
        }
        QueueRules single = new QueueRules("", "", 0, 4, false, false, false, 0);
        define(QueueRules.DEFAULTS);
        try (QueueSession session = store.session();
                QueueSession other = store.session();
                QueueReader first = session.reader(RULES)) {
            first.receive(0);
            try (QueueReader second = other.reader(RULES)) {
                second.receive(0);
                assertCode(ErrorCode.QUEUE_IN_USE, () -> define(single));
                assertThat(store.definition(RULES).orElseThrow().rules())
                        .isEqualTo(QueueRules.DEFAULTS);
            }
        }
    }

    @Test
    void theDefinitionHasTheThresholds() {
        QueueThresholds thresholds = new QueueThresholds(9, 3, 1_500, 60_000);
        define(new QueueRules("", "", 0, 4, false, false, true, 0, thresholds));
        assertThat(store.definition(RULES).orElseThrow().rules().thresholds())
                .isEqualTo(thresholds);
    }

    @Test
    void anAliasStandsForItsQueue() {
        store.create(QueueDefinition.named("TEST.ALIAS").withRules(alias(QUEUE, false)));
        put("TEST.ALIAS", "a");
        assertThat(store.depth(QUEUE)).isOne();
        assertThat(store.browse("TEST.ALIAS", 9)).hasSize(1);
        assertThat(store.status("TEST.ALIAS").name()).isEqualTo(QUEUE);
        assertThat(store.status()).extracting(s -> s.name()).doesNotContain("TEST.ALIAS");
        assertThat(store.aliases()).extracting(QueueDefinition::name).contains("TEST.ALIAS");
        assertThat(drain("TEST.ALIAS")).containsExactly("a");
        store.create(QueueDefinition.named("TEST.ALIAS").withRules(alias(QUEUE, true)));
        assertCode(ErrorCode.PUT_INHIBITED, () -> put("TEST.ALIAS", "b"));
        put(QUEUE, "c");
        store.delete("TEST.ALIAS");
        assertThat(drain(QUEUE)).containsExactly("c");
        assertCode(ErrorCode.UNKNOWN_QUEUE, () -> put("TEST.ALIAS", "d"));
    }

    @Test
    void anAliasOfAMissingQueueIsUnknown() {
        store.create(QueueDefinition.named("TEST.ALIAS").withRules(alias("MISSING", false)));
        assertCode(ErrorCode.UNKNOWN_QUEUE, () -> put("TEST.ALIAS", "d"));
        store.delete("TEST.ALIAS");
    }

    private void defineModel(QueueModel model) {
        QueueRules rules = rules(100, 7, false, 0);
        store.create(
                QueueDefinition.named("TEST.MODEL")
                        .withRules(
                                new QueueRules(
                                        "",
                                        "",
                                        rules.maxMessageBytes(),
                                        rules.priority(),
                                        false,
                                        false,
                                        true,
                                        0,
                                        QueueThresholds.NONE,
                                        model,
                                        "")));
    }

    @Test
    void aDynamicQueueHasTheAttributesOfItsModel() {
        QueueModel model = new QueueModel(QueueModel.Kind.PERMANENT, "TEST.DYN.", 2);
        defineModel(model);
        assertThat(store.definition("TEST.MODEL").orElseThrow().rules().model()).isEqualTo(model);
        assertThat(store.models()).extracting(QueueDefinition::name).containsExactly("TEST.MODEL");
        String first = store.createDynamic("TEST.MODEL");
        String second = store.createDynamic("TEST.MODEL");
        assertThat(first).matches("TEST\\.DYN\\.[0-9A-F]{16}").isNotEqualTo(second);
        assertThat(store.definition(first).orElseThrow().rules())
                .isEqualTo(rules(100, 7, false, 0).dynamicOf("TEST.MODEL"));
        put(first, "a");
        assertThat(store.browse(first, 1).getFirst().descriptor().priority()).isEqualTo(7);
        assertThat(store.dynamicQueues("TEST.MODEL")).isEqualTo(2);
        assertCode(ErrorCode.DYNAMIC_QUEUES, () -> store.createDynamic("TEST.MODEL"));
        store.delete(second);
        store.delete(store.createDynamic("TEST.MODEL"));
        store.delete("TEST.MODEL");
        assertThat(drain(first)).containsExactly("a");
        store.delete(first);
    }

    @Test
    void aModelHasNoMessages() {
        defineModel(new QueueModel(QueueModel.Kind.TEMPORARY, "TEST.DYN.", 2));
        assertThat(store.status()).extracting(s -> s.name()).doesNotContain("TEST.MODEL");
        assertCode(ErrorCode.MODEL_QUEUE, () -> put("TEST.MODEL", "a"));
        assertCode(ErrorCode.MODEL_QUEUE, () -> store.browse("TEST.MODEL", 1));
        assertCode(ErrorCode.MODEL_QUEUE, () -> store.status("TEST.MODEL"));
        assertCode(ErrorCode.MODEL_QUEUE, () -> store.createDynamic("TEST.MODEL"));
        assertCode(ErrorCode.MODEL_QUEUE, () -> store.createDynamic(QUEUE));
        store.delete("TEST.MODEL");
        assertCode(ErrorCode.UNKNOWN_QUEUE, () -> store.createDynamic("TEST.MODEL"));
    }

    @Test
    void theStatusHasTheTimeOfTheFirstMessage() {
        long before = System.currentTimeMillis();
        assertThat(store.status(QUEUE).oldestMillis()).isZero();
        put(QUEUE, "a");
        assertThat(store.status(QUEUE).oldestMillis())
                .isBetween(before, System.currentTimeMillis());
        drain(QUEUE);
        assertThat(store.status(QUEUE).oldestMillis()).isZero();
    }
}
