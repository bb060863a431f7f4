package io.millrace.nodes.database;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
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
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Lets each message through once, however often it is sent: what was seen is in a table, whose row
 * is part of the message's unit of work.
 */
public final class IdempotentReceive implements NodeType {

    private static final String KEY = "key";
    private static final String SOURCE = "source";
    private static final String KEEP_DAYS = "keepDays";

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "IdempotentReceive",
                            "Database",
                            Promise.TRANSACTIONAL,
                            "Lets a message through once, however often it is sent. Its key is"
                                + " inserted into a table in the message's unit of work: it is kept"
                                + " if, and only if, what the flow did with the message is. A"
                                + " message whose key is there already goes to duplicate. In a flow"
                                + " that puts to queues it needs coordinatedTransaction.")
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
                            PropertyDescription.required(
                                    "dataSource",
                                    PropertyKind.DATA_SOURCE,
                                    "The data source that the table is in: that of the flow's other"
                                            + " database work."),
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
                                    "After how many days a key is deleted; 0 for never."))
                    .build();

    /** Nodes whose work is with the queues, which commit after the databases. */
    private static final Set<String> PUTTING = Set.of("MQOutput", "MQReply", "Publication");

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
        boolean safe = isSafe(node, context) & isNotNegative(node, context);
        if (key == null | !safe | !Columns.isTable(node, context)) {
            return null;
        }
        EsqlProperties.useDataSource(node, context);
        return NodePlan.of(c -> new Gate(node, c, key), key.outsideUnit());
    }

    private static boolean isNotNegative(NodeDefinition node, DeployContext context) {
        if (node.integer(KEEP_DAYS) >= 0) {
            return true;
        }
        context.problems()
                .error(
                        ErrorCode.BAD_VALUE,
                        node.place(KEEP_DAYS),
                        "keepDays is " + node.integer(KEEP_DAYS) + "; it is not negative");
        return false;
    }

    /**
     * Without coordination the database commits before the queues: where the process dies between,
     * the message comes again, is taken for a duplicate, and what it put is lost.
     */
    private static boolean isSafe(NodeDefinition node, DeployContext context) {
        Set<String> putting = new TreeSet<>(PUTTING);
        putting.retainAll(context.nodeTypes());
        if (context.coordinated() || putting.isEmpty()) {
            return true;
        }
        context.problems()
                .error(
                        ErrorCode.BAD_VALUE,
                        node.place(),
                        "node "
                                + node.name()
                                + " remembers messages in a database that commits before the"
                                + " queues, to which the flow puts ("
                                + String.join(", ", putting)
                                + "): a process that dies between would lose what was put",
                        "write coordinatedTransaction: yes in the flow");
        return false;
    }

    /** The node of one instance. */
    private static final class Gate implements Node {

        private static final int LONGEST = 200;
        private static final Duration BETWEEN_CLEANING = Duration.ofMinutes(10);

        /** Unique key violated, and what databases say that do not tell which constraint was. */
        private static final Set<String> KNOWN = Set.of("23505", "23000");

        private final NodeContext context;
        private final EsqlModule key;
        private final EsqlCall.Surroundings surroundings;
        private final String dataSource;
        private final String table;
        private final String source;
        private final int keepDays;
        private final Terminal out;
        private final Terminal duplicate;
        private LocalDateTime nextCleaning;

        Gate(NodeDefinition node, NodeContext context, EsqlModule key) {
            this.context = context;
            this.key = key;
            surroundings = EsqlCall.Surroundings.plain(context, "IdempotentReceiveNode");
            dataSource = node.text("dataSource");
            table = node.text("table");
            String named = node.text(SOURCE);
            source =
                    fitting(
                            named.isEmpty()
                                    ? context.application() + "/" + context.label()
                                    : named);
            keepDays = node.integer(KEEP_DAYS);
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
            clean();
            if (isNew(fitting(value.text()))) {
                out.propagate(message);
            } else {
                context.note("the key " + value.text() + " was received before");
                duplicate.propagate(message);
            }
        }

        private boolean isNew(String text) {
            DatabaseSession session = context.database(dataSource, false);
            // The unit goes on without a key that is known.
            session.survivesErrors(true);
            context.unit().enlist(session);
            try {
                session.update(
                        "INSERT INTO "
                                + table
                                + " (SOURCE, MESSAGE_KEY, RECEIVED) VALUES (?, ?, ?)",
                        List.of(Value.of(source), Value.of(text), timestamp(now())));
                return true;
            } catch (MillraceException e) {
                if (KNOWN.contains(state(e))) {
                    return false;
                }
                throw state(e).startsWith("42") ? missing(e) : e;
            }
        }

        private static String state(MillraceException e) {
            List<Insert> inserts = e.root().inserts();
            return e.root().code() == ErrorCode.DATABASE_ERROR && inserts.size() > 1
                    ? inserts.get(1).text()
                    : "";
        }

        private MillraceException missing(MillraceException e) {
            MillraceException reported = e.root();
            return MillraceException.of(
                            ErrorCode.DATABASE_ERROR,
                            "the table of received messages cannot be used; it is made with: CREATE"
                                    + " TABLE "
                                    + table
                                    + " (SOURCE VARCHAR(200) NOT NULL, MESSAGE_KEY VARCHAR(200) NOT"
                                    + " NULL, RECEIVED TIMESTAMP NOT NULL, PRIMARY KEY (SOURCE,"
                                    + " MESSAGE_KEY)): "
                                    + reported.getMessage())
                    .type(reported.type())
                    .inserts(reported.inserts())
                    .cause(reported.getCause())
                    .build();
        }

        /** Deletes old keys, apart from the unit, now and then. Their loss would not be told. */
        private void clean() {
            LocalDateTime now = now();
            if (keepDays == 0 || nextCleaning != null && now.isBefore(nextCleaning)) {
                return;
            }
            nextCleaning = now.plus(BETWEEN_CLEANING);
            DatabaseSession session = context.database(dataSource, true);
            try {
                session.update(
                        "DELETE FROM " + table + " WHERE SOURCE = ? AND RECEIVED < ?",
                        List.of(Value.of(source), timestamp(now.minusDays(keepDays))));
                session.commit();
            } catch (MillraceException e) {
                session.rollback();
                context.note("old keys are deleted later: " + e.getMessage());
            }
        }

        private LocalDateTime now() {
            return LocalDateTime.now(context.clock());
        }

        private static Value timestamp(LocalDateTime time) {
            return new Value.TimestampValue(time);
        }

        /** Long keys by their digest. */
        private static String fitting(String text) {
            if (text.length() <= LONGEST) {
                return text;
            }
            try {
                byte[] digest =
                        MessageDigest.getInstance("SHA-256")
                                .digest(text.getBytes(StandardCharsets.UTF_8));
                return "sha256:" + HexFormat.of().formatHex(digest);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has SHA-256", e);
            }
        }
    }
}
