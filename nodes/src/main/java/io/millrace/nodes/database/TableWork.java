package io.millrace.nodes.database;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.nodes.common.EsqlCall;
import io.millrace.nodes.common.EsqlProperties;

import java.util.function.Function;
import java.util.stream.Stream;

/** One SQL statement that a node executes for each message instead of an ESQL program. */
record TableWork(NodeDefinition node, Statement statement) implements EsqlModule {

    /** Properties that name a table. */
    static final String TABLE =
            """
            dataSource [required DATA_SOURCE]: Data source of the table.
            table [required TEXT]: Table in SQL syntax, with the schema if needed.
            """;

    /** Properties that select rows of a table. */
    static final String ROWS =
            TABLE
                    + """
                    where [required LIST]: Conditions that select the rows: a list of COLUMN =
                      expression that must all be true, for example "ID = Body.order.id". The value
                      NULL selects rows where the column is NULL.
                    """;

    private static final String NO_DATA = "02000";
    private static final int NOT_FOUND = 100;

    /** A statement that returns its outcome. */
    interface Statement {
        DatabaseSession.Outcome run(EsqlEnvironment environment, DatabaseSession session);
    }

    /** Returns the plan of a node that runs a statement and propagates the message. */
    static NodePlan plan(
            NodeDefinition node,
            DeployContext context,
            String typeLabel,
            Statement statement,
            Columns... expressions) {
        return plan(node, context, typeLabel, instance -> statement, expressions);
    }

    /** Returns the plan of a node whose statement requires the instance. */
    static NodePlan plan(
            NodeDefinition node,
            DeployContext context,
            String typeLabel,
            Function<NodeContext, Statement> statement,
            Columns... expressions) {
        context.useDataSource(node.text("dataSource"), node.place("dataSource"));
        NodePlan plan =
                c ->
                        new TableWork(node, statement.apply(c))
                                .node(c, EsqlCall.Surroundings.of(node, c, typeLabel));
        return NodePlan.of(plan, outsideUnit(node, expressions));
    }

    static OutsideUnit outsideUnit(NodeDefinition node, Columns... expressions) {
        OutsideUnit own = EsqlProperties.outsideUnit(node, new TableWork(node, null));
        return own != null
                ? own
                : Stream.of(expressions)
                        .map(Columns::outsideUnit)
                        .filter(o -> o != null)
                        .findFirst()
                        .orElse(null);
    }

    private Node node(NodeContext context, EsqlCall.Surroundings surroundings) {
        var out = context.terminal("out");
        return (int terminal, MessageAssembly message) -> {
            new EsqlCall(surroundings, message).run(this);
            out.propagate(message);
        };
    }

    @Override
    public Value run(EsqlEnvironment environment) {
        try {
            DatabaseSession.Outcome outcome =
                    statement.run(environment, environment.database(node.text("dataSource")));
            warn(environment, outcome);
        } catch (MillraceException e) {
            boolean reported = e.root().code().isReportedByDatabase();
            if (!reported || environment.throwsDatabaseErrors()) {
                throw e;
            }
        }
        return Value.of(true);
    }

    private static void warn(EsqlEnvironment environment, DatabaseSession.Outcome outcome) {
        if (!environment.treatsWarningsAsErrors()) {
            return;
        }
        if (outcome.warning() != null) {
            throw warning(1, outcome.warning());
        }
        if (outcome.rows() == 0) {
            throw warning(
                    NOT_FOUND,
                    new DatabaseSession.Warning(NO_DATA, 0, "the statement found no row"));
        }
    }

    private static MillraceException warning(int code, DatabaseSession.Warning warning) {
        return MillraceException.of(
                        ErrorCode.DATABASE_ERROR,
                        "the database returned a warning with SQLSTATE "
                                + warning.state()
                                + ": "
                                + warning.text())
                .type(ExceptionType.DATABASE)
                .inserts(
                        Insert.of(code),
                        Insert.of(warning.state()),
                        Insert.of(warning.nativeError()),
                        Insert.of(warning.text()))
                .build();
    }

    @Override
    public String name() {
        return node.name();
    }

    @Override
    public ModuleKind kind() {
        return ModuleKind.DATABASE;
    }

    @Override
    public Place place() {
        return node.place();
    }

    @Override
    public OutsideUnit outsideUnit() {
        return null;
    }

    @Override
    public boolean handlesErrors() {
        return false;
    }
}
