package io.millrace.engine.esql;

import static io.millrace.engine.esql.RandomScope.Kind.CHARACTER;
import static io.millrace.engine.esql.RandomScope.Kind.DECIMAL;
import static io.millrace.engine.esql.RandomScope.Kind.INTEGER;
import static io.millrace.engine.esql.RandomScope.Kind.REFERENCE;

import io.millrace.engine.esql.RandomScope.Kind;

import java.util.random.RandomGenerator;

/**
 * Writes Compute modules that are well-formed and mostly end well; the same ones for the same
 * random numbers. Every statement has a line of its own.
 */
final class RandomProgram {

    private final RandomGenerator random;
    private final StringBuilder out = new StringBuilder();
    private final RandomScope scope;
    private final RandomExpressions expressions;
    private final RandomPaths paths;
    private int names;
    private int statements;
    private boolean inHandler;
    private boolean inMain;

    RandomProgram(RandomGenerator random) {
        this.random = random;
        this.scope = new RandomScope(random);
        this.expressions = new RandomExpressions(random, scope);
        this.paths = expressions.paths();
    }

    /**
     * A module with variables of its own, a few routines, and a Main. Loops end after some turns.
     */
    String module(String name) {
        line("CREATE COMPUTE MODULE " + name);
        line("DECLARE ns NAMESPACE 'urn:e';");
        line("DECLARE NM NAME 'b';");
        line("DECLARE total SHARED INTEGER 1;");
        line("DECLARE word SHARED CHARACTER 'a';");
        line("DECLARE kept SHARED ROW;");
        line("DECLARE level INTEGER 2;");
        line("DECLARE rate CONSTANT DECIMAL 0.5;");
        line("DECLARE own ROW;");
        line("DECLARE top REFERENCE TO InputRoot.XML.a;");
        scope.within(
                () -> {
                    scope.add("total", INTEGER);
                    scope.add("word", CHARACTER);
                    scope.add("level", INTEGER);
                    scope.add("own", Kind.ROW);
                    scope.add("top", REFERENCE);
                    routines();
                    inMain = true;
                    routine(
                            "FUNCTION Main() RETURNS BOOLEAN",
                            () -> {},
                            9,
                            () -> {
                                line(
                                        "RETURN "
                                                + (chance(80) ? expressions.truth(2) : "NULL")
                                                + ";");
                            });
                });
        line("END MODULE;");
        return out.toString();
    }

    private void routines() {
        routine(
                "FUNCTION tally(n INTEGER) RETURNS INTEGER",
                () -> scope.add("n", INTEGER),
                2,
                () -> {
                    line("IF n > 2 OR n < 0 THEN");
                    line("RETURN n;");
                    line("END IF;");
                    line("RETURN tally(n + 1) + 1;");
                });
        routine(
                "FUNCTION spell(n INTEGER) RETURNS CHARACTER",
                () -> scope.add("n", INTEGER),
                1,
                () -> {
                    line("IF n = 1 THEN");
                    line("RETURN n;");
                    line("END IF;");
                    line("RETURN " + expressions.of(CHARACTER, 2) + ";");
                });
        routine(
                "FUNCTION box(n INTEGER) RETURNS ROW",
                () -> scope.add("n", INTEGER),
                1,
                () -> {
                    line("DECLARE made ROW;");
                    line("SET made.a.b = n;");
                    line("SET made.c = " + expressions.any(1) + ";");
                    line("RETURN made;");
                });
        routine(
                "FUNCTION there(r REFERENCE) RETURNS REFERENCE",
                () -> scope.add("r", REFERENCE),
                1,
                () -> {
                    line("MOVE r FIRSTCHILD;");
                    line("RETURN r;");
                });
        routine(
                "PROCEDURE work(IN n INTEGER, INOUT m INTEGER, OUT s CHARACTER, IN r REFERENCE,"
                        + " INOUT w ROW)",
                () -> {
                    scope.add("n", INTEGER);
                    scope.add("m", INTEGER);
                    scope.add("s", CHARACTER);
                    scope.add("r", REFERENCE);
                    scope.add("w", Kind.ROW);
                },
                4,
                () -> {
                    line("IF n BETWEEN 0 AND 1 THEN");
                    line("CALL work(n + 1, m, s, r, w);");
                    line("END IF;");
                });
        routine(
                "PROCEDURE walk(INOUT r REFERENCE)",
                () -> scope.add("r", REFERENCE),
                1,
                () -> line(move("r") + ";"));
        expressions.calls = true;
    }

