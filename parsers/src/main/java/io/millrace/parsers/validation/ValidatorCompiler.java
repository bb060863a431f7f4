package io.millrace.parsers.validation;

import static io.millrace.engine.error.ErrorCode.BAD_VALUE;
import static io.millrace.parsers.model.BaseType.DURATION;
import static io.millrace.parsers.model.Composition.CHOICE;
import static io.millrace.parsers.model.Composition.MESSAGE;
import static io.millrace.parsers.model.Composition.SEQUENCE;
import static io.millrace.parsers.model.ContentRule.OPEN_DEFINED;
import static io.millrace.parsers.model.Occurs.ONCE;

import io.millrace.engine.error.Problems;
import io.millrace.engine.message.Value;
import io.millrace.parsers.model.AttributeDeclaration;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.BaseType.Kind;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.Composition;
import io.millrace.parsers.model.DateTimeRules;
import io.millrace.parsers.model.Derivations;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Facets;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.ModelPlaces;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.XmlField;
import io.millrace.parsers.model.XmlField.Render;
import io.millrace.parsers.model.XmlValueFormats;
import io.millrace.parsers.record.FieldException;
import io.millrace.parsers.record.Lexical;
import io.millrace.parsers.record.SchemaText;
import io.millrace.parsers.validation.Validator.TreeView;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A compiler for the types of a message set. Each type is compiled once, so types can contain
 * themselves.
 */
public final class ValidatorCompiler {

    private static final DateTimeRules RULES = DateTimeRules.DEFAULTS;

    private final MessageSet set;
    private final ModelPlaces places;
    private final TreeView view;
    private final Problems problems;
    private final Derivations derivations;
    private final Map<ComplexType, TypeCheck> types = new IdentityHashMap<>();

    /** Types with members that have not been compiled yet. */
    private final ArrayDeque<ComplexType> open = new ArrayDeque<>();

    private final Set<Name> declared = new HashSet<>();

    /** Errors that were already reported, because a type can be used in several messages. */
    private final Set<String> specified = new HashSet<>();

    /**
     * Creates a compiler for a message set.
     *
     * @param view representation of messages in trees
     * @param problems receives errors in the model's rules for values
     */
    public ValidatorCompiler(MessageSet set, ModelPlaces places, TreeView view, Problems problems) {
        this.set = set;
        this.places = places;
        this.view = view;
        this.problems = problems;
        derivations = new Derivations(set);
        set.elements().values().forEach(e -> declared.add(name(e, false)));
        set.messages().values().forEach(e -> declared.add(name(e, false)));
    }

    /**
     * Returns the validator for one message, whose fields are the children of the body's folder.
     */
    public Validator message(ElementDeclaration message) {
        TypeCheck root =
                set.resolve(message.type()) instanceof ComplexType complex
                        ? type(complex)
                        : new TypeCheck();
        fill();
        return new Validator(root, view);
    }

    /**
     * Returns the validator for documents. The body's folder contains one message or global element
     * of the set.
     */
    public Validator document() {
        TypeCheck root = new TypeCheck();
        var roots = new ArrayList<ContentModel>();
        var all = new ArrayList<ElementDeclaration>(set.messages().values());
        all.addAll(set.elements().values());
        for (ElementDeclaration e : all) {
            if (!root.elements.containsKey(name(e, false))) {
                roots.add(element(root, e, ONCE));
            }
        }
        root.content = parts(CHOICE, roots, ONCE);
        fill();
        return new Validator(root, view);
    }

    private void problem(Object part, String text) {
        if (specified.add(text)) {
            problems.error(BAD_VALUE, places.of(part), text);
        }
    }

    private Name name(ElementDeclaration e, boolean attribute) {
        String namespace =
                e.namespace() != null
                        ? e.namespace()
                        : attribute && view.isXml() ? "" : set.namespace();
        return new Name(namespace, documentName(e));
    }

    /**
     * Returns the name of a tag or attribute. In XML domains, {@code xmlName} applies only if the
     * set has a single format.
     */
    private String documentName(ElementDeclaration e) {
        if (view.isXml() && set.formats().size() == 1) {
            String format = set.formats().firstEntry().getKey();
            if (e.physical().get(format) instanceof XmlField field && field.xmlName() != null) {
                return field.xmlName();
            }
        }
        return e.name();
    }

