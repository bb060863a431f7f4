package io.millrace.engine.esql;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.analysis.Analysis;
import io.millrace.engine.esql.program.Program;
import io.millrace.engine.message.Limits;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * Compares the bytecode of random programs with a plain interpreter. Each program runs twice, on
 * different messages.
 */
class RandomProgramTest {

    private static final int PROGRAMS = Integer.getInteger("millrace.programs", 60);
    private static final long SEED = Long.getLong("millrace.seed", 1);

    /** Modules that are compiled together. */
    private static final int TOGETHER = 20;

    private static final int MAX_DIFFERENCES = 5;

    /** Fewer programs need not have a part of each kind. */
    private static final int MIN_PROGRAMS_WITH_ALL_KINDS = 1_000;

    private final List<String> differences = new ArrayList<>();
    private final Map<String, Integer> ends = new TreeMap<>();
    private final GeneratedKinds kinds = new GeneratedKinds();
    private Set<String> missing = kinds.missing();

    @Test
    void compiledProgramsDoWhatPlainlyInterpretedOnesDo() {
        for (int first = 0; first < PROGRAMS && differences.size() < MAX_DIFFERENCES; ) {
            int count = Math.min(TOGETHER, PROGRAMS - first);
            programs(SEED + first, count);
            first += count;
        }
        System.out.println("random programs: " + PROGRAMS + ", seed " + SEED);
        assertThat(differences).isEmpty();
        if (PROGRAMS >= MIN_PROGRAMS_WITH_ALL_KINDS) {
            assertThat(missing).as("kinds of program parts that no program had").isEmpty();
            assertThat(ends.get("error")).as("ends of %s", ends).isLessThan(PROGRAMS * 2 * 4 / 10);
        }
    }

    private void programs(long first, int count) {
        List<Source> sources = new ArrayList<>();
        for (long seed = first; seed < first + count; seed++) {
            sources.add(source(new RandomProgram(new Random(seed)).module("M" + seed)));
        }
        Problems problems = new Problems();
        Program program = analysed(sources, problems);
        assertThat(problems.hasErrors()).as(() -> problems.all().toString()).isFalse();
        if (!missing.isEmpty()) {
            program.modules().forEach(kinds::add);
            program.routines().forEach(kinds::add);
            missing = kinds.missing();
        }
        TwoRuns runs = new TwoRuns(program);
        for (int i = 0; i < count; i++) {
            String difference = runs.difference("M" + (first + i));
            if (difference != null) {
                differences.add(difference + shrunk(sources.get(i).text(), "M" + (first + i)));
            }
        }
        runs.ends().forEach((end, times) -> ends.merge(end, times, Integer::sum));
    }

    private static Source source(String text) {
        return new Source("random.esql", text);
    }

    private static Program analysed(List<Source> sources, Problems problems) {
        return Analysis.of(
                        sources,
                        new EsqlSettings(RecordingEnvironment.PARSERS, Limits.DEFAULTS, Map.of()),
                        problems)
                .program();
    }

    /** Leaves lines out as long as the two runs still differ. */
    private static String shrunk(String text, String module) {
        List<String> lines = new ArrayList<>(text.lines().toList());
        for (int size = lines.size() / 2; size > 0; size = size == 1 ? 0 : (size + 1) / 2) {
            for (int from = 0; from + size <= lines.size(); ) {
                List<String> fewer = new ArrayList<>(lines);
                fewer.subList(from, from + size).clear();
                if (differs(String.join("\n", fewer), module)) {
                    lines = fewer;
                } else {
                    from++;
                }
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private static boolean differs(String text, String module) {
        Problems problems = new Problems();
        Program program = analysed(List.of(source(text)), problems);
        return !problems.hasErrors()
                && program.modules().size() == 1
                && new TwoRuns(program).difference(module) != null;
    }
}
