package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.LineIndex;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.FunctionRegistry;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.analysis.Symbol.Broken;
import io.millrace.engine.esql.analysis.Symbol.Declared;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.ScalarType;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.program.Variable.Kind;
import io.millrace.engine.esql.program.Variable.Local;
import io.millrace.engine.esql.syntax.EsqlFile;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.ModuleTree;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.RoutineTree;
import io.millrace.engine.esql.syntax.Span;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The context of a check: the position, the visible names, and the results for the enclosing
 * routine.
 */
final class AnalysisContext {

    private static final int ORIGIN_LENGTH = 120;

    /**
     * Words that must not be names (IBM documentation, "ESQL reserved keywords"), except ITEM,
     * which is a common and unambiguous name.
     */
    private static final Set<String> RESERVED =
            Set.of(
                    "ALL",
                    "ASYMMETRIC",
                    "BOTH",
                    "CASE",
                    "DISTINCT",
                    "FROM",
                    "LEADING",
                    "NOT",
                    "SYMMETRIC",
                    "TRAILING",
                    "WHEN");

    final CompilationUnit unit;
    final EsqlFile file;
    final @Nullable ModuleTree module;
    final @Nullable ModuleKind kind;
    final @Nullable RoutineTree routine;
    final Set<RoutineEntry> calls = new LinkedHashSet<>();
    final Set<String> terminals = new TreeSet<>();
    final Set<String> labels = new TreeSet<>();
    final FieldUses fields = new FieldUses(this);
    final List<Local> locals = new ArrayList<>();

    /** Names that are constants for field types, with their values. */
    final Map<Field, Integer> fieldTypes = new IdentityHashMap<>();

    /** Correlation names of database tables. */
    final Set<Variable> tableRows = new HashSet<>();

    /** Correlation names of rows of any kind. */
    private final Set<Variable> correlations = new HashSet<>();

    private final Set<String> warned = new TreeSet<>();
    private final LineIndex lines;
    private final Problems problems;
    private Scope scope = new Scope(null, true);
    private int faults;
    private boolean isText;

    /**
     * @param lines text to check
     * @param module enclosing module; null outside modules
     * @param kind kind of module; null for routines of a schema, which modules of any kind can call
     * @param routine enclosing routine; null outside routines
     */
    AnalysisContext(
            CompilationUnit unit,
            EsqlFile file,
            LineIndex lines,
            @Nullable ModuleTree module,
            @Nullable ModuleKind kind,
            @Nullable RoutineTree routine,
            Problems problems) {
        this.unit = unit;
        this.file = file;
        this.lines = lines;
        this.module = module;
        this.kind = kind;
        this.routine = routine;
        this.problems = problems;
    }

    /** Returns the functions that the program can call. */
    FunctionRegistry functions() {
        return unit.settings().functions();
    }

    // Problems

    boolean isBroken() {
        return faults > 0;
    }

    /**
     * Returns the number of errors so far. If the number grows during a check, consequential errors
     * need not be reported.
     */
    int faults() {
        return faults;
    }

