package io.millrace.connectors.camel;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** A Kafka broker with a topic for the input and one for the output. */
final class KafkaCounterpart implements Counterpart {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final String address;
    private final String in;
    private final String out;
    private final String group;
    private final Admin admin;
    private final KafkaProducer<String, String> producer;

    KafkaCounterpart() throws Exception {
        address = KafkaServer.address();
        int number = NUMBER.incrementAndGet();
        in = "in" + number;
        out = "out" + number;
        group = "group" + number;
        admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address));
        admin.createTopics(List.of(new NewTopic(in, 1, (short) 1), new NewTopic(out, 1, (short) 1)))
                .all()
                .get();
        producer =
                new KafkaProducer<>(
                        Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, address),
                        new StringSerializer(),
                        new StringSerializer());
    }

    @Override
    public String input() {
        return """
        uri: "kafka:%s", parameters: ["brokers=%s", groupId=%s, autoOffsetReset=earliest, \
        pollTimeoutMs=100, sessionTimeoutMs=3000, heartbeatIntervalMs=500]\
        """
                .formatted(in, address, group);
    }

    @Override
    public String output() {
        return output(out, address);
    }

    /** Returns the properties of a CamelOutput node that sends through a proxy, with time-outs. */
    String output(int proxy) {
        return output(out, "127.0.0.1:" + proxy)
                .replace(
                        "]",
                        ", maxBlockMs=1500, requestTimeoutMs=1000, deliveryTimeoutMs=1200,"
                                + " lingerMs=0, reconnectBackoffMs=10, reconnectBackoffMaxMs=50]");
    }

    static String output(String topic, String brokers) {
        return "uri: \"kafka:%s\", parameters: [\"brokers=%s\"], bodyType: text"
                .formatted(topic, brokers);
    }

    @Override
    public void offer(String text) throws ExecutionException, InterruptedException {
        producer.send(new ProducerRecord<>(in, text)).get();
    }

    @Override
    public int pending() throws ExecutionException, InterruptedException {
        TopicPartition partition = new TopicPartition(in, 0);
        OffsetAndMetadata committed =
                admin.listConsumerGroupOffsets(group)
                        .partitionsToOffsetAndMetadata()
                        .get()
                        .get(partition);
        return (int) (end(partition) - (committed == null ? 0 : committed.offset()));
    }

    private long end(TopicPartition partition) {
        try (KafkaConsumer<String, String> consumer = consumer()) {
            return consumer.endOffsets(List.of(partition)).get(partition);
        }
    }

    private KafkaConsumer<String, String> consumer() {
        return new KafkaConsumer<>(
                Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, address),
                new StringDeserializer(),
                new StringDeserializer());
    }

    @Override
    public List<String> sent() {
        TopicPartition partition = new TopicPartition(out, 0);
        List<String> texts = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = consumer()) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            while (consumer.position(partition)
                    < consumer.endOffsets(List.of(partition)).get(partition)) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> texts.add(record.value()));
            }
        }
        return texts;
    }

    @Override
    public void close() {
        producer.close();
        admin.close();
    }
}
