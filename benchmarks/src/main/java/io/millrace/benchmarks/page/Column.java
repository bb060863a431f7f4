package io.millrace.benchmarks.page;

import java.util.Objects;

/**
 * A column of a table.
 *
 * @param numbers whether it holds numbers, which stand at the right
 */
public record Column(String name, boolean numbers) {

    public Column {
        Objects.requireNonNull(name);
    }

    public static Column words(String name) {
        return new Column(name, false);
    }

    public static Column number(String name) {
        return new Column(name, true);
    }
}
