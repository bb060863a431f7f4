package io.millrace.engine.esql;

import static io.millrace.engine.esql.Programs.compile;
import static io.millrace.engine.esql.Programs.environment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** SHARED variables: who sees the same one, and that no thread disturbs another one. */
class SharedVariablesTest {

    private static EsqlModule node(EsqlProgram flow) {
        return flow.module("Test", ModuleKind.COMPUTE).orElseThrow();
    }

    private static String run(EsqlModule module) {
        RecordingEnvironment environment = environment();
        module.run(environment);
        return output(environment);
    }

    private static String output(RecordingEnvironment environment) {
        return Programs.output(environment).replace(" [none]", "").strip();
    }

    private static void inFourThreads(EsqlModule module) throws Exception {
        List<Future<String>> runs = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 8; i++) {
                runs.add(threads.submit(() -> run(module)));
            }
            for (Future<String> run : runs) {
                run.get();
            }
        }
    }

    @Test
    void thoseOfASchemaBelongToTheFlowAndThoseOfAModuleToTheNode() {
        EsqlProgram program =
                compile(
                        """
                        DECLARE flow SHARED INTEGER 0;
                        CREATE COMPUTE MODULE Test
                          DECLARE node SHARED INTEGER 0;
                          CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                            SET flow = flow + 1;
                            SET node = node + 1;
                            SET OutputRoot = ROW(flow AS flow, node AS node);
                          END;
                        END MODULE;
                        """);
        EsqlProgram one = program.forFlow("flow");
        EsqlModule first = node(one);
        EsqlModule second = node(one);

        assertThat(run(first)).isEqualTo("flow = 1\nnode = 1");
        assertThat(run(second)).isEqualTo("flow = 2\nnode = 1");
        assertThat(run(first)).isEqualTo("flow = 3\nnode = 2");
        assertThat(run(node(program.forFlow("flow")))).isEqualTo("flow = 1\nnode = 1");
    }

    @Test
    void oneOfAnyKindBeginsOnceWhateverItsInitialValue() throws Exception {
        EsqlModule module =
                node(
                        compile(
                                """
                                DECLARE times SHARED INTEGER 0;
                                CREATE FUNCTION next() RETURNS INTEGER BEGIN
                                  SET times = times + 1;
                                  RETURN times;
                                END;
                                CREATE COMPUTE MODULE Test
                                  DECLARE first SHARED INTEGER next();
                                  DECLARE tree SHARED ROW ROW(first AS first, LIST{1, 2} AS n);
                                  DECLARE id SHARED CONSTANT CHARACTER UUIDASCHAR;
                                  CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                                    SET OutputRoot.first = tree.first;
                                    SET OutputRoot.times = times;
                                    SET OutputRoot.length = LENGTH(id);
                                  END;
                                END MODULE;
                                """));

        inFourThreads(module);

        assertThat(run(module)).isEqualTo("first = 1\ntimes = 1\nlength = 36");
    }

    @Test
    void referencesIntoASharedRowNeedNoAtomicToKeepItsTreeWhole() throws Exception {
        EsqlModule module =
                node(
                        compile(
                                """
                                DECLARE cache SHARED ROW;
                                CREATE PROCEDURE grow(IN list REFERENCE) BEGIN
                                  CREATE LASTCHILD OF list NAME 'n' VALUE 1;
                                  DECLARE last REFERENCE TO list.n[<];
                                  SET last.deep.er = 2;
                                  SET last.copy = OutputRoot.x;
                                  DELETE LASTCHILD OF last;
                                END;
                                CREATE COMPUTE MODULE Test
                                  CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                                    DECLARE i INTEGER 0;
                                    SET OutputRoot.x.y = 'own';
                                    SET cache.list.name = 'list';
                                    DECLARE r REFERENCE TO cache.list;
                                    WHILE i < 200 DO
                                      CALL grow(r);
                                      SET OutputRoot.kept = r;
                                      SET OutputRoot.kept.name = i;
                                      SET OutputRoot.x.y = 'own' || CAST(i AS CHARACTER);
                                      SET i = i + 1;
                                    END WHILE;
                                    SET OutputRoot = ROW(CARDINALITY(r.n[]) AS n, r.name AS name);
                                  END;
                                END MODULE;
                                """));

        inFourThreads(module);

        assertThat(run(module)).isEqualTo("n = 1800\nname = 'list'");
    }

    @Test
    void aRoutineThatIsCalledWhereASharedRowIsUsedMayEnterAtomicBlocks() throws Exception {
        EsqlModule module =
                node(
                        compile(
                                """
                                DECLARE counts SHARED ROW;
                                CREATE FUNCTION next(IN was INTEGER) RETURNS INTEGER BEGIN
                                  BEGIN ATOMIC
                                    SET counts.inner = COALESCE(counts.inner, 0) + 1;
                                    RETURN was + counts.inner - counts.inner + 1;
                                  END;
                                END;
                                CREATE COMPUTE MODULE Test
                                  CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                                    DECLARE i INTEGER 0;
                                    WHILE i < 200 DO
                                      SET counts.outer = next(COALESCE(counts.outer, 0));
                                      BEGIN ATOMIC
                                        SET counts.outer = next(counts.outer);
                                      END;
                                      SET i = i + 1;
                                    END WHILE;
                                    SET OutputRoot.inner = counts.inner;
                                  END;
                                END MODULE;
                                """));

        inFourThreads(module);

        assertThat(run(module)).isEqualTo("inner = 3600");
    }

    @Test
    void textsForEvalLockTheSharedRowThatTheirReferencesLeadInto() throws Exception {
        EsqlModule module =
                node(
                        compile(
                                """
                                DECLARE counts SHARED ROW;
                                CREATE COMPUTE MODULE Test
                                  CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                                    DECLARE i INTEGER 0;
                                    BEGIN ATOMIC
                                      SET counts.n = COALESCE(counts.n, 0);
                                    END;
                                    DECLARE r REFERENCE TO counts.n;
                                    WHILE i < 2000 DO
                                      EVAL('SET r = r + 1;');
                                      SET i = i + 1;
                                    END WHILE;
                                    SET OutputRoot.n = r;
                                  END;
                                END MODULE;
                                """));

        inFourThreads(module);

        assertThat(run(module)).isEqualTo("n = 18000");
    }

    @Test
    void whoWaitsForADatabaseDoesNotHoldTheLockOfSharedRows() throws Exception {
        EsqlProgram flow =
                compile(
                        """
                        DECLARE rates SHARED ROW ROW(1 AS eur, 0 AS others);
                        CREATE PROCEDURE stored(IN a INTEGER) LANGUAGE DATABASE
                          EXTERNAL NAME "STORED";
                        CREATE COMPUTE MODULE Test
                          CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                            DECLARE r REFERENCE TO rates.eur;
                            INSERT INTO Database.T (A) VALUES (rates.eur);
                            UPDATE Database.T AS T SET A = r WHERE T.A = rates.eur;
                            DELETE FROM Database.T AS T WHERE T.A = r;
                            PASSTHRU('LOCK TABLE T' VALUES(rates.eur));
                            CALL stored(r);
                            SET rates.row[] =
                              SELECT T.A FROM Database.T AS T WHERE T.A = rates.eur;
                            SET rates.row[] = PASSTHRU('SELECT A FROM T', r);
                            SET OutputRoot.others = rates.others;
                          END;
                        END MODULE;
                        CREATE COMPUTE MODULE Other
                          CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                            SET rates.others = rates.others + 1;
                          END;
                        END MODULE;
                        """);
        EsqlModule other = flow.module("Other", ModuleKind.COMPUTE).orElseThrow();
        RecordingEnvironment environment = environment();
        ScriptedDatabase database = new ScriptedDatabase();
        environment.database = database;
        try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
            database.meanwhile = () -> await(thread.submit(() -> other.run(environment())));

            node(flow).run(environment);
        }

        assertThat(output(environment)).isEqualTo("others = 7");
    }

    private static void await(Future<?> run) {
        try {
            run.get(240, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("the other thread waits", e);
        }
    }
}
