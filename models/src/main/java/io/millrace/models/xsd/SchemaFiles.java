package io.millrace.models.xsd;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.models.ConversionReport;
import io.millrace.models.NearbyFiles;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

import javax.xml.namespace.QName;

/** All schemas of a model, and their global declarations. */
final class SchemaFiles {

    private static final int MAX_FILES = 500;
    private static final int MAX_DEEP = 50;

    /** Kind of a global declaration; the constants are the tags of XML Schema. */
    enum Kind {
        ELEMENT("element"),
        TYPE("complexType"),
        GROUP("group"),
        ATTRIBUTE("attribute"),
        ATTRIBUTE_GROUP("attributeGroup");

        final String tag;

        Kind(String tag) {
            this.tag = tag;
        }

        static Kind of(XmlNode node) {
            return switch (node.name) {
                case "element" -> ELEMENT;
                case "complexType", "simpleType" -> TYPE;
                case "group" -> GROUP;
                case "attribute" -> ATTRIBUTE;
                case "attributeGroup" -> ATTRIBUTE_GROUP;
                default -> null;
            };
        }
    }

    /**
     * A schema in the namespace of the file that includes it.
     *
     * @param namespace empty for none
     * @param isMain whether all of it is converted; of others only the declarations that are
     *     referred to
     */
    record Schema(XmlNode root, String namespace, boolean isMain) {

        boolean isQualified(XmlNode node) {
            String form = node.get("form");
            String standard = node.is("attribute") ? "attributeFormDefault" : "elementFormDefault";
            return (form == null ? root.get(standard, "") : form).equals("qualified");
        }
    }

    /** A global declaration. */
    record Global(QName name, XmlNode node, Schema schema) {}

    private final NearbyFiles files;
    private final Problems problems;
    private final ConversionReport report;
    private final Map<Kind, SequencedMap<QName, Global>> globals = new EnumMap<>(Kind.class);
    private final Map<QName, List<Global>> substitutes = new HashMap<>();
    private final Set<String> read = new HashSet<>();
    private final Map<String, XmlNode> roots = new HashMap<>();

    /** Namespaces whose schemas could not be read. */
    private final Set<String> missing = new HashSet<>();

    private int deep;

    SchemaFiles(NearbyFiles files, Problems problems, ConversionReport report) {
        this.files = files;
        this.problems = problems;
        this.report = report;
        for (Kind kind : Kind.values()) {
            globals.put(kind, new LinkedHashMap<>());
        }
    }

    /**
     * Adds a schema and the schemas that it refers to. @return its namespace; null if it is not a
     * schema
     */
    String add(Source source) {
        return add(source, null, true);
    }

    private String add(Source source, String includer, boolean main) {
        XmlNode root =
                roots.computeIfAbsent(source.name(), n -> XmlReader.read(source, problems, report));
        if (root == null) {
            return null;
        }
        if (!root.is("schema")) {
            boolean old = root.name.equals("schema") && root.namespace.contains("XMLSchema");
            problems.error(
                    ErrorCode.MODEL_IMPORT,
                    root.place,
                    "found <"
                            + root.name
                            + "> of "
                            + root.namespace
                            + ", expected <schema> of "
                            + XmlNode.XSD,
                    old
                            ? "this is a draft of XML Schema; write it anew in the language of 2001"
                            : "");
            return null;
        }
        String own = root.get("targetNamespace", "");
        String namespace = own.isEmpty() && includer != null ? includer : own;
        if (!read.add(namespace + " " + source.name())) {
            return namespace;
        }
        if (read.size() > MAX_FILES || deep > MAX_DEEP) {
            problems.error(
                    ErrorCode.MODEL_IMPORT,
                    root.place,
                    "found schemas that include one another more than "
                            + (deep > MAX_DEEP ? MAX_DEEP + " levels deep" : MAX_FILES + " times"));
            return namespace;
        }
        deep++;
        Schema schema = new Schema(root, namespace, main);
        for (XmlNode child : root.children) {
            child(child, schema);
        }
        deep--;
        return namespace;
    }

