package io.millrace.engine.message;

import org.jspecify.annotations.Nullable;

/**
 * A listener for the results of on-demand parsing of a content. The listener can reject the
 * elements. Only for the thread that processes the message, like the tree; see {@link
 * Content#watch(ContentListener)}.
 */
public interface ContentListener {

    /**
     * Handles an element after all children are known.
     *
     * @throws io.millrace.engine.error.MillraceException if the children are not allowed; the
     *     element stays unchanged, and this method is not called for it again
     */
    void completed(Element parent);

    /**
     * Handles the decoded value of an element.
     *
     * @return the value that the element receives
     * @throws io.millrace.engine.error.MillraceException if the value is not allowed
     */
    Value decoded(Element element, @Nullable Value value);

    /**
     * Handles text between the children of an element that is not part of the tree because the
     * domain omits such text.
     */
    default void passedOver(Element parent) {
        // Most formats omit no text.
    }
}