    private void routine(String head, Runnable parameters, int most, Runnable end) {
        line("CREATE " + head + " BEGIN");
        statements = 0;
        scope.routine(
                () -> {
                    parameters.run();
                    scope.within(
                            () -> {
                                declarations();
                                statements(3, most);
                                end.run();
                            });
                });
        line("END;");
    }

    private void declarations() {
        for (int i = inMain ? 5 : 2; i > 0; i--) {
            declaration();
        }
    }

    /** Names of variables that are declared in blocks around are declared again now and then. */
    private void declaration() {
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        String name =
                chance(60)
                        ? kind.name().substring(0, 2).toLowerCase(java.util.Locale.ROOT)
                                + random.nextInt(2)
                        : "v" + names++;
        if (scope.isDeclaredHere(name)) {
            return;
        }
        String value =
                switch (kind) {
                    case ROW ->
                            chance(50)
                                    ? ""
                                    : " "
                                            + (chance(70)
                                                    ? "ROW(1 AS a, 'x' AS b)"
                                                    : paths.source(1));
                    case REFERENCE ->
                            " TO "
                                    + (chance(70)
                                            ? paths.source(1)
                                            : expressions.pick(
                                                    "InputRoot.XML.a.b",
                                                    "OutputRoot",
                                                    "Environment"));
                    default -> chance(75) ? " " + expressions.of(kind, 1) : "";
                };
        line("DECLARE " + name + " " + kind + value + ";");
        scope.add(name, kind);
    }

    private boolean chance(int percent) {
        return expressions.chance(percent);
    }

