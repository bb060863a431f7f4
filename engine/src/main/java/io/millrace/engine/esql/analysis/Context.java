package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.ScalarType;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.syntax.EsqlFile;
import io.millrace.engine.esql.syntax.Lines;
import io.millrace.engine.esql.syntax.ModuleTree;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.RoutineTree;
import io.millrace.engine.esql.syntax.Span;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where checked code stands, the names known there, and what was found out about the routine it
 * belongs to.
 */
final class Context {

    private static final int ORIGIN_LENGTH = 120;

    final Unit unit;
    final EsqlFile file;
    final ModuleTree module;
    final ModuleKind kind;
    final RoutineTree routine;
    final Set<RoutineEntry> calls = new LinkedHashSet<>();
    final Set<String> terminals = new TreeSet<>();
    final Set<String> labels = new TreeSet<>();
    final List<Variable.Local> locals = new ArrayList<>();
    private final Set<String> warned = new TreeSet<>();
    private final Lines lines;
    private final Problems problems;
    private Scope scope = new Scope(null, true);
    private int faults;
    private boolean isText;

    /**
     * @param lines the text that is checked
     * @param module null outside modules
     * @param kind null for routines of a schema, which modules of any kind may call
     * @param routine null outside routines
     */
    Context(
            Unit unit,
            EsqlFile file,
            Lines lines,
            ModuleTree module,
            ModuleKind kind,
            RoutineTree routine,
            Problems problems) {
        this.unit = unit;
        this.file = file;
        this.lines = lines;
        this.module = module;
        this.kind = kind;
        this.routine = routine;
        this.problems = problems;
    }

    // What is wrong

    boolean isBroken() {
        return faults > 0;
    }

    /**
     * How much was found to be wrong; where it grows, what follows from that need not be reported.
     */
    int faults() {
        return faults;
    }

    /** Something is wrong that was reported already. */
    void markBroken() {
        faults++;
    }

    void error(ErrorCode code, Span span, String text) {
        error(code, span, text, "");
    }

    void error(ErrorCode code, Span span, String text, String hint) {
        faults++;
        problems.error(code, place(span), text, hint);
    }

    void unsupported(Span span, String what) {
        error(
                ErrorCode.ESQL_UNSUPPORTED,
                span,
                what + " is not part of the language that this version runs");
    }

    void warning(ErrorCode code, Span span, String text, String hint) {
        problems.warning(code, place(span), text, hint);
    }

    /** A warning about a name, given once in a routine. */
    void warnOnce(String name, Span span, String text, String hint) {
        if (warned.add(name)) {
            warning(ErrorCode.ESQL_UNKNOWN_NAME, span, text, hint);
        }
    }

    /** Whether advice is still worth looking for. */
    boolean advises() {
        return !problems.areMany();
    }

    Place place(Span span) {
        return lines.place(span);
    }

    // Texts for the run

    Origin origin(Span span) {
        return origin(span, span.to(), "");
    }

    /** The origin of a compound statement: its text up to an offset, and the word that follows. */
    Origin origin(Span span, int headEnd, String word) {
        String text = lines.source().text();
        int end = Math.min(Math.min(headEnd, span.from() + 4 * ORIGIN_LENGTH), text.length());
        String head =
                text.substring(span.from(), Math.max(end, span.from()))
                        .replaceAll("\\s+", " ")
                        .strip();
        String whole = word.isEmpty() ? head : head + " " + word;
        boolean cut = whole.length() > ORIGIN_LENGTH || end < headEnd;
        return new Origin(
                place(span),
                cut ? whole.substring(0, Math.min(whole.length(), ORIGIN_LENGTH)) + "..." : whole);
    }

    String text(Span span) {
        return origin(span).text();
    }

    // Names

    /** What is checked is a text given to EVAL, at a place where names are known. */
    void beginText(Map<String, Symbol> known) {
        isText = true;
        known.forEach(scope::declare);
        open(true);
    }

    /** Whether a text given to EVAL is checked. */
    boolean isText() {
        return isText;
    }

    void open(boolean block) {
        scope = new Scope(scope, block);
    }

    void close() {
        scope.close();
        scope = scope.outer();
    }

    /** Reports a name that is declared in the same scope already. */
    void declare(Name name, Symbol symbol) {
        if (!scope.declare(name.text(), symbol)) {
            error(
                    ErrorCode.ESQL_DUPLICATE,
                    name.span(),
                    "the name " + name + " is declared in this block already");
        }
    }

    /** From here on, nothing more is said about a name. */
    void forget(String name) {
        scope.declare(name, Symbol.Broken.UNKNOWN);
    }

    /** The innermost declaration; null where there is none. */
    Symbol find(String name) {
        Symbol found = scope.find(name);
        return found == null ? unit.globals().find(file, module, name) : found;
    }

    /** Everything that was declared in the routine and is known here. */
    Map<String, Symbol> visible() {
        return scope.visible();
    }

    /** Names that may have been meant; none where there are too many problems to look for them. */
    Set<String> variableNames() {
        Set<String> names = new TreeSet<>();
        if (problems.areMany()) {
            return names;
        }
        scope.collectNames(names);
        unit.globals().collectNames(file, module, names);
        return names;
    }

    Variable.Local newLocal(String name, Variable.Kind variableKind, ScalarType type) {
        Variable.Local local = new Variable.Local(name, locals.size(), variableKind, type);
        locals.add(local);
        return local;
    }

    /**
     * A correlation name of a SELECT, FOR or quantified predicate, known in the scope that is open.
     */
    Variable.Local newCorrelation(Name name) {
        Variable.Local local = newLocal(name.text(), Variable.Kind.REFERENCE, null);
        declare(name, new Symbol.Declared(local, false));
        return local;
    }
}
