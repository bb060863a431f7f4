package io.millrace.models;

import io.millrace.parsers.model.AttributeDeclaration;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.Type;

import java.util.Collection;
import java.util.stream.Stream;

/** The members of the types and groups of a message set, and their names. */
public final class ModelMembers {

    private ModelMembers() {}

    /**
     * Returns the elements, attributes and references in all messages, types, groups and global
     * elements, at any depth. References are not followed.
     */
    public static Stream<Particle> of(MessageSet set) {
        Stream<Type> declared =
                Stream.of(set.messages(), set.elements())
                        .flatMap(all -> all.values().stream())
                        .map(ElementDeclaration::type);
        return Stream.concat(
                Stream.concat(declared, set.types().values().stream()).flatMap(ModelMembers::of),
                set.groups().values().stream().flatMap(ModelMembers::of));
    }

    /** Returns a unique name. Appends a number if the name is already used. */
    public static String unique(String requested, Collection<String> taken) {
        String name = requested;
        for (int i = 2; taken.contains(name); i++) {
            name = requested + "_" + i;
        }
        return name;
    }

    private static Stream<Particle> of(Type type) {
        return type instanceof ComplexType complex
                ? Stream.concat(
                        complex.attributes().stream().map(AttributeDeclaration::declaration),
                        of(complex.content()))
                : Stream.empty();
    }

    private static Stream<Particle> of(Group group) {
        return group.particles().stream()
                .flatMap(
                        particle ->
                                switch (particle) {
                                    case ElementDeclaration e ->
                                            Stream.concat(Stream.of(e), of(e.type()));
                                    case Group g -> of(g);
                                    default -> Stream.of(particle);
                                });
    }
}