    private void statements(int depth, int most) {
        for (int i = random.nextInt(1, most + 1); i > 0; i--) {
            statement(depth);
        }
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private void statement(int depth) {
        boolean isLarge = ++statements > 40;
        switch (random.nextInt(depth > 0 && !isLarge ? 40 : 27)) {
            case 0, 1, 2, 3 -> assignment();
            case 4, 5, 6 -> line("SET " + paths.target(1) + " = " + any() + ";");
            case 7, 8 -> line("SET " + paths.target(1) + " = " + expressions.tree(2) + ";");
            case 9 -> property();
            case 10, 11 -> line("SET " + paths.targets(1) + " = " + list() + ";");
            case 12 -> line("DELETE " + position("FIELD") + paths.target(1) + ";");
            case 13, 14 -> reference();
            case 15, 16 -> create();
            case 17, 18 -> call();
            case 19 -> propagate();
            case 20 -> thrown();
            case 21 -> log();
            case 22, 23 -> jump();
            case 24 -> row();
            case 25, 26 -> declaration();
            case 27, 28, 29 -> choice(depth);
            case 30, 31, 32, 33 -> loop(depth);
            case 34, 35 -> handlers(depth);
            case 36, 37 -> cases(depth);
            default -> block(depth);
        }
    }

    private String any() {
        return expressions.any(2);
    }

    private String list() {
        return chance(50) ? expressions.list(2) : expressions.select(2);
    }

    private void assignment() {
        Kind kind = expressions.scalarKind();
        String variable = scope.variable(kind);
        if (variable != null) {
            // Texts of other types are cast: mostly to what they can be.
            boolean isCast = kind == CHARACTER || kind == DECIMAL;
            Kind given = isCast && chance(20) ? INTEGER : kind;
            line("SET " + variable + " = " + expressions.of(given, 3) + ";");
        } else {
            line("SET total = COALESCE(total, 0) + 1;");
        }
    }

    private void property() {
        String value =
                switch (random.nextInt(4)) {
                    case 0 -> " VALUE = " + any();
                    case 1 -> " NAME = " + expressions.pick("'a'", "'b'", "'q'");
                    case 2 -> " NAMESPACE = " + expressions.pick("ns", "''");
                    default ->
                            " TYPE = "
                                    + expressions.pick("XML.Attribute", "0x03000000", "0x01000000");
                };
        line("SET " + paths.target(1) + value + ";");
    }

    private String position(String otherwise) {
        return chance(50)
                ? otherwise + " "
                : expressions.pick("FIRSTCHILD", "LASTCHILD", "PREVIOUSSIBLING", "NEXTSIBLING")
                        + " OF ";
    }

    private String move(String reference) {
        String to =
                switch (random.nextInt(8)) {
                    case 0, 1 -> "TO " + paths.source(1);
                    case 2 -> "PARENT";
                    case 3 -> "FIRSTCHILD NAME " + expressions.pick("'b'", "'a'", "word");
                    case 4 -> "NEXTSIBLING REPEAT " + expressions.pick("TYPE", "NAME", "TYPE NAME");
                    case 5 ->
                            "LASTCHILD TYPE "
                                    + expressions.pick("XML.Field", "0x03000000", "XML.Attribute");
                    case 6 -> "PREVIOUSSIBLING";
                    default ->
                            expressions.pick(
                                    "FIRSTCHILD", "NEXTSIBLING NAMESPACE * NAME 'e'", "LASTCHILD");
                };
        return "MOVE " + reference + " " + to;
    }

    private void reference() {
        String r = scope.variable(REFERENCE);
        switch (random.nextInt(6)) {
            case 0 -> {
                // What is taken out is put back, perhaps elsewhere.
                line("DETACH " + r + ";");
                line(
                        "ATTACH "
                                + r
                                + " TO "
                                + paths.target(1)
                                + " AS "
                                + expressions.pick("FIRSTCHILD", "LASTCHILD")
                                + ";");
            }
            case 1 ->
                    line(
                            chance(30)
                                    ? "ATTACH " + r + " TO " + paths.target(1) + " AS NEXTSIBLING;"
                                    : "DETACH " + r + ";");
            default -> line(move(r) + ";");
        }
    }

    private void create() {
        String r = scope.variable(REFERENCE);
        String where = position("FIELD");
        boolean isSibling = where.contains("SIBLING");
        String as = chance(50) ? " AS " + r : "";
        String identity =
                isSibling && chance(30)
                        ? " REPEAT"
                        : switch (random.nextInt(6)) {
                            case 0 ->
                                    " NAME "
                                            + expressions.pick("'a'", "'b'", "COALESCE(word, 'w')");
                            case 1 -> " TYPE XML.Attribute NAMESPACE ns NAME 'e'";
                            case 2 -> " IDENTITY (XML.Attribute)t";
                            case 3 -> where.startsWith("FIELD") ? "" : " DOMAIN 'JSON'";
                            default -> " NAME 'c'";
                        };
        String content =
                switch (random.nextInt(4)) {
                    case 0 -> "";
                    case 1 -> " FROM " + paths.source(1);
                    default -> " VALUE " + any();
                };
        String path =
                isSibling ? paths.target(1) : expressions.pick(paths.target(1), "OutputRoot.XML.m");
        line("CREATE " + where + path + as + identity + content + ";");
    }

    private void call() {
        if (!expressions.calls) {
            return;
        }
        String i = scope.variable(INTEGER);
        String s = scope.variable(CHARACTER);
        switch (random.nextInt(5)) {
            case 0, 1 ->
                    line(
                            "CALL work("
                                    + expressions.of(INTEGER, 1)
                                    + ", "
                                    + (chance(70) ? i : "Environment.m")
                                    + ", "
                                    + expressions.pick(s, "OutputRoot.XML.s", "Environment.s")
                                    + ", "
                                    + paths.source(1)
                                    + ", "
                                    + scope.variable(Kind.ROW)
                                    + ");");
            case 2 -> line("CALL walk(" + scope.variable(REFERENCE) + ");");
            case 3 ->
                    line(
                            "CALL tally("
                                    + expressions.of(INTEGER, 1)
                                    + ") INTO "
                                    + expressions.pick(i, paths.target(0))
                                    + ";");
            default ->
                    line(
                            "CALL spell("
                                    + expressions.of(INTEGER, 1)
                                    + ") INTO "
                                    + expressions.pick(s, paths.target(0))
                                    + ";");
        }
    }

    private void propagate() {
        line(
                "PROPAGATE"
                        + expressions.pick(
                                "",
                                " TO TERMINAL 'out1'",
                                " TO TERMINAL 2",
                                " TO LABEL 'next'",
                                " MESSAGE OutputRoot")
                        + expressions.pick("", " FINALIZE NONE")
                        + expressions.pick(" DELETE NONE", " DELETE NONE", "")
                        + ";");
    }

    private void thrown() {
        if (inHandler || chance(20)) {
            String state = expressions.pick("'U1', ", "'S22012', ", "");
            line(
                    "THROW USER EXCEPTION"
                            + expressions.pick("", " MESSAGE 2960")
                            + " VALUES("
                            + expressions.of(INTEGER, 1)
                            + ", "
                            + state
                            + any()
                            + ");");
        } else {
            line("SET level = level + 1;");
        }
    }

    private void log() {
        line("LOG USER TRACE VALUES(" + any() + ");");
    }

    private void jump() {
        String loop = scope.label(true);
        String any = scope.label(false);
        if (any == null) {
            return;
        }
        line("IF " + expressions.truth(2) + " THEN");
        line((loop != null && chance(50) ? "ITERATE " + loop : "LEAVE " + any) + ";");
        line("END IF;");
    }

    /** A ROW as a whole. */
    private void row() {
        line(
                "SET "
                        + scope.variable(Kind.ROW)
                        + " = "
                        + (chance(15) ? "NULL" : expressions.tree(1))
                        + ";");
    }

    private void inner(int depth, int most) {
        scope.within(() -> statements(depth - 1, most));
    }

    private void choice(int depth) {
        line("IF " + expressions.truth(3) + " THEN");
        inner(depth, 3);
        if (chance(50)) {
            line("ELSEIF " + expressions.truth(2) + " THEN");
            inner(depth, 2);
        }
        if (chance(50)) {
            line("ELSE");
            inner(depth, 2);
        }
        line("END IF;");
    }

    private void cases(int depth) {
        boolean isSimple = chance(70);
        Kind by = chance(50) ? INTEGER : CHARACTER;
        line("CASE" + (isSimple ? " " + expressions.of(by, 2) : ""));
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            line("WHEN " + (isSimple ? expressions.of(by, 1) : expressions.truth(2)) + " THEN");
            inner(depth, 2);
        }
        if (chance(60)) {
            line("ELSE");
            inner(depth, 2);
        }
        line("END CASE;");
    }

