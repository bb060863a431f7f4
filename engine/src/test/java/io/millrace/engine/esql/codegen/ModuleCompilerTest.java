package io.millrace.engine.esql.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.EsqlSettings;
import io.millrace.engine.esql.analysis.Analysis;
import io.millrace.engine.esql.program.Program;
import io.millrace.engine.esql.program.ProgramModule;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.ParserRegistry;

import org.junit.jupiter.api.Test;

import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class ModuleCompilerTest {

    /** The JVM never compiles longer methods (HotSpot's HugeMethodLimit). */
    private static final int MAX_COMPILED = 8_000;

    @Test
    void spreadsLongRoutinesOverMethodsThatTheJvmCompiles() {
        String sets =
                IntStream.range(0, 1_000)
                        .mapToObj(
                                i ->
                                        "SET OutputRoot.XML.a.b"
                                                + i
                                                + " = InputRoot.XML.c.d"
                                                + i
                                                + " + "
                                                + i
                                                + ";\n"
                                                + "IF InputRoot.XML.e"
                                                + i
                                                + " = 'x' THEN SET OutputRoot.XML.e = CAST(1 AS"
                                                + " CHARACTER); END IF;\n")
                        .collect(Collectors.joining());
        String nested = "WHILE TRUE DO IF TRUE THEN\n" + sets + "END IF; LEAVE outer; END WHILE;";
        Program program =
                program("DECLARE x INTEGER 1; outer: BEGIN " + sets + nested + " END outer;");

        assertThat(longestMethod(program)).isLessThan(MAX_COMPILED);
    }

    private static int longestMethod(Program program) {
        ProgramModule module = program.modules().getFirst();
        ClassGeneration generation = new ClassGeneration(module.kind(), List.of(), false, false);
        byte[] bytes =
                new ModuleWriter(module, Reachability.of(program, module.main()), generation)
                        .bytes();
        return ClassFile.of().parse(bytes).methods().stream()
                .flatMap(m -> m.code().stream())
                .mapToInt(c -> ((CodeAttribute) c).codeLength())
                .max()
                .orElseThrow();
    }

    private static Program program(String statements) {
        String text =
                "CREATE COMPUTE MODULE Test CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN\n"
                        + statements
                        + "\nEND; END MODULE;";
        Problems problems = new Problems();
        EsqlSettings settings =
                new EsqlSettings(
                        ParserRegistry.of(List.of(), List.of()), Limits.DEFAULTS, Map.of());
        Program program =
                Analysis.of(List.of(new Source("test.esql", text)), settings, problems).program();
        problems.throwIfErrors();
        return program;
    }
}
