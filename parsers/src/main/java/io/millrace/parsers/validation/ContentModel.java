package io.millrace.parsers.validation;

import io.millrace.parsers.model.Composition;
import io.millrace.parsers.model.Occurs;

import java.util.List;
import java.util.Set;

/** A part of a type's content model, which specifies the permitted sequences of elements. */
sealed interface ContentModel {

    Occurs occurs();

    /** Returns the elements with which the part can begin. */
    Set<Name> first();

    /** Whether an occurrence of the part can be empty. */
    boolean canBeEmpty();

    default boolean isOptional() {
        return occurs().min() == 0 || canBeEmpty();
    }

    /** One element. */
    record Single(Name name, Occurs occurs, Set<Name> first) implements ContentModel {

        static Single of(Name name, Occurs occurs) {
            return new Single(name, occurs, Set.of(name));
        }

        @Override
        public boolean canBeEmpty() {
            return false;
        }
    }

    /** A group of parts. */
    record Parts(
            Composition composition,
            List<ContentModel> parts,
            Occurs occurs,
            Set<Name> first,
            boolean canBeEmpty)
            implements ContentModel {}
}
