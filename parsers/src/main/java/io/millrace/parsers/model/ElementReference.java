package io.millrace.parsers.model;

import java.util.SequencedMap;

/**
 * A reference to a global element of the message set. In a group of composition {@link
 * Composition#MESSAGE}, it is a reference to a message.
 *
 * @param name name of the element or message
 * @param physical properties by the name of the physical format; they replace the element's own
 *     properties in that format
 */
public record ElementReference(
        String name, Occurs occurs, SequencedMap<String, PhysicalProperties> physical)
        implements Particle {

    public ElementReference {
        physical = ImmutableCopies.of(physical);
    }
}
