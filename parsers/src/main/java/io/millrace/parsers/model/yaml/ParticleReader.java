package io.millrace.parsers.model.yaml;

import static io.millrace.engine.error.ErrorCode.BAD_VALUE;
import static io.millrace.engine.error.ErrorCode.UNKNOWN_KEY;
import static io.millrace.engine.error.ErrorCode.YAML_SHAPE;
import static io.millrace.engine.error.Problems.didYouMean;
import static io.millrace.parsers.model.BaseType.STRING;
import static io.millrace.parsers.model.Composition.MESSAGE;
import static io.millrace.parsers.model.ContentRule.CLOSED;
import static io.millrace.parsers.model.Occurs.ONCE;
import static io.millrace.parsers.model.Occurs.UNBOUNDED;

import io.millrace.engine.error.Problems;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.parsers.model.AttributeDeclaration;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.Composition;
import io.millrace.parsers.model.ContentRule;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.ModelPlaces;
import io.millrace.parsers.model.NamedType;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.model.Preset;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.Type;
import io.millrace.parsers.model.Word;
import io.millrace.parsers.text.Section;
import io.millrace.parsers.text.Substitution;
import io.millrace.parsers.text.YamlEntry;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;
import io.millrace.parsers.text.YamlSequence;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.BiFunction;

import javax.xml.namespace.QName;

/**
 * A reader of elements, types and groups. An invalid part is reported as a problem and ignored.
 *
 * @param formats kinds of the formats of the message set, by their names
 * @param advice advice about unknown keys
 * @param unread names of formats that could not be read; their properties are ignored
 * @param types names of the types of the message set
 */
