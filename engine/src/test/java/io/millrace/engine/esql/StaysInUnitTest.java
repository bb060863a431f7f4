package io.millrace.engine.esql;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.work.OutsideUnit;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/** Messages may share a unit of work only where a rollback undoes all that their programs do. */
class StaysInUnitTest {

    private static boolean staysInUnit(String text) {
        return outsideUnit(text) == null;
    }

    private static OutsideUnit outsideUnit(String text) {
        Problems problems = new Problems();
        EsqlSettings settings =
                new EsqlSettings(
                        ParserRegistry.of(List.of(), List.of()), Limits.DEFAULTS, Map.of());
        EsqlProgram program =
                Esql.compile(List.of(new Source("test.esql", text)), settings, problems);
        assertThat(problems.hasErrors()).isFalse();
        return program.module("M", ModuleKind.COMPUTE).orElseThrow().outsideUnit();
    }

    private static String module(String outside, String statements) {
        return outside
                + " CREATE COMPUTE MODULE M CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN "
                + statements
                + " RETURN TRUE; END; END MODULE;";
    }

    @Test
    void treesAndTablesAreUndone() {
        assertThat(staysInUnit(module("", "INSERT INTO Database.STOCK (A) VALUES (1);"))).isTrue();
    }

    @Test
    void sharedVariablesAreNotUndone() {
        String counter = "DECLARE n SHARED INTEGER 0;";
        assertThat(staysInUnit(module(counter, "SET n = n + 1;"))).isFalse();
        assertThat(staysInUnit(module(counter, "DECLARE m INTEGER 1;"))).as("not used").isTrue();
        assertThat(staysInUnit(module(counter, "SET OutputRoot.n = n;"))).as("read").isTrue();
        String row = "DECLARE r SHARED ROW;";
        assertThat(staysInUnit(module(row, "DECLARE p REFERENCE TO r; SET p.n = 1;"))).isFalse();
    }

    @Test
    void theReasonIsToldWithItsPlace() {
        String counter = "DECLARE n SHARED INTEGER 0;";
        OutsideUnit outside = outsideUnit(module(counter, "SET OutputRoot.a = 1; SET n = n + 1;"));
        assertThat(outside.what()).isEqualTo("writes the SHARED variable n");
        assertThat(outside.place().line()).isPositive();
        assertThat(outsideUnit(module("", "PASSTHRU('DROP TABLE STOCK');")).what())
                .startsWith("uses PASSTHRU");
    }

    @Test
    void whatARoutineDoesCounts() {
        String routine =
                "DECLARE n SHARED INTEGER 0; CREATE PROCEDURE count() BEGIN SET n = n + 1; END;";
        assertThat(staysInUnit(module(routine, "CALL count();"))).isFalse();
    }

    @Test
    void whatPassthruDoesIsNotKnown() {
        assertThat(staysInUnit(module("", "PASSTHRU('DROP TABLE STOCK');"))).isFalse();
    }

    @Test
    void whatJavaDoesIsNotKnown() {
        String routine =
                "CREATE PROCEDURE p() LANGUAGE JAVA EXTERNAL NAME \"java.lang.System.gc\";";
        assertThat(staysInUnit(module(routine, "CALL p();"))).isFalse();
        assertThat(staysInUnit(module(routine, ""))).as("not called").isTrue();
    }

    @Test
    void whatTextsForEvalDoIsNotKnown() {
        assertThat(staysInUnit(module("", "EVAL('SET OutputRoot.x = 1');"))).isFalse();
        assertThat(staysInUnit(module("", "SET OutputRoot.x = 1 + EVAL('1');"))).isFalse();
    }

    @Test
    void theEndOfATransactionIsNotUndone() {
        assertThat(staysInUnit(module("", "COMMIT;"))).isFalse();
        assertThat(staysInUnit(module("", "ROLLBACK;"))).isFalse();
    }

    @Test
    void whatAStoredProcedureDoesIsNotKnown() {
        String routine =
                "CREATE PROCEDURE p() RETURNS INTEGER LANGUAGE DATABASE EXTERNAL NAME \"P\";";
        assertThat(staysInUnit(module(routine, "CALL p();"))).isFalse();
        assertThat(staysInUnit(module(routine, "SET OutputRoot.x = p();"))).isFalse();
        assertThat(staysInUnit(module(routine, ""))).as("not called").isTrue();
    }
}
