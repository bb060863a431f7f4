package io.millrace.store.artemis.access;

/** What the rights of users depend on: existing queues, their models and creators. */
public interface QueueNames {

    /** Whether a queue, an alias or a model has the name. */
    boolean exists(String name);

    /**
     * Returns the model of a dynamic queue, or the model whose prefix a new name has; empty for
     * other names. For a temporary queue without a name of its own, it is the default model, if it
     * is defined.
     */
    String modelOf(String name);

    /** Returns the user who created a dynamic queue; empty for other names. */
    String creatorOf(String name);
}
