package io.millrace.parsers.validation;

import io.millrace.engine.message.Element;
import io.millrace.parsers.model.Derivations;
import io.millrace.parsers.record.RecordTypes;

/**
 * The representation of a model's elements in the trees of a domain. Safe to use from several
 * threads.
 */
public interface TreeView {

    /** Kind of a tree element in a model. */
    enum Part {
        ELEMENT,
        ATTRIBUTE,
        /** One of several elements; not yet determined which. */
        UNRESOLVED,
        /** Not described by a model. */
        NONE
    }

    Part part(Element e);

    /** Whether fields hold XML Schema's strings, and attributes have no namespace of their own. */
    boolean isXml();

    /**
     * Returns the namespace of a prefix in a field of a tree of {@link #isXml XML}.
     *
     * @return null if the prefix is not declared
     */
    String uri(Element field, String prefix);

    /** Trees of the domain MRM: attributes are elements before the others. */
    TreeView MRM =
            new TreeView() {
                @Override
                public Part part(Element e) {
                    return e.type() == RecordTypes.UNRESOLVED_CHOICE
                            ? Part.UNRESOLVED
                            : e.name().isEmpty() || e.namespace().equals(Derivations.XSI)
                                    ? Part.NONE
                                    : Part.ELEMENT;
                }

                @Override
                public boolean isXml() {
                    return false;
                }

                @Override
                public String uri(Element field, String prefix) {
                    return null;
                }
            };
}
