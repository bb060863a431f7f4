package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.program.Origin;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The places of the statements of a generated class, by number. Filled while the class is written,
 * then read only.
 */
final class Origins {

    private final Map<Origin, Integer> numbers = new IdentityHashMap<>();
    private final List<Origin> places = new ArrayList<>();

    int number(Origin origin) {
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
