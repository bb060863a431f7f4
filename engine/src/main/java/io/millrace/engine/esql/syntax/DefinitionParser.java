package io.millrace.engine.esql.syntax;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.syntax.DataType.Kind;
import io.millrace.engine.esql.syntax.RoutineTree.Direction;
import io.millrace.engine.esql.syntax.RoutineTree.External;
import io.millrace.engine.esql.syntax.RoutineTree.Parameter;
import io.millrace.engine.esql.syntax.StatementTree.Block;
import io.millrace.engine.esql.syntax.StatementTree.Declare;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A parser of the contents of a file: schema, modules, routines and variables. */
final class DefinitionParser extends TokenParser {

    private static final Map<String, ModuleKind> MODULES =
            Map.of(
                    "COMPUTE", ModuleKind.COMPUTE,
                    "FILTER", ModuleKind.FILTER,
                    "DATABASE", ModuleKind.DATABASE);

    private static final Map<String, Direction> DIRECTIONS =
            Map.of("IN", Direction.IN, "OUT", Direction.OUT, "INOUT", Direction.INOUT);

    private static final List<String> ROUTINES = List.of("FUNCTION", "PROCEDURE");

    private static final Set<String> LANGUAGES = Set.of("ESQL", "DATABASE", "JAVA", "CLR", ".NET");

    private static final Set<String> ASSEMBLY_CLAUSES =
            Set.of("ASSEMBLY", "APPDOMAIN", "VERSION", "CULTURE", "PUBLICKEYTOKEN");

    private final ExpressionParser expressions;
    private final StatementParser statements;

    private final List<Declare> declarations = new ArrayList<>();
    private final List<RoutineTree> routines = new ArrayList<>();
    private final List<ModuleTree> modules = new ArrayList<>();
    private final List<Name> broken = new ArrayList<>();
    private final List<StatementTree> body = new ArrayList<>();

    DefinitionParser(TokenCursor cursor) {
        super(cursor);
        this.expressions = new ExpressionParser(cursor);
        this.statements = new StatementParser(cursor, expressions);
    }

    EsqlFile file() {
        String schema = "";
        List<String> path = new ArrayList<>();
        boolean named = is("BROKER") && peek(1).is("SCHEMA");
        if (named || is("PATH")) {
            try {
                if (named) {
                    next();
                    next();
                    schema = schemaName();
                }
                path(path);
                boolean slash = is("/");
                if (slash) {
                    throw failure(". or ;", "join the parts of a schema name with dots");
                }
                accept(";");
            } catch (SyntaxFailure reported) {
                skipToDefinition();
            }
        }
        while (!atEnd()) {
            if (!accept(";")) {
                topLevel();
            }
        }
        return new EsqlFile(
                cursor.lines(),
                schema,
                List.copyOf(path),
                List.copyOf(declarations),
                List.copyOf(routines),
                List.copyOf(modules),
                List.copyOf(broken),
                List.copyOf(body));
    }

    private void path(List<String> path) {
        if (accept("PATH")) {
            do {
                path.add(schemaName());
            } while (accept(","));
        }
    }

    private String schemaName() {
        StringBuilder name = new StringBuilder(name("a schema name").text());
        while (accept(".")) {
            name.append('.').append(name("a schema name").text());
        }
        return name.toString();
    }

    private void topLevel() {
        if (StatementWords.DEFINED.contains(peek(1).key())) {
            cursor.correctTo(List.of("CREATE"), "CREATE");
        }
        if (beginsDefinition() || isModuleBegin()) {
            definition();
        } else if (StatementWords.TERMINATORS.contains(peek().key())) {
            Token stray = next();
            cursor.report(
                    stray, "found " + stray.described() + ", which matches no open definition", "");
            skipToDefinition();
        } else if (modules.isEmpty() && isBodyStatement()) {
            oldBody();
        } else {
            fileStatement();
        }
    }

    private boolean isBodyStatement() {
        return beginsStatement() && !is("DECLARE");
    }

    /**
     * Parses the body of a node in the style of MQSI V2: statements without a module around them.
     */
    private void oldBody() {
        body.addAll(declarations);
        declarations.clear();
        body.addAll(statements.statements());
    }

    private void fileStatement() {
        int start = cursor.position();
        try {
            if (!is("DECLARE")) {
                throw failure(
                        "CREATE MODULE, CREATE FUNCTION, CREATE PROCEDURE or DECLARE",
                        is("BROKER") && peek(1).is("SCHEMA")
                                ? "BROKER SCHEMA must be the first statement of a file"
                                : fileHint(peek()));
            }
            declaration(body.isEmpty() ? declarations : null);
        } catch (SyntaxFailure reported) {
            broken.addAll(cursor.declaredAt(start));
            skipToDefinition();
        }
    }

