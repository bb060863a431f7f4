package io.millrace.parsers.mrm.dfdl;

import io.millrace.engine.message.Bytes;

import org.w3c.dom.Element;
import org.w3c.dom.Node;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A case of a TDML file: a document and what DFDL makes of it.
 *
 * @param file the file below the folder of test data
 * @param schema where the schema begins: a {@code defineSchema} of the file, or a file's root
 * @param writes whether the document is made of the infoset, not the infoset of the document
 * @param roundTrip what becomes of the infoset afterwards: {@code none}, {@code onePass} (the same
 *     document), {@code twoPass} (a document with the same infoset) and more
 * @param infoset null where an error is expected
 * @param errors words of the error that is expected
 */
record Tdml(
        Path file,
        String name,
        String root,
        DfdlSchema schema,
        boolean writes,
        String roundTrip,
        Element node,
        Element infoset,
        List<String> errors) {

    private static final int HEX = 16;

    /** All cases of a file. */
    static List<Tdml> read(Path file, Path data) throws IOException {
        Element suite = Dom.read(file);
        Map<String, DfdlSchema> schemas = new HashMap<>();
        for (Element defined : Dom.children(suite, "defineSchema").toList()) {
            schemas.put(defined.getAttribute("name"), new DfdlSchema(defined, file, data));
        }
        List<Tdml> cases = new ArrayList<>();
        for (Element node : Dom.children(suite)) {
            boolean parses = node.getLocalName().equals("parserTestCase");
            if (parses || node.getLocalName().equals("unparserTestCase")) {
                String model = node.getAttribute("model");
                if (!schemas.containsKey(model)) {
                    Path found = DfdlSchema.locate(model, file, data);
                    schemas.put(model, new DfdlSchema(Dom.read(found), found, data));
                }
                cases.add(of(suite, node, file, schemas.get(model)));
            }
        }
        return cases;
    }

    private static Tdml of(Element suite, Element node, Path file, DfdlSchema schema) {
        String said = node.getAttribute("roundTrip");
        String trip = said.isEmpty() ? suite.getAttribute("defaultRoundTrip") : said;
        Element errors = Dom.child(node, "errors");
        Element infoset = Dom.child(node, "infoset");
        Element set = infoset == null ? null : Dom.child(infoset, "dfdlInfoset");
        return new Tdml(
                file,
                node.getAttribute("name"),
                node.hasAttribute("root") ? Dom.local(node.getAttribute("root")) : schema.first(),
                schema,
                node.getLocalName().equals("unparserTestCase"),
                switch (trip) {
                    case "true" -> "onePass";
                    case "", "false" -> "none";
                    default -> trip;
                },
                node,
                set == null || Dom.children(set).isEmpty() ? null : Dom.children(set).getFirst(),
                errors == null
                        ? List.of()
                        : Dom.children(errors).stream().map(Element::getTextContent).toList());
    }

    boolean expects(String word) {
        return errors.stream().anyMatch(e -> e.toLowerCase(java.util.Locale.ROOT).contains(word));
    }

    /** The document's bytes. */
    Bytes document() throws IOException {
        Element document = Dom.child(node, "document");
        if (document == null) {
            throw new LeftOut("cases without a document");
        }
        List<Element> parts = Dom.children(document, "documentPart").toList();
        if (parts.isEmpty()) {
            return Bytes.utf8(document.getTextContent());
        }
        StringBuilder bits = new StringBuilder();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Element part : parts) {
            if (part.getAttribute("bitOrder").startsWith("LSB")
                    || part.getAttribute("byteOrder").equals("RTL")) {
                throw new LeftOut("bits");
            }
            switch (part.getAttribute("type")) {
                case "bits" -> {
                    bits.append(part.getTextContent().replaceAll("[^01]", ""));
                    if (bits.length() % 8 == 0) {
                        for (int i = 0; i < bits.length(); i += 8) {
                            out.write(Integer.parseInt(bits.substring(i, i + 8), 2));
                        }
                        bits.setLength(0);
                    }
                }
                case "byte" -> out.write(bytes(part.getTextContent()));
                case "file" -> {
                    Path named = file.resolveSibling(part.getTextContent().strip());
                    if (!Files.exists(named)) {
                        throw new LeftOut("files that are not at hand");
                    }
                    out.write(Files.readAllBytes(named));
                }
                default -> out.write(text(part));
            }
        }
        if (!bits.isEmpty()) {
            throw new LeftOut("bits");
        }
        return Bytes.of(out.toByteArray());
    }

    private static byte[] text(Element part) {
        String charset = part.getAttribute("encoding");
        boolean entities = part.getAttribute("replaceDFDLEntities").equals("true");
        String text = part.getTextContent();
        if (charset.toLowerCase(java.util.Locale.ROOT).startsWith("x-dfdl")) {
            throw new LeftOut("bits");
        }
        return (entities ? Literal.characters(text) : text)
                .getBytes(Charset.forName(charset.isEmpty() ? "UTF-8" : charset));
    }

    private static byte[] bytes(String hex) {
        String digits = hex.replaceAll("[^0-9a-fA-F]", "");
        byte[] bytes = new byte[digits.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = new BigInteger(digits.substring(2 * i, 2 * i + 2), HEX).byteValue();
        }
        return bytes;
    }

    /** The infoset as a document of the format XML. */
    String xml(boolean simpleRoot) {
        StringBuilder out = new StringBuilder();
        if (simpleRoot) {
            out.append('<').append(root).append('>');
        }
        write(infoset, out);
        return simpleRoot ? out.append("</").append(root).append('>').toString() : out.toString();
    }

    private static void write(Element e, StringBuilder out) {
        String name = e.getLocalName();
        String nil = e.getAttributeNS("http://www.w3.org/2001/XMLSchema-instance", "nil");
        out.append('<').append(name);
        if (nil.equals("true")) {
            out.append(" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:nil=\"true\"");
        }
        out.append('>');
        List<Element> children = Dom.children(e);
        if (children.isEmpty()) {
            for (Node n = e.getFirstChild(); n != null; n = n.getNextSibling()) {
                if (n.getNodeType() == Node.TEXT_NODE
                        || n.getNodeType() == Node.CDATA_SECTION_NODE) {
                    escape(n.getNodeValue(), out);
                }
            }
        }
        children.forEach(c -> write(c, out));
        out.append("</").append(name).append('>');
    }

    private static void escape(String text, StringBuilder out) {
        text.codePoints()
                .forEach(
                        c -> {
                            if (c == '&' || c == '<' || c == '>' || c == '\r') {
                                out.append("&#").append(c).append(';');
                            } else {
                                out.appendCodePoint(c);
                            }
                        });
    }
}