    private void loop(int depth) {
        int number = names++;
        String label = "l" + number;
        String turns = "turns" + number;
        boolean isFor = chance(30);
        if (!isFor) {
            line("DECLARE " + turns + " INTEGER 0;");
        }
        String kind = expressions.pick("WHILE", "LOOP", "REPEAT");
        switch (isFor ? "FOR" : kind) {
            case "FOR" -> line(label + ": FOR f" + number + " AS " + paths.list(1) + " DO");
            case "WHILE" -> line(label + ": WHILE " + expressions.truth(2) + " DO");
            default -> line(label + ": " + kind);
        }
        scope.within(
                label,
                true,
                () -> {
                    if (isFor) {
                        scope.add("f" + number, REFERENCE);
                    } else {
                        line("SET " + turns + " = " + turns + " + 1;");
                        line("IF " + turns + " > " + random.nextInt(1, 5) + " THEN");
                        line("LEAVE " + label + ";");
                        line("END IF;");
                    }
                    statements(depth - 1, 4);
                });
        if (!isFor && kind.equals("REPEAT")) {
            line("UNTIL " + expressions.truth(2));
        }
        line("END " + (isFor ? "FOR" : kind) + " " + label + ";");
    }

    private void block(int depth) {
        String label = "b" + names++;
        boolean isLabelled = chance(60);
        line((isLabelled ? label + ": " : "") + "BEGIN" + expressions.pick("", "", " ATOMIC"));
        Runnable content =
                () -> {
                    declaration();
                    statements(depth - 1, 4);
                };
        if (isLabelled) {
            scope.within(label, false, content);
        } else {
            scope.within(content);
        }
        line("END" + (isLabelled ? " " + label : "") + ";");
    }

    private void handlers(int depth) {
        String label = "h" + names++;
        line(label + ": BEGIN" + expressions.pick("", "", " ATOMIC"));
        scope.within(
                label,
                false,
                () -> {
                    for (int i = random.nextInt(1, 3); i > 0; i--) {
                        handler(depth);
                    }
                    boolean before = inHandler;
                    inHandler = true;
                    statements(depth - 1, 5);
                    if (chance(50)) {
                        line(
                                "SET Environment.quotient = 1 / ("
                                        + expressions.of(INTEGER, 1)
                                        + " - 1);");
                    }
                    statements(depth - 1, 2);
                    inHandler = before;
                });
        line("END " + label + ";");
    }

    private void handler(int depth) {
        line(
                "DECLARE "
                        + expressions.pick("EXIT", "CONTINUE")
                        + " HANDLER FOR SQLSTATE "
                        + expressions.pick(
                                "LIKE '%'",
                                "LIKE '%'",
                                "LIKE 'S22%'",
                                "VALUE 'S22012'",
                                "LIKE 'U%', SQLSTATE VALUE 'SHY000'"));
        line("BEGIN");
        scope.within(
                () -> {
                    line("SET Environment.caught = COALESCE(Environment.caught, '') || SQLSTATE;");
                    statements(Math.min(1, depth - 1), 2);
                    if (chance(12)) {
                        line("RESIGNAL;");
                    }
                });
        line("END;");
    }
}
