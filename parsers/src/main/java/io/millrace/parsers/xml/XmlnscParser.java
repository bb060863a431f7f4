package io.millrace.parsers.xml;

import static io.millrace.engine.error.ErrorCode.UNKNOWN_MESSAGE_SET;
import static io.millrace.parsers.xml.XmlDomain.XMLNSC;

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
import io.millrace.engine.parser.Validation;
import io.millrace.engine.parser.Validation.Level;
import io.millrace.parsers.validation.Validator;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The domain XMLNSC: the compact tree with namespaces.
 *
 * <p>A model is not required. For validation, the template's message set specifies the permitted
 * documents. With the option {@code BuildTreeUsingXMLSchema} it also determines the types of field
 * values.
 */
public final class XmlnscParser extends XmlDomainParser implements ModelParser {

    private final MessageSchemas schemas;

    public XmlnscParser() {
        this(MessageSchemas.NONE);
    }

    private XmlnscParser(MessageSchemas schemas) {
        super(XMLNSC);
        this.schemas = schemas;
    }

    @Override
    public Parser with(List<Source> models, Problems problems) {
        return models.isEmpty() ? this : new XmlnscParser(new MessageSchemas(models));
    }

    @Override
    public Element parse(Bytes body, ParseOptions options) {
        Level level = options.validation().level();
        if (level == Level.NONE || level == Level.INHERIT) {
            return super.parse(body, options);
        }
        Validator validator = validator(options.template());
        Element folder = new XmlContent(XMLNSC, body, options).folder();
        boolean typed = options.options().contains(XmlOptions.SCHEMA_TYPES);
        validator.parsed(folder, options.validation(), options.timing(), typed);
        return folder;
    }

    @Override
    public void validate(Element body, MessageTemplate template, Validation requested) {
        Validation validation = Validator.inEffect(body, requested);
        if (validation.isAsked()) {
            validator(template).check(body, validation);
        }
    }

    @Override
    public Set<String> options() {
        return XmlOptions.ALL;
    }

    @Override
    public boolean usesMessageSets() {
        return true;
    }

    @Override
    public Optional<String> checkValidation(MessageTemplate template) {
        return schemas.find(template) == null
                ? Optional.of(schemas.findProblem(template))
                : Optional.empty();
    }

    private Validator validator(MessageTemplate template) {
        Validator found = schemas.find(template);
        if (found == null) {
            throw MillraceException.of(UNKNOWN_MESSAGE_SET, schemas.findProblem(template))
                    .type(ExceptionType.PARSER)
                    .inserts(Insert.of(template.set()))
                    .build();
        }
        return found;
    }
}