    private TypeCheck type(ComplexType complex) {
        return types.computeIfAbsent(
                complex,
                c -> {
                    open.add(c);
                    return new TypeCheck();
                });
    }

    private void fill() {
        while (!open.isEmpty()) {
            ComplexType complex = open.pop();
            TypeCheck type = types.get(complex);
            type.holdsText = complex.mixed() || complex.value() != null;
            type.takesAttributes = complex.anyAttribute();
            type.name = derivations.name(complex);
            type.expanded = type.name.isEmpty() ? null : derivations.expanded(type.name);
            derivations
                    .substitutes(complex)
                    .forEach((name, derived) -> type.substitutes.put(name, type(derived)));
            for (AttributeDeclaration a : complex.attributes()) {
                ElementDeclaration e = a.declaration();
                Name name = name(e, true);
                type.attributes.put(name, member(name, e, a.required()));
            }
            type.content = group(complex.content(), type, new LinkedHashSet<>());
            if (type.rule == OPEN_DEFINED) {
                type.declared = declared;
            }
        }
    }

    private MemberCheck member(Name name, ElementDeclaration e, boolean required) {
        return switch (set.resolve(e.type())) {
            case ComplexType complex -> {
                ValueCheck value =
                        set.resolve(complex.value()) instanceof SimpleType simple
                                ? value(e, simple)
                                : null;
                yield new MemberCheck(name, value, type(complex), required);
            }
            case SimpleType simple -> new MemberCheck(name, value(e, simple), null, required);
            case null, default -> new MemberCheck(name, null, new TypeCheck(), required);
        };
    }

    // Groups

    /**
     * Returns the content of a group.
     *
     * @param within names of the enclosing groups
     */
    private ContentModel group(Group group, TypeCheck type, Set<String> within) {
        if (group.content().ordinal() > type.rule.ordinal()) {
            type.rule = group.content();
        }
        var parts = new ArrayList<ContentModel>();
        for (Particle particle : group.particles()) {
            ContentModel part =
                    switch (particle) {
                        case ElementDeclaration e -> free(type, e, null, e.occurs());
                        case ElementReference r -> {
                            ElementDeclaration e =
                                    group.composition() == MESSAGE
                                            ? set.messages().get(r.name())
                                            : set.elements().get(r.name());
                            yield e == null ? null : free(type, e, r, r.occurs());
                        }
                        case Group g -> group(g, type, within);
                        case GroupReference r -> {
                            Group g = set.groups().get(r.name());
                            ContentModel inner = null;
                            if (g != null && within.add(r.name())) {
                                inner = group(g.with(r.name(), r.occurs()), type, within);
                                within.remove(r.name());
                            }
                            yield inner;
                        }
                    };
            if (part != null) {
                parts.add(part);
            }
        }
        return parts(group.composition(), parts, group.occurs());
    }

    private static ContentModel parts(
            Composition composition, List<ContentModel> parts, Occurs occurs) {
        boolean one = composition == CHOICE || composition == MESSAGE;
        boolean ordered = composition == SEQUENCE;
        var first = new HashSet<Name>();
        boolean empty = one ? parts.isEmpty() : true;
        boolean reached = true;
        for (ContentModel part : parts) {
            if (reached) {
                first.addAll(part.first());
            }
            reached &= !ordered || part.isOptional();
            empty = one ? empty | part.isOptional() : empty & part.isOptional();
        }
        return new ContentModel.Parts(composition, List.copyOf(parts), occurs, first, empty);
    }

    /**
     * Returns the content of an element in a group; null for an element that a format writes as an
     * attribute, because attributes can be in any order.
     */
    private ContentModel free(
            TypeCheck type, ElementDeclaration e, ElementReference reference, Occurs occurs) {
        if (view.isXml() || !isAttribute(e, reference)) {
            return element(type, e, occurs);
        }
        Name name = name(e, false);
        type.attributes.put(name, member(name, e, occurs.min() > 0));
        return null;
    }

