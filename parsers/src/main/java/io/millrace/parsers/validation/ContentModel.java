package io.millrace.parsers.validation;

import io.millrace.parsers.model.Composition;
import io.millrace.parsers.model.Occurs;

import java.util.List;
import java.util.Set;

/** A part of a type's content: which elements can follow one another. */
sealed interface ContentModel {

    Occurs occurs();

    /** Returns the elements that it can begin with. */
    Set<Name> first();

    /** Whether an occurrence of it can be empty. */
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
