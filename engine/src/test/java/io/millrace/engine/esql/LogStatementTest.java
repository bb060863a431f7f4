package io.millrace.engine.esql;

import static io.millrace.engine.esql.Programs.environment;
import static io.millrace.engine.esql.Programs.module;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

import java.util.List;

/** What LOG writes, and where to. */
@Isolated("Programs of other tests write to the same log.")
class LogStatementTest {

    private static List<String> logged(String statements) {
        EsqlModule module =
                module(
                        "CREATE COMPUTE MODULE Test CREATE PROCEDURE tell() BEGIN LOG EVENT"
                                + " EXCEPTION; END; CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN\n"
                                + statements
                                + "\nEND; END MODULE;");
        Logger logger = (Logger) LoggerFactory.getLogger("io.millrace.esql");
        ListAppender<ILoggingEvent> appender = new ListAppender<>();
        appender.start();
        Level before = logger.getLevel();
        logger.setLevel(Level.DEBUG);
        logger.addAppender(appender);
        try {
            module.run(environment());
        } finally {
            logger.detachAppender(appender);
            logger.setLevel(before);
        }
        String where = "the MessageFlowLabel.the NodeLabel: ";
        return appender.list.stream()
                .map(e -> e.getLevel() + " " + e.getFormattedMessage().replace(where, ""))
                .toList();
    }

    @Test
    void severityIsTheLevelOfAnEventAndUserTraceIsForDebugging() {
        assertThat(
                        logged(
                                """
                                LOG EVENT VALUES('plain');
                                LOG EVENT SEVERITY 2 CATALOG 'BIPmsgs' MESSAGE 2952 VALUES(1, 'two');
                                LOG EVENT SEVERITY 3;
                                LOG USER TRACE VALUES('traced');
                                """))
                .containsExactly(
                        "INFO message 2951: plain",
                        "WARN message 2952 of catalog BIPmsgs: 1, two",
                        "ERROR message 2951",
                        "DEBUG message 2951: traced");
    }

    @Test
    void exceptionIsTheOneThatAHandlerRunsForInRoutinesThatItCallsToo() {
        List<String> lines =
                logged(
                        """
                        LOG EVENT EXCEPTION;
                        BEGIN
                          DECLARE zero INTEGER 0;
                          DECLARE EXIT HANDLER FOR SQLSTATE LIKE 'S22012' BEGIN
                            CALL tell();
                            BEGIN
                              DECLARE EXIT HANDLER FOR SQLSTATE LIKE 'U%' CALL tell();
                              THROW USER EXCEPTION VALUES('inner');
                            END;
                            CALL tell();
                            LOG EVENT FULL EXCEPTION;
                          END;
                          SET zero = 1 / zero;
                        END;
                        LOG EVENT EXCEPTION;
                        """);

        assertThat(lines)
                .containsExactly(
                        "INFO message 2951",
                        "INFO message 2951; MR2102 division by zero: 1 / 0",
                        "INFO message 2951; MR2107 user exception 2951: inner",
                        "INFO message 2951; MR2102 division by zero: 1 / 0",
                        "INFO message 2951; MR2109 Error in ESQL statement at test.esql:14 in"
                                + " Test.Main: SET zero = 1 / zero; MR2102 division by zero: 1 / 0",
                        "INFO message 2951");
    }
}
