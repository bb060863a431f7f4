package io.millrace.engine.esql;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;

import java.util.List;
import java.util.Map;

/** Compiles the programs of tests; errors in them fail the test. */
final class Programs {

    private Programs() {}

    static EsqlProgram compile(String text) {
        return compile(text, Map.of());
    }

    static EsqlProgram compile(String text, Map<String, String> externals) {
        Problems problems = new Problems();
        EsqlProgram program =
                Esql.compile(
                        List.of(new Source("test.esql", text)),
                        new EsqlSettings(RecordingEnvironment.PARSERS, Limits.DEFAULTS, externals),
                        problems);
        problems.throwIfErrors();
        return program;
    }

    /** The compute module Test of a text. */
    static EsqlModule module(String text) {
        return compile(text).module("Test", ModuleKind.COMPUTE).orElseThrow();
    }

    /** A compute module whose Main has some statements. */
    static EsqlModule main(String statements) {
        return main("", statements);
    }

    /** A compute module after definitions outside it. */
    static EsqlModule main(String outside, String statements) {
        return module(
                outside
                        + "CREATE COMPUTE MODULE Test CREATE FUNCTION Main() RETURNS BOOLEAN"
                        + " BEGIN\n"
                        + statements
                        + "\nEND; END MODULE;");
    }

    /** A node whose input message is empty. */
    static RecordingEnvironment environment() {
        return new RecordingEnvironment(MessageAssembly.emptyTree(MessageAssembly.ROOT));
    }

    static String output(RecordingEnvironment environment) {
        return TreeNotation.write(environment.tree(Correlation.OUTPUT_ROOT));
    }
}
