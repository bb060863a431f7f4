package io.millrace.engine.esql.codegen;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Value;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The LOG statement: events are information for operators, user trace is for who looks for it. */
final class Logs {

    private static final Logger LOG = LoggerFactory.getLogger("io.millrace.esql");

    private Logs() {}

    static void write(boolean event, Value severity, Value catalog, Value message, Value[] values) {
        String text =
                ((MillraceException) Failures.user(severity, catalog, message, values))
                        .getMessage();
        String shown = text.replaceFirst("^user exception", "message");
        if (event) {
            LOG.info("{}", shown);
        } else {
            LOG.debug("{}", shown);
        }
    }
}
