package io.millrace.nodes.database;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.EsqlCall;
import io.millrace.nodes.common.EsqlProperties;

import java.util.HexFormat;
import java.util.Set;
import java.util.TreeSet;

/**
 * A node that propagates each message only once, even if it is sent several times. The keys of
 * received messages are stored in a table or in the state of the node, in the unit of work of the
 * message.
 */
public final class IdempotentReceive extends DescribedNode {

    private static final String KEY = "key";
    private static final String DATA_SOURCE = "dataSource";
    private static final String SOURCE = "source";

    /** Nodes that use queues or files, which commit after the databases. */
    private static final Set<String> PUTTING =
            Set.of("FileOutput", "MQOutput", "MQReply", "Publication");

    /** Nodes that use databases. Databases commit before the queues. */
    private static final Set<String> WRITING =
            Set.of("Database", "DataInsert", "DataUpdate", "DataDelete", "Warehouse");

    public IdempotentReceive() {
        super(
                """
                IdempotentReceive, Database, transactional
                Propagates a message only once, even if it is sent several times. The key of the
                message is stored in its unit of work, in a table or, without dataSource, in the
                state of the node. The key and the effects of the flow are committed or rolled back
                together. A message
                with a known key is propagated to duplicate. A flow that uses queues and
                databases requires coordinatedTransaction.

                in: Input message.
                out failure
                out out: The message, unchanged, if its key is new.
                out duplicate: The message, unchanged, if its key is already known. If the
                  terminal is not connected, processing of the message ends.
                key [required ESQL_EXPRESSION]: Expression that identifies a message, for
                  example Root.MQMD.MsgId, or a number set by the sender such as Body.order.id.
                dataSource [DATA_SOURCE]: Data source of the table. It must be the data source
                  of the other database work of the flow. If omitted, the keys are stored in the
                  state received/ followed by the name of the source.
                table [TEXT = MILLRACE_RECEIVED, with dataSource]: Table in SQL syntax. It must have the columns
                  SOURCE, MESSAGE_KEY and RECEIVED.
                source [TEXT]: Source of the keys. Equal keys of different sources are different
                  keys. The default is application/flow.node.
                keepDays [INTEGER 0..36500 = 7, with dataSource]: Number of days after which a key in a table is deleted;
                  0 for never.
                keepKeys [INTEGER 1..1000000 = 20000]: Number of keys kept in the state. Older keys
                  are deleted.
                """);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        EsqlModule key = context.esql().value(EsqlProperties.source(node, KEY), context.problems());
        boolean inTable = !node.text(DATA_SOURCE).isEmpty();
        if (key == null | !isSafe(node, inTable, context) | !Columns.isTable(node, context)) {
            return null;
        }
        EsqlProperties.useDataSource(node, context);
        return NodePlan.of(
                c ->
                        new Gate(
                                c,
                                key,
                                EsqlCall.Surroundings.plain(c, "IdempotentReceiveNode"),
                                inTable ? new KeyTable(node, c) : new KeyState(node, c),
                                c.terminal("out"),
                                c.terminal("duplicate")),
                key.outsideUnit());
    }

    /**
     * Whether the node prevents duplicates reliably. Without coordination, databases commit before
     * the queues. If the process ends between these commits, the message is received again. If its
     * key is in a database, the message is then a duplicate and its puts are lost. If its key is in
     * the state, its database work is done twice.
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
                                + " "
                                + (inTable
                                        ? """
                                        stores keys in a database that commits before the \
                                        queues on which the flow puts messages (\
                                        """
                                                + names
                                                + """
                                                ): messages are lost if the process ends \
                                                between the commits\
                                                """
                                        : """
                                        stores keys in its state, which commits after the \
                                        databases that the flow changes (\
                                        """
                                                + names
                                                + """
                                                ): the changes are made twice if the \
                                                process ends between the commits\
                                                """),
                        "set coordinatedTransaction: yes in the flow");
        return false;
    }

    /** A store of message keys. */
    interface Keys extends AutoCloseable {

        /** Stores a key in the unit of work. Returns false if the key is already known. */
        boolean isNew(String key);

        @Override
        default void close() {}
    }

    /** The node of one instance. */
    private record Gate(
            NodeContext context,
            EsqlModule key,
            EsqlCall.Surroundings surroundings,
            Keys keys,
            Terminal out,
            Terminal duplicate)
            implements Node {
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

    private static final int MAX_LENGTH = 200;

    /** Returns the source of the keys of a node. */
    static String source(NodeDefinition node, NodeContext context) {
        String named = node.text(SOURCE);
        return fitting(named.isEmpty() ? context.application() + "/" + context.label() : named);
    }

    /** Returns a key of suitable length: a long key is replaced by its digest. */
    private static String fitting(String text) {
        return text.length() <= MAX_LENGTH
                ? text
                : "sha256:" + HexFormat.of().formatHex(Bytes.utf8(text).sha256().toArray());
    }
}
