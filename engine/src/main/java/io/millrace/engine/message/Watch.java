package io.millrace.engine.message;

/**
 * Is told what a content finds while a body is parsed on demand, and may refuse it. Belongs to the
 * thread of the message, as the tree does; see {@link Content#watch(Watch)}.
 */
public interface Watch {

    /**
     * All children of an element are known.
     *
     * @throws io.millrace.engine.error.MillraceException where they are not to be there; the
     *     element stays as it is, and is not asked about again
     */
    void completed(Element parent);

    /**
     * The value of an element was decoded.
     *
     * @param value null for none
     * @return the value that the element is to have
     * @throws io.millrace.engine.error.MillraceException where it is not to be there
     */
    Value decoded(Element element, Value value);

    /**
     * Between the children of an element is a text that the tree does not have, because the domain
     * leaves such texts out.
     */
    default void passedOver(Element parent) {
        // Most formats leave nothing out.
    }
}
