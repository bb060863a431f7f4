package io.millrace.engine.esql.plain;

import io.millrace.engine.esql.program.Statement;

/** How a statement ends, if not just behind itself (then it is null). */
sealed interface PlainEnd {

    record Leaves(String label) implements PlainEnd {}

    record Iterates(String label) implements PlainEnd {}

    /**
     * @param value a Value or a PlainField
     */
    record Returns(Object value) implements PlainEnd {}

    /**
     * A handler ends its block.
     *
     * @param then how the handler itself ended
     */
    record Exits(Statement.Block block, PlainEnd then) implements PlainEnd {}
}