    private static String fileHint(Token found) {
        String advice = OtherDialectHints.file(found.key());
        return advice.isEmpty()
                ? Problems.didYouMean(found.text(), List.of("CREATE", "DECLARE"))
                : advice;
    }

    /**
     * Parses a declaration outside routines. If the list is null, the declaration belongs to an
     * MQSI V2 body.
     */
    private void declaration(@Nullable List<Declare> list) {
        Token first = peek();
        StatementTree read = statements.statement();
        semicolon();
        if (list == null) {
            body.add(read);
        } else if (read instanceof Declare declare) {
            list.add(declare);
        } else {
            cursor.report(
                    first.span(), "found a handler; handlers are allowed only in routines", "");
        }
    }

    private void semicolon() {
        if (!accept(";")) {
            boolean goesOn = peek().firstOnLine() || is("CREATE") || is("END") || atEnd();
            if (!goesOn) {
                throw failure(";");
            }
            cursor.missingSemicolon();
        }
    }

    private void definition() {
        int start = cursor.position();
        try {
            Token first = next();
            cursor.correctTo(ROUTINES, "FUNCTION or PROCEDURE");
            if (is("FUNCTION") || is("PROCEDURE")) {
                routines.add(routine(first));
                semicolon();
            } else {
                module(first);
            }
        } catch (SyntaxFailure reported) {
            broken.addAll(cursor.declaredAt(start));
            skipToDefinition();
        }
    }

    private void skipToDefinition() {
        while (!atEnd() && !beginsDefinition() && !isModuleBegin()) {
            next();
        }
    }

    private void module(Token first) {
        ModuleKind kind = MODULES.get(peek().key());
        Token events = is("DATABASEEVENT") ? peek() : null;
        if (kind == null && events == null) {
            throw failure(
                    "COMPUTE, FILTER or DATABASE",
                    Problems.didYouMean(peek().text(), MODULES.keySet()));
        }
        next();
        expect("MODULE");
        cursor.beginModule();
        Name name = name("a module name");
        accept(";");
        List<Declare> declared = new ArrayList<>();
        List<RoutineTree> defined = new ArrayList<>();
        while (!atEnd() && !isModuleEnd() && !isModuleBegin()) {
            if (!accept(";")) {
                member(declared, defined);
            }
        }
        if (kind == null) {
            cursor.warn(
                    ErrorCode.ESQL_UNSUPPORTED,
                    Objects.requireNonNull(events).span(),
                    "found a DATABASEEVENT module, which no node can run: Millrace does not support"
                            + " DatabaseInput nodes",
                    "read the event table with SELECT in a COMPUTE module");
        } else {
            modules.add(
                    new ModuleTree(
                            since(first), kind, name, List.copyOf(declared), List.copyOf(defined)));
        }
        if (!isModuleEnd()) {
            throw failure(
                    "END MODULE for module "
                            + name
                            + " of line "
                            + cursor.lines().line(first.from()));
        }
        next();
        next();
        semicolon();
    }

    private boolean isModuleEnd() {
        return is("END") && peek(1).is("MODULE");
    }

    private boolean isModuleBegin() {
        return is("CREATE") && peek(2).is("MODULE");
    }

    private void member(List<Declare> declared, List<RoutineTree> defined) {
        int start = cursor.position();
        boolean declaration = is("DECLARE");
        try {
            if (declaration) {
                declaration(declared);
            } else if (beginsDefinition()) {
                Token first = next();
                cursor.correctTo(ROUTINES, "FUNCTION or PROCEDURE");
                defined.add(routine(first));
                semicolon();
            } else if (cursor.isUnbalanced() && (beginsStatement() || is("END"))) {
                // The statements belong to the routine before, whose end was reported.
                throw SyntaxFailure.INSTANCE;
            } else {
                throw failure(
                        "DECLARE, CREATE FUNCTION, CREATE PROCEDURE or END MODULE",
                        memberHint(defined));
            }
        } catch (SyntaxFailure reported) {
            broken.addAll(cursor.declaredAt(start));
            skipToMember(declaration && cursor.position() > start);
        }
    }

    private String memberHint(List<RoutineTree> defined) {
        if (!beginsStatement()) {
            return "";
        }
        boolean open = !defined.isEmpty() && !(defined.getLast().body() instanceof Block);
        return open
                ? "write the statements of " + defined.getLast().name() + " between BEGIN and END"
                : "write statements in a function or procedure";
    }

