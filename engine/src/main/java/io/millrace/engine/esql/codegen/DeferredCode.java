package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.DeepStack;
import io.millrace.engine.esql.program.GlobalDefinition;
import io.millrace.engine.esql.program.ProgramModule;
import io.millrace.engine.esql.program.ProgramWalk;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Table;
import io.millrace.engine.esql.runtime.EntryPoint;
import io.millrace.engine.esql.runtime.ModuleInvocation;
import io.millrace.engine.esql.split.MethodSplitter;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

import java.util.function.Supplier;

/**
 * The code of a module that was only checked. The code is generated when the module is first run;
 * most checks never run a module. Safe for use by several threads.
 */
final class DeferredCode implements EntryPoint {

    /**
     * Maximum estimated size in bytes of a routine. A method can exceed the limit of class files
     * only if the estimate is less than a twelfth of the actual size.
     */
    private static final int MAX_ROUTINE_BYTES = 5_000;

    /** Maximum estimated size in bytes of all routines and variables of a module. */
    private static final int MAX_MODULE_BYTES = 50_000;

    private final Supplier<EntryPoint> generation;
    private volatile @Nullable EntryPoint generated;

    DeferredCode(Supplier<EntryPoint> generation) {
        this.generation = generation;
    }

    /**
     * Whether code generation cannot find a problem. This is the case if the code is far below the
     * limits of class files and contains no SQL.
     */
    static boolean isPossible(ProgramModule module, Reachability reach) {
        Sizes sizes = new Sizes();
        return sizes.routine(module.main())
                && reach.routines().stream().allMatch(sizes::routine)
                && reach.globals().stream().allMatch(sizes::global);
    }

    /** The total size of the parts of a module. */
    private static final class Sizes {
        private final MethodSplitter splitter = new MethodSplitter();
        private int sum;

        boolean routine(Routine routine) {
            return routine.signature().parameters().size() <= ModuleWriter.MAX_PARAMETERS
                    && fits(splitter.bytes(routine.body()))
                    && !ProgramWalk.any(routine.body(), Table.class::isInstance);
        }

        boolean global(GlobalDefinition global) {
            return fits(splitter.bytes(global))
                    && !ProgramWalk.any(global, Table.class::isInstance);
        }

        private boolean fits(int bytes) {
            sum += bytes;
            return bytes <= MAX_ROUTINE_BYTES && sum <= MAX_MODULE_BYTES;
        }
    }

    private EntryPoint generated() {
        EntryPoint known = generated;
        if (known == null) {
            // The caller may have a small stack.
            known = DeepStack.call("esql-compiler", generation);
            generated = known;
        }
        return known;
    }

    @Override
    public int caches() {
        return generated().caches();
    }

    @Override
    public void begin(ModuleInvocation run) {
        generated().begin(run);
    }

    @Override
    public Value main(ModuleInvocation run) {
        return generated().main(run);
    }
}
