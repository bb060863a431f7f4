package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.database.DataSources;
import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.database.ProcedureCall;
import io.millrace.engine.database.ProcedureResult;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.Value;
import io.millrace.engine.runtime.Outcome.Result;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

class DatabaseTest {

    private final FlowRun run = new FlowRun();
    private final List<String> done = new ArrayList<>();

    /** Writes down what is asked of it. */
    private final class Sources implements DataSources {
        @Override
        public Collection<String> names() {
            return List.of("STOCK");
        }

        @Override
        public DatabaseSession open(String name) {
            done.add("open " + name);
            return new DatabaseSession() {
                @Override
                public Kind kind() {
                    return Kind.DATABASE;
                }

                @Override
                public String label() {
                    return "data source " + name;
                }

                @Override
                public Outcome query(String sql, List<Value> parameters, Consumer<Row> rows) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public Outcome update(String sql, List<Value> parameters) {
                    done.add(sql);
                    return new Outcome(1, null);
                }

                @Override
                public ProcedureResult call(ProcedureCall call) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public void commit() {
                    done.add("commit");
                }

                @Override
                public void rollback() {
                    done.add("rollback");
                }

                @Override
                public void close() {
                    done.add("close");
                }
            };
        }

        @Override
        public void close() {}
    }

    @AfterEach
    void close() {
        run.close();
    }

    private void flow(String transaction, boolean fails) {
        run.dataSources = new Sources();
        run.module(
                        "M",
                        ModuleKind.DATABASE,
                        e -> {
                            e.database("").update("UPDATE", List.of());
                            if (fails) {
                                throw new MillraceException(ErrorCode.ESQL_CAST, "in the program");
                            }
                            return Value.of(true);
                        })
                .node("in", "MQInput", "queue=IN", "backoutThreshold=2")
                .node(
                        "work",
                        "Database",
                        "statement=M",
                        "dataSource=STOCK",
                        "transaction",
                        transaction)
                .test("next", m -> done.add("next node"))
                .connect("in.out -> work", "work.out -> next");
    }

    @Test
    void workIsCommittedWithTheUnit() {
        flow("automatic", false);
        assertThat(run.run("order").result()).isEqualTo(Result.DONE);
        assertThat(done).containsExactly("open STOCK", "UPDATE", "next node", "commit");
    }

    @Test
    void workIsCommittedRightAfterTheNodeWhereThePropertySaysSo() {
        flow("commit", false);
        run.run("order");
        assertThat(done).containsExactly("open STOCK", "UPDATE", "commit", "next node");
    }

    @Test
    void workIsUndoneWhenTheProgramFails() {
        flow("automatic", true);
        assertThat(run.run("order").result()).isEqualTo(Result.ROLLED_BACK);
        assertThat(done).containsExactly("open STOCK", "UPDATE", "rollback");
    }

    @Test
    void separateWorkIsUndoneWhenTheProgramFails() {
        flow("commit", true);
        run.run("order");
        assertThat(done).containsExactly("open STOCK", "UPDATE", "rollback");
    }

    @Test
    void connectionsAreKeptForTheNextMessageAndClosedWithTheInstance() {
        flow("automatic", false);
        run.run("order");
        run.run("order");
        run.instance().close();
        assertThat(done.stream().filter(d -> d.startsWith("open"))).hasSize(1);
        assertThat(done.getLast()).isEqualTo("close");
    }

    @Test
    void thePropertiesSayWhatBecomesOfErrorsAndWarnings() {
        run.dataSources = new Sources();
        run.module(
                        "M",
                        ModuleKind.DATABASE,
                        e -> {
                            done.add(e.throwsDatabaseErrors() + " " + e.treatsWarningsAsErrors());
                            return Value.of(true);
                        })
                .node("in", "MQInput", "queue=IN")
                .node("usual", "Database", "statement=M")
                .node(
                        "other",
                        "Database",
                        "statement=M",
                        "throwExceptionOnDatabaseError=false",
                        "treatWarningsAsErrors=true")
                .connect("in.out -> usual", "usual.out -> other");
        run.run("order");
        assertThat(done).startsWith("true false", "false true");
    }
}
