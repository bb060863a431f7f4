package io.millrace.parsers.mrm.xml;

import static io.millrace.parsers.model.ContentRule.CLOSED;

import io.millrace.engine.message.Element;
import io.millrace.parsers.model.ContentRule;
import io.millrace.parsers.mrm.xml.XmlMember.Follower;
import io.millrace.parsers.xml.Document;

import java.util.ArrayList;
import java.util.List;

/**
 * Content that a type of a model permits in a tag. {@link ShapeCompiler} fills the object;
 * afterwards the object must not be changed.
 */
final class XmlShape {

    private final NameTable<List<XmlMember>> tags = new NameTable<>();
    private final NameTable<XmlMember> attributes = new NameTable<>();
    private final NameTable<XmlMember> named = new NameTable<>();

    /** The least strict content rule of the type and its groups. */
    ContentRule rule = CLOSED;

    /** Whether text between its tags is represented by elements without a name. */
    boolean isMixed;

    /** Whether undeclared attributes are permitted. */
    boolean takesAttributes;

    /** The member with only text that can be first; null if unknown. */
    Follower first;

    /**
     * Shape with the global elements and messages of the set; null if the rule does not need them.
     */
    XmlShape globals;

    /**
     * Adds a member.
     *
     * @return an existing member that cannot be distinguished from the new member; null if there is
     *     none
     */
    XmlMember add(XmlMember member) {
        XmlMember same = named.putIfAbsent(member.name, member);
        if (same != null) {
            return same;
        }
        if (member.isAttribute()) {
            return attributes.putIfAbsent(member.tag, member);
        }
        List<XmlMember> alike = new ArrayList<>(1);
        List<XmlMember> before = tags.putIfAbsent(member.tag, alike);
        alike = before == null ? alike : before;
        for (XmlMember other : alike) {
            if (member.id == null || other.id == null || member.id.equals(other.id)) {
                return other;
            }
        }
        alike.add(member);
        return null;
    }

    /**
     * Determines the most frequent successor of each member. Must be called after all members have
     * been added.
     */
    void order() {
        XmlMember before = null;
        for (var alike : tags.values()) {
            boolean alone = alike.size() == 1;
            Follower here = alone ? Follower.of(alike.getFirst()) : null;
            if (before == null) {
                first = here;
            } else {
                before.follower = here;
            }
            before = alike.getLast();
        }
    }

    /** Returns the member for an element of a tree; null if there is none. */
    XmlMember named(Element e) {
        return named.of(e);
    }

    /** Returns the member for a tag; null if there is none. */
    XmlMember tag(Element tag) {
        List<XmlMember> alike = tags.of(tag);
        if (alike == null) {
            return null;
        }
        for (XmlMember member : alike) {
            if (member.id == null) {
                return member;
            }
            Element id = Document.attribute(tag, "", member.field.idName());
            if (id != null && member.id.equals(id.text())) {
                return member;
            }
        }
        return null;
    }

    /**
     * Returns the member for a tag that contains only text; null if there is none or the tag's name
     * is ambiguous.
     */
    XmlMember textAlone(String namespace, String name) {
        List<XmlMember> alike = tags.get(namespace, name);
        XmlMember member = alike == null || alike.size() > 1 ? null : alike.getFirst();
        return member != null && member.isTextAlone() ? member : null;
    }

    /** Returns the member for an attribute; null if there is none. */
    XmlMember attribute(Element attribute) {
        return attributes.of(attribute);
    }

    /** Returns the permitted tag names, for error messages. */
    List<String> tagNames() {
        var names = new ArrayList<String>();
        for (var members : tags.values()) {
            for (XmlMember m : members) {
                String name = m.tag.local();
                names.add(m.id == null ? name : name + " " + m.field.idName() + "=" + m.id);
            }
        }
        names.sort(null);
        return names;
    }

    List<String> attributeNames() {
        return attributes.names().stream().map(QualifiedName::local).sorted().toList();
    }

    /** Returns the names in message trees. */
    List<String> names() {
        return named.names().stream().map(QualifiedName::local).sorted().toList();
    }
}
