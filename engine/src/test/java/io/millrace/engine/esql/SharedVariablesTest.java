package io.millrace.engine.esql;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** SHARED variables: who sees the same one, and that no thread disturbs another one. */
class SharedVariablesTest {

    private static EsqlProgram program(String text) {
        Problems problems = new Problems();
        EsqlSettings settings =
                new EsqlSettings(RecordingEnvironment.PARSERS, Limits.DEFAULTS, Map.of());
        EsqlProgram program =
                Esql.compile(List.of(new Source("test.esql", text)), settings, problems);
        problems.throwIfErrors();
        return program;
    }

    private static EsqlModule node(EsqlProgram flow) {
        return flow.module("Test", ModuleKind.COMPUTE).orElseThrow();
    }

    private static String run(EsqlModule module) {
        RecordingEnvironment environment =
                new RecordingEnvironment(MessageAssembly.emptyTree(MessageAssembly.ROOT));
        module.run(environment);
        return TreeNotation.write(environment.tree(Correlation.OUTPUT_ROOT))
                .replace(" [none]", "")
                .strip();
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
                program(
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
        EsqlProgram one = program.forFlow();
        EsqlModule first = node(one);
        EsqlModule second = node(one);

        assertThat(run(first)).isEqualTo("flow = 1\nnode = 1");
        assertThat(run(second)).isEqualTo("flow = 2\nnode = 1");
        assertThat(run(first)).isEqualTo("flow = 3\nnode = 2");
        assertThat(run(node(program.forFlow()))).isEqualTo("flow = 1\nnode = 1");
    }

    @Test
    void oneOfAnyKindBeginsOnceWhateverItsInitialValue() throws Exception {
        EsqlModule module =
                node(
                        program(
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
                        program(
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
                        program(
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
}
