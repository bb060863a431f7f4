package io.millrace.benchmarks;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.Esql;
import io.millrace.engine.esql.EsqlProgram;
import io.millrace.engine.esql.EsqlSettings;
import io.millrace.engine.esql.analysis.Analysis;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

import java.util.ArrayList;
import java.util.List;

/** Time to check, and to check and compile, a project of 10,000 lines of ESQL in 50 files. */
public class CompileBenchmark extends EngineBenchmark {

    private static final int FILES = 50;
    private static final int LINES = 10_000;

    private static final String MODULE = Resources.text("order.esql");

    private static final EsqlSettings SETTINGS = ComputeProgram.settings(ComputeProgram.parsers());

    private List<Source> sources;

    @Setup
    public void write() {
        sources = new ArrayList<>();
        int perFile = (int) (LINES / FILES / MODULE.lines().count());
        for (int file = 0; file < FILES; file++) {
            StringBuilder text = new StringBuilder("BROKER SCHEMA orders.s" + file + "\n");
            for (int m = 0; m <= perFile; m++) {
                text.append(MODULE.replace("${number}", Integer.toString(file * 100 + m)));
            }
            sources.add(new Source("file" + file + ".esql", text.toString()));
        }
        Problems problems = new Problems();
        Esql.compile(sources, SETTINGS, problems);
        problems.throwIfErrors();
    }

    @Benchmark
    public Analysis check() {
        return Analysis.of(sources, SETTINGS, new Problems());
    }

    @Benchmark
    public EsqlProgram checkAndCompile() {
        return Esql.compile(sources, SETTINGS, new Problems());
    }
}
