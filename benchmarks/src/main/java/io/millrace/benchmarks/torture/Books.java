package io.millrace.benchmarks.torture;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The messages that clients have put since the books were last balanced, and their known state.
 * Safe to use from several threads.
 */
final class Books {

    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Map<Long, Entry.Outcome> units = new HashMap<>();
    private final Map<Integer, Long> numbers = new HashMap<>();

    /** Returns the next number of a client. */
    synchronized long nextNumber(int client) {
        return numbers.merge(client, 1L, Long::sum);
    }

    /** Enters a unit with its outcome, which can be unknown. */
    synchronized void put(List<Entry> unit, Entry.Outcome outcome) {
        for (Entry entry : unit) {
            entries.put(entry.id(), entry);
            units.put(entry.unit(), outcome);
        }
    }

    synchronized int size() {
        return entries.size();
    }

    /** Clears the books; the numbers of messages continue. */
    synchronized void clear() {
        entries.clear();
        units.clear();
    }

    /**
     * Compares the books with the remaining messages and rows.
     *
     * @param ordered whether messages of a client must be in their order
     */
    synchronized List<Finding> balance(Remains remains, boolean ordered) {
        List<Finding> findings = new ArrayList<>();
        Map<String, Map<String, Integer>> places = places(remains);
        Map<Long, Set<Boolean>> unitsFound = new TreeMap<>();
        for (Entry entry : entries.values()) {
            boolean found = check(entry, places, findings);
            unitsFound.computeIfAbsent(entry.unit(), u -> new HashSet<>()).add(found);
        }
        unitsFound.forEach(
                (unit, found) -> {
                    if (found.size() > 1 && units.get(unit) == Entry.Outcome.UNKNOWN) {
                        findings.add(
                                new Finding(
                                        Finding.Kind.LOST,
                                        "a client's unit is there in part: " + ids(unit)));
                    }
                });
        places.forEach((place, ids) -> strangers(place, ids, findings));
        if (ordered) {
            remains.outputs().forEach((queue, ids) -> order(queue, ids, findings));
        }
        remains.left().forEach(text -> findings.add(new Finding(Finding.Kind.LOST, text)));
        remains.inDoubt().forEach(text -> findings.add(new Finding(Finding.Kind.IN_DOUBT, text)));
        return findings;
    }

    private List<String> ids(long unit) {
        return entries.values().stream().filter(e -> e.unit() == unit).map(Entry::id).toList();
    }

    private static final String BACKOUT = "the backout queue";
    private static final String DATABASE = "the database";

    /** Returns the number of occurrences of each id at each place. */
    private static Map<String, Map<String, Integer>> places(Remains remains) {
        Map<String, Map<String, Integer>> places = new LinkedHashMap<>();
        remains.outputs().forEach((queue, ids) -> places.put(queue, count(ids)));
        if (remains.rows() != null) {
            places.put(DATABASE, count(remains.rows()));
        }
        places.put(BACKOUT, count(remains.backedOut()));
        return places;
    }

    private static Map<String, Integer> count(List<String> ids) {
        Map<String, Integer> counts = new HashMap<>();
        ids.forEach(id -> counts.merge(id, 1, Integer::sum));
        return counts;
    }

    /**
     * Checks that a message was processed: once on each output queue and in the database; or backed
     * out: once on the backout queue and nowhere else. A good message can also be backed out after
     * enough deaths that it could have caused.
     *
     * @return whether there is anything of it
     */
    private boolean check(
            Entry entry, Map<String, Map<String, Integer>> places, List<Finding> findings) {
        Map<String, Integer> at = new LinkedHashMap<>();
        places.forEach((place, ids) -> at.put(place, ids.getOrDefault(entry.id(), 0)));
        int everywhere = at.values().stream().mapToInt(n -> n).sum();
        int back = at.get(BACKOUT);
        Entry.Outcome outcome = units.get(entry.unit());
        if (everywhere == 0) {
            if (outcome == Entry.Outcome.ACCEPTED) {
                findings.add(new Finding(Finding.Kind.LOST, entry.id() + " is nowhere"));
            }
            return false;
        }
        boolean once = at.values().stream().allMatch(n -> n <= 1);
        boolean done = back == 0 && !entry.bad();
        String where = entry.id() + (entry.bad() ? " (bad)" : "") + " is at " + at;
        if (outcome == Entry.Outcome.REFUSED) {
            findings.add(new Finding(Finding.Kind.UNDONE, where + ", and was never committed"));
        } else if (!once || back == 1 && everywhere > 1) {
            findings.add(
                    new Finding(
                            entry.bad() && once ? Finding.Kind.UNDONE : Finding.Kind.DUPLICATED,
                            where));
        } else if (back == 0 && entry.bad()) {
            findings.add(new Finding(Finding.Kind.UNDONE, where));
        } else if (done && everywhere < at.size() - 1) {
            findings.add(new Finding(Finding.Kind.LOST, where));
        }
        return true;
    }

    private void strangers(String place, Map<String, Integer> ids, List<Finding> findings) {
        for (String id : ids.keySet()) {
            if (!entries.containsKey(id)) {
                findings.add(
                        new Finding(Finding.Kind.UNDONE, id + " is at " + place + ", never put"));
            }
        }
    }

    private void order(String queue, List<String> ids, List<Finding> findings) {
        Map<Integer, Long> last = new HashMap<>();
        for (String id : ids) {
            Entry entry = entries.get(id);
            if (entry != null) {
                Long before = last.put(entry.client(), entry.number());
                if (before != null && before > entry.number()) {
                    findings.add(
                            new Finding(
                                    Finding.Kind.REORDERED,
                                    id + " comes after number " + before + " on " + queue));
                }
            }
        }
    }
}
