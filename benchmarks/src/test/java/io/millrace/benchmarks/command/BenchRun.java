package io.millrace.benchmarks.command;

import io.millrace.server.console.Console;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A command that ran.
 *
 * @param code its exit code
 * @param out standard output
 * @param err error output
 */
record BenchRun(int code, String out, String err) {

    static BenchRun of(Object... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] words = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
        int code = Bench.run(new Console(out, err, false), words);
        return new BenchRun(
                code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
