package io.millrace.connectors.camel;

import java.util.Map;
import java.util.Set;

/**
 * The guarantee of a component for a received message after the rollback of the unit of work. Each
 * group of components has options that acknowledge a message only after the unit of work, and
 * options that would acknowledge a message earlier.
 */
enum Guarantee {
    /** The message is received in a transaction of the component. */
    TRANSACTION(
            "receives from %s in a transaction that commits after its unit: at least once",
            Set.of("jms", "activemq", "activemq6", "amqp"), true),
    /** The message is removed or marked as processed when its exchange ends. */
    COMPLETION(
            "receives from %s, which keeps a message until its unit has been committed: at least"
                    + " once",
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
    /** The node commits the offset of the message after the unit of work. */
    OFFSET(
            "receives from %s, whose offset is committed after its unit: at least once",
            Set.of("kafka"), true),
    /** A caller waits for the end of the exchange and receives the failure. */
    CALLER(
            "receives from %s, whose caller receives a failure",
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
            "receives from %s, which does not repeat an event that failed: at most once",
            Set.of("timer", "scheduler", "quartz", "cron"), false),
    /** A message that exists only in memory. */
    MEMORY(
            "receives from %s, whose messages are in memory: at most once",
            Set.of("seda", "disruptor", "disruptor-vm", "vertx", "guava-eventbus", "stub"), false),
    /** Any other component. */
    UNKNOWN(
            "receives from %s, which receives the result of its unit and decides whether it repeats"
                    + " the message",
            Set.of(), true);

    /** Options that the nodes set for a component, unless they are given. */
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

    /** Option values that would acknowledge a message before the end of the unit of work. */
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

    /** Components that do not acknowledge a message at the end of the exchange. */
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

    /** Returns the guarantee, to follow the name of the node. */
    String text(String scheme) {
        return text.formatted(scheme);
    }

    /** Returns the options that a CamelInput node sets for a component. */
    static Map<String, String> defaults(String scheme) {
        return DEFAULTS.getOrDefault(family(scheme), Map.of());
    }

    /**
     * Whether an option of a component would acknowledge a message before the end of the unit of
     * work.
     */
    static boolean isRefused(String scheme, String option, String value) {
        return value.equalsIgnoreCase(REFUSED.getOrDefault(family(scheme), Map.of()).get(option));
    }

    /** Whether a CamelInput node can receive from a component. */
    static boolean isSupported(String scheme) {
        return !NOT_SUPPORTED.contains(scheme);
    }

    /** Returns the component with the same options as another component. */
    private static String family(String scheme) {
        return switch (scheme) {
            case "activemq", "activemq6", "amqp" -> "jms";
            default -> scheme;
        };
    }
}
