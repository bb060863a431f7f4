package io.millrace.parsers.mrm.xml;

import io.millrace.engine.message.Element;
import io.millrace.parsers.xml.Document;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The prefixes that are declared at the position of a writer, and those that a model requires. */
final class WrittenPrefixes {

    private record Declared(String prefix, String uri) {}

    /** Namespaces that the model requires, by prefix. */
    private final Map<String, String> required;

    private final List<Declared> declared = new ArrayList<>();

    WrittenPrefixes(Map<String, String> required) {
        this.required = required;
    }

    int size() {
        return declared.size();
    }

    /** Removes the declarations after the first {@code before}. */
    void truncate(int before) {
        declared.subList(before, declared.size()).clear();
    }

    /** Declares a prefix in a tag, unless the tag already declares it. */
    void declare(Element tag, String prefix, String uri) {
        for (Declared d : declared) {
            if (d.prefix.equals(prefix) || d.uri.equals(uri)) {
                return;
            }
        }
        declared.add(new Declared(prefix, uri));
        tag.addLast(Document.namespace(prefix, uri));
    }

    /**
     * Returns the prefix of a namespace, for qualified names in values. If no prefix is declared,
     * it declares a prefix.
     */
    String prefix(Element tag, String uri) {
        if (uri.isEmpty()) {
            return "";
        }
        need(tag, uri);
        for (int number = 0; ; number++) {
            for (Declared d : declared) {
                if (d.uri.equals(uri)) {
                    return d.prefix;
                }
            }
            declare(tag, "t" + number, uri);
        }
    }

    /** Copies the declarations of another tag. */
    void declareAs(Element tag, Element declaration) {
        boolean standard = declaration.isNamed("xmlns") && declaration.namespace().isEmpty();
        declare(tag, standard ? "" : declaration.name(), declaration.text());
    }

    /** Declares the prefix that the model requires if a namespace has no prefix yet. */
    void need(Element tag, String uri) {
        if (uri.isEmpty()) {
            return;
        }
        for (var e : required.entrySet()) {
            if (e.getValue().equals(uri)) {
                declare(tag, e.getKey(), uri);
                return;
            }
        }
    }
}
