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
import java.util.Set;

/**
 * The messages that clients put since the last balance, and the known outcome of their units. Safe
 * to use from several threads.
 */
final class Books {

    private static final String BACKOUT = "the backout queue";

    /** Outcome of a unit as the client knows it. */
    enum Outcome {
        /** The commit returned: all messages of the unit must exist. */
        ACCEPTED,
        /** The commit did not return: all of it or nothing. */
        UNKNOWN,
        /** There was no commit: no message of the unit can exist. */
        REFUSED
    }

    /** What is wrong. */
    enum Kind {
        LOST,
        DUPLICATED,
        REORDERED,
        IN_DOUBT,
        /** Work that should have been undone, or that no client put. */
        UNDONE
    }

    /**
     * A defect.
     *
     * @param text the message's id, and where it was found
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
     * @param client whose messages leave the flow in the order of their numbers
     * @param number from 1, without gaps
     * @param bad whether the flow fails for it
     * @param unit the client's unit
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
     * What a broker at rest holds.
     *
     * @param outputs ids on each output queue, in their order; and in the database if there is one
     * @param ordered names of the outputs that must keep the order of each client
     * @param backedOut ids on the backout queue
     * @param left messages on queues that must be empty
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

    /** Forgets all messages; the numbers of clients continue. */
    synchronized void clear() {
        entries.clear();
        units.clear();
    }

    /** Compares with what a broker holds. */
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
                .forEach(ids -> find(LOST, "a client's unit is incomplete: missing are " + ids));
        places.forEach(
                (place, ids) ->
                        ids.stream()
                                .distinct()
                                .filter(id -> !entries.containsKey(id))
                                .map(id -> id + " is at " + place + ", never put")
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
     * A message is done: once at each output; or backed out: once on the backout queue and nowhere
     * else. A good one may be backed out too, after enough deaths that it may have caused.
     *
     * @return whether anything of it is there
     */
    private boolean check(Entry entry, Map<String, List<String>> places) {
        Map<String, Integer> at = new LinkedHashMap<>();
        places.forEach((place, ids) -> at.put(place, Collections.frequency(ids, entry.id())));
        int everywhere = at.values().stream().mapToInt(n -> n).sum();
        int back = at.get(BACKOUT);
        Outcome outcome = units.get(entry.unit);
        boolean once = Collections.max(at.values()) <= 1;
        String where = entry.id() + (entry.bad ? " (bad)" : "") + " is at " + at;
        if (everywhere == 0) {
            if (outcome == ACCEPTED) {
                find(LOST, entry.id() + " is nowhere");
            }
        } else if (outcome == REFUSED) {
            find(UNDONE, where + ", and was never committed");
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