    /** Marks the checked code as invalid after an error that was already reported. */
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
        error(ErrorCode.ESQL_UNSUPPORTED, span, what + " is not supported by this version");
    }

    void warning(ErrorCode code, Span span, String text, String hint) {
        problems.warning(code, place(span), text, hint);
    }

    /** Adds a warning about a name, once in each routine. */
    void warnOnce(String name, Span span, String text, String hint) {
        if (warned.add(name)) {
            warning(ErrorCode.ESQL_UNKNOWN_NAME, span, text, hint);
        }
    }

    void warning(ErrorCode code, Place place, String text, String hint) {
        problems.warning(code, place, text, hint);
    }

    /**
     * Returns advice for an unknown name directly after - or /, which is probably part of a longer
     * name or path; empty if no advice applies.
     */
    String joinedName(Span span) {
        String text = lines.source().text();
        int at = span.from() - 1;
        if (at < 1 || !Character.isLetterOrDigit(text.charAt(at - 1))) {
            return "";
        }
        if (text.charAt(at) == '/') {
            return "write . between the names of a path";
        }
        if (text.charAt(at) != '-') {
            return "";
        }
        int from = at;
        while (from > 0
                && (Character.isLetterOrDigit(text.charAt(from - 1))
                        || text.charAt(from - 1) == '-')) {
            from--;
        }
        return "if this is one name, write it in double quotes: \""
                + text.substring(from, span.to())
                + "\"";
    }

    /** Whether the checked code is an expression in the property of a node, or in a test. */
    boolean isProperty() {
        return routine == null && module == null && kind != null && !isText;
    }

    /** Whether advice is still given, because the number of problems is below the limit. */
    boolean advises() {
        return !problems.areMany();
    }

    Place place(Span span) {
        return lines.place(span.from(), span.to());
    }

    // Texts for run-time messages

    Origin origin(Span span) {
        return origin(span, span.to(), "");
    }

    /**
     * Returns the origin of a compound statement: the text of the statement up to an offset,
     * followed by a word.
     */
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

    /** Returns at most 100 characters before a position on the same line. */
    String before(Span span) {
        String text = lines.source().text();
        int from = Math.max(text.lastIndexOf('\n', span.from() - 1) + 1, span.from() - 100);
        return text.substring(from, span.from());
    }

    // Names

    /**
     * Starts the check of an EVAL string with the names that are visible at the position of the
     * EVAL.
     */
    void beginText(Map<String, Symbol> known) {
        isText = true;
        known.forEach(scope::declare);
        open(true);
    }

    /** Whether the checked text is an EVAL string. */
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

    /** Declares a name. Reports an error if the name is already declared in the same scope. */
    void declare(Name name, Symbol symbol) {
        if (!name.quoted() && RESERVED.contains(name.folded())) {
            warning(
                    ErrorCode.ESQL_NOT_ALLOWED_HERE,
                    name.span(),
                    "found the reserved word " + name + " as a name",
                    "use another name, or write it in double quotes everywhere");
        }
        if (!scope.declare(name.text(), symbol)) {
            error(
                    ErrorCode.ESQL_DUPLICATE,
                    name.span(),
                    "the name " + name + " is already declared in this block");
        }
    }

    /** Suppresses further problems about a name. */
    void forget(String name) {
        scope.declare(name, Broken.UNKNOWN);
    }

    /** Returns the innermost declaration of a name; null if the name is not declared. */
    @Nullable Symbol find(String name) {
        Symbol found = scope.find(name);
        return found == null ? unit.globals().find(file, module, name) : found;
    }

    /** Returns all names declared in the routine and visible here. */
    Map<String, Symbol> visible() {
        return scope.visible();
    }

    /**
     * Returns the known variable names for suggestions; empty if there are already too many
     * problems.
     */
    Set<String> variableNames() {
        Set<String> names = new TreeSet<>();
        if (problems.areMany()) {
            return names;
        }
        scope.collectNames(names);
        unit.globals().collectNames(file, module, names);
        return names;
    }

    Local newLocal(String name, Kind variableKind, @Nullable ScalarType type) {
        Local local = new Local(name, locals.size(), variableKind, type);
        locals.add(local);
        return local;
    }

    /**
     * Returns a visible correlation name of a SELECT, UPDATE or another statement; empty if there
     * is none.
     */
    String correlation() {
        return scope.visible().entrySet().stream()
                .filter(
                        e ->
                                e.getValue() instanceof Declared d
                                        && correlations.contains(d.variable()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
    }

    /**
     * Returns a new correlation name of a SELECT, FOR or quantified predicate, visible in the
     * current scope.
     */
    Local newCorrelation(Name name) {
        Local local = newLocal(name.text(), Kind.REFERENCE, null);
        correlations.add(local);
        declare(name, new Declared(local, false));
        return local;
    }
}
