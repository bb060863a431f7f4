package io.millrace.parsers.mrm.xml;

import io.millrace.engine.error.Problems;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.ModelPlaces;
import io.millrace.parsers.model.XmlFormat;
import io.millrace.parsers.model.XmlSettings;
import io.millrace.parsers.record.PhysicalMessage;
import io.millrace.parsers.xml.Document;

/** A message of a model in an XML format. Immutable; safe to use from several threads. */
public final class XmlMessage implements PhysicalMessage {

    private final XmlSettings settings;
    private final XmlMember message;
    private final boolean hasMixed;
    private final String namespace;

    private XmlMessage(
            XmlSettings settings, XmlMember message, boolean hasMixed, String namespace) {
        this.namespace = namespace;
        this.settings = settings;
        this.message = message;
        this.hasMixed = hasMixed;
    }

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
                : new XmlMessage(format.settings(), compiled, shapes.hasMixed(), set.namespace());
    }

    XmlSettings settings() {
        return settings;
    }

    /** Returns the message's own tag. */
    XmlMember message() {
        return message;
    }

    /** Returns the namespace of the types; empty if there is none. */
    String namespace() {
        return namespace;
    }

    /** Whether text between tags is kept. */
    boolean hasMixed() {
        return hasMixed;
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
                        && content.message() == this
                        && content.isFolder(body);
        return same
                ? Document.write(((XmlMessageContent) body.content()).document(), options)
                : new XmlMessageWriter(this, options).write(body);
    }
}
