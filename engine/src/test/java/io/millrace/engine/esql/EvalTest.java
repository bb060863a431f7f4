package io.millrace.engine.esql;

import static io.millrace.engine.error.ErrorCode.ESQL_DEPTH;
import static io.millrace.engine.error.ErrorCode.ESQL_EVAL;
import static io.millrace.engine.esql.Programs.environment;
import static io.millrace.engine.esql.Programs.main;
import static io.millrace.engine.esql.Programs.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.engine.error.MillraceException;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What EVAL may cost, and that threads do not disturb each other; the golden files say the rest.
 */
class EvalTest {

    private static MillraceException failure(EsqlModule module) {
        return catchThrowableOfType(MillraceException.class, () -> module.run(environment()));
    }

    @Test
    void textsThatCallThemselvesEndAtALimit() {
        EsqlModule module =
                main(
                        "CREATE PROCEDURE deeper() BEGIN EVAL('CALL deeper();'); END;",
                        "CALL deeper();");

        MillraceException root = failure(module).root();

        assertThat(root.code()).isEqualTo(ESQL_DEPTH);
        assertThat(root).hasMessage("more than 16 levels of nested EVAL");
    }

    @Test
    void aTextIsNotLongerThanTheLimit() {
        EsqlModule module =
                main("", "EVAL('SET OutputRoot.x = ' || REPLICATE(' ', 70000) || '1');");

        MillraceException root = failure(module).root();

        assertThat(root.code()).isEqualTo(ESQL_EVAL);
        assertThat(root).hasMessageContaining("the limit is 65536");
    }

    @Test
    void aTextNestsNoDeeperThanAProgram() {
        EsqlModule module = main("", "SET OutputRoot.x = EVAL(REPLICATE('(', 20000) || '1');");

        assertThat(failure(module).root().code()).isEqualTo(ESQL_EVAL);
    }

    @Test
    void manyTextsRunOneAfterTheOther() {
        EsqlModule module =
                main(
                        "",
                        """
                        DECLARE i INTEGER 0;
                        DECLARE sum INTEGER 0;
                        WHILE i < 600 DO
                          SET i = i + 1;
                          EVAL('SET sum = sum + ' || CAST(i AS CHARACTER) || ';');
                        END WHILE;
                        SET OutputRoot.sum = sum;
                        """);
        RecordingEnvironment environment = environment();

        module.run(environment);

        assertThat(output(environment)).contains("= 180300");
    }

    @Test
    void threadsRunTextsAtATime() throws Exception {
        EsqlModule module =
                main(
                        "DECLARE total SHARED INTEGER 0;",
                        """
                        DECLARE i INTEGER 0;
                        WHILE i < 100 DO
                          SET i = i + 1;
                          EVAL('BEGIN ATOMIC SET total = total + ' || CAST(MOD(i, 7) AS CHARACTER)
                            || '; END;');
                        END WHILE;
                        SET OutputRoot.total = total;
                        """);
        List<Future<?>> runs = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 7; i++) {
                runs.add(threads.submit(() -> module.run(environment())));
            }
            for (Future<?> run : runs) {
                run.get();
            }
        }
        RecordingEnvironment last = environment();

        module.run(last);

        assertThat(output(last)).contains("= " + 8 * 297);
    }

    @Test
    void whatIsDetachedOutsideATextIsAttachedInItAndTheOtherWayRound() {
        EsqlModule module =
                main(
                        "",
                        """
                        SET OutputRoot.a.x = 1;
                        SET OutputRoot.a.y = 2;
                        CREATE FIELD OutputRoot.b;
                        DECLARE b REFERENCE TO OutputRoot.b;
                        DECLARE x REFERENCE TO OutputRoot.a.x;
                        DECLARE y REFERENCE TO OutputRoot.a.y;
                        DETACH x;
                        EVAL('ATTACH x TO b AS LASTCHILD;');
                        EVAL('DETACH y;');
                        ATTACH y TO b AS LASTCHILD;
                        """);
        RecordingEnvironment environment = environment();

        module.run(environment);

        assertThat(output(environment)).endsWith("b [none]\n  x = 1\n  y = 2\n");
    }
}