record ParticleReader(
        Map<String, FormatYaml> formats,
        FormatAdvice advice,
        Set<String> unread,
        Set<String> types,
        ModelPlaces places,
        Problems problems) {

    /** Keys of an element other than its type and the names of physical formats. */
    private static final List<String> ELEMENT_KEYS =
            List.of(
                    "occurs",
                    "nillable",
                    "default",
                    "fixed",
                    "namespace",
                    "sensitive",
                    "documentation");

    /** Keys of named types that specify the base type. */
    private static final List<String> ATTRIBUTE_KEYS =
            List.of("required", "default", "fixed", "namespace", "sensitive", "documentation");

    static final String DERIVED_FROM = "derivedFrom";

    /** Key of named types with the name for {@code xsi:type} in documents. */
    static final String XSI_TYPE = "xsiType";

    private static final List<String> TYPE_KEYS =
            List.of("content", "attributes", "mixed", "anyAttribute");

    /** Keys of types with elements. */
    private static final List<String> CONTENT_KEYS = List.of("content", "mixed");

    private static final List<String> REFERENCE_KEYS = List.of("occurs");

    private static final String ONE_TYPE =
            """
            expected one of: string, int, decimal ... (a type of XML Schema), type (a type's \
            name), element (a declared element's name), sequence, choice, all, \
            unorderedSet\
            """;

    static final SettingGroup SETTINGS =
            SettingGroup.of(
                            "element",
                            """
                            occurs [TEXT = 1]: Number of occurrences: 3, 0..5 or 1..*.
                            nillable [BOOLEAN = false]: Whether the value can be NULL.
                            default [TEXT]: Value of a missing element.
                            fixed [TEXT]: The only value.
                            namespace [TEXT]: Namespace of the element.
                            sensitive [BOOLEAN = false]: Whether values of the element, and of all
                              elements in it, are masked in output.
                            documentation [TEXT]: Description, for information only.
                            element [TEXT]: Name of a declared element.
                            group [TEXT]: Name of a group.
                            content [%s = %s]: Elements that the group can contain in addition to its
                              members.
                            mixed [BOOLEAN = false]: Whether text can be between the elements.
                            anyAttribute [BOOLEAN = false]: Whether the element can have attributes
                              that are not declared.
                            derivedFrom [TEXT]: Base type of a named type.
                            xsiType [TEXT]: Name of the type for `xsi:type` in documents.
                            """
                                    .formatted(
                                            String.join("|", Word.all(ContentRule.class)),
                                            CLOSED.word()))
                    .withOtherKeys();

    static final SettingGroup REQUIRED =
            SettingGroup.of(
                            "attribute",
                            "required [BOOLEAN = false]: Whether the attribute must exist.")
                    .withOtherKeys();

    private Section keys(YamlMapping mapping) {
        return Section.of(mapping, SETTINGS, Substitution.NONE, problems);
    }

    /** Whether a key is reserved in elements and cannot be the name of a physical format. */
    static boolean isReserved(String key) {
        return ELEMENT_KEYS.contains(key)
                || TYPE_KEYS.contains(key)
                || List.of("type", "element", "group", "required", DERIVED_FROM).contains(key)
                || BaseType.of(key) != null
                || composition(key) != null;
    }

    // Declarations below messages, elements, types, groups

    /** Returns a message or a global element. */
    ElementDeclaration global(YamlEntry entry) {
        Particle read = element(entry);
        if (read instanceof ElementDeclaration declared) {
            if (!declared.occurs().equals(ONCE)) {
                problems.error(
                        BAD_VALUE,
                        entry.key().place(),
                        "'" + entry.name() + "' cannot occur several times here",
                        "specify occurs in references to the element");
            }
            return declared.with(ONCE);
        }
        if (read != null) {
            problems.error(
                    YAML_SHAPE,
                    entry.key().place(),
                    "'" + entry.name() + "' must be declared here, not referred to");
        }
        return null;
    }

    Type namedType(YamlEntry entry) {
        if (entry.value() instanceof YamlScalar scalar) {
            return typeName(scalar);
        }
        YamlMapping mapping = entry.value().asMapping(problems);
        if (mapping == null) {
            return null;
        }
        checkKeys(mapping, known(List.of(DERIVED_FROM, XSI_TYPE), TYPE_KEYS, List.of("type")));
        Section keys = keys(mapping);
        Type read = type(mapping, keys, false);
        String base = keys.text(DERIVED_FROM, null);
        String called = keys.text(XSI_TYPE, null);
        if (read == null || base == null && called == null) {
            return read;
        }
        String first = base == null ? XSI_TYPE : DERIVED_FROM;
        if (!(read instanceof ComplexType complex)) {
            problems.error(
                    UNKNOWN_KEY,
                    keys.place(first),
                    "'" + first + "' is permitted only in types with elements or attributes");
            return read;
        }
        ComplexType derived = base == null ? complex : complex.derivedFrom(base);
        return places.at(
                keys.place(first), called == null ? derived : derived.named(expanded(keys)));
    }

    /** Returns an expanded name. If it is invalid, reports a problem and returns null. */
    private static QName expanded(Section keys) {
        String text = keys.text(XSI_TYPE).strip();
        int end = text.indexOf('}');
        String local = text.substring(end + 1);
        boolean spaced = text.startsWith("{") && end > 0;
        if (!local.matches("[^\\s:{}]+") || !spaced && end >= 0) {
            keys.reportInvalid(
                    XSI_TYPE, text, "a name, in a namespace such as {urn:shop}Book or in none");
            return null;
        }
        return new QName(spaced ? text.substring(1, end) : "", local);
    }

    Group namedGroup(YamlEntry entry) {
        YamlMapping mapping = entry.value().asMapping(problems);
        if (mapping == null) {
            return null;
        }
        checkKeys(mapping, known(List.of(), List.of("content"), List.of()));
        Composition composition = composition(mapping);
        return composition == null
                ? noType(mapping, null)
                : group(composition, mapping, keys(mapping), false);
    }

    // Members of groups

    private List<Particle> particles(YamlNode node, Composition composition) {
        var particles = new ArrayList<Particle>();
        switch (node) {
            case YamlScalar scalar when scalar.isNull() -> {
                // The folder has no fields.
            }
            case YamlMapping mapping ->
                    mapping.entries().stream()
                            .filter(e -> !isMisplaced(e, composition))
                            .forEach(e -> add(particle(e), particles));
            case YamlSequence sequence -> {
                for (YamlNode item : sequence.items()) {
                    listed(item, composition, particles);
                }
            }
            case YamlScalar scalar -> scalar.asMapping(problems);
        }
        return particles;
    }

    /**
     * Reads an item of a list: the name of a message, or an element. Elements can be in a list
     * because a list, unlike a mapping, can contain a name twice.
     */
    private void listed(YamlNode item, Composition composition, List<Particle> particles) {
        if (composition == MESSAGE && item instanceof YamlScalar name) {
            String text = Section.text(name, "a message", problems);
            if (text != null) {
                ElementReference message = new ElementReference(text, ONCE, new LinkedHashMap<>());
                particles.add(places.at(name.place(), message));
            }
            return;
        }
        YamlMapping mapping = item.asMapping(problems);
        if (mapping != null) {
            mapping.entries().forEach(e -> add(particle(e), particles));
        }
    }

    private static void add(Particle particle, List<Particle> particles) {
        if (particle != null) {
            particles.add(particle);
        }
    }

    private Particle particle(YamlEntry entry) {
        String name = entry.name();
        boolean group = name.startsWith("(") && name.endsWith(")") && name.length() > 1;
        Particle read =
                group ? readAnonymous(name.substring(1, name.length() - 1), entry) : element(entry);
        return read == null ? null : places.at(entry.key().place(), read);
    }

    private Particle readAnonymous(String label, YamlEntry entry) {
        YamlMapping mapping = entry.value().asMapping(problems);
        if (mapping == null) {
            return null;
        }
        Section keys = keys(mapping);
        Occurs occurs = occurs(keys);
        if (mapping.has("group")) {
            mapping.checkKeys(List.of("group", "occurs"), problems);
            String name = keys.text("group", null);
            return name == null ? null : new GroupReference(name, occurs);
        }
        checkKeys(mapping, known(REFERENCE_KEYS, List.of("content"), List.of("group")));
        Composition composition = composition(mapping);
        return composition == null
                ? noType(mapping, null)
                : marked(group(composition, mapping, keys, false).with(label, occurs), mapping);
    }

    private Particle element(YamlEntry entry) {
        if (entry.name().isBlank()) {
            problems.error(BAD_VALUE, entry.key().place(), "an element has no name");
            return null;
        }
        if (entry.value() instanceof YamlMapping mapping && mapping.has("element")) {
            checkKeys(mapping, known(REFERENCE_KEYS, List.of("element"), null));
            Section keys = keys(mapping);
            String target = keys.text("element", null);
            return target == null
                    ? null
                    : new ElementReference(target, occurs(keys), physical(mapping, false));
        }
        return declaration(entry, known(ELEMENT_KEYS, TYPE_KEYS, List.of("type", "element")));
    }

    /**
     * Returns an element or attribute. If its type is missing, reports a problem and returns null.
     */
    private ElementDeclaration declaration(YamlEntry entry, List<String> known) {
        if (entry.value() instanceof YamlScalar scalar) {
            Type type = typeName(scalar);
            return type == null ? null : ElementDeclaration.of(entry.name(), type);
        }
        if (ElementShape.isWrong(entry, known, problems)) {
            return null;
        }
        YamlMapping mapping = entry.value().asMapping(problems);
        if (mapping == null) {
            return null;
        }
        long before = problems.errors();
        checkKeys(mapping, known);
        boolean hasUnknownKeys = problems.errors() > before;
        Section keys = keys(mapping);
        Type type = type(mapping, keys, true);
        if (type == null) {
            return null;
        }
        ElementDeclaration declared =
                new ElementDeclaration(
                        entry.name(),
                        keys.text("namespace", null),
                        type,
                        occurs(keys),
                        keys.flag("nillable"),
                        preset(keys),
                        physical(mapping, composition(mapping) != null),
                        keys.flag("sensitive"),
                        keys.text("documentation"));
        if (hasUnknownKeys) {
            places.markUnreadable(declared);
        }
        return declared;
    }

    private void checkKeys(YamlMapping mapping, List<String> known) {
        mapping.checkKeys(known, entry -> advice(mapping, entry), problems);
    }

    /** Returns advice about an unknown key of XML Schema or of a format; empty if there is none. */
    private String advice(YamlMapping mapping, YamlEntry entry) {
        if (entry.name().equals("minOccurs") || entry.name().equals("maxOccurs")) {
            String least = bound(mapping, "minOccurs");
            String most = bound(mapping, "maxOccurs");
            return "write occurs: " + (least.equals(most) ? least : least + ".." + most);
        }
        return advice.of(entry);
    }

    private String bound(YamlMapping mapping, String key) {
        String text = mapping.get(key) instanceof YamlScalar scalar ? scalar.text() : "1";
        return text.equals("unbounded") ? "*" : text;
    }

    /**
     * Reports properties of a physical format among the members of a group.
     *
     * @return whether there are any
     */
    private boolean isMisplaced(YamlEntry member, Composition composition) {
        boolean isValue =
                member.value() instanceof YamlScalar scalar
                        && !scalar.isNull()
                        && BaseType.of(scalar.text()) == null
                        && !types.contains(scalar.text());
        String better = isValue ? advice.ofProperty(member) : "";
        if (!better.isEmpty()) {
            problems.error(
                    UNKNOWN_KEY,
                    member.key().place(),
                    "%s is a property of a physical format, not an element"
                            .formatted(member.name()),
                    better + " next to " + composition.word());
        }
        return !better.isEmpty();
    }

    /** Whether a property of a physical format is written in a group or among its members. */
    private boolean hasMisplaced(YamlMapping mapping, Composition composition) {
        boolean among =
                mapping.get(composition.word()) instanceof YamlMapping members
                        && members.entries().stream()
                                .anyMatch(
                                        e ->
                                                e.value() instanceof YamlScalar
                                                        && !advice.ofProperty(e).isEmpty());
        return among || mapping.entries().stream().anyMatch(e -> !advice.ofProperty(e).isEmpty());
    }

    /**
     * Returns all keys that are permitted in a mapping. Types are included unless the last list is
     * null.
     */
    private List<String> known(List<String> first, List<String> second, List<String> naming) {
        var known = new ArrayList<String>(first);
        known.addAll(second);
        known.addAll(formats.keySet());
        known.addAll(unread);
        if (naming != null) {
            known.addAll(naming);
            known.addAll(Word.all(Composition.class));
            if (naming.contains("type")) {
                known.addAll(Word.all(BaseType.class));
            }
        }
        return known;
    }

    private SequencedMap<String, PhysicalProperties> physical(
            YamlMapping mapping, boolean holdsGroup) {
        return physical(
                mapping,
                (f, node) ->
                        f.element(
                                node,
                                holdsGroup,
                                key -> advice.ofOtherKind(key.name(), List.of(f)),
                                problems));
    }

    /** Returns the properties, by format, of the group that a mapping contains. */
    private SequencedMap<String, PhysicalProperties> groupPhysical(
            YamlMapping mapping, boolean ofElement) {
        return physical(mapping, (f, node) -> f.group(node, ofElement, problems));
    }

    private SequencedMap<String, PhysicalProperties> physical(
            YamlMapping mapping, BiFunction<FormatYaml, YamlNode, PhysicalProperties> reader) {
        var physical = new LinkedHashMap<String, PhysicalProperties>();
        for (YamlEntry entry : mapping.entries()) {
            FormatYaml format = formats.get(entry.name());
            if (format == null || entry.value() instanceof YamlScalar s && s.isNull()) {
                continue;
            }
            long before = problems.errors();
            PhysicalProperties read = reader.apply(format, entry.value());
            if (read != null) {
                physical.put(entry.name(), places.at(entry.value().place(), read));
                if (problems.errors() > before) {
                    places.markUnreadable(read);
                }
            }
        }
        return physical;
    }

    private Preset preset(Section keys) {
        String standard = keys.text("default", null);
        String fixed = keys.text("fixed", null);
        if (standard != null && fixed != null) {
            problems.error(
                    BAD_VALUE,
                    keys.place("default"),
                    "an element must not have both a default and a fixed value");
        }
        return fixed != null
                ? new Preset(fixed, true)
                : standard == null ? null : new Preset(standard, false);
    }

    private Occurs occurs(Section keys) {
        String text = keys.text("occurs", null);
        if (text == null) {
            return ONCE;
        }
        try {
            int dots = text.indexOf("..");
            String most = dots < 0 ? text : text.substring(dots + 2);
            int max = most.equals("*") ? UNBOUNDED : Integer.parseInt(most.strip());
            int min =
                    dots >= 0
                            ? Integer.parseInt(text.substring(0, dots).strip())
                            : max == UNBOUNDED ? 0 : max;
            if (dots >= 0 && max > 0 && min > max) {
                keys.report(
                        "occurs",
                        "the maximum of occurs must be at least the minimum (found '%s')"
                                .formatted(text));
                return ONCE;
            }
            if (max != 0 && (max > 0 || most.equals("*"))) {
                return new Occurs(min, max);
            }
        } catch (IllegalArgumentException e) {
            // The error is reported below.
        }
        keys.reportInvalid("occurs", text, "a number such as 3, or a range such as 0..5 or 1..*");
        return ONCE;
    }

    // Types

    private Type typeName(YamlScalar scalar) {
        String text = Section.text(scalar, "the type", problems);
        if (text == null) {
            return null;
        }
        BaseType base = BaseType.of(text);
        return base == null ? places.at(scalar.place(), new NamedType(text)) : SimpleType.of(base);
    }

    /**
     * @param ofElement whether the mapping belongs to an element
     */
    private Type type(YamlMapping mapping, Section keys, boolean ofElement) {
        var found = new ArrayList<Type>();
        Composition composition = composition(mapping);
        if (composition != null) {
            Group group = group(composition, mapping, keys, ofElement);
            ComplexType type =
                    new ComplexType(
                            group,
                            attributes(mapping),
                            null,
                            keys.flag("mixed"),
                            keys.flag("anyAttribute"));
            found.add(places.at(mapping.place(), type));
        }
        for (YamlEntry entry : mapping.entries()) {
            BaseType base = BaseType.of(entry.name());
            if (base != null) {
                found.add(new SimpleType(base, new FacetsYaml(base, problems).read(entry.value())));
            } else if (entry.name().equals("type") && entry.value() instanceof YamlScalar scalar) {
                Type named = typeName(scalar);
                found.add(named == null ? SimpleType.of(STRING) : named);
            }
        }
        if (found.size() != 1) {
            return noType(mapping, found.isEmpty() ? null : found.getFirst());
        }
        if (composition == null) {
            for (String key : CONTENT_KEYS) {
                if (mapping.has(key)) {
                    problems.error(
                            UNKNOWN_KEY,
                            mapping.entry(key).key().place(),
                            "'" + key + "' is permitted only in types with elements");
                }
            }
            if (mapping.has("attributes") || mapping.has("anyAttribute")) {
                ComplexType valued =
                        ComplexType.of(
                                found.getFirst(), attributes(mapping), keys.flag("anyAttribute"));
                return places.at(mapping.place(), valued);
            }
        }
        return found.getFirst();
    }

    private <T> T noType(YamlMapping mapping, T first) {
        if (first == null && isMistyped(mapping)) {
            return null;
        }
        problems.error(
                YAML_SHAPE,
                mapping.place(),
                first == null ? "the type is missing" : "more than one type",
                ONE_TYPE);
        return first;
    }

    /** Whether an unknown key that was reported is probably the type. */
    private boolean isMistyped(YamlMapping mapping) {
        List<String> types = known(List.of(), List.of(), List.of("type", "element", "group"));
        List<String> others = known(ELEMENT_KEYS, TYPE_KEYS, List.of());
        return mapping.keys().stream()
                .anyMatch(
                        key ->
                                !types.contains(key)
                                        && !others.contains(key)
                                        && !didYouMean(key, types).isEmpty());
    }

    private Group group(
            Composition composition, YamlMapping mapping, Section keys, boolean ofElement) {
        Group group =
                new Group(
                        "",
                        composition,
                        Word.of(ContentRule.class, keys.text("content")),
                        particles(mapping.get(composition.word()), composition),
                        ONCE,
                        groupPhysical(mapping, ofElement));
        return marked(places.at(mapping.place(), group), mapping);
    }

    /** Marks a group whose properties are in the wrong place, which has been reported. */
    private Group marked(Group group, YamlMapping mapping) {
        if (hasMisplaced(mapping, group.composition())) {
            places.markUnreadable(group);
        }
        return group;
    }

    private static Composition composition(YamlMapping mapping) {
        return mapping.keys().stream()
                .map(ParticleReader::composition)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static Composition composition(String key) {
        return Word.of(Composition.class, key);
    }

    private List<AttributeDeclaration> attributes(YamlMapping mapping) {
        var attributes = new ArrayList<AttributeDeclaration>();
        YamlNode node = mapping.get("attributes");
        YamlMapping all = node == null ? null : node.asMapping(problems);
        if (all != null) {
            for (YamlEntry entry : all.entries()) {
                AttributeDeclaration attribute = attribute(entry);
                if (attribute != null) {
                    attributes.add(attribute);
                }
            }
        }
        return attributes;
    }

    private AttributeDeclaration attribute(YamlEntry entry) {
        ElementDeclaration declared =
                declaration(entry, known(ATTRIBUTE_KEYS, List.of(), List.of("type")));
        if (declared == null) {
            return null;
        }
        boolean required =
                entry.value() instanceof YamlMapping mapping
                        && Section.of(mapping, REQUIRED, Substitution.NONE, problems)
                                .flag("required");
        return new AttributeDeclaration(places.at(entry.key().place(), declared), required);
    }
}
