package io.millrace.nodes.transformation;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.parser.Ccsid;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.nodes.common.BodyProperties;
import io.millrace.nodes.common.DescribedNode;

import java.util.Set;

/** A node that transforms an XML message with a stylesheet (WMQI: "XMLTransformation node"). */
public final class XSLTransform extends DescribedNode {

    public XSLTransform() {
        super(
                """
                XSLTransform, Transformation, none
                Transforms the body, which must be XML, with an XSLT 1.0 stylesheet of the
                application. The stylesheet is, in this order, the href of a processing
                instruction xml-stylesheet before the first tag of the message,
                LocalEnvironment.XSL.StyleSheetName, or the property stylesheet. The fields of
                LocalEnvironment.XSL.Parameters are the parameters of the stylesheet. A
                stylesheet can include and read only .xsl, .xslt and .xml files of the
                application. External entities of messages are empty.

                environment XSL: StyleSheetName Parameters OutputCharSet MessageDomain MessageSet
                  MessageType MessageFormat
                in: Input message.
                out failure
                out out: The message with the result as its body.
                stylesheet [TEXT, alias stylesheetName]: Path of the stylesheet, relative to
                  the folder of the application or to stylesheetDirectory.
                stylesheetDirectory [TEXT, alias stylesheetPath]: Folder of the stylesheets in
                  the application.
                outputCharSet [INTEGER 0.. = 1208]: CCSID of the result, unless
                  LocalEnvironment.XSL.OutputCharSet specifies it.
                domain [DOMAIN, alias messageDomain messageDomainProperty]: Domain of the
                  result, unless LocalEnvironment.XSL.MessageDomain specifies it. If empty,
                  BLOB.
                messageSet [TEXT, alias messageSetProperty]: Message set of the result, unless
                  LocalEnvironment.XSL.MessageSet specifies it.
                messageType [TEXT, alias messageTypeProperty]: Name of the result in its message
                  set, unless LocalEnvironment.XSL.MessageType specifies it.
                messageFormat [TEXT, alias messageFormatProperty]: Physical format of the
                  result, unless LocalEnvironment.XSL.MessageFormat specifies it.
                """,
                BodyProperties.PARSING);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        Stylesheets stylesheets =
                new Stylesheets(
                        context.files(Stylesheets.SUFFIXES), node.text("stylesheetDirectory"));
        String name = node.text("stylesheet");
        int charSet = node.integer("outputCharSet");
        boolean valid = name.isBlank() || isUsable(stylesheets, name, node, context);
        if (!Ccsid.isKnown(charSet)) {
            context.problems()
                    .error(
                            ErrorCode.BAD_CCSID,
                            node.place("outputCharSet"),
                            "outputCharSet is the unknown CCSID " + charSet,
                            "write for example 1208 for UTF-8");
            valid = false;
        }
        Defaults defaults = BodyProperties.defaults(node, context);
        if (!valid) {
            return null;
        }
        return NodePlan.inUnit(
                c -> new Transforming(c, stylesheets, name, charSet, defaults, c.terminal("out")));
    }

    private static boolean isUsable(
            Stylesheets stylesheets, String name, NodeDefinition node, DeployContext context) {
        try {
            stylesheets.find(name);
            return true;
        } catch (MillraceException unusable) {
            context.problems()
                    .error(unusable.code(), node.place("stylesheet"), unusable.getMessage());
            return false;
        }
    }

    private record Transforming(
            NodeContext context,
            Stylesheets stylesheets,
            String stylesheet,
            int charSet,
            Defaults defaults,
            Terminal out)
            implements Node {

        private static final Set<String> BYTES = Set.of("BLOB");

        private static final Set<String> NOT_XML = Set.of("JSON", "MIME");

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            Element xsl = message.localEnvironment().child("XSL");
            Bytes input = body(message);
            String chosen = XmlInput.stylesheet(input);
            if (chosen == null) {
                String text = text(xsl, "StyleSheetName", stylesheet);
                chosen = text.isBlank() ? none() : text;
            }
            int ccsid = charSet(xsl);
            Bytes result =
                    stylesheets
                            .find(chosen)
                            .transform(
                                    input,
                                    xsl == null ? null : xsl.child("Parameters"),
                                    ccsid,
                                    context.limits().messageBytes(),
                                    context::note);
            out.propagate(message.withRoot(with(result, ccsid, xsl, message)));
        }