    /**
     * Skips to the next member. After a malformed declaration, this is the next statement; after a
     * malformed routine, which can contain anything, it is the next definition.
     */
    private void skipToMember(boolean declaration) {
        if (!declaration) {
            next();
        }
        while (!atEnd() && !beginsDefinition() && !isModuleEnd()) {
            boolean ended = next().is(";");
            if (declaration && (ended || is("DECLARE") && peek().firstOnLine())) {
                return;
            }
        }
    }

    private RoutineTree routine(Token first) {
        boolean function = next().is("FUNCTION");
        Name name = name("a name for the routine");
        expect("(");
        List<Parameter> parameters = new ArrayList<>();
        if (!is(")")) {
            do {
                parameters.add(parameter());
            } while (accept(","));
        }
        if (!is(")")) {
            throw failure(", or )");
        }
        next();
        DataType returns = null;
        boolean notNull = false;
        boolean singular = is("RETURN") && peek(2).is("BEGIN");
        if (singular) {
            failure("RETURNS and a type", "did you mean RETURNS?");
            cursor.correct(List.of("RETURNS"));
        }
        cursor.correctTo(List.of("RETURNS"), "RETURNS and a type, or a statement");
        if (accept("RETURNS")) {
            returns = new TypeParser(cursor, expressions).type();
            notNull = notNull();
        }
        String language = accept("LANGUAGE") ? language() : "";
        int resultSets = resultSets();
        language = language.isEmpty() && accept("LANGUAGE") ? language() : language;
        External external = accept("EXTERNAL", "NAME") ? external() : null;
        StatementTree code = external == null ? statements.statement() : null;
        return new RoutineTree(
                since(first),
                name,
                function,
                List.copyOf(parameters),
                returns,
                notNull,
                language,
                resultSets,
                external,
                code);
    }

    private String language() {
        boolean dotNet = accept(".");
        Token token = peek();
        if (!LANGUAGES.contains((dotNet ? "." : "") + token.key())) {
            throw failure(
                    "ESQL, DATABASE, JAVA or CLR", Problems.didYouMean(token.text(), LANGUAGES));
        }
        return next().key();
    }

    private int resultSets() {
        if (!accept("DYNAMIC")) {
            return 0;
        }
        expect("RESULT");
        expect("SETS");
        Token number = peek();
        if (!number.text().matches("[0-9]{1,3}")) {
            throw failure("a number of result sets");
        }
        next();
        return Integer.parseInt(number.text());
    }

    /**
     * Parses the external name, in single quotes, double quotes or both, and the clauses after it
     * for .NET and Java routines.
     */
    private External external() {
        Token first = peek();
        boolean text = cursor.isKind(TokenKind.STRING);
        String name = text ? next().text() : name("the external name in double quotes").text();
        boolean both = name.length() > 2 && name.startsWith("\"") && name.endsWith("\"");
        External external =
                new External(since(first), both ? name.substring(1, name.length() - 1) : name);
        while (cursor.isAny(ASSEMBLY_CLAUSES)) {
            next();
            next();
        }
        Token loader = peek();
        if (accept("CLASSLOADER")) {
            next();
            cursor.unsupported(
                    since(loader),
                    "CLASSLOADER (each application has its own class loader for the jars in lib)");
        }
        return external;
    }

    /** Parses {@code NOT NULL}. Parameters and results are NULLABLE by default. */
    private boolean notNull() {
        if (accept("NOT")) {
            expect("NULL");
            return true;
        }
        accept("NULLABLE");
        return false;
    }

    /** Parses the type of a parameter. The routine remains known if the type is invalid. */
    private DataType parameterType() {
        Token first = peek();
        try {
            return new TypeParser(cursor, expressions).type();
        } catch (SyntaxFailure reported) {
            while (!is(",") && !is(")") && !is(";") && !atEnd()) {
                next();
            }
            return DataType.of(first.span(), Kind.UNKNOWN, null);
        }
    }

    private Parameter parameter() {
        Token first = peek();
        Direction direction = DIRECTIONS.get(first.key());
        boolean isName = peek(2).is(",") || peek(2).is(")");
        if (direction == null || isName) {
            direction = Direction.IN;
        } else {
            next();
        }
        Name name = name("a parameter");
        boolean constant = accept("CONSTANT");
        DataType type = parameterType();
        boolean notNull = notNull();
        return new Parameter(since(first), name, direction, constant, type, notNull);
    }
}
