package io.millrace.parsers.mrm.xml;

import static io.millrace.engine.error.ErrorCode.MODEL_LAYOUT;
import static io.millrace.parsers.model.Composition.MESSAGE;
import static io.millrace.parsers.model.ContentRule.OPEN_DEFINED;
import static io.millrace.parsers.model.XmlField.Render.ATTRIBUTE;
import static io.millrace.parsers.model.XmlField.Render.ELEMENT;
import static io.millrace.parsers.record.Lexical.preset;

import io.millrace.engine.error.Problems;
import io.millrace.parsers.model.AttributeDeclaration;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.Derivations;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.ModelPlaces;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.Type;
import io.millrace.parsers.model.XmlField;
import io.millrace.parsers.model.XmlField.Render;
import io.millrace.parsers.model.XmlFormat;
import io.millrace.parsers.model.XmlValueFormats;
import io.millrace.parsers.mrm.xml.XmlMember.Substitute;
import io.millrace.parsers.record.FieldException;
import io.millrace.parsers.record.SchemaText;
import io.millrace.parsers.xml.Document;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A compiler for the types of a message. Each type is compiled once, so types can contain
 * themselves.
 */
final class ShapeCompiler {

    private final MessageSet set;
    private final XmlFormat format;
    private final ModelPlaces places;
    private final Problems problems = new Problems();
    private final Map<ComplexType, XmlShape> shapes = new IdentityHashMap<>();

    /** Types with members that have not been compiled yet. */
    private final ArrayDeque<ComplexType> open = new ArrayDeque<>();

    private final Derivations derivations;
    private XmlShape globals;

    /** Whether the message has text between tags. */
    private boolean hasMixed;

    ShapeCompiler(MessageSet set, XmlFormat format, ModelPlaces places) {
        this.set = set;
        this.format = format;
        this.places = places;
        derivations = new Derivations(set);
    }

    /**
     * Returns the message's tag with its content.
     *
     * @return null if there are problems
     */
    XmlMember compile(ElementDeclaration message, Problems taker) {
        XmlMember root = member(message, own(message, null), false);
        if (root == null || root.isFolder() && root.shape == null) {
            return null;
        }
        if (!root.isFolder()) {
            problem(message, "a message must have elements, not a value", "");
        }
        if (root.render != ELEMENT) {
            problem(message, "a message must be rendered as element", "");
        }
        while (!open.isEmpty()) {
            fill(open.pop());
        }
        problems.all().forEach(taker::add);
        return problems.all().isEmpty() ? root : null;
    }

    boolean hasMixed() {
        return hasMixed;
    }

    private void problem(Object part, String text, String hint) {
        problems.error(MODEL_LAYOUT, places.of(part), text, hint);
    }

    private XmlShape shape(ComplexType type) {
        return shapes.computeIfAbsent(
                type,
                t -> {
                    open.add(t);
                    return new XmlShape();
                });
    }

    private void fill(ComplexType type) {
        XmlShape shape = shapes.get(type);
        shape.isMixed = type.mixed();
        hasMixed |= type.mixed();
        shape.takesAttributes = type.anyAttribute();
        for (AttributeDeclaration a : type.attributes()) {
            add(shape, a.declaration(), own(a.declaration(), null), true);
        }
        group(type.content(), shape, new HashSet<>());
        shape.order();
        if (shape.rule == OPEN_DEFINED) {
            shape.globals = globals();
        }
    }

    private XmlShape globals() {
        if (globals == null) {
            globals = new XmlShape();
            set.elements().values().forEach(e -> global(e));
            set.messages().values().forEach(m -> global(m));
        }
        return globals;
    }

    private void global(ElementDeclaration declared) {
        XmlMember member = member(declared, own(declared, null), false);
        if (member != null) {
            globals.add(member);
        }
    }

    /**
     * Adds the members of a group.
     *
     * @param within names of the enclosing groups
     */
    private void group(Group group, XmlShape shape, Set<String> within) {
        if (group.content().ordinal() > shape.rule.ordinal()) {
            shape.rule = group.content();
        }
        for (Particle particle : group.particles()) {
            switch (particle) {
                case ElementDeclaration e -> {
                    repeated(e, e.occurs(), own(e, null));
                    add(shape, e, own(e, null), false);
                }
                case ElementReference r -> {
                    ElementDeclaration e =
                            group.composition() == MESSAGE
                                    ? set.messages().get(r.name())
                                    : set.elements().get(r.name());
                    if (e != null) {
                        repeated(e, r.occurs(), own(e, r));
                        add(shape, e, own(e, r), false);
                    }
                }
                case Group g -> group(g, shape, within);
                case GroupReference r -> {
                    Group g = set.groups().get(r.name());
                    if (g != null && within.add(r.name())) {
                        group(g, shape, within);
                        within.remove(r.name());
                    } else if (g != null) {
                        problem(r, "the group " + r.name() + " contains itself", "");
                    }
                }
            }
        }
    }

