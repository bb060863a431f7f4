package io.millrace.engine.esql.runtime;

import static io.millrace.engine.error.ErrorCode.ESQL_ARGUMENT_VALUE;
import static io.millrace.engine.error.ErrorCode.ESQL_EVAL;

import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Severity;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.DeepStack;
import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.esql.program.EvaluationSite;
import io.millrace.engine.esql.program.ProgramModule;
import io.millrace.engine.message.Heap;
import io.millrace.engine.message.HeldMemory;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;

/**
 * A cache of the compiled EVAL strings of a flow. The cache contains the most recently used
 * strings: at most {@link #MAX_COUNT} strings with {@link #MAX_BYTES} bytes in total. Safe for use
 * by several threads.
 */
public final class EvalCache {

    public static final int MAX_COUNT = 256;

    /** Maximum memory of the strings with their programs and classes: 1/64 of the heap. */
    static final long MAX_BYTES = Heap.MAX_BYTES / 64;

    /** Estimated memory of a compiled string for each of its characters; long strings use less. */
    private static final int BYTES_PER_CHARACTER = 100;

    /** Maximum nesting depth of EVAL. */
    public static final int MAX_DEPTH = 16;

    private final Function<ProgramModule, EntryPoint> compiler;
    private final HeldMemory held;
    private final SequencedMap<Key, Text> texts = new LinkedHashMap<>(16, 0.75f, true);

    /** An EVAL string at an evaluation site. */
    private record Key(EvaluationSite site, String text) {
        long bytes() {
            return (long) text.length() * BYTES_PER_CHARACTER;
        }
    }

    /**
     * A compiled EVAL string.
     *
     * @param locals number of local variables of the string
     */
    record Text(EntryPoint entry, int locals) {}

    /**
     * @param compiler compiler of checked strings
     * @param flow name of the flow
     */
    public EvalCache(Function<ProgramModule, EntryPoint> compiler, String flow) {
        this.compiler = compiler;
        this.held = new HeldMemory("EVAL strings of " + flow, MAX_BYTES);
    }

    /** Runs EVAL as a statement. */
    public static Value statement(
            ModuleInvocation run, EvaluationSite site, @Nullable Value text, Object[] visible) {
        if (text == null) {
            throw new MillraceException(
                    ESQL_ARGUMENT_VALUE, "EVAL requires a statement as a string, found NULL");
        }
        return run(run, site, text, visible);
    }

    /** Runs EVAL as a function. Returns NULL for NULL. */
    public static @Nullable Value value(
            ModuleInvocation run, EvaluationSite site, @Nullable Value text, Object[] visible) {
        return text == null ? null : run(run, site, text, visible);
    }

    private static Value run(
            ModuleInvocation run, EvaluationSite site, Value value, Object[] visible) {
        String text = value.text();
        int longest = run.environment.limits().evalLength();
        if (text.length() > longest) {
            throw new MillraceException(
                    ESQL_EVAL,
                    "the EVAL string has "
                            + text.length()
                            + " characters; the limit is "
                            + longest);
        }
        Text compiled = run.texts.of(site, text);
        Object[] frame = new Object[compiled.locals() + 1];
        System.arraycopy(visible, 0, frame, 0, visible.length);
        ModuleInvocation inner = run.begin(compiled.entry().caches(), frame);
        try {
            compiled.entry().begin(inner);
            return compiled.entry().main(inner);
        } finally {
            run.end(inner);
            System.arraycopy(frame, 0, visible, 0, visible.length);
        }
    }

    private Text of(EvaluationSite site, String text) {
        Key key = new Key(site, text);
        synchronized (texts) {
            Text known = texts.get(key);
            if (known != null) {
                return known;
            }
        }
        Text made = DeepStack.of(text, () -> compiled(site, text));
        keep(key, made);
        return made;
    }

    private void keep(Key key, Text made) {
        synchronized (texts) {
            long bytes = held.bytes() + (texts.put(key, made) == null ? key.bytes() : 0);
            while (texts.size() > MAX_COUNT || bytes > MAX_BYTES) {
                bytes -= texts.pollFirstEntry().getKey().bytes();
            }
            held.set(bytes);
        }
    }

    private Text compiled(EvaluationSite site, String text) {
        Problems problems = new Problems();
        ProgramModule module =
                site.check(new Source("the EVAL string", text), problems).orElse(null);
        if (module == null) {
            throw notWellFormed(problems);
        }
        return new Text(compiler.apply(module), module.main().locals().size());
    }

    private static MillraceException notWellFormed(Problems problems) {
        List<Problem> errors =
                problems.all().stream().filter(p -> p.severity() == Severity.ERROR).toList();
        if (errors.isEmpty()) {
            return new MillraceException(
                    ESQL_EVAL, "the EVAL string calls a routine that cannot be run");
        }
        Problem first = errors.getFirst();
        StringBuilder message = new StringBuilder("the EVAL string cannot be executed: line ");
        message.append(first.place().line()).append(", column ").append(first.place().column());
        message.append(": ").append(first.text());
        if (!first.hint().isEmpty()) {
            message.append(" (").append(first.hint()).append(')');
        }
        if (errors.size() > 1) {
            message.append(", and ").append(errors.size() - 1).append(" more");
        }
        return new MillraceException(
                ESQL_EVAL,
                message.toString(),
                Insert.of(EsqlErrors.show(Value.of(first.place().source().text()))));
    }
}
