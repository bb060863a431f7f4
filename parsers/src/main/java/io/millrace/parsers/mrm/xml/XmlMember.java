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
 * An element (or attribute) of a model, and its position in a document. Filled by {@link
 * ShapeCompiler}, then not changed.
 */
final class XmlMember {

    /** Name in a message tree. */
    final QualifiedName name;

    /** Name of the tag or attribute in a document. */
    final QualifiedName tag;

    final Render render;
    final XmlField field;

    /** Value of the attribute that identifies this member; null if the tag's name identifies it. */
    final String id;

    final boolean nillable;

    /** Null for folders. */
    SchemaText text;

    /** Null for folders. */
    XmlNulls.Rule nulls;

    /** Value of a field without text; null for none. */
    Value preset;

    /** Content of a folder, or the attributes of a field; null for fields without any. */
    XmlShape shape;

    /** The member that can follow it in a document with only text; null if unknown. */
    Follower follower;

    /** Types that {@code xsi:type} can select, by the types' names; null if it cannot. */
    Map<String, Substitute> substitutes;

    /**
     * A type that {@code xsi:type} can name.
     *
     * @param expanded name in documents
     */
    record Substitute(QName expanded, XmlShape shape) {}

    /**
     * The member of a tag that contains only text.
     *
     * @param tag tag that identifies it
     */
    record Follower(XmlMember member, TagName tag) {

        /** Returns null if no member follows, or one with other content than text. */
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

    /** Whether a tag without attributes that contains only text represents it completely. */
    boolean isTextAlone() {
        return text != null
                && shape == null
                && substitutes == null
                && id == null
                && !render.hasValueAttribute();
    }

    /** Whether it is a field with attributes. */
    boolean hasAttributes() {
        return text != null && shape != null;
    }
}