    private XmlField own(ElementDeclaration e, ElementReference reference) {
        PhysicalProperties specified =
                reference == null ? null : reference.physical().get(format.name());
        specified = specified == null ? e.physical().get(format.name()) : specified;
        return specified instanceof XmlField field ? field : XmlField.DEFAULTS;
    }

    private void add(XmlShape shape, ElementDeclaration e, XmlField field, boolean attribute) {
        XmlMember member = member(e, field, attribute);
        XmlMember same = member == null ? null : shape.add(member);
        if (same == null) {
            return;
        }
        boolean again =
                same.name.equals(member.name)
                        && same.shape == member.shape
                        && same.field.equals(member.field)
                        && same.isFolder() == member.isFolder();
        if (!again) {
            problem(
                    e,
                    same.name.equals(member.name)
                            ? "two different elements have the name " + e.name()
                            : e.name()
                                    + " and "
                                    + same.name.local()
                                    + " are both written as "
                                    + (member.isAttribute() ? "the attribute " : "<")
                                    + member.tag.local()
                                    + (member.isAttribute() ? "" : ">"),
                    "give one of them another xmlName, or distinguish them by an attribute");
        }
    }

    /** Rejects an attribute that can occur several times, because a tag has each name once. */
    private void repeated(ElementDeclaration e, Occurs occurs, XmlField field) {
        if (field.render() == ATTRIBUTE && (occurs.isUnbounded() || occurs.max() > 1)) {
            problem(
                    e,
                    e.name() + " occurs " + occurs + ", but an attribute occurs at most once",
                    "specify occurs: 0..1, or render it as element");
        }
    }

    private XmlMember member(ElementDeclaration e, XmlField field, boolean attribute) {
        Type type = set.resolve(e.type());
        if (type == null) {
            return null;
        }
        Render usual = attribute ? ATTRIBUTE : ELEMENT;
        Render render = field.render() == null ? usual : field.render();
        String namespace = e.namespace() == null ? set.namespace() : e.namespace();
        String local = field.xmlName() == null ? e.name() : field.xmlName();
        if (!Document.isName(local)) {
            problem(
                    e,
                    "'" + local + "' is not a valid name of a tag or attribute",
                    "specify a valid name as xmlName");
            return null;
        }
        // Attributes are in a namespace only if that is specified.
        boolean unqualified = render == ATTRIBUTE && e.namespace() == null;
        XmlMember member =
                new XmlMember(
                        new QualifiedName(namespace, e.name()),
                        new QualifiedName(unqualified ? "" : namespace, local),
                        render,
                        field,
                        e.nillable());
        switch (type) {
            case ComplexType complex when complex.value() != null -> valued(member, complex, e);
            case ComplexType complex -> folder(member, complex, e);
            case SimpleType simple -> field(member, simple, e);
            default -> throw new IllegalStateException(e.name());
        }
        var substitutes = new LinkedHashMap<String, Substitute>();
        derivations
                .substitutes(e.type())
                .forEach(
                        (called, c) ->
                                substitutes.put(
                                        called,
                                        new Substitute(derivations.expanded(called), shape(c))));
        member.substitutes = substitutes.isEmpty() ? null : substitutes;
        return member;
    }

    private void folder(XmlMember member, ComplexType type, ElementDeclaration e) {
        if (member.isAttribute() || member.render.hasValueAttribute()) {
            problem(
                    e,
                    e.name() + " has elements, so its value cannot be an attribute",
                    "folders are rendered as element or elementAttrId");
        }
        member.shape = shape(type);
    }

    /** Compiles a member whose type has a value and attributes. */
    private void valued(XmlMember member, ComplexType type, ElementDeclaration e) {
        if (member.isAttribute()) {
            problem(e, e.name() + " has attributes and must not be rendered as an attribute", "");
        }
        if (set.resolve(type.value()) instanceof SimpleType simple) {
            field(member, simple, e);
        }
        member.shape = shape(type);
    }

    private void field(XmlMember member, SimpleType type, ElementDeclaration e) {
        XmlValueFormats texts = format.settings().texts();
        BaseType base = type.base();
        String usual =
                switch (base) {
                    case DATE_TIME -> texts.dateTime();
                    case DATE -> texts.date();
                    case TIME -> texts.time();
                    default -> null;
                };
        String specified = member.field.dateTimeFormat();
        member.nulls = format.settings().nulls().of(base.kind());
        try {
            member.text =
                    SchemaText.of(
                            base,
                            texts.booleans(),
                            member.field.encoding(),
                            format.settings().dateTimes(),
                            specified == null ? usual : specified);
            member.preset = preset(base, e.preset(), format.settings().dateTimes());
        } catch (FieldException wrong) {
            problem(e, e.name() + ": " + wrong.getMessage(), "");
        }
    }
}