    private void child(XmlNode child, Schema schema) {
        if (!child.namespace.equals(XmlNode.XSD)) {
            return;
        }
        switch (child.name) {
            case "include" -> file(child, schema.namespace, schema.isMain);
            case "import" -> file(child, null, false);
            case "redefine", "override" -> {
                file(child, schema.namespace, schema.isMain);
                child.children.stream()
                        .filter(c -> !c.is("annotation"))
                        .forEach(c -> report.dropped(c.place, child.name + " of " + c.label()));
            }
            case "annotation" -> {
                // Of the whole schema.
            }
            case "notation", "defaultOpenContent" -> report.dropped(child.place, child.label());
            default -> global(child, schema);
        }
    }

    private void file(XmlNode reference, String includer, boolean main) {
        String location = reference.get("schemaLocation");
        String namespace = reference.get("namespace", "");
        if (location == null) {
            missing.add(namespace);
            return;
        }
        Optional<Source> found = files.find(reference.place.source(), location);
        if (found.isEmpty()) {
            missing.add(includer == null ? namespace : includer);
            report.dropped(
                    reference.place,
                    reference.name
                            + " of "
                            + location
                            + ", which is not a schema beside this file");
            return;
        }
        add(found.get(), includer, main);
    }

    private void global(XmlNode node, Schema schema) {
        Kind kind = Kind.of(node);
        String name = node.get("name");
        if (kind == null || !XmlNode.isName(name)) {
            problems.error(
                    ErrorCode.MODEL_IMPORT,
                    node.place,
                    kind == null
                            ? "found <" + node.name + ">, expected a declaration of XML Schema"
                            : "found <" + node.name + "> without a name");
            return;
        }
        QName qualified = new QName(schema.namespace, name);
        Global global = new Global(qualified, node, schema);
        Global before = globals.get(kind).putIfAbsent(qualified, global);
        if (before != null && before.node != node) {
            problems.error(
                    ErrorCode.MODEL_IMPORT,
                    node.place,
                    "found "
                            + node.label()
                            + " a second time; the first is at "
                            + before.node.place);
        }
        if (before == null && kind == Kind.ELEMENT && node.get("substitutionGroup") != null) {
            for (String head : node.get("substitutionGroup").split("\\s+")) {
                QName headName = name(node, head, schema);
                if (headName != null) {
                    substitutes.computeIfAbsent(headName, n -> new ArrayList<>()).add(global);
                }
            }
        }
    }

    /**
     * Returns the qualified name in an attribute; null, with a problem, if its prefix is not
     * declared.
     */
    QName name(XmlNode node, String written, Schema schema) {
        int colon = written.indexOf(':');
        String prefix = colon < 0 ? "" : written.substring(0, colon);
        String uri = node.uri(prefix);
        if (uri == null) {
            problems.error(
                    ErrorCode.MODEL_IMPORT,
                    node.place,
                    "found the prefix '" + prefix + "' of " + written + ", which is not declared");
            return null;
        }
        boolean chameleon = uri.isEmpty() && schema.root.get("targetNamespace", "").isEmpty();
        return new QName(chameleon ? schema.namespace : uri, written.substring(colon + 1));
    }

    /** Returns a declaration by its name; null, with a problem, if it does not exist. */
    Global find(Kind kind, QName name, XmlNode referrer) {
        Global found = globals.get(kind).get(name);
        if (found != null) {
            return found;
        }
        boolean unread = missing.contains(name.getNamespaceURI());
        List<String> near =
                globals.get(kind).keySet().stream()
                        .filter(n -> n.getNamespaceURI().equals(name.getNamespaceURI()))
                        .map(QName::getLocalPart)
                        .toList();
        problems.error(
                ErrorCode.MODEL_IMPORT,
                referrer.place,
                "found a reference to the "
                        + (kind == Kind.TYPE ? "type" : kind.tag)
                        + " "
                        + name
                        + ", which is not declared",
                unread
                        ? "put the schema of "
                                + (name.getNamespaceURI().isEmpty()
                                        ? "no name space"
                                        : name.getNamespaceURI())
                                + " beside this file, under the name that its import says"
                        : Problems.didYouMean(name.getLocalPart(), near));
        return null;
    }

    /** Returns a declaration; null if there is none. */
    Global peek(Kind kind, QName name) {
        return globals.get(kind).get(name);
    }

    /** Returns the declarations of the schemas that all is wanted of. */
    List<Global> main(Kind kind) {
        return globals.get(kind).values().stream().filter(g -> g.schema.isMain).toList();
    }

    /** Returns the elements that can be substituted for one, in the order of the files. */
    List<Global> substitutes(QName head) {
        return substitutes.getOrDefault(head, List.of());
    }
}
