package io.millrace.benchmarks.torture;

import static io.millrace.benchmarks.torture.Books.Kind.*;
import static io.millrace.benchmarks.torture.Books.Outcome.*;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * The messages that clients have put since the last balance, and the known outcomes of their units.
 * Safe for use by several threads.
 */
final class Books {

    private static final String BACKOUT = "the backout queue";

    /** The outcome of a unit for the client. */
    enum Outcome {
        /** The commit returned: all messages of the unit must exist. */
        ACCEPTED,
        /** The commit did not return: all or none of the messages must exist. */
        UNKNOWN,
        /** The unit was not committed, so none of the messages can exist. */
        REFUSED
    }

    /** The kind of a defect. */
    enum Kind {
        LOST,
        DUPLICATED,
        REORDERED,
        IN_DOUBT,
        /** A message exists although the unit was not committed or no client put the message. */
        UNDONE
    }

    /**
     * A defect.
     *
     * @param text id and location of the message
     */
    record Finding(Kind kind, String text) {
        @Override
        public String toString() {
            return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + text;
        }
    }

    /**
     * A message that a client has put.
     *
     * @param client number of the client; the messages of a client leave the flow in order
     * @param number number of the message of that client, from 1 without gaps
     * @param bad whether the flow fails for the message
     * @param unit number of the unit of the client
     */
    record Entry(int client, long number, boolean bad, long unit) {

        String id() {
            return client + "-" + number;
        }

        String text(int padding) {
            return "<m><id>%s</id><bad>%s</bad><pad>%s</pad></m>"
                    .formatted(id(), bad ? "yes" : "no", "x".repeat(padding));
        }
    }

    /**
     * The content of a broker after all messages have been processed.
     *
     * @param outputs ids on each output queue, in order, and in the database if there is one
     * @param ordered names of the outputs on which the order of each client's messages must be kept
     * @param backedOut ids on the backout queue
     * @param left descriptions of messages on queues that must be empty
     * @param inDoubt prepared branches and damaged units
     */
    record Remains(
            Map<String, List<String>> outputs,
            Collection<String> ordered,
            List<String> backedOut,
            List<String> left,
            List<String> inDoubt) {}

    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Map<Long, Outcome> units = new HashMap<>();
    private final Map<Integer, Long> numbers = new HashMap<>();

    /** Ids of messages that were put again. */
    private final Set<String> repeated = new HashSet<>();

    private List<Finding> findings;

    synchronized long nextNumber(int client) {
        return numbers.merge(client, 1L, Long::sum);
    }

    synchronized void put(List<Entry> unit, Outcome outcome) {
        for (Entry entry : unit) {
            entries.put(entry.id(), entry);
            units.put(entry.unit, outcome);
        }
    }

    synchronized int size() {
        return entries.size();
    }

    /** Removes all messages. The numbering of each client continues. */
    synchronized void clear() {
        entries.clear();
        units.clear();
        repeated.clear();
    }

    /**
     * Returns some messages to put again: messages that were accepted and for which the flow does
     * not fail.
     */
    synchronized List<Entry> repeat(Random random, int max) {
        List<Entry> accepted =
                new ArrayList<>(
                        entries.values().stream()
                                .filter(entry -> !entry.bad && units.get(entry.unit) == ACCEPTED)
                                .toList());
        Collections.shuffle(accepted, random);
        List<Entry> chosen = accepted.subList(0, Math.min(max, accepted.size()));
        chosen.forEach(entry -> repeated.add(entry.id()));
        return chosen;
    }

    /** Compares the messages with the content of a broker. Returns the defects. */
    synchronized List<Finding> balance(Remains remains) {
        findings = new ArrayList<>();
        Map<String, List<String>> places = new LinkedHashMap<>(remains.outputs);
        places.put(BACKOUT, remains.backedOut);
        Set<Long> found = new HashSet<>();
        Map<Long, List<String>> missing = new HashMap<>();
        for (Entry entry : entries.values()) {
            if (check(entry, places)) {
                found.add(entry.unit);
            } else if (units.get(entry.unit) == UNKNOWN) {
                missing.computeIfAbsent(entry.unit, _ -> new ArrayList<>()).add(entry.id());
            }
        }
        missing.keySet().retainAll(found);
        missing.values()
                .forEach(ids -> find(LOST, "a client's unit is incomplete: found no " + ids));
        places.forEach(
                (place, ids) ->
                        ids.stream()
                                .distinct()
                                .filter(id -> !entries.containsKey(id))
                                .map(id -> id + " is at " + place + ", but was never put")
                                .forEach(text -> find(UNDONE, text)));
        remains.ordered.forEach(queue -> checkOrder(queue, remains.outputs.get(queue)));
        remains.left.forEach(text -> find(LOST, text));
        remains.inDoubt.forEach(text -> find(IN_DOUBT, text));
        return findings;
    }

    private void find(Kind kind, String text) {
        findings.add(new Finding(kind, text));
    }

    /**
     * Checks that a message exists either once at each output, or once on the backout queue and
     * nowhere else. A good message can also be backed out, after enough crashes that it could have
     * caused.
     *
     * @return whether at least one copy of the message was found
     */
    private boolean check(Entry entry, Map<String, List<String>> places) {
        Map<String, Integer> at = new LinkedHashMap<>();
        places.forEach((place, ids) -> at.put(place, Collections.frequency(ids, entry.id())));
        if (repeated.contains(entry.id())) {
            // A copy can be backed out after crashes that it could have caused; the other counts.
            boolean isDone = at.values().stream().mapToInt(n -> n).sum() > at.get(BACKOUT);
            at.merge(BACKOUT, isDone ? 0 : 1, Math::min);
        }
        int everywhere = at.values().stream().mapToInt(n -> n).sum();
        int back = at.get(BACKOUT);
        Outcome outcome = units.get(entry.unit);
        boolean once = Collections.max(at.values()) <= 1;
        String where = entry.id() + (entry.bad ? " (bad)" : "") + " is at " + at;
        if (everywhere == 0) {
            if (outcome == ACCEPTED) {
                find(LOST, entry.id() + " was not found");
            }
        } else if (outcome == REFUSED) {
            find(UNDONE, where + ", but was never committed");
        } else if (!once || back == 1 && everywhere > 1) {
            find(entry.bad && once ? UNDONE : DUPLICATED, where);
        } else if (back == 0 && entry.bad) {
            find(UNDONE, where);
        } else if (back == 0 && everywhere < at.size() - 1) {
            find(LOST, where);
        }
        return everywhere > 0;
    }

    private void checkOrder(String queue, List<String> ids) {
        Map<Integer, Long> last = new HashMap<>();
        for (String id : ids) {
            Entry entry = entries.get(id);
            Long before = entry == null ? null : last.put(entry.client, entry.number);
            if (before != null && before > entry.number) {
                find(REORDERED, "%s follows number %d on %s".formatted(id, before, queue));
            }
        }
    }
}
