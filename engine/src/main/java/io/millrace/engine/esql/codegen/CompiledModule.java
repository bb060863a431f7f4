package io.millrace.engine.esql.codegen;

import io.millrace.engine.error.Place;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.FieldUse;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.library.CurrentProgram;
import io.millrace.engine.esql.library.ExecutionBudget;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.ProgramModule;
import io.millrace.engine.esql.program.ProgramWalk;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.runtime.EntryPoint;
import io.millrace.engine.esql.runtime.EvalCache;
import io.millrace.engine.esql.runtime.ExceptionSupport;
import io.millrace.engine.esql.runtime.ModuleInvocation;
import io.millrace.engine.esql.runtime.SharedState;
import io.millrace.engine.message.Value;
import io.millrace.engine.work.OutsideUnit;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Set;

/** A module with loaded bytecode. */
record CompiledModule(
        ProgramModule module,
        EntryPoint entry,
        Reachability reach,
        int globals,
        EvalCache texts,
        SharedState shared)
        implements EsqlModule {

    /** Returns the same module for another node, possibly of another flow. */
    CompiledModule with(EvalCache texts, SharedState other) {
        return new CompiledModule(module, entry, reach, globals, texts, other);
    }

    @Override
    public String name() {
        return module.name();
    }

    @Override
    public ModuleKind kind() {
        return module.kind();
    }

    @Override
    public Place place() {
        return module.place();
    }

    @Override
    public Set<String> terminals() {
        return module.terminals();
    }

    @Override
    public Set<String> labels() {
        return module.labels();
    }

    @Override
    public List<FieldUse> fields() {
        return module.fields();
    }

    @Override
    public boolean leavesOutputEmpty() {
        boolean usesOutput =
                module.fields().stream().anyMatch(f -> f.tree() == FieldUse.Tree.OUTPUT_ROOT);
        return !reach.evaluates()
                && !usesOutput
                && ProgramWalk.any(
                        module.main().body(),
                        n ->
                                n instanceof Statement.Return(Origin _, Literal value)
                                        && Value.of(true).equals(value.value()));
    }

    @Override
    public @Nullable OutsideUnit outsideUnit() {
        return reach.outsideUnit();
    }

    @Override
    public boolean handlesErrors() {
        return reach.handles();
    }

    @Override
    public @Nullable Place defaultDatabaseUse() {
        return reach.defaultDatabaseUse();
    }

    @Override
    public Value run(EsqlEnvironment environment) {
        ModuleInvocation run =
                new ModuleInvocation(environment, globals, entry.caches(), texts, shared);
        ExecutionBudget outer = CurrentProgram.begin(run.budget());
        try {
            entry.begin(run);
            return entry.main(run);
        } catch (StackOverflowError e) {
            throw ExceptionSupport.tooDeep();
        } finally {
            CurrentProgram.end(outer);
        }
    }
}