    private static boolean isAttribute(ElementDeclaration e, ElementReference reference) {
        var all = new LinkedHashMap<String, PhysicalProperties>(e.physical());
        if (reference != null) {
            all.putAll(reference.physical());
        }
        return all.values().stream()
                .anyMatch(p -> p instanceof XmlField field && field.render() == Render.ATTRIBUTE);
    }

    private ContentModel element(TypeCheck type, ElementDeclaration e, Occurs occurs) {
        Name name = name(e, false);
        type.elements.computeIfAbsent(name, n -> member(n, e, false));
        return ContentModel.Single.of(name, occurs);
    }

    // Values

    private ValueCheck value(ElementDeclaration e, SimpleType type) {
        BaseType base = type.base();
        Facets facets = type.facets();
        SchemaText text =
                SchemaText.of(base, XmlValueFormats.DEFAULTS.booleans(), null, RULES, null);
        Facets.Range specified = facets.range();
        Value preset = preset(e, base);
        ValueCheck check =
                new ValueCheck(
                        base,
                        facets,
                        text,
                        specified.equals(Facets.Range.ALL) ? null : range(e, base, specified),
                        constants(e, base, facets.enumeration()),
                        patterns(e, facets.patterns()),
                        preset != null && e.preset().fixed() ? preset : null,
                        preset,
                        e.nillable());
        ValueCheck.Fault fault = preset == null ? null : check.findViolation(preset);
        if (fault != null) {
            problem(
                    e,
                    "%s: the %s value is %s, expected %s"
                            .formatted(
                                    e.name(),
                                    e.preset().fixed() ? "fixed" : "default",
                                    fault.found(),
                                    fault.expected()));
        }
        return check;
    }

    private ValueCheck.Range range(ElementDeclaration e, BaseType base, Facets.Range specified) {
        ValueCheck.Range range =
                new ValueCheck.Range(
                        constant(e, base, "minInclusive", specified.minInclusive()),
                        constant(e, base, "minExclusive", specified.minExclusive()),
                        constant(e, base, "maxInclusive", specified.maxInclusive()),
                        constant(e, base, "maxExclusive", specified.maxExclusive()));
        Value low = range.minInclusive() == null ? range.minExclusive() : range.minInclusive();
        Value high = range.maxInclusive() == null ? range.maxExclusive() : range.maxInclusive();
        // Invalid bounds of numbers are reported when the model is read.
        boolean times = base.kind() == Kind.DATETIME || base == DURATION;
        if (times && low != null && high != null && ValueCheck.compare(base, low, high) > 0) {
            problem(
                    e,
                    e.name()
                            + ": the smallest value, "
                            + low.text()
                            + ", is more than the largest, "
                            + high.text()
                            + ", so that no value is allowed");
        }
        return range;
    }

    /**
     * Returns the default value; null if it is invalid, which the compilers of the formats report.
     */
    private static Value preset(ElementDeclaration e, BaseType base) {
        try {
            return e.preset() == null ? null : Lexical.value(base, e.preset().text(), RULES);
        } catch (FieldException wrong) {
            return null;
        }
    }

    private List<Value> constants(ElementDeclaration e, BaseType base, List<String> texts) {
        var values = new ArrayList<Value>();
        for (String text : texts) {
            Value value = constant(e, base, "enumeration", text);
            if (value != null) {
                values.add(value);
            }
        }
        return List.copyOf(values);
    }

    private Value constant(ElementDeclaration e, BaseType base, String facet, String text) {
        if (text == null) {
            return null;
        }
        try {
            if (base == DURATION && !Durations.isDuration(text)) {
                throw new FieldException("a value of the type " + base.word());
            }
            return Lexical.value(base, text, RULES);
        } catch (FieldException wrong) {
            problem(
                    e,
                    "%s: %s is '%s', not %s".formatted(e.name(), facet, text, wrong.getMessage()));
            return null;
        }
    }

    private List<XsdPattern> patterns(ElementDeclaration e, List<String> texts) {
        var patterns = new ArrayList<XsdPattern>();
        for (String text : texts) {
            try {
                patterns.add(XsdPattern.compile(text));
            } catch (PatternException wrong) {
                problem(e, e.name() + ": pattern: " + wrong.getMessage());
            }
        }
        return List.copyOf(patterns);
    }
}
