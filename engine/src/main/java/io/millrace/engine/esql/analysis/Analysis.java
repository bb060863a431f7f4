package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Severity;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.EsqlSettings;
import io.millrace.engine.esql.FieldUse;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.analysis.GlobalVariables.Pending;
import io.millrace.engine.esql.analysis.lint.LockOrderCheck;
import io.millrace.engine.esql.program.GlobalDefinition;
import io.millrace.engine.esql.program.Program;
import io.millrace.engine.esql.program.ProgramModule;
import io.millrace.engine.esql.syntax.EsqlFile;
import io.millrace.engine.esql.syntax.EsqlParser;
import io.millrace.engine.esql.syntax.ModuleTree;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The entry type of the package: the result of checking a set of ESQL sources together.
 *
 * <p>Immutable. Several threads can check expressions and patterns against it.
 */
public final class Analysis {

    /**
     * Maximum number of problems of a file. The limit prevents a malicious file from filling the
     * memory.
     */
    private static final int MAX_PROBLEMS = 1_000;

    private final CompilationUnit unit;
    private final Program program;
    private final Set<String> withoutMain;
    private final Set<String> withErrors;
    private final boolean isComplete;
    private final Externals externals;

    private Analysis(
            CompilationUnit unit,
            Program program,
            Set<String> withoutMain,
            Set<String> withErrors,
            boolean isComplete,
            Externals externals) {
        this.unit = unit;
        this.externals = externals;
        this.program = program;
        this.withoutMain = Set.copyOf(withoutMain);
        this.withErrors = Set.copyOf(withErrors);
        this.isComplete = isComplete;
    }

    /** Checks files together and adds all problems found. */
    public static Analysis of(List<Source> sources, EsqlSettings settings, Problems problems) {
        Problems found = new Problems();
        Analysis analysis = check(sources, settings, found);
        Comparator<Problem> asWritten =
                Comparator.comparingInt((Problem p) -> indexOf(sources, p.place().source()))
                        .thenComparingInt(p -> p.place().line())
                        .thenComparingInt(p -> p.place().column());
        List<Problem> inOrder = found.all().stream().sorted(asWritten).toList();
        for (int from = 0; from < inOrder.size(); ) {
            Source source = inOrder.get(from).place().source();
            int to = from;
            while (to < inOrder.size() && inOrder.get(to).place().source() == source) {
                to++;
            }
            ofOneFile(inOrder.subList(from, to), problems);
            from = to;
        }
        return analysis;
    }

    /** Adds the problems of one file, up to the maximum. Errors take precedence over warnings. */
    private static void ofOneFile(List<Problem> found, Problems problems) {
        int errors = (int) found.stream().filter(p -> p.severity() == Severity.ERROR).count();
        int roomForErrors = MAX_PROBLEMS;
        int roomForWarnings = MAX_PROBLEMS - Math.min(errors, MAX_PROBLEMS);
        int left = 0;
        for (Problem problem : found) {
            boolean listed =
                    problem.severity() == Severity.ERROR
                            ? --roomForErrors >= 0
                            : --roomForWarnings >= 0;
            if (listed) {
                problems.add(problem);
            } else {
                left++;
            }
        }
        if (left > 0) {
            Problem last = found.getLast();
            String text = left + " more problems of this file are not listed";
            problems.add(
                    errors > MAX_PROBLEMS
                            ? Problem.error(last.code(), last.place(), text)
                            : Problem.warning(last.code(), last.place(), text, ""));
        }
    }

    private static int indexOf(List<Source> sources, Source source) {
        for (int i = 0; i < sources.size(); i++) {
            if (sources.get(i) == source) {
                return i;
            }
        }
        return sources.size();
    }

