package io.millrace.parsers;

import io.millrace.engine.message.NamePath;

import java.util.List;

/** Names with or without an index: {@code item[2].code}. */
public final class NameSteps implements NamePath {

    private final List<String> steps;
    private Object place;

    private NameSteps(List<String> steps) {
        this.steps = steps;
    }

    public static NameSteps of(String path) {
        return new NameSteps(List.of(path.split("\\.")));
    }

    @Override
    public Object remembered() {
        return place;
    }

    @Override
    public void remember(Object known) {
        place = known;
    }

    @Override
    public int length() {
        return steps.size();
    }

    @Override
    public String namespace(int step) {
        return "";
    }

    @Override
    public String name(int step) {
        return steps.get(step).replaceAll("\\[.*", "");
    }

    @Override
    public long index(int step) {
        String[] parts = steps.get(step).split("[\\[\\]]");
        return parts.length == 1 ? 1 : Long.parseLong(parts[1]);
    }
}
