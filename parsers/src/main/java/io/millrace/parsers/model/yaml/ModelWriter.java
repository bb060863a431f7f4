package io.millrace.parsers.model.yaml;

import static io.millrace.parsers.model.Composition.MESSAGE;
import static io.millrace.parsers.model.yaml.ParticleReader.SETTINGS;
import static io.millrace.parsers.model.yaml.YamlLayout.NOTHING;

import static java.util.Map.entry;

import io.millrace.parsers.model.AttributeDeclaration;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.CwfFormat;
import io.millrace.parsers.model.CwfSettings;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Facets;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.NamedType;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.Type;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.SequencedMap;

/** A converter of message sets to the mapping of a model file. */
record ModelWriter(MessageSet set) {

    String write() {
        FlowMapping file = new FlowMapping().onLines();
        file.set(ModelReader.GROUP, "messageSet", set.name())
                .set(ModelReader.GROUP, "identifier", set.identifier())
                .set(ModelReader.GROUP, "namespace", set.namespace())
                .set(ModelReader.GROUP, "formats", formats());
        declarations(file, "messages", set.messages());
        FlowMapping types = new FlowMapping().onLines();
        set.types().forEach((name, type) -> types.put(name, typeNode(type)));
        FlowMapping groups = new FlowMapping().onLines();
        set.groups().forEach((name, group) -> groups.put(name, ownGroup(group)));
        file.set(ModelReader.GROUP, "types", types.isEmpty() ? null : types);
        file.set(ModelReader.GROUP, "groups", groups.isEmpty() ? null : groups);
        declarations(file, "elements", set.elements());
        return YamlLayout.of(file);
    }

    private void declarations(
            FlowMapping file, String key, SequencedMap<String, ElementDeclaration> declared) {
        FlowMapping all = new FlowMapping().onLines();
        declared.forEach((name, element) -> all.put(name, elementNode(element)));
        file.set(ModelReader.GROUP, key, all.isEmpty() ? null : all);
    }

    /** Returns the formats; null if the set has only the default format. */
    private Object formats() {
        if (set.formats().size() == 1
                && set.formats()
                        .firstEntry()
                        .getValue()
                        .equals(new CwfFormat("cwf", CwfSettings.DEFAULTS))) {
            return null;
        }
        FlowMapping formats = new FlowMapping().onLines();
        for (PhysicalFormat format : set.formats().values()) {
            FormatYaml yaml = ModelYaml.kind(format);
            FlowMapping settings = new FlowMapping();
            if (!yaml.kind().equals(format.name())) {
                settings.set(FormatYaml.KIND, "kind", yaml.kind());
            }
            yaml.settings(format).entries.forEach(settings::put);
            formats.put(format.name(), settings);
        }
        boolean plain =
                formats.entries.values().stream().allMatch(f -> ((FlowMapping) f).isEmpty());
        return plain ? List.copyOf(formats.entries.keySet()) : formats;
    }

    private Object elementNode(ElementDeclaration e) {
        FlowMapping flow = new FlowMapping();
        boolean complex = e.type() instanceof ComplexType;
        if (!complex) {
            typeInto(flow, e.type());
        }
        // An empty namespace differs from none, which is that of the message set.
        flow.put("namespace", e.namespace())
                .set(SETTINGS, "occurs", e.occurs().toString())
                .set(SETTINGS, "nillable", e.nillable())
                .set(SETTINGS, "sensitive", e.sensitive());
        if (e.preset() != null) {
            flow.put(e.preset().fixed() ? "fixed" : "default", e.preset().text());
        }
        Group group = e.type() instanceof ComplexType type ? type.content() : null;
        physicalInto(flow, e.physical(), group == null ? Map.of() : group.physical());
        flow.set(SETTINGS, "documentation", e.documentation());
        if (complex) {
            typeInto(flow, e.type());
        }
        return shortest(flow);
    }

    /** Returns only the type's name if the mapping contains nothing else. */
    private static Object shortest(FlowMapping flow) {
        if (flow.entries.size() != 1) {
            return flow;
        }
        Entry<String, Object> only = flow.entries.entrySet().iterator().next();
        if (only.getValue() == NOTHING) {
            return only.getKey();
        }
        return only.getKey().equals("type") ? only.getValue() : flow;
    }

