package io.millrace.models.xsd;

import static io.millrace.engine.error.Problems.didYouMean;
import static io.millrace.models.xsd.XmlNode.XSD;
import static io.millrace.models.xsd.XmlNode.isName;

import io.millrace.engine.error.Source;
import io.millrace.models.ConversionReport;
import io.millrace.models.NearbyFiles;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

import javax.xml.namespace.QName;

/** All schemas of a model, and their global declarations. */
final class SchemaFiles {

    // Kinds of global declarations.
    static final String ELEMENT = "element";
    static final String TYPE = "type";
    static final String GROUP = "group";
    static final String ATTRIBUTE = "attribute";
    static final String ATTRIBUTE_GROUP = "attributeGroup";

    private static final int MAX_FILES = 500;
    private static final int MAX_DEEP = 50;

    private final NearbyFiles files;
    private final ConversionReport report;

    /** Global declarations by kind and name. */
    private final Map<String, SequencedMap<QName, XmlNode>> globals = new HashMap<>();

    private final Map<QName, List<XmlNode>> substitutes = new HashMap<>();
    private final Set<String> read = new HashSet<>();
    private final Map<String, XmlNode> roots = new HashMap<>();

    /** Namespaces with schemas that could not be read. */
    private final Map<String, XmlNode> missing = new HashMap<>();

    private int deep;

    SchemaFiles(NearbyFiles files, ConversionReport report) {
        this.files = files;
        this.report = report;
        for (String kind : List.of(ELEMENT, TYPE, GROUP, ATTRIBUTE, ATTRIBUTE_GROUP)) {
            globals.put(kind, new LinkedHashMap<>());
        }
    }

    /**
     * Adds a schema and the schemas to which it refers.
     *
     * @return namespace of the schema; null if the file is not a schema
     */
    String add(Source source) {
        return add(source, null, true);
    }

    private void notASchema(XmlNode root) {
        boolean isSchema = root.name.equals("schema");
        String hint = "this file is an XML document; import the XML Schema that describes it";
        if (isSchema) {
            hint =
                    root.namespace.contains("XMLSchema")
                            ? "the schema uses a draft of XML Schema; convert it to XML Schema 1.0 "
                                    + "(namespace http://www.w3.org/2001/XMLSchema)"
                            : "declare the namespace: xmlns:xs=\"" + XSD + "\"";
        }
        report.advise(
                root.place,
                hint,
                "found <%s> of %s, expected <schema> of the namespace %s",
                root.name,
                root.namespace.isEmpty() ? "no namespace" : "the namespace " + root.namespace,
                XSD);
    }

    private String add(Source source, String includer, boolean main) {
        XmlNode root = roots.computeIfAbsent(source.name(), n -> XmlReader.read(source, report));
        if (root == null) {
            return null;
        }
        if (!root.is("schema")) {
            notASchema(root);
            return null;
        }
        String own = root.get("targetNamespace", "");
        String namespace = own.isEmpty() && includer != null ? includer : own;
        if (!read.add(namespace + " " + source.name())) {
            return namespace;
        }
        if (read.size() > MAX_FILES || deep > MAX_DEEP) {
            report.problem(
                    root.place,
                    deep > MAX_DEEP
                            ? "found schemas that include each other more than %d levels deep"
                            : "found more than %d included schemas",
                    deep > MAX_DEEP ? MAX_DEEP : MAX_FILES);
            return namespace;
        }
        deep++;
        // A schema without a namespace belongs to the namespace of each schema that includes it.
        XmlNode schema = root.target() == null ? root : XmlReader.read(source, report);
        schema.include(namespace, main);
        schema.children.forEach(this::child);
        deep--;
        return namespace;
    }

    private void child(XmlNode child) {
        if (!child.namespace.equals(XSD)) {
            return;
        }
        switch (child.name) {
            case "include" -> file(child, child.target(), child.isMain());
            case "import" -> file(child, null, false);
            case "redefine", "override" -> {
                file(child, child.target(), child.isMain());
                child.children.stream()
                        .filter(c -> !c.is("annotation"))
                        .forEach(c -> report.dropped(c.place, child.name + " of %s", c.label()));
            }
            case "annotation" -> {
                // Any other annotation of the schema itself has no effect on messages.
                if (child.children("appinfo")
                        .anyMatch(a -> a.get("source", "").contains("/dfdl/"))) {
                    report.dropped(
                            child.place,
                            "DFDL annotations; define the physical format of the messages in the "
                                    + "model, with the kind cwf or tds");
                }
            }
            case "notation", "defaultOpenContent" ->
                    report.dropped(child.place, "%s", child.label());
            default -> global(child);
        }
    }

