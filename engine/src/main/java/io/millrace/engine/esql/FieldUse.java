package io.millrace.engine.esql;

import io.millrace.engine.error.Place;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;

/**
 * A reference of a program to a field in a tree of the node. The recorded steps end before the
 * first step with a computed name, a namespace or a type.
 *
 * @param tree tree in which the path starts
 * @param steps names of the steps, with their positions; {@link #BODY} is the body of the message
 * @param isTarget whether the path is complete and the target of an assignment
 * @param text literal string that is assigned to the field; null if another value is assigned
 * @param place position of the field reference
 */
public record FieldUse(
        Tree tree, List<Step> steps, boolean isTarget, @Nullable String text, Place place) {

    /** Name of the step that stands for the message body (InputBody or Body). */
    public static final String BODY = "*";

    /** A tree of a node. */
    public enum Tree {
        INPUT_ROOT("InputRoot"),
        OUTPUT_ROOT("OutputRoot"),
        OUTPUT_LOCAL_ENVIRONMENT("OutputLocalEnvironment"),
        OUTPUT_EXCEPTION_LIST("OutputExceptionList");

        private final String label;

        Tree(String label) {
            this.label = label;
        }

        /** Whether the tree is a message, with headers and a body. */
        public boolean isMessage() {
            return this == INPUT_ROOT || this == OUTPUT_ROOT;
        }

        /** Returns the correlation name of the tree in a COMPUTE module. */
        @Override
        public String toString() {
            return label;
        }
    }

    /** A step with a literal name. */
    public record Step(String name, Place place) {}

    public FieldUse {
        Objects.requireNonNull(tree);
        Objects.requireNonNull(place);
        steps = List.copyOf(steps);
    }

    /** Returns the names of the steps after the first. */
    public List<String> namesBelowFolder() {
        return steps.stream().skip(1).map(Step::name).toList();
    }

    /** Returns the name of the first step; empty for the complete tree. */
    public String folder() {
        return steps.isEmpty() ? "" : steps.getFirst().name();
    }

    /** Returns the last name; empty for the complete tree. */
    public String lastName() {
        return steps.isEmpty() ? "" : steps.getLast().name();
    }
}
