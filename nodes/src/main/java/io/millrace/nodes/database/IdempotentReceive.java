package io.millrace.nodes.database;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.PropertyDescription;
import io.millrace.engine.node.PropertyKind;
import io.millrace.engine.node.Terminal;
import io.millrace.nodes.common.Description;
import io.millrace.nodes.common.Description.Promise;
import io.millrace.nodes.common.EsqlCall;
import io.millrace.nodes.common.EsqlProperties;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeSet;

/**
 * Lets each message through once, however often it is sent: what was seen is in a table, or with
 * the queues, as part of the message's unit of work.
 */
public final class IdempotentReceive implements NodeType {

    private static final String KEY = "key";
    private static final String DATA_SOURCE = "dataSource";
    private static final String SOURCE = "source";
    private static final String KEEP_DAYS = "keepDays";
    private static final String KEEP_KEYS = "keepKeys";
    private static final int MOST_KEYS = 1_000_000;

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "IdempotentReceive",
                            "Database",
                            Promise.TRANSACTIONAL,
                            "Lets a message through once, however often it is sent. Its key is kept"
                                + " in the message's unit of work, in a table or, where dataSource"
                                + " is not given, with the queues: it is kept if, and only if, what"
                                + " the flow did with the message is. A message whose key is known"
                                + " already goes to duplicate. A flow that works with queues and"
                                + " with databases needs coordinatedTransaction.")
                    .in("in", "Takes the message.")
                    .failure()
                    .out("out", "Gives the same message, where its key is new.")
                    .out(
                            "duplicate",
                            "Gives the same message, where its key is known; where nothing is"
                                    + " connected, the message is done.")
                    .property(
                            PropertyDescription.required(
                                    KEY,
                                    PropertyKind.ESQL_EXPRESSION,
                                    "What tells messages apart, for example Root.MQMD.MsgId, or a"
                                            + " number that the sender gives: Body.order.id."),
                            PropertyDescription.optional(
                                    DATA_SOURCE,
                                    PropertyKind.DATA_SOURCE,
                                    "",
                                    "The data source that the table is in: that of the flow's other"
                                        + " database work. Where it is not given, keys are kept on"
                                        + " a queue, SYSTEM.RECEIVED. and the source's name."),
                            PropertyDescription.optional(
                                    "table",
                                    PropertyKind.TEXT,
                                    "MILLRACE_RECEIVED",
                                    "The table, as SQL writes it, with the columns SOURCE,"
                                            + " MESSAGE_KEY, RECEIVED."),
                            PropertyDescription.optional(
                                    SOURCE,
                                    PropertyKind.TEXT,
                                    "",
                                    "Whose keys these are: the same key of another source is"
                                            + " another key. Where empty, application/flow.node."),
                            PropertyDescription.optional(
                                    KEEP_DAYS,
                                    PropertyKind.INTEGER,
                                    "7",
                                    "In a table, after how many days a key is deleted; 0 for"
                                            + " never."),
                            PropertyDescription.optional(
                                    KEEP_KEYS,
                                    PropertyKind.INTEGER,
                                    "20000",
                                    "With the queues, how many keys are kept at the least, up to a"
                                            + " million; older ones are deleted."))
                    .build();

    /** Nodes whose work is with the queues, which commit after the databases. */
    private static final Set<String> PUTTING = Set.of("MQOutput", "MQReply", "Publication");

    /** Nodes whose work is with databases, which commit before the queues. */
    private static final Set<String> WRITING =
            Set.of("Database", "DataInsert", "DataUpdate", "DataDelete", "Warehouse");

    @Override
    public NodeDescription description() {
        return DESCRIPTION;
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        EsqlModule key =
                context.esql()
                        .expression(
                                EsqlProperties.source(node, KEY),
                                ModuleKind.FILTER,
                                context.problems());
        boolean inTable = !node.text(DATA_SOURCE).isEmpty();
        boolean safe =
                (inTable
                                ? isWithin(node, KEEP_DAYS, 0, Integer.MAX_VALUE, context)
                                : isWithin(node, KEEP_KEYS, 1, MOST_KEYS, context))
                        & isSafe(node, inTable, context);
        if (key == null | !safe | !Columns.isTable(node, context)) {
            return null;
        }
        EsqlProperties.useDataSource(node, context);
        return NodePlan.of(
                c -> new Gate(c, key, inTable ? new KeyTable(node, c) : new KeyQueue(node, c)),
                key.outsideUnit());
    }

    private static boolean isWithin(
            NodeDefinition node, String property, int least, int most, DeployContext context) {
        int value = node.integer(property);
        if (value >= least && value <= most) {
            return true;
        }
        context.problems()
                .error(
                        ErrorCode.BAD_VALUE,
                        node.place(property),
                        property
                                + " is "
                                + value
                                + "; it is "
                                + least
                                + (most == Integer.MAX_VALUE ? " or more" : " to " + most));
        return false;
    }

    /**
     * Without coordination the databases commit before the queues. Where the process dies between,
     * the message comes again: with its key in a database it is taken for a duplicate, and what it
     * put is lost; with its key on a queue, its database work is done twice.
     */
    private static boolean isSafe(NodeDefinition node, boolean inTable, DeployContext context) {
        Set<String> others = new TreeSet<>(inTable ? PUTTING : WRITING);
        others.retainAll(context.nodeTypes());
        if (context.coordinated() || others.isEmpty()) {
            return true;
        }
        String names = String.join(", ", others);
        context.problems()
                .error(
                        ErrorCode.BAD_VALUE,
                        node.place(),
                        "node "
                                + node.name()
                                + (inTable
                                        ? " remembers messages in a database that commits before"
                                                + " the queues, to which the flow puts ("
                                                + names
                                                + "): a process that dies between would lose what"
                                                + " was put"
                                        : " remembers messages with the queues, which commit after"
                                                + " the databases that the flow changes ("
                                                + names
                                                + "): a process that dies between would change them"
                                                + " twice"),
                        "write coordinatedTransaction: yes in the flow");
        return false;
    }

    /** Where keys are kept. */
    interface Keys extends AutoCloseable {

        /** Keeps a key in the unit of work; false where it is known. */
        boolean isNew(String key);

        @Override
        default void close() {}
    }

    /** The node of one instance. */
    private static final class Gate implements Node {

        private final NodeContext context;
        private final EsqlModule key;
        private final EsqlCall.Surroundings surroundings;
        private final Keys keys;
        private final Terminal out;
        private final Terminal duplicate;

        Gate(NodeContext context, EsqlModule key, Keys keys) {
            this.context = context;
            this.key = key;
            this.keys = keys;
            surroundings = EsqlCall.Surroundings.plain(context, "IdempotentReceiveNode");
            out = context.terminal("out");
            duplicate = context.terminal("duplicate");
        }

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            Value value = new EsqlCall(surroundings, message).run(key);
            if (value == null || value.text().isEmpty()) {
                throw new MillraceException(
                        ErrorCode.ESQL_OPERANDS,
                        "the message has no key: " + key.name() + " is NULL or empty");
            }
            if (keys.isNew(fitting(value.text()))) {
                out.propagate(message);
            } else {
                context.note("the key " + value.text() + " was received before");
                duplicate.propagate(message);
            }
        }

        @Override
        public void close() {
            keys.close();
        }
    }

    private static final int LONGEST = 200;

    /** Whose keys a node's are. */
    static String source(NodeDefinition node, NodeContext context) {
        String named = node.text(SOURCE);
        return fitting(named.isEmpty() ? context.application() + "/" + context.label() : named);
    }

    /** Long keys by their digest. */
    private static String fitting(String text) {
        return text.length() <= LONGEST ? text : "sha256:" + digest(text);
    }

    static String digest(String text) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
