package io.millrace.engine.esql.runtime;

import io.millrace.engine.esql.program.Origin;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The positions of the statements of a generated class, by number. Entries are added while the
 * class is written; afterwards the table is read-only.
 */
public final class StatementOrigins {

    private final Map<Origin, Integer> numbers = new IdentityHashMap<>();
    private final List<Origin> places = new ArrayList<>();

    public int number(Origin origin) {
        return numbers.computeIfAbsent(
                origin,
                o -> {
                    places.add(o);
                    return places.size() - 1;
                });
    }

    Origin place(int number) {
        return places.get(Math.max(number, 0));
    }
}
