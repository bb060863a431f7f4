package io.millrace.parsers.model.yaml;

import static io.millrace.engine.error.ErrorCode.BAD_VALUE;
import static io.millrace.engine.error.ErrorCode.DUPLICATE_NAME;
import static io.millrace.engine.error.ErrorCode.UNKNOWN_MODEL_NAME;
import static io.millrace.engine.error.Problems.didYouMean;
import static io.millrace.parsers.model.Composition.MESSAGE;
import static io.millrace.parsers.model.Composition.SEQUENCE;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.Composition;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.ModelPlaces;
import io.millrace.parsers.model.NamedType;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.Type;
import io.millrace.parsers.model.Word;

import java.util.ArrayList;
import java.util.Collection;

/** A check that all referenced types, elements, groups and messages exist in the set. */
record NameCheck(MessageSet set, ModelPlaces places, Problems problems) {

    void check() {
        set.messages().values().forEach(m -> particle(m, SEQUENCE));
        set.elements().values().forEach(e -> particle(e, SEQUENCE));
        set.groups().values().forEach(g -> particle(g, SEQUENCE));
        set.types()
                .forEach(
                        (name, type) -> {
                            type(type, type);
                            if (type instanceof ComplexType complex) {
                                base(name, complex);
                            }
                            if (BaseType.of(name) != null) {
                                problems.error(
                                        DUPLICATE_NAME,
                                        places.of(type),
                                        "'" + name + "' is a type of XML Schema");
                            } else if (type instanceof NamedType && set.resolve(type) == null) {
                                reportCycle(name, (NamedType) type);
                            }
                        });
    }

    private void base(String name, ComplexType type) {
        if (type.base().isEmpty()) {
            return;
        }
        if (!set.types().containsKey(type.base())) {
            unknown("type", type.base(), set.types().keySet(), places.of(type));
            return;
        }
        String at = type.base();
        for (int steps = 0; steps <= set.types().size() && !at.isEmpty(); steps++) {
            if (at.equals(name)) {
                problems.error(
                        BAD_VALUE, places.of(type), "the type " + name + " is derived from itself");
                return;
            }
            at = set.resolve(new NamedType(at)) instanceof ComplexType c ? c.base() : "";
        }
    }

    private void reportCycle(String name, NamedType type) {
        if (set.types().containsKey(type.name())) {
            problems.error(BAD_VALUE, places.of(type), "the type " + name + " refers to itself");
        }
    }

    private void particle(Particle particle, Composition around) {
        switch (particle) {
            case ElementDeclaration element -> type(element.type(), element);
            case ElementReference reference when around == MESSAGE ->
                    known("message", reference.name(), set.messages().keySet(), reference);
            case ElementReference reference ->
                    known("element", reference.name(), set.elements().keySet(), reference);
            case GroupReference reference ->
                    known("group", reference.name(), set.groups().keySet(), reference);
            case Group group -> group.particles().forEach(p -> particle(p, group.composition()));
        }
    }

    private void type(Type type, Object user) {
        switch (type) {
            case NamedType(String name) -> {
                if (!set.types().containsKey(name)) {
                    var known = new ArrayList<String>(set.types().keySet());
                    known.addAll(Word.all(BaseType.class));
                    unknown("type", name, known, places.of(type, user));
                }
            }
            case ComplexType complex -> {
                particle(complex.content(), SEQUENCE);
                if (complex.value() != null) {
                    type(complex.value(), complex);
                    if (set.resolve(complex.value()) instanceof ComplexType) {
                        problems.error(
                                BAD_VALUE,
                                places.of(complex, user),
                                "attributes are specified next to a type with elements",
                                "specify them in that type");
                    }
                }
                complex.attributes().forEach(a -> attribute(a.declaration()));
            }
            case SimpleType _ -> {
                // A simple type contains no names.
            }
        }
    }

    private void attribute(ElementDeclaration attribute) {
        type(attribute.type(), attribute);
        if (set.resolve(attribute.type()) instanceof ComplexType) {
            problems.error(
                    BAD_VALUE,
                    places.of(attribute),
                    "the attribute " + attribute.name() + " has a type with elements");
        }
    }

    private void known(String kind, String name, Collection<String> names, Object part) {
        if (!names.contains(name)) {
            unknown(kind, name, names, places.of(part));
        }
    }

    private void unknown(String kind, String name, Collection<String> names, Place place) {
        String near = didYouMean(name, names);
        if (near.isEmpty() && kind.equals("type")) {
            near = ForeignTypes.advice(name);
        }
        String all = names.isEmpty() ? "it has none" : "it has " + String.join(", ", names);
        problems.error(
                UNKNOWN_MODEL_NAME,
                place,
                "the message set has no " + kind + " '" + name + "'",
                near.isEmpty() && names.size() < 20 ? all : near);
    }
}
