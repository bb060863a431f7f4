package io.millrace.parsers.mrm;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ModelParser;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.parsers.record.PhysicalMessage;
import io.millrace.parsers.record.RecordTypes;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The domain MRM.
 *
 * <p>Message set, message and physical format are those of the template. A set may be named by its
 * name or its identifier; what is left out is the only one there is, if there is only one.
 */
public final class MrmParser implements ModelParser {

    private final Models models;

    /** The domain without any message set. */
    public MrmParser() {
        this(Models.NONE);
    }

    private MrmParser(Models models) {
        this.models = models;
    }

    @Override
    public String domain() {
        return "MRM";
    }

    @Override
    public Parser with(List<Source> files, Problems problems) {
        return new MrmParser(Models.read(files, problems));
    }

    @Override
    public Element parse(Bytes body, ParseOptions options) {
        return options.timing().read(message(options.template()).parse(body, options));
    }

    @Override
    public Bytes write(Element body, WriteOptions options) {
        return message(options.template()).write(body, options);
    }

    private PhysicalMessage message(MessageTemplate template) {
        return switch (models.find(template)) {
            case Models.Found(PhysicalMessage message) -> message;
            case Models.Refused(String why) ->
                    throw MillraceException.of(ErrorCode.UNKNOWN_MESSAGE_SET, why)
                            .type(ExceptionType.PARSER)
                            .inserts(
                                    Insert.of(template.set()),
                                    Insert.of(template.type()),
                                    Insert.of(template.format()))
                            .build();
        };
    }

    @Override
    public Map<String, Integer> fieldTypes() {
        return RecordTypes.NAMES;
    }

    @Override
    public Optional<String> checkTemplate(MessageTemplate template) {
        return models.find(template) instanceof Models.Refused(String why)
                ? Optional.of(why)
                : Optional.empty();
    }
}
