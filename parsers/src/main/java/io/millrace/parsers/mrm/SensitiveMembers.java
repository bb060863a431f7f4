package io.millrace.parsers.mrm;

import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.model.Type;
import io.millrace.parsers.model.XmlField;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A finder of the sensitive fields of a message set: for each, the name of a folder and the name of
 * the field in it. The folder of a message is MRM in the domain MRM, and the message in XML
 * domains.
 */
final class SensitiveMembers {

    private static final String MRM = "MRM";

    private final MessageSet set;
    private final Set<List<String>> found = new LinkedHashSet<>();

    /** Visited pairs of folder name and folder type. */
    private final Set<List<Object>> visited = new HashSet<>();

    private SensitiveMembers(MessageSet set) {
        this.set = set;
    }

    static List<List<String>> of(MessageSet set) {
        SensitiveMembers members = new SensitiveMembers(set);
        for (ElementDeclaration message : set.messages().values()) {
            members.folder(MRM, message.type());
            if (message.sensitive()) {
                members.found.add(List.of(MRM));
            }
            members.member("", message);
        }
        set.elements().values().forEach(element -> members.member("", element));
        return List.copyOf(members.found);
    }

    /** Adds a field of a folder and all nested fields. An empty name stands for any folder. */
    private void member(String folder, ElementDeclaration field) {
        for (String name : names(field)) {
            if (field.sensitive()) {
                found.add(folder.isEmpty() ? List.of(name) : List.of(folder, name));
            }
            folder(name, field.type());
        }
    }

    /**
     * Returns the names of a field in the model and in the tags of XML formats. The names of the
     * attributes that contain its values in such formats are added as sensitive fields.
     */
    private Set<String> names(ElementDeclaration field) {
        Set<String> names = new LinkedHashSet<>();
        names.add(field.name());
        for (PhysicalProperties properties : field.physical().values()) {
            if (properties instanceof XmlField xml) {
                if (xml.xmlName() != null) {
                    names.add(xml.xmlName());
                }
                if (field.sensitive() && xml.render() != null) {
                    String value = xml.valueName();
                    found.add(List.of(value == null ? XmlField.VALUE_NAME : value));
                }
            }
        }
        return names;
    }

    private void folder(String name, Type declared) {
        Type type = set.resolve(declared);
        if (!(type instanceof ComplexType folder) || !visited.add(List.of(name, folder))) {
            return;
        }
        folder.attributes().forEach(attribute -> member(name, attribute.declaration()));
        group(name, folder.content(), new HashSet<>());
        for (Type derived : derived(folder)) {
            folder(name, derived);
        }
    }

    /** Returns the types that can replace a type in a document. */
    private List<Type> derived(ComplexType base) {
        List<Type> derived = new ArrayList<>();
        for (Type type : set.types().values()) {
            if (type instanceof ComplexType other
                    && !other.base().isEmpty()
                    && Objects.equals(set.types().get(other.base()), base)) {
                derived.add(other);
            }
        }
        return derived;
    }

    private void group(String folder, Group group, Set<String> entered) {
        for (Particle particle : group.particles()) {
            switch (particle) {
                case ElementDeclaration field -> member(folder, field);
                case ElementReference reference -> {
                    ElementDeclaration field = set.elements().get(reference.name());
                    if (field != null) {
                        member(folder, field);
                    }
                }
                case Group inner -> group(folder, inner, entered);
                case GroupReference reference -> {
                    Group named = set.groups().get(reference.name());
                    if (named != null && entered.add(reference.name())) {
                        group(folder, named, entered);
                    }
                }
            }
        }
    }
}
