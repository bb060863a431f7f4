package io.millrace.flows.sample;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.Esql;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.EsqlSettings;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.queue.FailureReport;
import io.millrace.engine.queue.QueueMessage;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An ESQL condition on messages of a queue, with the correlation names of a Filter node. The body
 * has the domain of the headers, otherwise the domain that {@link BodyDomain} detects. The reason
 * for a failure is in {@code Environment.Failure}, with the fields Code, Node, Text, Queue and
 * Input.
 */
public final class MessageFilter implements Predicate<QueueMessage> {

    private static final List<String> FIELDS = List.of("Code", "Node", "Text", "Queue", "Input");
    private static final Pattern FAILURE_FIELD =
            Pattern.compile("\\b(Environment\\.Failure)\\.(\\w+)");
    private static final Pattern MQMD_FIELD = Pattern.compile("\\b(Root\\.MQMD)\\.(\\w+)");

    private final EsqlModule condition;
    private final MessageAssembler assembler;

    /**
     * Compiles a condition.
     *
     * @param origin name of the text in errors
     * @throws ProblemsException with all errors of the condition
     */
    public MessageFilter(String origin, String esql, MessageAssembler assembler) {
        this.assembler = assembler;
        Problems problems = new Problems();
        EsqlSettings settings = new EsqlSettings(assembler.parsers(), assembler.limits(), Map.of());
        condition =
                Esql.compile(List.of(), settings, problems)
                        .expression(new Source(origin, esql), ModuleKind.FILTER, problems);
        Source source = new Source(origin, esql);
        checkFields(source, FAILURE_FIELD, FIELDS, problems);
        checkFields(source, MQMD_FIELD, assembler.parsers().fields("MQMD"), problems);
        if (problems.hasErrors()) {
            throw new ProblemsException(problems.all());
        }
    }

    /** Reports fields that a folder cannot have, because no message would match. */
    private static void checkFields(
            Source source, Pattern reference, Collection<String> known, Problems problems) {
        Matcher field = reference.matcher(source.text());
        while (field.find()) {
            if (!known.contains(field.group(2))) {
                problems.error(
                        ErrorCode.ESQL_UNKNOWN_NAME,
                        source.at(field.start(2)),
                        field.group(1) + " has no field " + field.group(2),
                        Problems.didYouMean(
                                field.group(2), known, "it has " + String.join(", ", known)));
            }
        }
    }

    /**
     * Whether the condition is true for a message. Throws MillraceExceptions for damaged messages
     * and errors of the expression.
     */
    @Override
    public boolean test(QueueMessage message) {
        MessageParts parts = MessageParts.of(message, assembler);
        MessageTemplate template =
                MessageTemplate.domain(BodyDomain.of(parts.body(), parts.ccsid()));
        Element root =
                assembler.assemble(
                        message.descriptor(),
                        message.body(),
                        new MessageAssembler.Defaults(template, ParseTiming.ON_DEMAND, Set.of()),
                        null);
        MessageEnvironment environment =
                new MessageEnvironment(root, assembler.parsers(), assembler.limits());
        if (message.failure() != null) {
            describe(message.failure(), environment.tree(Correlation.ENVIRONMENT));
        }
        return isTrue(condition.run(environment));
    }

    /** Whether a value is TRUE. A null value is not TRUE. */
    private static boolean isTrue(Value result) {
        if (result != null && result.type() != ValueType.BOOLEAN) {
            throw new MillraceException(
                    ErrorCode.ESQL_TYPE,
                    "the filter must be TRUE or FALSE (found the %s %s); compare the value, for example with = %s"
                            .formatted(result.type(), result.text(), literal(result)));
        }
        return Value.of(true).equals(result);
    }

    private static String literal(Value value) {
        return value.type().isNumeric() ? value.text() : "'" + value.text() + "'";
    }

    private static void describe(FailureReport failure, Element environment) {
        Element folder = environment.add("Failure");
        folder.add("Code", failure.code());
        folder.add("Node", failure.node());
        folder.add("Text", failure.text());
        folder.add("Queue", failure.queue());
        folder.add("Input", failure.input());
    }
}
