package io.millrace.engine.esql.syntax;

import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.syntax.RoutineTree.Direction;
import io.millrace.engine.esql.syntax.RoutineTree.External;
import io.millrace.engine.esql.syntax.RoutineTree.Parameter;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A parser of the contents of a file: schema, modules, routines and variables. */
final class DefinitionParser {

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

    private final TokenCursor cursor;
    private final ExpressionParser expressions;
    private final StatementParser statements;

    private final List<StatementTree.Declare> declarations = new ArrayList<>();
    private final List<RoutineTree> routines = new ArrayList<>();
    private final List<ModuleTree> modules = new ArrayList<>();
    private final List<Name> broken = new ArrayList<>();
    private final List<StatementTree> body = new ArrayList<>();

    DefinitionParser(TokenCursor cursor) {
        this.cursor = cursor;
        this.expressions = new ExpressionParser(cursor);
        this.statements = new StatementParser(cursor, expressions);
    }

    EsqlFile file() {
        String schema = "";
        List<String> path = new ArrayList<>();
        if (cursor.is("BROKER") && cursor.peek(1).is("SCHEMA")) {
            try {
                cursor.next();
                cursor.next();
                schema = schemaName();
                path(path);
                boolean slash = cursor.is("/");
                if (slash) {
                    throw cursor.failure(
                            ". or ;", "the parts of a schema's name are joined with dots");
                }
                cursor.accept(";");
            } catch (SyntaxFailure reported) {
                skipToDefinition();
            }
        }
        while (!cursor.atEnd()) {
            if (!cursor.accept(";")) {
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
        if (cursor.accept("PATH")) {
            do {
                path.add(schemaName());
            } while (cursor.accept(","));
        }
    }

    private String schemaName() {
        StringBuilder name = new StringBuilder(cursor.name("a schema name").text());
        while (cursor.accept(".")) {
            name.append('.').append(cursor.name("a schema name").text());
        }
        return name.toString();
    }

    private void topLevel() {
        if (BlockRecovery.DEFINED.contains(cursor.peek(1).key())) {
            cursor.correctTo(List.of("CREATE"), "CREATE");
        }
        if (BlockRecovery.beginsDefinition(cursor) || isModuleBegin()) {
            definition();
        } else if (BlockRecovery.TERMINATORS.contains(cursor.peek().key())) {
            Token stray = cursor.next();
            cursor.report(
                    stray,
                    "found " + stray.described() + ", but nothing is open that it could end",
                    "");
            skipToDefinition();
        } else if (modules.isEmpty() && isBodyStatement()) {
            oldBody();
        } else {
            fileStatement();
        }
    }

    private boolean isBodyStatement() {
        return BlockRecovery.beginsStatement(cursor) && !cursor.is("DECLARE");
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
            if (!cursor.is("DECLARE")) {
                String what = "CREATE MODULE, CREATE FUNCTION, CREATE PROCEDURE or DECLARE";
                throw cursor.failure(
                        what,
                        cursor.is("BROKER") && cursor.peek(1).is("SCHEMA")
                                ? "BROKER SCHEMA is the first statement of a file"
                                : Problems.didYouMean(
                                        cursor.peek().text(), List.of("CREATE", "DECLARE")));
            }
            declaration(body.isEmpty() ? declarations : null);
        } catch (SyntaxFailure reported) {
            broken.addAll(cursor.declaredAt(start));
            skipToDefinition();
        }
    }

    /**
     * Parses a declaration outside routines. If the list is null, the declaration belongs to an
     * MQSI V2 body.
     */
    private void declaration(List<StatementTree.Declare> list) {
        Token first = cursor.peek();
        StatementTree read = statements.statement();
        semicolon();
        if (list == null) {
            body.add(read);
        } else if (read instanceof StatementTree.Declare declare) {
            list.add(declare);
        } else {
            cursor.report(first.span(), "found a handler, which belongs into a routine", "");
        }
    }

    private void semicolon() {
        if (!cursor.accept(";")) {
            boolean goesOn =
                    cursor.peek().firstOnLine()
                            || cursor.is("CREATE")
                            || cursor.is("END")
                            || cursor.atEnd();
            if (!goesOn) {
                throw cursor.failure(";");
            }
            cursor.missingSemicolon();
        }
    }

    private void definition() {
        int start = cursor.position();
        try {
            Token first = cursor.next();
            cursor.correctTo(ROUTINES, "FUNCTION or PROCEDURE");
            if (cursor.is("FUNCTION") || cursor.is("PROCEDURE")) {
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
        while (!cursor.atEnd() && !BlockRecovery.beginsDefinition(cursor) && !isModuleBegin()) {
            cursor.next();
        }
    }

    private void module(Token first) {
        ModuleKind kind = MODULES.get(cursor.peek().key());
        if (kind == null && cursor.is("DATABASEEVENT")) {
            databaseEvents();
            return;
        }
        if (kind == null) {
            throw cursor.failure(
                    "COMPUTE, FILTER or DATABASE",
                    Problems.didYouMean(cursor.peek().text(), MODULES.keySet()));
        }
        cursor.next();
        cursor.expect("MODULE");
        Name name = cursor.name("a module name");
        cursor.accept(";");
        List<StatementTree.Declare> declared = new ArrayList<>();
        List<RoutineTree> defined = new ArrayList<>();
        while (!cursor.atEnd() && !isModuleEnd() && !isModuleBegin()) {
            if (!cursor.accept(";")) {
                member(declared, defined);
            }
        }
        modules.add(
                new ModuleTree(
                        cursor.since(first),
                        kind,
                        name,
                        List.copyOf(declared),
                        List.copyOf(defined)));
        if (!isModuleEnd()) {
            String where =
                    "END MODULE for module "
                            + name
                            + " of line "
                            + cursor.lines().line(first.from());
            throw cursor.failure(where);
        }
        cursor.next();
        cursor.next();
        semicolon();
    }

    /** Skips a module for DatabaseEvent nodes, which Millrace does not have. */
    private void databaseEvents() {
        Token kind = cursor.next();
        cursor.report(
                kind.span(),
                "found a DATABASEEVENT module: they belong to DatabaseInput nodes, which Millrace"
                        + " does not have",
                "a COMPUTE module can read the table of events with SELECT");
        while (!cursor.atEnd() && !isModuleEnd()) {
            cursor.next();
        }
        if (!cursor.atEnd()) {
            cursor.next();
            cursor.next();
            semicolon();
        }
    }

    private boolean isModuleEnd() {
        return cursor.is("END") && cursor.peek(1).is("MODULE");
    }

    private boolean isModuleBegin() {
        return cursor.is("CREATE") && cursor.peek(2).is("MODULE");
    }

    private void member(List<StatementTree.Declare> declared, List<RoutineTree> defined) {
        int start = cursor.position();
        boolean declaration = cursor.is("DECLARE");
        try {
            if (declaration) {
                declaration(declared);
            } else if (BlockRecovery.beginsDefinition(cursor)) {
                Token first = cursor.next();
                cursor.correctTo(ROUTINES, "FUNCTION or PROCEDURE");
                defined.add(routine(first));
                semicolon();
            } else {
                throw cursor.failure(
                        "DECLARE, CREATE FUNCTION, CREATE PROCEDURE or END MODULE",
                        memberHint(defined));
            }
        } catch (SyntaxFailure reported) {
            broken.addAll(cursor.declaredAt(start));
            skipToMember(declaration && cursor.position() > start);
        }
    }

    private String memberHint(List<RoutineTree> defined) {
        if (!BlockRecovery.beginsStatement(cursor)) {
            return "";
        }
        boolean open =
                !defined.isEmpty() && !(defined.getLast().body() instanceof StatementTree.Block);
        return open
                ? "the statements of " + defined.getLast().name() + " stand between BEGIN and END"
                : "statements belong into a function or procedure";
    }

    /**
     * Skips to the next member: after a malformed declaration, immediately after it; after a
     * malformed routine, which can contain anything, at the next definition.
     */
    private void skipToMember(boolean declaration) {
        if (!declaration) {
            cursor.next();
        }
        while (!cursor.atEnd() && !BlockRecovery.beginsDefinition(cursor) && !isModuleEnd()) {
            boolean ended = cursor.next().is(";");
            if (declaration && (ended || cursor.is("DECLARE") && cursor.peek().firstOnLine())) {
                return;
            }
        }
    }

    private RoutineTree routine(Token first) {
        boolean function = cursor.next().is("FUNCTION");
        Name name = cursor.name("a name for the routine");
        cursor.expect("(");
        List<Parameter> parameters = new ArrayList<>();
        if (!cursor.is(")")) {
            do {
                parameters.add(parameter());
            } while (cursor.accept(","));
        }
        if (!cursor.is(")")) {
            throw cursor.failure(", or )");
        }
        cursor.next();
        DataType returns = null;
        boolean notNull = false;
        boolean singular = cursor.is("RETURN") && cursor.peek(2).is("BEGIN");
        if (singular) {
            cursor.failure("RETURNS and a type", "did you mean RETURNS?");
            cursor.correct(List.of("RETURNS"));
        }
        cursor.correctTo(List.of("RETURNS"), "RETURNS and a type, or a statement");
        if (cursor.accept("RETURNS")) {
            returns = new TypeParser(cursor, expressions).type();
            notNull = notNull();
        }
        String language = cursor.accept("LANGUAGE") ? language() : "";
        int resultSets = resultSets();
        language = language.isEmpty() && cursor.accept("LANGUAGE") ? language() : language;
        External external = cursor.accept("EXTERNAL", "NAME") ? external() : null;
        StatementTree code = external == null ? statements.statement() : null;
        return new RoutineTree(
                cursor.since(first),
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
        boolean dotNet = cursor.accept(".");
        Token token = cursor.peek();
        if (!LANGUAGES.contains((dotNet ? "." : "") + token.key())) {
            throw cursor.failure(
                    "ESQL, DATABASE, JAVA or CLR", Problems.didYouMean(token.text(), LANGUAGES));
        }
        return cursor.next().key();
    }

    private int resultSets() {
        if (!cursor.accept("DYNAMIC")) {
            return 0;
        }
        cursor.expect("RESULT");
        cursor.expect("SETS");
        Token number = cursor.peek();
        if (!number.text().matches("[0-9]{1,3}")) {
            throw cursor.failure("a number of result sets");
        }
        cursor.next();
        return Integer.parseInt(number.text());
    }

    /**
     * Parses the name in single quotes, double quotes or both, with the additions of .NET and Java
     * routines.
     */
    private External external() {
        Token first = cursor.peek();
        boolean text = cursor.isKind(TokenKind.STRING);
        String name =
                text
                        ? cursor.next().text()
                        : cursor.name("the external name in double quotes").text();
        boolean both = name.length() > 2 && name.startsWith("\"") && name.endsWith("\"");
        External external =
                new External(
                        cursor.since(first), both ? name.substring(1, name.length() - 1) : name);
        while (cursor.isAny(ASSEMBLY_CLAUSES)) {
            cursor.next();
            cursor.next();
        }
        Token loader = cursor.peek();
        if (cursor.accept("CLASSLOADER")) {
            cursor.next();
            cursor.unsupported(
                    cursor.since(loader),
                    "CLASSLOADER (the jars in an application's lib folder have a class loader of"
                            + " their own)");
        }
        return external;
    }

    /** Parses {@code NOT NULL}; parameters and results are NULLABLE by default. */
    private boolean notNull() {
        if (cursor.accept("NOT")) {
            cursor.expect("NULL");
            return true;
        }
        cursor.accept("NULLABLE");
        return false;
    }

    /** Parses the type of a parameter. An invalid type does not make the routine unknown. */
    private DataType parameterType() {
        Token first = cursor.peek();
        try {
            return new TypeParser(cursor, expressions).type();
        } catch (SyntaxFailure reported) {
            while (!cursor.is(",") && !cursor.is(")") && !cursor.is(";") && !cursor.atEnd()) {
                cursor.next();
            }
            return DataType.of(first.span(), DataType.Kind.UNKNOWN, null);
        }
    }

    private Parameter parameter() {
        Token first = cursor.peek();
        Direction direction = DIRECTIONS.get(first.key());
        boolean isName = cursor.peek(2).is(",") || cursor.peek(2).is(")");
        if (direction == null || isName) {
            direction = Direction.IN;
        } else {
            cursor.next();
        }
        Name name = cursor.name("a parameter");
        boolean constant = cursor.accept("CONSTANT");
        DataType type = parameterType();
        boolean notNull = notNull();
        return new Parameter(cursor.since(first), name, direction, constant, type, notNull);
    }
}
