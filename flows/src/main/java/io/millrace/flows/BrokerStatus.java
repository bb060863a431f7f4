package io.millrace.flows;

import java.util.ArrayList;
import java.util.List;

/** The state of a broker process that other processes can request. */
public record BrokerStatus(List<MemoryUse> memory, List<LongProgram> programs) {

    private static final String SEPARATOR = "\t";
    private static final String MEMORY = "memory";
    private static final String PROGRAM = "program";

    public BrokerStatus {
        memory = List.copyOf(memory);
        programs = List.copyOf(programs);
    }

    /** Returns the state as text, with one line for each entry. */
    static String write(List<MemoryUse> memory, List<LongProgram> programs) {
        List<String> lines = new ArrayList<>();
        for (MemoryUse use : memory) {
            lines.add(line(MEMORY, use.usedBytes(), use.maximumBytes(), use.owner()));
        }
        for (LongProgram p : programs) {
            lines.add(line(PROGRAM, p.ownMillis(), p.node(), p.instance(), p.statement()));
        }
        return String.join("\n", lines);
    }

    private static String line(Object... parts) {
        List<String> texts = new ArrayList<>();
        for (Object part : parts) {
            texts.add(part.toString().replace('\t', ' ').replace('\n', ' '));
        }
        return String.join(SEPARATOR, texts);
    }

    static BrokerStatus read(String text) {
        List<MemoryUse> memory = new ArrayList<>();
        List<LongProgram> programs = new ArrayList<>();
        for (String line : text.lines().toList()) {
            String[] p = line.split(SEPARATOR, -1);
            if (p[0].equals(MEMORY)) {
                memory.add(new MemoryUse(p[3], Long.parseLong(p[1]), Long.parseLong(p[2])));
            } else if (p[0].equals(PROGRAM)) {
                programs.add(new LongProgram(p[2], p[3], p[4], Long.parseLong(p[1])));
            }
        }
        return new BrokerStatus(memory, programs);
    }
}
