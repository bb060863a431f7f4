package io.millrace.connectors.camel;

import java.util.Map;
import java.util.Set;

/**
 * The delivery guarantee of a component for a received message whose unit of work is rolled back.
 * Each group of components has options that acknowledge a message after its unit of work, and
 * options that would acknowledge the message earlier.
 */
enum Guarantee {
    /** The message is received in a transaction of the component. */
    TRANSACTION(
            "receives from %s in a transaction that commits after the unit of work: at-least-once"
                    + " delivery",
            Set.of("jms", "activemq", "activemq6", "amqp"), true),
    /** The message is removed or marked as processed when its exchange ends. */
    COMPLETION(
            "receives from %s, which keeps each message until the unit of work is committed:"
                    + " at-least-once delivery",
            Set.of(
                    "file",
                    "ftp",
                    "ftps",
                    "sftp",
                    "imap",
                    "imaps",
                    "pop3",
                    "pop3s",
                    "aws2-s3",
                    "aws2-sqs",
                    "smb"),
            true),
    /** The offset of the message is committed after its unit, by the node. */
    OFFSET(
            "receives from %s and commits the offset after the unit of work: at-least-once"
                    + " delivery",
            Set.of("kafka"), true),
    /** A caller waits for the end of the exchange and receives the failure. */
    CALLER(
            "receives from %s, which reports failures to the caller",
            Set.of(
                    "direct",
                    "jetty",
                    "netty",
                    "netty-http",
                    "platform-http",
                    "servlet",
                    "undertow",
                    "rest",
                    "cxf",
                    "cxfrs",
                    "grpc",
                    "mllp"),
            false),
    /** An event of the clock, which is not repeated. */
    EVENT(
            "receives from %s, which does not repeat failed events: at-most-once delivery",
            Set.of("timer", "scheduler", "quartz", "cron"), false),
    /** A message that exists only in memory. */
    MEMORY(
            "receives from %s, which keeps messages in memory: at-most-once delivery",
            Set.of("seda", "disruptor", "disruptor-vm", "vertx", "guava-eventbus", "stub"), false),
    /** Any other component. */
    UNKNOWN(
            "receives from %s, which is notified of the outcome of the unit of work and decides"
                    + " whether to repeat the message",
            Set.of(), true);

    /** Options that the nodes set for a component unless the user specifies them. */
    private static final Map<String, Map<String, String>> DEFAULTS =
            Map.of(
                    "jms",
                    Map.of(
                            "transacted",
                            "true",
                            // Otherwise each message has a connection of its own.
                            "lazyCreateTransactionManager",
                            "false",
                            "cacheLevelName",
                            "CACHE_CONSUMER",
                            "disableReplyTo",
                            "true"),
                    "kafka",
                    Map.of(
                            "autoCommitEnable",
                            "false",
                            "allowManualCommit",
                            "true",
                            // A message that failed is received again.
                            "breakOnFirstError",
                            "true"));

    /** Values that would acknowledge a message before its unit of work ends. */
    private static final Map<String, Map<String, String>> REFUSED =
            Map.of(
                    "jms",
                    Map.of("transacted", "false", "asyncConsumer", "true"),
                    "kafka",
                    Map.of(
                            "autoCommitEnable",
                            "true",
                            "allowManualCommit",
                            "false",
                            "breakOnFirstError",
                            "false",
                            // The exchange of a batch has no offset of its own.
                            "batching",
                            "true"));

    /** Components that acknowledge a message at other times than the end of its exchange. */
    private static final Set<String> NOT_SUPPORTED = Set.of("vertx-kafka");

    private final String text;
    private final Set<String> components;
    private final boolean repeats;

    Guarantee(String text, Set<String> components, boolean repeats) {
        this.text = text;
        this.components = components;
        this.repeats = repeats;
    }

    /** Returns the guarantee of a component. */
    static Guarantee of(String scheme) {
        for (Guarantee guarantee : values()) {
            if (guarantee.components.contains(scheme)) {
                return guarantee;
            }
        }
        return UNKNOWN;
    }

    /** Whether the component can deliver a message again after a failure. */
    boolean repeats() {
        return repeats;
    }

    /** Returns the text of the guarantee, which follows the name of the node in messages. */
    String text(String scheme) {
        return text.formatted(scheme);
    }

    /** Returns the options that a CamelInput node sets for a component. */
    static Map<String, String> defaults(String scheme) {
        return DEFAULTS.getOrDefault(family(scheme), Map.of());
    }

    /** Whether a component with an option would acknowledge a message before its unit ends. */
    static boolean isRefused(String scheme, String option, String value) {
        return value.equalsIgnoreCase(REFUSED.getOrDefault(family(scheme), Map.of()).get(option));
    }

    /** Whether a CamelInput node can receive from a component. */
    static boolean isSupported(String scheme) {
        return !NOT_SUPPORTED.contains(scheme);
    }

    /** Returns the component that has the same options as the given component. */
    private static String family(String scheme) {
        return switch (scheme) {
            case "activemq", "activemq6", "amqp" -> "jms";
            default -> scheme;
        };
    }
}
