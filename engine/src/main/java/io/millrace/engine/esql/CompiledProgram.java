package io.millrace.engine.esql;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.analysis.Analysis;
import io.millrace.engine.esql.codegen.ModuleCompiler;
import io.millrace.engine.esql.program.ProgramModule;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** A checked program with the modules that were compiled from it. */
final class CompiledProgram implements EsqlProgram {

    private final Analysis analysis;
    private final ModuleCompiler compiler;
    private final List<EsqlModule> modules = new ArrayList<>();

    /**
     * @param isCheck whether code is generated only where this can find a problem
     */
    CompiledProgram(Analysis analysis, boolean isCheck, Problems problems) {
        this.analysis = analysis;
        this.compiler = new ModuleCompiler(analysis.program(), isCheck);
        for (ProgramModule module : analysis.program().modules()) {
            compiler.compile(module, problems).ifPresent(modules::add);
        }
    }

    private CompiledProgram(CompiledProgram other, ModuleCompiler compiler) {
        this.analysis = other.analysis;
        this.compiler = compiler;
        this.modules.addAll(other.modules);
    }

    @Override
    public EsqlProgram forFlow(String flow) {
        return new CompiledProgram(this, compiler.forFlow(flow));
    }

    @Override
    public EsqlProgram withExternals(Map<String, String> values) {
        return new CompiledProgram(
                this, compiler.withExternals(analysis.externals().values(values)));
    }

    @Override
    public Optional<EsqlModule> module(String name, @Nullable ModuleKind kind) {
        List<Predicate<String>> readings =
                List.of(
                        name::equals,
                        n -> unqualified(n).equals(name),
                        name::equalsIgnoreCase,
                        n -> unqualified(n).equalsIgnoreCase(name));
        for (Predicate<String> reading : readings) {
            List<EsqlModule> found =
                    modules.stream().filter(m -> isOf(m, kind) && reading.test(m.name())).toList();
            if (!found.isEmpty()) {
                return found.size() == 1
                        ? Optional.of(compiler.forNode(found.getFirst()))
                        : Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static String unqualified(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static boolean isOf(EsqlModule module, @Nullable ModuleKind kind) {
        return kind == null || module.kind() == kind;
    }

    @Override
    public Set<String> modules(ModuleKind kind) {
        Set<String> names = new TreeSet<>();
        modules.stream().filter(m -> isOf(m, kind)).forEach(m -> names.add(m.name()));
        return names;
    }

    @Override
    public Set<String> modulesWithoutMain() {
        return analysis.withoutMain();
    }

    @Override
    public Set<String> modulesWithErrors() {
        return analysis.withErrors();
    }

    @Override
    public boolean isComplete() {
        return analysis.isComplete();
    }

    @Override
    public List<ExternalVariable> externals() {
        return analysis.externals().variables();
    }

    @Override
    public List<ExternalVariable> rejecting(String name, String value) {
        return analysis.externals().rejecting(name, value);
    }

    @Override
    public EsqlModule expression(Source text, ModuleKind kind, Problems problems) {
        return DeepStack.of(
                text.text(), () -> compiled(analysis.expression(text, kind, problems), problems));
    }

    @Override
    public EsqlModule value(Source text, Problems problems) {
        return DeepStack.of(text.text(), () -> compiled(analysis.value(text, problems), problems));
    }

    @Override
    public EsqlModule pattern(Source text, Problems problems) {
        return DeepStack.of(
                text.text(), () -> compiled(analysis.pattern(text, problems), problems));
    }

    private @Nullable EsqlModule compiled(Optional<ProgramModule> checked, Problems problems) {
        return checked.flatMap(module -> compiler.compile(module, problems)).orElse(null);
    }
}
