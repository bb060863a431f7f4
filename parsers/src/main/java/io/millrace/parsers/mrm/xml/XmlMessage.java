package io.millrace.parsers.mrm.xml;

import io.millrace.engine.error.Problems;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.RecordParser.Range;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.ModelPlaces;
import io.millrace.parsers.model.XmlFormat;
import io.millrace.parsers.model.XmlSettings;
import io.millrace.parsers.record.PhysicalMessage;
import io.millrace.parsers.record.RecordTypes;
import io.millrace.parsers.xml.Document;
import io.millrace.parsers.xml.XmlRecords;

import java.util.Optional;

/**
 * A message of a model in an XML format. Immutable; safe to use from several threads.
 *
 * @param message the message's own tag
 * @param hasMixed whether strings between tags are kept
 */
public record XmlMessage(XmlSettings settings, XmlMember message, boolean hasMixed)
        implements PhysicalMessage {

    /**
     * Compiles a message.
     *
     * @param problems receives the errors of the model
     * @return null if there are problems
     */
    public static XmlMessage compile(
            MessageSet set,
            ElementDeclaration message,
            XmlFormat format,
            ModelPlaces places,
            Problems problems) {
        ShapeCompiler shapes = new ShapeCompiler(set, format, places);
        XmlMember compiled = shapes.compile(message, problems);
        return compiled == null
                ? null
                : new XmlMessage(format.settings(), compiled, shapes.hasMixed());
    }

    @Override
    public Element parse(Bytes body, ParseOptions options) {
        return XmlMessageContent.folder(this, body, options);
    }

    @Override
    public Bytes write(Element body, WriteOptions options) {
        boolean same =
                body.isClean()
                        && body.content() instanceof XmlMessageContent content
                        && content.message == this
                        && content.isFolder(body);
        return same
                ? Document.write(((XmlMessageContent) body.content()).document(), options)
                : new XmlMessageWriter(this, options).write(body);
    }

    @Override
    public Optional<String> checkRecords() {
        return Optional.empty();
    }

    @Override
    public Range record(Bytes bytes, boolean isComplete, ParseOptions options) {
        return XmlRecords.first(bytes, isComplete, RecordTypes.DOMAIN, options.limits());
    }
}
