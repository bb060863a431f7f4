package io.millrace.parsers.mrm.layout;

import static io.millrace.engine.error.ErrorCode.MODEL_LAYOUT;
import static io.millrace.engine.error.ErrorCode.UNKNOWN_MODEL_NAME;
import static io.millrace.engine.error.Problems.didYouMean;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.parsers.model.AttributeDeclaration;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.ModelPlaces;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.record.FieldException;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.function.BiPredicate;

/**
 * A traversal of the members of types in the order of the model. Subclasses compile elements and
 * groups to layouts.
 *
 * @param <R> container of members
 */
public abstract class ModelWalk<R> {

    protected static final int MAX_SLOTS = 100_000;
    private static final int MAX_LEVELS = 200;
    private static final int MAX_LISTED = 20;

    protected final MessageSet set;
    protected final ModelPlaces places;
    private final String format;
    private final Problems problems = new Problems();
    private int levels;

    protected ModelWalk(MessageSet set, String format, ModelPlaces places) {
        this.set = set;
        this.format = format;
        this.places = places;
    }

    /** Adds an element to the layout of a folder or group. */
    protected abstract void element(ElementDeclaration element, PhysicalProperties physical, R row);

    /**
     * Adds a group to the layout of a folder or group.
     *
     * @param part the group, or the reference to it
     */
    protected abstract void group(Group group, Particle part, R row);

    /** Adds the members of the content of a type, or of a group, to a layout. */
    protected abstract void members(Group group, R row);

    /** Adds the attributes and members of a type to a layout. */
    protected final void content(ComplexType type, Object fallback, R row) {
        if (++levels > MAX_LEVELS) {
            problem(
                    type,
                    fallback,
                    "more than "
                            + MAX_LEVELS
                            + " nested folders; check whether a type contains itself",
                    "");
        } else {
            for (AttributeDeclaration attribute : type.attributes()) {
                ElementDeclaration declared = attribute.declaration();
                Occurs occurs = new Occurs(attribute.required() ? 1 : 0, 1);
                element(declared.with(occurs), physical(declared), row);
            }
            members(type.content(), row);
        }
        levels--;
    }

    /** Reports a type that has a value as well as attributes. */
    protected final void checkValue(ComplexType type, Object fallback) {
        if (type.value() != null) {
            problem(
                    type,
                    fallback,
                    "a value with attributes, which only XML formats support",
                    "use a folder with an element for the value");
        }
    }

    /** Begins a group. If the group contains itself, reports a problem and returns false. */
    protected final boolean enter(Group group, Object part, Object fallback) {
        boolean fits = ++levels <= MAX_LEVELS;
        if (!fits) {
            problem(part, fallback, "the group " + group.label() + " contains itself", "");
        }
        return fits;
    }

    protected final void leave() {
        levels--;
    }

    protected final void particle(Particle particle, R row) {
        switch (particle) {
            case ElementDeclaration e -> element(e, physical(e), row);
            case ElementReference r -> {
                ElementDeclaration e = declared(r);
                if (e != null) {
                    element(e.with(r.occurs()), physical(r, e), row);
                }
            }
            case Group g -> group(g, g, row);
            case GroupReference(String name, Occurs occurs) -> {
                Group g = set.groups().get(name);
                if (g != null) {
                    group(g.with(name, occurs), particle, row);
                }
            }
        }
    }

    /** Returns the messages that are possible as an embedded message. */
    protected final List<ElementDeclaration> messages(Group group) {
        return group.particles().stream()
                .map(p -> p instanceof ElementReference r ? set.messages().get(r.name()) : null)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Whether an element of a group or of its nested groups passes a test. */
    protected final boolean hasElement(
            Group group, BiPredicate<ElementDeclaration, PhysicalProperties> test) {
        return hasElement(group, 0, test);
    }

    private boolean hasElement(
            Group group, int depth, BiPredicate<ElementDeclaration, PhysicalProperties> test) {
        return group != null
                && depth <= MAX_LEVELS
                && group.particles().stream()
                        .anyMatch(
                                p ->
                                        switch (p) {
                                            case ElementDeclaration e -> test.test(e, physical(e));
                                            case ElementReference r -> {
                                                ElementDeclaration e = declared(r);
                                                yield e != null && test.test(e, physical(r, e));
                                            }
                                            case Group g -> hasElement(g, depth + 1, test);
                                            case GroupReference r ->
                                                    hasElement(
                                                            set.groups().get(r.name()),
                                                            depth + 1,
                                                            test);
                                        });
    }

    private ElementDeclaration declared(ElementReference reference) {
        return set.elements().get(reference.name());
    }

    protected final PhysicalProperties physical(ElementDeclaration element) {
        return element.physical().get(format);
    }

    /** Returns the physical properties of a reference to an element; null if there is none. */
    protected final PhysicalProperties physical(
            ElementReference reference, ElementDeclaration declared) {
        PhysicalProperties own = reference.physical().get(format);
        return own != null || declared == null ? own : physical(declared);
    }

    /** Returns the physical properties of a group. */
    protected final PhysicalProperties physical(Group group) {
        return group.physical().get(format);
    }

    /** Returns the name of the physical format. */
    public final String format() {
        return format;
    }

    public final String namespace(ElementDeclaration element) {
        return element.namespace() == null ? set.namespace() : element.namespace();
    }

    // Problems

    public final void problem(Object part, Object fallback, String text, String hint) {
        problem(MODEL_LAYOUT, part, fallback, text, hint);
    }

    protected final void problem(
            ErrorCode code, Object part, Object fallback, String text, String hint) {
        problems.error(code, places.of(part, fallback), text, hint);
    }

    /**
     * Whether the properties of a field or group contain errors, which have already been reported.
     */
    public final boolean isUnreadable(Object part) {
        return places.isUnreadable(part);
    }

    /** Reports a field without a valid layout, unless its properties could not be read. */
    public final void problem(
            PhysicalProperties field, ElementDeclaration element, FieldException e) {
        if (!isUnreadable(field) && !isUnreadable(element)) {
            problem(field, element, element.name() + ": " + e.getMessage(), "");
        }
    }

    /**
     * Reports a reference to a field that does not exist or is not an integer.
     *
     * @param found type of the field; null if it does not exist
     */
    protected final void badReference(
            String path,
            BaseType found,
            ElementDeclaration element,
            PhysicalProperties field,
            String hint) {
        boolean exists = found != null;
        problem(
                UNKNOWN_MODEL_NAME,
                field,
                element,
                exists
                        ? "the field '%s', to which %s refers, must be a whole number (found %s)"
                                .formatted(path, element.name(), found.word())
                        : "found no unique field '" + path + "' before " + element.name(),
                exists ? "declare it as int, short or long" : hint);
    }

    /** Returns the hint for the name of an earlier field that does not exist. */
    protected static String earlierFields(String path, Collection<String> names) {
        return didYouMean(
                path,
                names,
                names.isEmpty()
                        ? "a field must be before the field that refers to it: move "
                                + path
                                + ", or correct its name"
                        : names.size() > MAX_LISTED
                                ? ""
                                : "the fields before it are " + String.join(", ", names));
    }

    /** Reports each problem once, and returns whether there were no problems. */
    protected final boolean report(Problems target) {
        var found = new LinkedHashSet<Problem>(problems.all());
        found.forEach(target::add);
        return found.isEmpty();
    }
}
