package io.millrace.flows.test;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.flows.compile.CompiledApplication;

import java.time.ZonedDateTime;

/** The environment of test expressions that read a message. */
final class TestEnvironment implements EsqlEnvironment {

    private final MessageAssembly message;
    private final CompiledApplication application;

    TestEnvironment(Element root, CompiledApplication application) {
        this.message = MessageAssembly.of(root);
        this.application = application;
    }

    @Override
    public Element tree(Correlation correlation) {
        return switch (correlation) {
            case INPUT_ROOT, OUTPUT_ROOT -> message.root();
            case INPUT_LOCAL_ENVIRONMENT, OUTPUT_LOCAL_ENVIRONMENT -> message.localEnvironment();
            case INPUT_EXCEPTION_LIST, OUTPUT_EXCEPTION_LIST -> message.exceptionList();
            case ENVIRONMENT -> message.environment();
        };
    }

    @Override
    public void propagate(Propagation propagation) {
        throw new MillraceException(
                ErrorCode.ESQL_PROPAGATE, "PROPAGATE is not supported in test expressions");
    }

    @Override
    public ZonedDateTime now() {
        return ZonedDateTime.now();
    }

    @Override
    public Value property(String name) {
        return null;
    }

    @Override
    public DatabaseSession database(String dataSource) {
        throw new MillraceException(
                ErrorCode.UNKNOWN_DATA_SOURCE, "databases are not supported in test expressions");
    }

    @Override
    public ParserRegistry parsers() {
        return application.parsers();
    }

    @Override
    public Limits limits() {
        return application.settings().limits();
    }
}
