package io.millrace.flows;

import io.millrace.engine.setting.LimitUse;

import java.util.ArrayList;
import java.util.List;

/**
 * The state of a broker process that other processes can request.
 *
 * @param limits limits with their current values and high-water marks
 * @param programs ESQL programs that have run for a long time
 */
public record BrokerStatus(List<LimitUse> limits, List<LongProgram> programs) {

    private static final String SEPARATOR = "\t";
    private static final String LIMIT = "limit";
    private static final String PROGRAM = "program";

    public BrokerStatus {
        limits = List.copyOf(limits);
        programs = List.copyOf(programs);
    }

    /** Returns the state as text, with one line for each entry. */
    String write() {
        List<String> lines = new ArrayList<>();
        for (LimitUse u : limits) {
            lines.add(
                    line(
                            LIMIT,
                            u.limit(),
                            u.object(),
                            u.unit(),
                            u.current(),
                            u.highest(),
                            u.maximum()));
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
        List<LimitUse> limits = new ArrayList<>();
        List<LongProgram> programs = new ArrayList<>();
        for (String line : text.lines().toList()) {
            String[] p = line.split(SEPARATOR, -1);
            if (p[0].equals(LIMIT)) {
                limits.add(
                        new LimitUse(
                                p[1],
                                p[2],
                                LimitUse.Unit.valueOf(p[3]),
                                Long.parseLong(p[4]),
                                Long.parseLong(p[5]),
                                Long.parseLong(p[6])));
            } else if (p[0].equals(PROGRAM)) {
                programs.add(new LongProgram(p[2], p[3], p[4], Long.parseLong(p[1])));
            }
        }
        return new BrokerStatus(limits, programs);
    }
}
