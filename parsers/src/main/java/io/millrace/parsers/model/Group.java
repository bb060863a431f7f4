package io.millrace.parsers.model;

import static io.millrace.parsers.model.ContentRule.CLOSED;

import java.util.List;
import java.util.SequencedMap;

/**
 * A group of elements without an enclosing element.
 *
 * @param label name of the group in problems and error messages; empty if only the position is
 *     shown
 * @param composition composition of the members
 * @param content elements that are permitted in addition to the members
 * @param particles members in order
 * @param physical properties by the name of the physical format
 */
public record Group(
        String label,
        Composition composition,
        ContentRule content,
        List<Particle> particles,
        Occurs occurs,
        SequencedMap<String, PhysicalProperties> physical)
        implements Particle {

    public Group {
        particles = List.copyOf(particles);
        physical = ImmutableCopies.of(physical);
    }

    /** Returns a group that occurs once and permits no undeclared elements. */
    public static Group of(Composition composition, List<? extends Particle> particles) {
        return new Group(
                "",
                composition,
                CLOSED,
                List.copyOf(particles),
                Occurs.ONCE,
                ImmutableCopies.of(java.util.Map.of()));
    }

    public Group with(String newLabel, Occurs newOccurs) {
        return new Group(newLabel, composition, content, particles, newOccurs, physical);
    }
}
