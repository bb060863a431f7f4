package io.millrace.parsers.mrm;

import static io.millrace.engine.error.ErrorCode.UNKNOWN_MESSAGE_SET;

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
import io.millrace.engine.parser.RecordParser;
import io.millrace.engine.parser.TemplateProblem;
import io.millrace.engine.parser.Validation;
import io.millrace.engine.parser.Validation.Level;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.parsers.mrm.CompiledModels.Found;
import io.millrace.parsers.mrm.CompiledModels.Refused;
import io.millrace.parsers.record.RecordTypes;
import io.millrace.parsers.validation.Validator;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The domain MRM.
 *
 * <p>The template specifies the message set, message and physical format. A set can be specified by
 * its name or its identifier. A name can be omitted if only one set, message or format exists.
 */
public final class MrmParser implements ModelParser, RecordParser {

    private final CompiledModels models;

    /** Creates the domain without a message set. */
    public MrmParser() {
        this(CompiledModels.NONE);
    }

    private MrmParser(CompiledModels models) {
        this.models = models;
    }

    @Override
    public String domain() {
        return "MRM";
    }

    @Override
    public Parser with(List<Source> files, Problems problems) {
        return new MrmParser(CompiledModels.read(files, problems));
    }

    @Override
    public List<List<String>> sensitiveFields() {
        return models.sensitiveFields();
    }

    @Override
    public Element parse(Bytes body, ParseOptions options) {
        Found found = find(options.template());
        Element folder = found.message().parse(body, options);
        Level level = options.validation().level();
        if (level == Level.NONE || level == Level.INHERIT) {
            return options.timing().read(folder);
        }
        found.validator().parsed(folder, options.validation(), options.timing(), false);
        return folder;
    }

    @Override
    public Bytes write(Element body, WriteOptions options) {
        return find(options.template()).message().write(body, options);
    }

    @Override
    public void validate(Element body, MessageTemplate template, Validation requested) {
        Validation validation = Validator.inEffect(body, requested);
        if (validation.isAsked()) {
            find(template).validator().check(body, validation);
        }
    }

    @Override
    public boolean usesMessageSets() {
        return true;
    }

    @Override
    public Optional<String> checkValidation(MessageTemplate template) {
        return checkTemplate(template);
    }

    @Override
    public Optional<String> checkRecords(MessageTemplate template) {
        return models.find(template) instanceof Found found
                ? found.message().checkRecords()
                : Optional.empty();
    }

    @Override
    public Range record(Bytes bytes, boolean isComplete, ParseOptions options) {
        return find(options.template()).message().record(bytes, isComplete, options);
    }

    private Found find(MessageTemplate template) {
        return switch (models.find(template)) {
            case Found found -> found;
            case Refused(String why) -> throw unknown(template, why);
            case CompiledModels.Reported(String why) -> throw unknown(template, why);
        };
    }

    private static MillraceException unknown(MessageTemplate template, String why) {
        return MillraceException.of(UNKNOWN_MESSAGE_SET, why)
                .type(ExceptionType.PARSER)
                .inserts(
                        Insert.of(template.set()),
                        Insert.of(template.type()),
                        Insert.of(template.format()))
                .build();
    }

    @Override
    public Map<String, Integer> fieldTypes() {
        return RecordTypes.NAMES;
    }

    @Override
    public Optional<UnknownField> unknownField(MessageTemplate template, List<String> names) {
        return models.fields(template).flatMap(fields -> fields.unknown(names));
    }

    @Override
    public List<TemplateProblem> templateProblems(MessageTemplate template) {
        return models.problems(template);
    }

    @Override
    public Optional<String> checkTemplate(MessageTemplate template) {
        return models.find(template) instanceof Refused(String why)
                ? Optional.of(why)
                : Optional.empty();
    }
}