    /**
     * Adds the properties of an element, and of the group of its anonymous type, in each format.
     */
    private void physicalInto(
            FlowMapping flow,
            Map<String, PhysicalProperties> element,
            Map<String, PhysicalProperties> group) {
        for (PhysicalFormat format : set.formats().values()) {
            String name = format.name();
            if (element.containsKey(name) || group.containsKey(name)) {
                Object node = ModelYaml.kind(format).properties(element.get(name), group.get(name));
                boolean nothing =
                        node.equals("")
                                || node instanceof FlowMapping specified && specified.isEmpty();
                if (!nothing) {
                    flow.put(name, node);
                }
            }
        }
    }

    private Object typeNode(Type type) {
        FlowMapping flow = new FlowMapping();
        if (type instanceof ComplexType complex) {
            flow.set(SETTINGS, ParticleReader.DERIVED_FROM, complex.base())
                    .set(
                            SETTINGS,
                            ParticleReader.XSI_TYPE,
                            complex.xsiType() == null ? null : complex.xsiType().toString());
            physicalInto(flow, Map.of(), complex.content().physical());
        }
        typeInto(flow, type);
        return shortest(flow);
    }

    private void typeInto(FlowMapping flow, Type type) {
        switch (type) {
            case NamedType(String name) -> flow.put("type", name);
            case SimpleType(var base, Facets facets) -> {
                Object size = FacetsYaml.write(base, facets);
                flow.put(base.word(), size == null ? NOTHING : size);
            }
            case ComplexType complex -> {
                FlowMapping attributes = new FlowMapping().onLines();
                for (AttributeDeclaration a : complex.attributes()) {
                    attributes.put(a.declaration().name(), attribute(a));
                }
                if (complex.value() != null) {
                    typeInto(flow, complex.value());
                }
                flow.set(SETTINGS, "mixed", complex.mixed())
                        .set(SETTINGS, "anyAttribute", complex.anyAttribute())
                        .put("attributes", attributes.isEmpty() ? null : attributes);
                if (complex.value() == null) {
                    groupFlow(complex.content()).entries.forEach(flow::put);
                } else if (attributes.isEmpty()) {
                    flow.put("anyAttribute", complex.anyAttribute());
                }
            }
        }
    }

    private Object attribute(AttributeDeclaration attribute) {
        Object node = elementNode(attribute.declaration());
        if (!attribute.required()) {
            return node;
        }
        FlowMapping flow = new FlowMapping();
        if (node instanceof FlowMapping specified) {
            specified.entries.forEach(flow::put);
        } else {
            typeInto(flow, attribute.declaration().type());
        }
        return flow.set(ParticleReader.REQUIRED, "required", true);
    }

    /** Returns a nested group with its properties in each format. */
    private FlowMapping ownGroup(Group group) {
        FlowMapping flow = new FlowMapping();
        physicalInto(flow, Map.of(), group.physical());
        groupFlow(group).entries.forEach(flow::put);
        return flow;
    }

    private FlowMapping groupFlow(Group group) {
        return new FlowMapping()
                .set(SETTINGS, "occurs", group.occurs().toString())
                .set(SETTINGS, "content", group.content().word())
                .put(group.composition().word(), particles(group));
    }

    private Object particles(Group group) {
        var entries = new ArrayList<Map.Entry<String, Object>>();
        int number = 0;
        for (Particle particle : group.particles()) {
            number++;
            entries.add(
                    switch (particle) {
                        case ElementDeclaration e -> entry(e.name(), elementNode(e));
                        case ElementReference r -> reference(r);
                        case Group g ->
                                entry(
                                        "(" + (g.label().isEmpty() ? number : g.label()) + ")",
                                        ownGroup(g));
                        case GroupReference(String name, Occurs occurs) ->
                                entry(
                                        "(" + name + ")",
                                        new FlowMapping()
                                                .set(SETTINGS, "group", name)
                                                .set(SETTINGS, "occurs", occurs.toString()));
                    });
        }
        if (group.composition() == MESSAGE) {
            return entries.stream().map(Entry::getKey).toList();
        }
        FlowMapping flow = new FlowMapping().onLines();
        entries.forEach(e -> flow.put(e.getKey(), e.getValue()));
        if (flow.entries.size() == entries.size()) {
            return flow;
        }
        return entries.stream()
                .map(e -> new FlowMapping().onLines().put(e.getKey(), e.getValue()))
                .toList();
    }

    private Entry<String, Object> reference(ElementReference reference) {
        FlowMapping flow = new FlowMapping().set(SETTINGS, "element", reference.name());
        flow.set(SETTINGS, "occurs", reference.occurs().toString());
        physicalInto(flow, reference.physical(), Map.of());
        return entry(reference.name(), flow);
    }
}
