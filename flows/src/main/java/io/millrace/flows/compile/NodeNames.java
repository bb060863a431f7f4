package io.millrace.flows.compile;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.queue.QueueDefinition;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The names of queues or data sources that flows use, with all positions of their use. */
public final class NodeNames {

    /** The use of a name. Definitions of other products can have several uses at one position. */
    private record Use(String name, Place place) {}

    private final Set<Use> uses = new LinkedHashSet<>();

    void add(String name, Place place) {
        uses.add(new Use(name, place));
    }

    void addAll(NodeNames others) {
        uses.addAll(others.uses);
    }

    /** Returns each name once, with the first position of its use. */
    public Map<String, Place> names() {
        Map<String, Place> names = new LinkedHashMap<>();
        uses.forEach(use -> names.putIfAbsent(use.name(), use.place()));
        return names;
    }

    /** Adds a problem for each use of a name that is not in a complete list. */
    public void check(
            Collection<String> list,
            ErrorCode code,
            String kind,
            String advice,
            Problems problems) {
        uses.forEach(
                use -> {
                    String name = use.name();
                    if (!list.contains(name)) {
                        String text =
                                "the " + kind + " " + name + " is not in the list of " + kind + "s";
                        String near = Problems.didYouMean(name, list);
                        String hint = near.isEmpty() ? advice : near + " If not, " + advice;
                        problems.add(Problem.error(code, use.place(), text, hint));
                    }
                });
    }

    /**
     * Adds a problem for each use of an unusable name.
     *
     * @param text text of the problem, with %s for the name
     */
    public void refuse(
            Collection<String> unusable,
            ErrorCode code,
            String text,
            String hint,
            Problems problems) {
        for (Use use : uses) {
            if (unusable.contains(use.name())) {
                problems.add(Problem.error(code, use.place(), text.formatted(use.name()), hint));
            }
        }
    }

    /** Adds a problem for each use of a model as a queue with messages. */
    public void refuseModels(Collection<QueueDefinition> definitions, Problems problems) {
        refuse(
                definitions.stream()
                        .filter(queue -> queue.rules().isModel())
                        .map(QueueDefinition::name)
                        .toList(),
                ErrorCode.MODEL_QUEUE,
                "the queue %s is a model, which has no messages",
                "write the name of another queue; dynamic queues are created from a model by"
                        + " clients and by ./millrace queues dynamic",
                problems);
    }
}
