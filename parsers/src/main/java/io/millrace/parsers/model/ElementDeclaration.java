package io.millrace.parsers.model;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/**
 * An element: a field, a folder, or (in {@link MessageSet#messages}) a message.
 *
 * @param namespace namespace of the element; null for the namespace of the message set
 * @param nillable whether the element can be NULL
 * @param preset default or fixed value; null if there is none
 * @param physical properties by the name of the physical format; a format without an entry uses the
 *     defaults
 * @param sensitive whether values are masked in output
 * @param documentation description of the element; empty if there is none
 */
public record ElementDeclaration(
        String name,
        String namespace,
        Type type,
        Occurs occurs,
        boolean nillable,
        Preset preset,
        SequencedMap<String, PhysicalProperties> physical,
        boolean sensitive,
        String documentation)
        implements Particle {

    public ElementDeclaration {
        // Names in ESQL programs are also interned, so equal names are the same object.
        name = name.intern();
        physical = ImmutableCopies.of(physical);
    }

    /** Returns an element that occurs once and has no other properties. */
    public static ElementDeclaration of(String name, Type type) {
        return new ElementDeclaration(
                name,
                null,
                type,
                Occurs.ONCE,
                false,
                null,
                ImmutableCopies.of(Map.of()),
                false,
                "");
    }

    public ElementDeclaration with(Occurs newOccurs) {
        return new ElementDeclaration(
                name,
                namespace,
                type,
                newOccurs,
                nillable,
                preset,
                physical,
                sensitive,
                documentation);
    }

    public ElementDeclaration with(Preset newPreset) {
        return new ElementDeclaration(
                name,
                namespace,
                type,
                occurs,
                nillable,
                newPreset,
                physical,
                sensitive,
                documentation);
    }

    public ElementDeclaration with(boolean newNillable) {
        return new ElementDeclaration(
                name,
                namespace,
                type,
                occurs,
                newNillable,
                preset,
                physical,
                sensitive,
                documentation);
    }

    /** Returns this element with another name in the model. */
    public ElementDeclaration named(String newName) {
        return new ElementDeclaration(
                newName,
                namespace,
                type,
                occurs,
                nillable,
                preset,
                physical,
                sensitive,
                documentation);
    }

    /** Returns this element with properties in one physical format, by the format's name. */
    public ElementDeclaration with(String format, PhysicalProperties properties) {
        var all = new LinkedHashMap<String, PhysicalProperties>(physical);
        all.put(format, properties);
        return new ElementDeclaration(
                name,
                namespace,
                type,
                occurs,
                nillable,
                preset,
                ImmutableCopies.of(all),
                sensitive,
                documentation);
    }

    /** Returns this element with values that are masked in output, or not. */
    public ElementDeclaration sensitive(boolean masked) {
        return new ElementDeclaration(
                name, namespace, type, occurs, nillable, preset, physical, masked, documentation);
    }

    public ElementDeclaration documented(String text) {
        return new ElementDeclaration(
                name, namespace, type, occurs, nillable, preset, physical, sensitive, text);
    }
}
