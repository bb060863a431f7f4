package io.millrace.nodes.common;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.LongExecution;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.parser.ParserRegistry;

import java.time.ZonedDateTime;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The environment of one execution of an ESQL program for one message in one node. If the node is
 * entered again while it propagates, it has a second call.
 */
public class EsqlCall implements EsqlEnvironment {

    /**
     * The part of the environment that all calls of a node share.
     *
     * @param typeLabel label of the node type in ExceptionLists: {@code ComputeNode}
     * @param dataSource data source of the node; empty for none
     * @param separate whether database work is committed immediately after the node ({@code
     *     transaction: commit})
     * @param throwsErrors whether database errors end the program
     * @param warningsAreErrors whether database warnings are errors
     */
    public record Surroundings(
            NodeContext context,
            String typeLabel,
            String dataSource,
            boolean separate,
            boolean throwsErrors,
            boolean warningsAreErrors) {

        /** Returns the environment of a node without a data source. */
        public static Surroundings plain(NodeContext context, String typeLabel) {
            return new Surroundings(context, typeLabel, "", false, true, false);
        }

        /** Returns the environment of a node with the properties of {@link EsqlProperties}. */
        public static Surroundings of(NodeDefinition node, NodeContext context, String typeLabel) {
            return new Surroundings(
                    context,
                    typeLabel,
                    node.text("dataSource"),
                    EsqlProperties.isSeparate(node),
                    node.flag("throwExceptionOnDatabaseError"),
                    node.flag("treatWarningsAsErrors"));
        }
    }

    private final Surroundings surroundings;
    private final MessageAssembly input;
    private ZonedDateTime now;
    private boolean survivesErrors;

    /** Connections outside the unit of work that this call has used. */
    private Set<DatabaseSession> outsideUnit = Set.of();

    public EsqlCall(Surroundings surroundings, MessageAssembly input) {
        this.surroundings = surroundings;
        this.input = input;
    }

    protected NodeContext context() {
        return surroundings.context;
    }

    protected MessageAssembly input() {
        return input;
    }

    /**
     * Runs a program. Database work outside the unit is committed if the program ends normally and
     * rolled back if it throws an exception.
     *
     * @return result; null for NULL
     */
    public Value run(EsqlModule module) {
        survivesErrors =
                !surroundings.throwsErrors
                        || module.handlesErrors()
                        || surroundings.context.catchesErrors();
        try {
            Value result = module.run(this);
            outsideUnit.forEach(DatabaseSession::commit);
            return result;
        } catch (MillraceException own) {
            undoApart(own);
            // The output trees can have values that the trees of the message do not have.
            throw sensitiveValues().mask(own);
        } catch (RuntimeException | Error thrown) {
            undoApart(thrown);
            throw thrown;
        }
    }

    /**
     * Evaluates a condition.
     *
     * @return null for NULL
     * @throws MillraceException if the result is not BOOLEAN
     */
    public Boolean test(EsqlModule condition) {
        Value value = run(condition);
        if (value == null) {
            return null;
        }
        if (value instanceof Value.BooleanValue(boolean met)) {
            return met;
        }
        throw new MillraceException(
                ErrorCode.ESQL_OPERANDS,
                "the result of the condition must be BOOLEAN (found "
                        + value.type()
                        + "): "
                        + condition.name()
                        + "; write a comparison, for example with = or >");
    }

    private void undoApart(Throwable thrown) {
        for (DatabaseSession session : outsideUnit) {
            try {
                session.rollback();
            } catch (RuntimeException second) {
                thrown.addSuppressed(second);
            }
        }
    }

    @Override
    public Element tree(Correlation correlation) {
        return switch (correlation) {
            case INPUT_ROOT -> input.root();
            case INPUT_LOCAL_ENVIRONMENT -> input.localEnvironment();
            case INPUT_EXCEPTION_LIST -> input.exceptionList();
            case ENVIRONMENT -> input.environment();
            case OUTPUT_ROOT, OUTPUT_LOCAL_ENVIRONMENT, OUTPUT_EXCEPTION_LIST ->
                    throw new MillraceException(
                            ErrorCode.ESQL_FIELD,
                            "node "
                                    + context().label()
                                    + " has no output trees that can be changed");
        };
    }

