package io.millrace.parsers.mrm.xml;

import io.millrace.engine.message.Value;
import io.millrace.parsers.model.XmlField;
import io.millrace.parsers.model.XmlField.Render;
import io.millrace.parsers.model.XmlNulls;
import io.millrace.parsers.record.SchemaText;
import io.millrace.parsers.xml.TagName;

import java.util.Map;

import javax.xml.namespace.QName;

/**
 * An element or attribute of a model, and its representation in a document. {@link ShapeCompiler}
 * fills the object; afterwards the object must not be changed.
 */
final class XmlMember {

    /** Name in a message tree. */
    final QualifiedName name;

    /** Name of the tag or attribute in a document. */
    final QualifiedName tag;

    final Render render;
    final XmlField field;

    /**
     * Value of the attribute that identifies this member; null if the tag's name identifies the
     * member.
     */
    final String id;

    final boolean nillable;

    /** Text form of the value; null for folders. */
    SchemaText text;

    /** Representation of NULL; null for folders. */
    XmlNulls.Rule nulls;

    /** Value of a field without text; null if there is none. */
    Value preset;

    /** Content of a folder, or the attributes of a field; null for fields without attributes. */
    XmlShape shape;

    /** The member with only text that can follow this member in a document; null if unknown. */
    Follower follower;

    /** Types that {@code xsi:type} can select, by name; null if the type cannot be substituted. */
    Map<String, Substitute> substitutes;

    /**
     * A type that {@code xsi:type} can select.
     *
     * @param expanded name of the type in documents
     */
    record Substitute(QName expanded, XmlShape shape) {}

    /**
     * The member of a tag that contains only text.
     *
     * @param tag tag that identifies the member
     */
    record Follower(XmlMember member, TagName tag) {

        /**
         * Returns the follower for a member; null if the member is null or can contain other
         * content than text.
         */
        static Follower of(XmlMember member) {
            TagName tag =
                    member == null || !member.isTextAlone()
                            ? null
                            : TagName.of(member.tag.namespace(), member.tag.local());
            return tag == null ? null : new Follower(member, tag);
        }
    }

    XmlMember(
            QualifiedName name,
            QualifiedName tag,
            Render render,
            XmlField field,
            boolean nillable) {
        this.name = name;
        this.tag = tag;
        this.render = render;
        this.field = field;
        id = !render.hasId() ? null : field.idValue() == null ? name.local() : field.idValue();
        this.nillable = nillable;
    }

    boolean isAttribute() {
        return render == Render.ATTRIBUTE;
    }

    boolean isFolder() {
        return text == null;
    }

    /** Whether a tag with only text and without attributes represents the member completely. */
    boolean isTextAlone() {
        return text != null
                && shape == null
                && substitutes == null
                && id == null
                && !render.hasValueAttribute();
    }

    /** Whether the member is a field with attributes. */
    boolean hasAttributes() {
        return text != null && shape != null;
    }
}
