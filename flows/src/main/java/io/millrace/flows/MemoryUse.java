package io.millrace.flows;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Memory that its owner uses, and the limit.
 *
 * @param owner the heap, the messages of all flows, the message of an instance (with the name of
 *     its thread), or the SHARED variables or compiled EVAL strings of a flow
 */
public record MemoryUse(String owner, long usedBytes, long maximumBytes) {

    private static final String SEPARATOR = "\t";

    static String write(List<MemoryUse> uses) {
        return uses.stream()
                .map(u -> u.usedBytes + SEPARATOR + u.maximumBytes + SEPARATOR + u.owner)
                .collect(Collectors.joining("\n"));
    }

    static List<MemoryUse> read(String text) {
        return text.lines()
                .map(line -> line.split(SEPARATOR, 3))
                .map(p -> new MemoryUse(p[2], Long.parseLong(p[0]), Long.parseLong(p[1])))
                .toList();
    }
}
