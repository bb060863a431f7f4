package io.millrace.parsers.mrm.dfdl;

import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The components of a DFDL schema and of those that it includes, by their names. */
final class DfdlSchema {

    private final Map<String, Element> components = new HashMap<>();
    private final Map<Element, Map<String, String>> standards = new HashMap<>();
    private final Set<Path> read = new HashSet<>();
    private final Path data;
    private String missing;
    private String first;

    DfdlSchema(Element root, Path file, Path data) throws IOException {
        this.data = data;
        add(root, file);
    }

    /** The file that a location means; it may not be there. */
    static Path locate(String location, Path from, Path data) {
        String plain = location.startsWith("/") ? location.substring(1) : location;
        return List.of(
                        from.resolveSibling(plain).normalize(),
                        data.resolve(plain),
                        data.resolve("_shared_models").resolve(plain),
                        data.resolve("_shared_models")
                                .resolve(data.relativize(from).resolveSibling(plain)))
                .stream()
                .filter(Files::exists)
                .findFirst()
                .orElse(Path.of(location));
    }

    private void add(Element schema, Path file) throws IOException {
        for (Element child : Dom.children(schema)) {
            switch (child.getLocalName()) {
                case "include", "import" -> {
                    String location = child.getAttribute("schemaLocation");
                    Path found = locate(location, file, data);
                    if (!Files.exists(found)) {
                        missing = location;
                    } else if (read.add(found.toRealPath())) {
                        add(Dom.read(found), found);
                    }
                }
                case "annotation" -> {
                    for (Element said :
                            Dom.annotations(schema).filter(a -> !a.equals(schema)).toList()) {
                        define(schema, said);
                    }
                }
                default -> define(schema, child);
            }
        }
    }

    private void define(Element schema, Element said) {
        if (said.getLocalName().equals("format") && Dom.DFDL.equals(said.getNamespaceURI())) {
            standards.put(schema, plain(said));
        } else {
            if (said.getLocalName().equals("element") && first == null) {
                first = said.getAttribute("name");
            }
            components.put(said.getLocalName() + " " + said.getAttribute("name"), said);
        }
    }

    /** The first element that it declares, which a case means that names none. */
    String first() {
        return first;
    }

    /** A component of a kind; null where there is none. */
    Element find(String kind, String name) {
        return components.get(kind + " " + Dom.local(name));
    }

    Element need(String kind, String name) {
        Element found = find(kind, name);
        if (found == null) {
            throw new LeftOut("schemas that are not whole");
        }
        return found;
    }

    void check() {
        if (missing != null) {
            throw new LeftOut("schemas that are not at hand");
        }
    }

    // Properties

    private static Map<String, String> plain(Element said) {
        Map<String, String> all = new LinkedHashMap<>();
        NamedNodeMap attributes = said.getAttributes();
        for (int i = 0; i < attributes.getLength(); i++) {
            Attr a = (Attr) attributes.item(i);
            if (a.getNamespaceURI() == null) {
                all.put(a.getName(), a.getValue());
            }
        }
        Dom.children(said, "property")
                .forEach(p -> all.put(p.getAttribute("name"), p.getTextContent()));
        return all;
    }

    /** What a component says itself, formats that it refers to included. */
    private Map<String, String> own(Element component) {
        Map<String, String> own = new LinkedHashMap<>();
        Dom.annotations(component)
                .filter(a -> !a.getLocalName().startsWith("define"))
                .forEach(
                        a -> {
                            switch (a.getLocalName()) {
                                case "assert", "discriminator" ->
                                        throw new LeftOut("assertions and discriminators");
                                case "setVariable", "newVariableInstance" ->
                                        throw new LeftOut("variables");
                                default -> own.putAll(plain(a));
                            }
                        });
        NamedNodeMap attributes = component.getAttributes();
        for (int i = 0; i < attributes.getLength(); i++) {
            Attr a = (Attr) attributes.item(i);
            if (a.getNamespaceURI() != null && a.getNamespaceURI().startsWith(Dom.DFDL)) {
                own.put(a.getLocalName(), a.getValue());
            }
        }
        return referred(own, 0);
    }

    private Map<String, String> referred(Map<String, String> said, int depth) {
        String ref = said.get("ref");
        if (ref == null || ref.isBlank() || depth > 20) {
            return said;
        }
        Element defined = need("defineFormat", ref);
        Map<String, String> all =
                new LinkedHashMap<>(referred(plain(Dom.child(defined, "format")), depth + 1));
        all.putAll(said);
        return all;
    }

    /** What holds for a component that several parts describe, the nearest first. */
    Map<String, String> properties(List<Element> parts) {
        Map<String, String> all = new LinkedHashMap<>();
        for (Element part : parts) {
            own(part).forEach(all::putIfAbsent);
        }
        for (Element part : parts) {
            standard(part).forEach(all::putIfAbsent);
        }
        return all;
    }

    private Map<String, String> standard(Element part) {
        Element at = part;
        while (!standards.containsKey(at)) {
            if (!(at.getParentNode() instanceof Element parent)) {
                return Map.of();
            }
            at = parent;
        }
        return referred(standards.get(at), 0);
    }

    /** An escape scheme; null for none. */
    Map<String, String> escapes(Map<String, String> properties) {
        String ref = properties.getOrDefault("escapeSchemeRef", "");
        return ref.isBlank()
                ? null
                : plain(Dom.child(need("defineEscapeScheme", ref), "escapeScheme"));
    }
}