        private String none() {
            throw new MillraceException(
                    ErrorCode.STYLESHEET,
                    "the message has no stylesheet: set the property stylesheet of node "
                            + context.label()
                            + " or LocalEnvironment.XSL.StyleSheetName");
        }

        private static String text(Element xsl, String name, String otherwise) {
            String given = xsl == null ? null : xsl.textOf(name);
            return given == null ? otherwise : given;
        }

        private int charSet(Element xsl) {
            String given = text(xsl, "OutputCharSet", "");
            if (given.isEmpty()) {
                return charSet;
            }
            if (given.strip().matches("\\d{1,9}")
                    && Ccsid.isKnown(Integer.parseInt(given.strip()))) {
                return Integer.parseInt(given.strip());
            }
            throw new MillraceException(
                    ErrorCode.PROPERTY_VALUE,
                    "LocalEnvironment.XSL.OutputCharSet must be a known CCSID (found '"
                            + given
                            + "')");
        }

        /** Returns the bytes of the body, in UTF-8 unless they are a BLOB. */
        private Bytes body(MessageAssembly message) {
            Element body = message.body();
            MessageTemplate template = context.assembler().template(message.root());
            if (body == null || template.isEmpty()) {
                throw new MillraceException(
                        ErrorCode.WRITE_NO_BODY, "the message has no body to transform");
            }
            String domain = template.domain();
            if (NOT_XML.contains(domain)) {
                throw new MillraceException(
                        ErrorCode.TRANSFORMATION_FAILED,
                        "a stylesheet transforms only XML (found a body of the domain %s); convert"
                                        .formatted(domain)
                                + " the body to XMLNSC before node "
                                + context.label());
            }
            int ccsid = BYTES.contains(domain) ? 0 : Ccsid.UTF_8;
            Bytes written =
                    context.assembler()
                            .parsers()
                            .domain(domain)
                            .orElseThrow()
                            .write(
                                    body,
                                    new WriteOptions(
                                            template,
                                            ccsid,
                                            0,
                                            WriteOptions.Mode.ROOT,
                                            context.limits()));
            Value given =
                    message.root().child("Properties") == null
                            ? null
                            : message.root().child("Properties").valueOf("CodedCharSetId");
            return ccsid == Ccsid.UTF_8 || !(given instanceof Value.IntegerValue(long of))
                    ? written
                    : Bytes.utf8(written.text(Ccsid.charset((int) of)));
        }

        /** Returns the Root with a new body. */
        private Element with(Bytes result, int ccsid, Element xsl, MessageAssembly message) {
            Element root = message.root().copy();
            Element old = root.lastChild();
            Element header = old.previous();
            old.remove();
            root.addLast(Element.of(ElementType.NAME, "BLOB").domain("BLOB"))
                    .add("BLOB", Value.of(result));
            describe(root.child("Properties"), ccsid);
            describe(header, ccsid);
            MessageTemplate template = defaults.template();
            context.assembler()
                    .reset(
                            root,
                            defaults.template(
                                    new MessageTemplate(
                                            text(xsl, "MessageDomain", template.domain()),
                                            text(xsl, "MessageSet", template.set()),
                                            text(xsl, "MessageType", template.type()),
                                            text(xsl, "MessageFormat", template.format()))));
            return root;
        }

        private static void describe(Element folder, int ccsid) {
            Element field = folder == null ? null : folder.child("CodedCharSetId");
            if (field != null) {
                field.value(Value.of(ccsid));
            }
        }
    }
}