    private void file(XmlNode reference, String includer, boolean main) {
        String location = reference.get("schemaLocation");
        Source found =
                location == null
                        ? null
                        : files.find(reference.place.source(), location).orElse(null);
        if (found != null) {
            add(found, includer, main);
            return;
        }
        String namespace = reference.get("namespace", "");
        missing.putIfAbsent(includer == null || location == null ? namespace : includer, reference);
        if (location != null) {
            report.dropped(
                    reference.place,
                    location.contains("://")
                            ? "%s of %s, which is not downloaded; save it in the folder of this "
                                    + "file, and write its name in schemaLocation"
                            : "%s of %s, which was not found near this file",
                    reference.name,
                    location);
        }
    }

    private void global(XmlNode node) {
        String kind = node.is("complexType", "simpleType") ? TYPE : node.name;
        if (!globals.containsKey(kind) || kind.equals(node.name) && kind.equals(TYPE)) {
            report.problem(
                    node.place, "found <%s>, expected a declaration of XML Schema", node.name);
            return;
        }
        if (!isName(node.get("name"))) {
            report.problem(node.place, "found <%s> without a name", node.name);
            return;
        }
        XmlNode before = globals.get(kind).putIfAbsent(node.declared(), node);
        if (before != null) {
            report.problem(
                    node.place,
                    "found %s a second time; the first is at %s",
                    node.label(),
                    before.place);
        } else if (kind.equals(ELEMENT) && node.get("substitutionGroup") != null) {
            for (String head : node.get("substitutionGroup").split("\\s+")) {
                QName headName = name(node, head);
                if (headName != null) {
                    substitutes.computeIfAbsent(headName, n -> new ArrayList<>()).add(node);
                }
            }
        }
    }

    /**
     * Returns the qualified name in an attribute. If its prefix is not declared, reports a problem
     * and returns null.
     */
    QName name(XmlNode node, String written) {
        int colon = written.indexOf(':');
        String prefix = colon < 0 ? "" : written.substring(0, colon);
        String uri = node.uri(prefix);
        if (uri == null) {
            report.problem(node.place, "found the undeclared prefix '%s' in '%s'", prefix, written);
            return null;
        }
        boolean chameleon = uri.isEmpty() && node.root.get("targetNamespace", "").isEmpty();
        return new QName(chameleon ? node.target() : uri, written.substring(colon + 1));
    }

    /**
     * Returns the declaration for a name in an attribute. If it does not exist, reports a problem
     * and returns null.
     */
    XmlNode find(String kind, XmlNode referrer, String written) {
        QName name = name(referrer, written);
        return name == null ? null : find(kind, name, referrer);
    }

    /**
     * Returns the declaration for a name. If it does not exist, reports a problem and returns null.
     */
    XmlNode find(String kind, QName name, XmlNode referrer) {
        XmlNode found = peek(kind, name);
        if (found == null) {
            String uri = name.getNamespaceURI();
            List<String> near =
                    globals.get(kind).keySet().stream()
                            .filter(n -> n.getNamespaceURI().equals(uri))
                            .map(QName::getLocalPart)
                            .toList();
            report.advise(
                    referrer.place(written(referrer, name.getLocalPart())),
                    missing.containsKey(uri)
                            ? notFound(missing.get(uri))
                            : didYouMean(name.getLocalPart(), near),
                    "found a reference to the undeclared %s %s",
                    kind,
                    name);
        }
        return found;
    }

    /** Returns the name of the attribute that contains a reference; empty if there is none. */
    private static String written(XmlNode referrer, String local) {
        return referrer.attributes.entrySet().stream()
                .filter(
                        a ->
                                a.getValue().strip().equals(local)
                                        || a.getValue().endsWith(":" + local))
                .map(Map.Entry::getKey)
                .filter(a -> !a.equals("name"))
                .findFirst()
                .orElse("");
    }

    /** Returns advice for a reference to a schema that was not found. */
    private static String notFound(XmlNode reference) {
        String location = reference.get("schemaLocation");
        return location == null
                ? "the %s in line %d has no schemaLocation; save the schema in the folder of this file, and write its name in schemaLocation"
                        .formatted(reference.name, reference.place.line())
                : "the %s in line %d names %s, which was not found; save it in the folder of this file, and write its name in schemaLocation"
                        .formatted(reference.name, reference.place.line(), location);
    }

    /** Returns the declaration for a name; null if there is none. */
    XmlNode peek(String kind, QName name) {
        return globals.get(kind).get(name);
    }

    /** Returns the declarations of the schemas that are imported completely. */
    List<XmlNode> main(String kind) {
        return globals.get(kind).values().stream().filter(XmlNode::isMain).toList();
    }

    /**
     * Returns the elements that can directly substitute for an element, in the order of the files.
     */
    List<XmlNode> substitutes(QName head) {
        return substitutes.getOrDefault(head, List.of());
    }
}