    private static Analysis check(List<Source> sources, EsqlSettings settings, Problems problems) {
        List<EsqlFile> files = new ArrayList<>();
        ErrorRegions damage = new ErrorRegions();
        for (Source source : sources) {
            Problems found = new Problems();
            EsqlFile file = LegacyBody.inModule(EsqlParser.file(source, found));
            files.add(file);
            damage.add(file, found);
            problems.addAll(found);
        }
        RoutineCatalog catalog = new RoutineCatalog(files, problems);
        GlobalVariables globals = new GlobalVariables(files, settings, problems);
        CompilationUnit unit =
                new CompilationUnit(
                        settings,
                        catalog,
                        globals,
                        new TypeConstants(settings.parsers()),
                        EvalAnalyzer::at);
        List<GlobalDefinition> definitions = new ArrayList<>();
        for (Pending pending : globals.variables()) {
            definitions.add(GlobalInitializerAnalyzer.definition(unit, pending, damage, problems));
        }
        RoutineAnalyzer routines = new RoutineAnalyzer(unit, problems);
        catalog.all()
                .forEach(
                        entry -> {
                            routines.check(entry, damage.isAnywhere(entry.file));
                            entry.broken |= damage.isIn(entry.file, entry.tree.span());
                        });
        LockOrderCheck nesting = new LockOrderCheck();
        catalog.all().forEach(entry -> nesting.add(entry.file, entry.tree.body()));
        nesting.warn(problems);
        List<ProgramModule> modules = new ArrayList<>();
        Set<String> withoutMain = new TreeSet<>();
        Set<String> withErrors = new TreeSet<>();
        boolean isComplete = true;
        for (EsqlFile file : files) {
            for (ModuleTree module : file.modules()) {
                if (catalog.main(module) == null) {
                    withoutMain.add(name(file, module));
                }
                module(catalog, file, module, damage, problems)
                        .ifPresentOrElse(modules::add, () -> withErrors.add(name(file, module)));
            }
            isComplete &= !damage.isOutside(file);
        }
        withErrors.removeAll(withoutMain);
        return new Analysis(
                unit,
                new Program(
                        catalog.routines().stream().map(r -> r.checked).toList(),
                        definitions,
                        modules),
                withoutMain,
                withErrors,
                isComplete,
                globals.externals());
    }

    /** Returns the EXTERNAL variables. */
    public Externals externals() {
        return externals;
    }

    private static String name(EsqlFile file, ModuleTree module) {
        return (file.schema().isEmpty() ? "" : file.schema() + ".") + module.name();
    }

    /** Returns the qualified names of the modules without a Main. */
    public Set<String> withoutMain() {
        return withoutMain;
    }

    /** Returns the qualified names of the modules with a Main that have errors. */
    public Set<String> withErrors() {
        return withErrors;
    }

    /** Whether all modules are known. False if errors can hide definitions of modules. */
    public boolean isComplete() {
        return isComplete;
    }

    /**
     * Returns the program of a module; empty if the module has errors or reaches a routine that has
     * errors.
     */
    private static Optional<ProgramModule> module(
            RoutineCatalog catalog,
            EsqlFile file,
            ModuleTree module,
            ErrorRegions damage,
            Problems problems) {
        RoutineEntry main = catalog.main(module);
        if (main == null) {
            if (!damage.isIn(file, module.span())) {
                String text =
                        "module " + module.name() + " has no function Main: no node can run it";
                problems.warning(
                        ErrorCode.ESQL_NOT_ALLOWED_HERE,
                        file.place(module.name().span()),
                        text,
                        "define CREATE FUNCTION Main() RETURNS BOOLEAN");
            }
            return Optional.empty();
        }
        Set<RoutineEntry> reached = main.reached();
        boolean sound =
                reached.stream().noneMatch(entry -> entry.broken)
                        && catalog.of(module).stream().noneMatch(entry -> entry.broken)
                        && !damage.isIn(file, module.span())
                        && !damage.isOutside(file);
        if (!sound) {
            return Optional.empty();
        }
        Set<String> terminals = new TreeSet<>();
        Set<String> labels = new TreeSet<>();
        List<FieldUse> fields = new ArrayList<>();
        reached.forEach(
                entry -> {
                    terminals.addAll(entry.terminals);
                    labels.addAll(entry.labels);
                    fields.addAll(entry.fields);
                });
        String name = name(file, module);
        return Optional.of(
                new ProgramModule(
                        name,
                        module.kind(),
                        file.place(module.name().span()),
                        main.checked,
                        terminals,
                        labels,
                        fields));
    }

    /**
     * Returns the program with all routines and variables, except modules that have errors or reach
     * a routine that has errors.
     */
    public Program program() {
        return program;
    }

    /**
     * Checks a single expression. The expression can call the routines and use the variables of the
     * program, identified by index.
     *
     * @param kind kind of module, which determines the correlation names; with FILTER, the
     *     expression is a condition
     * @return module of the expression; empty if an error was added
     */
    public Optional<ProgramModule> expression(Source text, ModuleKind kind, Problems problems) {
        boolean condition = kind == ModuleKind.FILTER;
        return new PropertyTextAnalyzer(unit).expression(text, kind, condition, problems);
    }

    /**
     * Checks a single expression of any type, with the correlation names of a FILTER module.
     *
     * @return module of the expression; empty if an error was added
     */
    public Optional<ProgramModule> value(Source text, Problems problems) {
        return new PropertyTextAnalyzer(unit).expression(text, ModuleKind.FILTER, false, problems);
    }

    /**
     * Checks the pattern of a Trace node and returns it as a module whose Main returns a string.
     *
     * @return module of the pattern; empty if an error was added
     */
    public Optional<ProgramModule> pattern(Source text, Problems problems) {
        return new PropertyTextAnalyzer(unit).pattern(text, problems);
    }
}
