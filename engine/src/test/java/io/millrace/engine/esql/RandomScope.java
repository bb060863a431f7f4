package io.millrace.engine.esql;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;

/** The names that a random program may use at the place where it is being written. */
final class RandomScope {

    /** What a variable holds. */
    enum Kind {
        INTEGER,
        DECIMAL,
        FLOAT,
        CHARACTER,
        BOOLEAN,
        DATE,
        TIMESTAMP,
        BLOB,
        ROW,
        REFERENCE
    }

    private record Name(String text, Kind kind) {}

    private record Label(String text, boolean isLoop) {}

    private final RandomGenerator random;
    private final Deque<List<Name>> names = new ArrayDeque<>();
    private final Deque<Label> labels = new ArrayDeque<>();

    RandomScope(RandomGenerator random) {
        this.random = random;
    }

    /** Writes something within a scope of its own. */
    void within(Runnable content) {
        names.push(new ArrayList<>());
        content.run();
        names.pop();
    }

    void within(String label, boolean isLoop, Runnable content) {
        labels.push(new Label(label, isLoop));
        within(content);
        labels.pop();
    }

    /** Writes a routine: labels do not reach into it. */
    void routine(Runnable content) {
        List<Label> outside = List.copyOf(labels);
        labels.clear();
        within(content);
        labels.addAll(outside);
    }

    void add(String name, Kind kind) {
        names.peek().removeIf(n -> n.text().equals(name));
        names.peek().add(new Name(name, kind));
    }

    boolean isDeclaredHere(String name) {
        return names.peek().stream().anyMatch(n -> n.text().equals(name));
    }

    /**
     * A variable of a kind; null where there is none. Of those that shadow others the inner one.
     */
    String variable(Kind kind) {
        List<String> seen = new ArrayList<>();
        List<String> found = new ArrayList<>();
        for (List<Name> scope : names) {
            for (Name n : scope) {
                if (!seen.contains(n.text()) && n.kind() == kind) {
                    found.add(n.text());
                }
            }
            scope.forEach(n -> seen.add(n.text()));
        }
        return found.isEmpty() ? null : found.get(random.nextInt(found.size()));
    }

    /** A label to LEAVE or ITERATE; null where there is none. */
    String label(boolean loop) {
        List<String> found =
                labels.stream().filter(l -> l.isLoop() || !loop).map(Label::text).toList();
        return found.isEmpty() ? null : found.get(random.nextInt(found.size()));
    }
}
