package io.millrace.engine.esql.codegen;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.program.GlobalDefinition;
import io.millrace.engine.esql.program.Program;
import io.millrace.engine.esql.program.ProgramModule;
import io.millrace.engine.esql.runtime.EntryPoint;
import io.millrace.engine.esql.runtime.EvalCache;
import io.millrace.engine.esql.runtime.SharedState;
import io.millrace.engine.message.Value;

import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A compiler for the modules of one program. The modules of a flow share SHARED variables and
 * locks, which exist as long as the modules. Safe for use by several threads.
 */
public final class ModuleCompiler {

    private static final MethodHandles.Lookup HERE = MethodHandles.lookup();
    private final Program program;
    private final boolean isCheck;
    private final SharedState shared;
    private final EvalCache texts;

    /**
     * @param isCheck whether only the problems of the modules are needed. Code that cannot have any
     *     is then generated when the module is first run.
     */
    public ModuleCompiler(Program program, boolean isCheck) {
        this(program, isCheck, "");
    }

    private ModuleCompiler(Program program, boolean isCheck, String flow) {
        this.program = program;
        this.isCheck = isCheck;
        this.shared = SharedState.ofFlow(program, flow);
        this.texts = new EvalCache(this::evaluated, flow);
    }

    private ModuleCompiler(ModuleCompiler other, SharedState shared) {
        this.program = other.program;
        this.isCheck = other.isCheck;
        this.shared = shared;
        this.texts = other.texts;
    }

    /** Returns a compiler for another flow. The two compilers' modules share no state. */
    public ModuleCompiler forFlow(String flow) {
        return new ModuleCompiler(program, isCheck, flow);
    }

    /**
     * Returns a compiler for other nodes of the same flow.
     *
     * @param externals values of EXTERNAL variables of the nodes, by their indexes
     */
    public ModuleCompiler withExternals(Map<Integer, Value> externals) {
        return new ModuleCompiler(this, shared.withExternals(externals));
    }

    /**
     * Returns a module for a node. This compiler or another compiler of the same program must have
     * compiled the module.
     */
    public EsqlModule forNode(EsqlModule module) {
        return ((CompiledModule) module).with(texts, shared.ofNode());
    }

    /**
     * Compiles a module, expression or pattern that was checked against the program.
     *
     * @return empty if a problem was added
     */
    public Optional<EsqlModule> compile(ProgramModule module, Problems problems) {
        Reachability reach = Reachability.of(program, module.main());
        try {
            EntryPoint entry =
                    isCheck && DeferredCode.isPossible(module, reach)
                            ? new DeferredCode(() -> load(module, reach, false))
                            : load(module, reach, false);
            return Optional.of(
                    new CompiledModule(
                            module, entry, reach, program.globals().size(), texts, shared));
        } catch (UnsupportedConstruct e) {
            problems.error(ErrorCode.ESQL_UNSUPPORTED, e.place(), e.getMessage());
            return Optional.empty();
        }
    }

    /**
     * Compiles an EVAL string. The generated class can be unloaded when the returned object is no
     * longer used.
     */
    private EntryPoint evaluated(ProgramModule text) {
        try {
            return load(text, Reachability.of(program, text.main()), true);
        } catch (UnsupportedConstruct e) {
            throw new MillraceException(ErrorCode.ESQL_EVAL, e.getMessage());
        }
    }

    private EntryPoint load(ProgramModule module, Reachability reach, boolean isText) {
        // The effects of an EVAL string are unknown here: it can store references to any SHARED
        // ROW, or receive them.
        boolean any = isText || reach.evaluates();
        List<GlobalDefinition> used = any ? program.globals() : reach.globals();
        ClassGeneration generation = new ClassGeneration(module.kind(), used, any, isText);
        try {
            byte[] bytes = new ModuleWriter(module, reach, generation).bytes();
            Class<?> made =
                    HERE.defineHiddenClassWithClassData(bytes, generation.constants.data(), true)
                            .lookupClass();
            generation.origins.attachTo(made);
            return (EntryPoint) made.getDeclaredConstructor().newInstance();
        } catch (StackOverflowError e) {
            throw new UnsupportedConstruct(
                    module.place(),
                    """
                    the module, or a routine that it calls, is nested too deeply to be compiled; \
                    move parts of it to separate routines\
                    """);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "generated code of " + module.name() + " cannot be loaded", e);
        }
    }
}
