package io.millrace.flows.compile;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** The names of queues or data sources that flows use, with all positions of their use. */
public final class NodeNames {

    private final Map<Place, String> byPlace = new LinkedHashMap<>();

    void add(String name, Place place) {
        byPlace.put(place, name);
    }

    /** Returns each name once, with the first position of its use. */
    public Map<String, Place> names() {
        Map<String, Place> names = new LinkedHashMap<>();
        byPlace.forEach((place, name) -> names.putIfAbsent(name, place));
        return names;
    }

    /** Adds a problem for each use of a name that is not in a complete list. */
    public void check(
            Collection<String> list,
            ErrorCode code,
            String kind,
            String advice,
            Problems problems) {
        byPlace.forEach(
                (place, name) -> {
                    if (!list.contains(name)) {
                        String text =
                                "the " + kind + " " + name + " is not in the list of " + kind + "s";
                        String near = Problems.didYouMean(name, list);
                        String hint = near.isEmpty() ? advice : near + " If not, " + advice;
                        problems.add(Problem.error(code, place, text, hint));
                    }
                });
    }
}