    @Override
    public void forEachTree(Consumer<Element> action) {
        input.forEachTree(action);
    }

    @Override
    public void propagate(Propagation propagation) {
        throw new MillraceException(
                ErrorCode.ESQL_PROPAGATE,
                "node "
                        + context().label()
                        + " cannot use PROPAGATE; only Compute and Database nodes can");
    }

    @Override
    public ZonedDateTime now() {
        if (now == null) {
            now = ZonedDateTime.now(context().clock());
        }
        return now;
    }

    @Override
    public Value property(String name) {
        return switch (name) {
            case "BrokerName", "QueueManagerName" -> Value.of(context().broker());
            case "ExecutionGroupLabel", "ExecutionGroupName" ->
                    Value.of(context().executionGroup());
            case "ApplicationLabel" -> Value.of(context().application());
            case "MessageFlowLabel" -> Value.of(context().flow());
            case "NodeLabel" ->
                    Value.of(context().label().substring(context().flow().length() + 1));
            case "NodeType" -> Value.of(surroundings.typeLabel);
            case "AdditionalInstances" -> Value.of(context().additionalInstances());
            case "CommitCount" -> Value.of(context().commitCount());
            case "CommitInterval" -> Value.of(context().commitIntervalMillis() / 1_000);
            case "BrokerVersion" -> {
                String version = EsqlCall.class.getPackage().getImplementationVersion();
                yield version == null ? null : Value.of(version);
            }
            case "DataSource", "DataSourceName" ->
                    surroundings.dataSource.isEmpty() ? null : Value.of(surroundings.dataSource);
            case "ThrowExceptionOnDatabaseError" -> Value.of(surroundings.throwsErrors);
            case "TreatWarningsAsErrors" -> Value.of(surroundings.warningsAreErrors);
            case "Transaction", "TransactionType" ->
                    Value.of(surroundings.separate ? "commit" : "automatic");
            case "CoordinatedTransaction" -> Value.of(context().coordinated());
            case "ProcessId" -> Value.of(ProcessHandle.current().pid());
            case "Family" ->
                    Value.of(
                            System.getProperty("os.name").startsWith("Windows")
                                    ? "WINDOWS"
                                    : "UNIX");
            case "WorkPath" -> Value.of(System.getProperty("user.dir"));
            default -> null;
        };
    }

    @Override
    public DatabaseSession database(String dataSource) {
        String name = dataSource.isEmpty() ? surroundings.dataSource : dataSource;
        if (name.isEmpty()) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_DATA_SOURCE,
                    "the program specifies no data source, and the property dataSource of node "
                            + context().label()
                            + " is not set");
        }
        DatabaseSession session = context().database(name, surroundings.separate);
        session.survivesErrors(survivesErrors);
        if (surroundings.separate) {
            if (outsideUnit.isEmpty()) {
                outsideUnit = new LinkedHashSet<>();
            }
            outsideUnit.add(session);
        } else {
            context().unit().enlist(session);
        }
        return session;
    }

    @Override
    public boolean isStopped() {
        return context().isStopped();
    }

    @Override
    public void longExecution(LongExecution execution) {
        context().longExecution(execution);
    }

    @Override
    public void interruptible(boolean value) {
        context().interruptible(value);
    }

    @Override
    public boolean throwsDatabaseErrors() {
        return surroundings.throwsErrors;
    }

    @Override
    public boolean treatsWarningsAsErrors() {
        return surroundings.warningsAreErrors;
    }

    @Override
    public ParserRegistry parsers() {
        return context().assembler().parsers();
    }

    @Override
    public Limits limits() {
        return context().limits();
    }
}
