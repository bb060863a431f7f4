package io.millrace.flows.sample;

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

import java.time.ZonedDateTime;

/** The environment of ESQL expressions that read a message outside a flow. */
public final class MessageEnvironment implements EsqlEnvironment {

    private final MessageAssembly message;
    private final ParserRegistry parsers;
    private final Limits limits;

    public MessageEnvironment(Element root, ParserRegistry parsers, Limits limits) {
        this.message = MessageAssembly.of(root);
        this.parsers = parsers;
        this.limits = limits;
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
                ErrorCode.ESQL_PROPAGATE, "PROPAGATE is not supported outside flows");
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
                ErrorCode.UNKNOWN_DATA_SOURCE, "databases are not supported outside flows");
    }

    @Override
    public ParserRegistry parsers() {
        return parsers;
    }

    @Override
    public Limits limits() {
        return limits;
    }
}
