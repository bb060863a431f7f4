package io.millrace.nodes.database;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Set;

/**
 * A store for keys of received messages in a table. A row is inserted in the unit of work of its
 * message.
 */
final class KeyTable implements IdempotentReceive.Keys {

    private static final Duration BETWEEN_CLEANING = Duration.ofMinutes(10);

    /**
     * SQLSTATEs for a violated unique key, and general SQLSTATEs that do not identify the
     * constraint.
     */
    private static final Set<String> KNOWN = Set.of("23505", "23000");

    private final NodeContext context;
    private final String dataSource;
    private final String table;
    private final String source;
    private final int keepDays;
    private LocalDateTime nextCleaning;

    KeyTable(NodeDefinition node, NodeContext context) {
        this.context = context;
        dataSource = node.text("dataSource");
        table = node.text("table");
        source = IdempotentReceive.source(node, context);
        keepDays = node.integer("keepDays");
    }

    @Override
    public boolean isNew(String text) {
        clean();
        DatabaseSession session = context.database(dataSource, false);
        // If the key is known, the unit continues.
        session.survivesErrors(true);
        context.unit().enlist(session);
        try {
            session.update(
                    "INSERT INTO " + table + " (SOURCE, MESSAGE_KEY, RECEIVED) VALUES (?, ?, ?)",
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
        return e.root().code().isReportedByDatabase() && inserts.size() > 1
                ? inserts.get(1).text()
                : "";
    }

    private MillraceException missing(MillraceException e) {
        MillraceException reported = e.root();
        return MillraceException.of(
                        ErrorCode.DATABASE_ERROR,
                        """
                        the table of received messages cannot be used; create it with: CREATE \
                        TABLE \
                        """
                                + table
                                + """
                                 (SOURCE VARCHAR(200) NOT NULL, MESSAGE_KEY VARCHAR(200) \
                                NOT NULL, RECEIVED TIMESTAMP NOT NULL, PRIMARY KEY \
                                (SOURCE, MESSAGE_KEY)): \
                                """
                                + reported.getMessage())
                .type(reported.type())
                .inserts(reported.inserts())
                .cause(reported.getCause())
                .build();
    }

    /** Deletes old keys from time to time, outside the unit of work. Ignores failures. */
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
}
