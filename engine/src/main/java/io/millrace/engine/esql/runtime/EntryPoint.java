package io.millrace.engine.esql.runtime;

import io.millrace.engine.message.Value;

/** The interface of a generated class. Its instances have no state. */
public interface EntryPoint {

    /**
     * Returns the number of path step caches that the class uses with {@link
     * ModuleInvocation#cache}.
     */
    int caches();

    /** Initializes the variables of schemas and modules. */
    void begin(ModuleInvocation run);

    /** Runs Main. */
    Value main(ModuleInvocation run);
}
