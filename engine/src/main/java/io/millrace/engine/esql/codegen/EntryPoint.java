package io.millrace.engine.esql.codegen;

import io.millrace.engine.message.Value;

/** What a generated class offers. Its instances have no state. */
interface EntryPoint {

    /** How often the class keeps the place of a path step, see {@link Run#cache}. */
    int caches();

    /** Gives the variables of schemas and modules their initial values. */
    void begin(Run run);

    /** Main. */
    Value main(Run run);
}
