package io.millrace.engine.esql;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Writes programs that are well-formed, whatever else may be said of them; the same ones for the
 * same random numbers.
 */
final class RandomProgram {

    private static final List<String> PATHS =
            List.of(
                    "InputRoot.XML.a",
                    "InputRoot.XML.a.b[2]",
                    "OutputRoot.XML.x",
                    "OutputRoot.XML.x.y[i]",
                    "Environment.v",
                    "OutputRoot.*[1].z",
                    "r",
                    "r.b",
                    "row.c.d",
                    "OutputRoot.XML.{s}",
                    "OutputRoot.XML.(XML.Attribute)t",
                    "InputBody.*:e",
                    "OutputRoot.XML.x.*[<]",
                    "kept.last");

    private final RandomGenerator random;
    private final StringBuilder out = new StringBuilder();
    private int labels;

    RandomProgram(RandomGenerator random) {
        this.random = random;
    }

    /** A module Test with a Main, a procedure and a function; loops end after some turns. */
    String text() {
        out.append(
                "DECLARE total SHARED INTEGER 0;\n"
                        + "DECLARE kept SHARED ROW;\n"
                        + "CREATE COMPUTE MODULE Test\n");
        out.append("CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN\n");
        variables();
        statements(3, 6);
        out.append("RETURN ").append(condition(2)).append(";\nEND;\n");
        out.append("CREATE PROCEDURE P(IN i INTEGER, INOUT n INTEGER, OUT s CHARACTER) BEGIN\n");
        out.append(
                "DECLARE r REFERENCE TO InputRoot.XML; DECLARE row ROW; DECLARE turns INTEGER"
                        + " 0;\n");
        out.append("IF i > 3 THEN RETURN; END IF;\n");
        statements(2, 3);
        out.append("END;\nCREATE FUNCTION F(i INTEGER) RETURNS CHARACTER BEGIN\n");
        out.append(
                "IF i > 2 THEN RETURN 'deep'; END IF; RETURN F(i + 1) || CAST(i AS CHARACTER);\n"
                        + "END;\n"
                        + "END MODULE;\n");
        return out.toString();
    }

    private void variables() {
        out.append(
                "DECLARE i INTEGER 1; DECLARE n INTEGER; DECLARE s CHARACTER 'k'; DECLARE turns"
                        + " INTEGER 0;\n");
        out.append("DECLARE r REFERENCE TO InputRoot.XML.a; DECLARE row ROW;\n");
    }

    private void statements(int depth, int most) {
        int count = random.nextInt(1, most + 1);
        for (int i = 0; i < count; i++) {
            statement(depth);
        }
    }

    private void statement(int depth) {
        switch (random.nextInt(depth > 0 ? 24 : 15)) {
            case 0 -> line("SET i = " + number(2));
            case 1 -> line("SET n = " + number(2));
            case 2 -> line("SET s = " + text(2));
            case 3, 4 -> line("SET " + path() + " = " + value(2));
            case 5 -> line("SET " + path() + " = " + path());
            case 6 -> line("SET " + path() + " VALUE = " + value(1));
            case 7 -> line("SET OutputRoot.XML.l[] = " + list());
            case 8 -> line("DELETE FIELD " + path());
            case 9 ->
                    line(
                            "MOVE r "
                                    + pick(
                                            "NEXTSIBLING",
                                            "PARENT",
                                            "FIRSTCHILD",
                                            "LASTCHILD",
                                            "TO InputRoot.XML.a"));
            case 10 ->
                    line(
                            "CREATE "
                                    + pick("FIELD", "LASTCHILD OF", "FIRSTCHILD OF")
                                    + " OutputRoot.XML.m AS r "
                                    + pick("", "VALUE " + value(1), "FROM InputRoot.XML.a"));
            case 11 ->
                    line(
                            "CALL P("
                                    + number(1)
                                    + ", "
                                    + pick("i", "n", "OutputRoot.XML.p")
                                    + ", "
                                    + pick("s", "OutputRoot.XML.q")
                                    + ")");
            case 12 -> line("SET total = total + 1");
            case 13 -> line("SET kept.last = " + value(1));
            case 14 ->
                    line(
                            pick(
                                    "PROPAGATE",
                                    "PROPAGATE DELETE NONE",
                                    "THROW USER EXCEPTION VALUES(" + value(1) + ")"));
            case 15, 16 -> choice(depth);
            case 17, 18 -> loop(depth);
            case 19 -> block("BEGIN ATOMIC", depth);
            case 20 -> handler(depth);
            case 21 -> cases(depth);
            case 22 -> forLoop(depth);
            default -> block("BEGIN", depth);
        }
    }

    private void line(String statement) {
        out.append(statement).append(";\n");
    }

    private void choice(int depth) {
        out.append("IF ").append(condition(2)).append(" THEN\n");
        statements(depth - 1, 3);
        out.append("ELSEIF ").append(condition(1)).append(" THEN\n");
        statements(depth - 1, 2);
        out.append("ELSE\n");
        statements(depth - 1, 2);
        line("END IF");
    }

    private void loop(int depth) {
        String label = "l" + labels++;
        String leaves = "SET turns = turns + 1;\nIF turns > 20 THEN LEAVE " + label + "; END IF;\n";
        switch (random.nextInt(3)) {
            case 0 ->
                    out.append(label)
                            .append(": WHILE ")
                            .append(condition(1))
                            .append(" DO\n")
                            .append(leaves);
            case 1 -> out.append(label).append(": LOOP\n").append(leaves);
            default -> out.append(label).append(": REPEAT\n").append(leaves);
        }
        String head = out.substring(out.lastIndexOf(label + ": ") + label.length() + 2);
        statements(depth - 1, 3);
        out.append("IF ")
                .append(condition(1))
                .append(" THEN ")
                .append(pick("ITERATE ", "LEAVE "))
                .append(label);
        out.append("; END IF;\n");
        if (head.startsWith("WHILE")) {
            line("END WHILE " + label);
        } else if (head.startsWith("LOOP")) {
            line("END LOOP " + label);
        } else {
            line("UNTIL " + condition(1) + " END REPEAT " + label);
        }
    }

    private void forLoop(int depth) {
        out.append("FOR f")
                .append(labels)
                .append(" AS ")
                .append(pick("InputRoot.XML.a.b[]", "OutputRoot.XML.l[]"));
        out.append(" DO\n");
        line("SET s = f" + labels++);
        statements(depth - 1, 2);
        line("END FOR");
    }

    private void block(String begin, int depth) {
        out.append(begin).append('\n');
        statements(depth - 1, 3);
        line("END");
    }

    private void handler(int depth) {
        out.append("BEGIN\nDECLARE ")
                .append(pick("EXIT", "CONTINUE"))
                .append(" HANDLER FOR SQLSTATE LIKE '")
                .append(pick("%", "S%", "U%"))
                .append("' BEGIN\n");
        statements(0, 2);
        out.append(pick("", "RESIGNAL;\n")).append("END;\n");
        statements(depth - 1, 4);
        line("END");
    }

    private void cases(int depth) {
        out.append("CASE ").append(value(1)).append(" WHEN ").append(value(1)).append(" THEN\n");
        statements(depth - 1, 2);
        out.append("ELSE\n");
        statements(depth - 1, 2);
        line("END CASE");
    }

    private String path() {
        return PATHS.get(random.nextInt(PATHS.size()));
    }

    private String list() {
        return pick(
                "InputRoot.XML.a.b[]",
                "LIST{1, " + value(1) + "}",
                "(SELECT I AS v, "
                        + value(1)
                        + " AS w.x FROM InputRoot.XML.a.b[] AS I WHERE "
                        + condition(1)
                        + ")",
                "(SELECT ITEM I FROM InputRoot.XML.a.b[] AS I, InputRoot.XML.a[] AS J)");
    }

    private String number(int depth) {
        if (depth == 0) {
            return pick("1", "0", "-7", "i", "n", "total");
        }
        return switch (random.nextInt(7)) {
            case 0 ->
                    "("
                            + number(depth - 1)
                            + pick(" + ", " - ", " * ", " / ")
                            + number(depth - 1)
                            + ")";
            case 1 ->
                    "CARDINALITY("
                            + pick("InputRoot.XML.a.b[]", "OutputRoot.XML.*[]", list())
                            + ")";
            case 2 -> "CAST(" + value(depth - 1) + " AS INTEGER DEFAULT 4)";
            case 3 ->
                    "(SELECT "
                            + pick("COUNT(*)", "SUM(I)", "MAX(I)")
                            + " FROM InputRoot.XML.a.b[] AS I)";
            case 4 ->
                    "CASE WHEN "
                            + condition(depth - 1)
                            + " THEN "
                            + number(depth - 1)
                            + " ELSE 3 END";
            default -> number(0);
        };
    }

    private String text(int depth) {
        return switch (random.nextInt(5)) {
            case 0 -> depth == 0 ? "'t'" : "UPPER(" + text(depth - 1) + ")";
            case 1 -> depth == 0 ? "s" : text(depth - 1) + " || " + text(depth - 1);
            case 2 -> "F(" + number(0) + ")";
            case 3 -> "CAST(" + number(Math.max(0, depth - 1)) + " AS CHARACTER)";
            default -> "'x'";
        };
    }

    private String value(int depth) {
        return switch (random.nextInt(depth > 0 ? 9 : 5)) {
            case 0 -> "NULL";
            case 1 -> "s";
            case 2 -> path();
            case 3, 4 -> number(depth);
            case 5 -> text(depth);
            case 6 -> "(" + condition(depth - 1) + ")";
            case 7 -> "COALESCE(" + value(depth - 1) + ", " + value(depth - 1) + ", 'c')";
            default -> "CASE " + value(depth - 1) + " WHEN 1 THEN " + value(depth - 1) + " END";
        };
    }

    private String condition(int depth) {
        if (depth == 0) {
            return pick("TRUE", "i < 3", "n IS NULL", "s = 'k'", "LASTMOVE(r)");
        }
        return switch (random.nextInt(9)) {
            case 0, 1 ->
                    "(" + condition(depth - 1) + pick(" AND ", " OR ") + condition(depth - 1) + ")";
            case 2 -> "NOT " + condition(depth - 1);
            case 3 -> value(depth - 1) + pick(" = ", " <> ", " < ", " >= ") + value(depth - 1);
            case 4 -> value(depth - 1) + pick(" IS NULL", " IS NOT NULL", " IS NUMBER");
            case 5 -> "EXISTS(" + list() + ")";
            case 6 ->
                    "s "
                            + pick(
                                    "LIKE 'k%'",
                                    "IN ('k', 'l')",
                                    "NOT IN (SELECT ITEM I FROM InputRoot.XML.a.b[] AS I)");
            case 7 -> "FOR ANY InputRoot.XML.a.b[] AS Q (Q > " + number(0) + ")";
            default -> condition(0);
        };
    }

    private String pick(String... of) {
        return of[random.nextInt(of.length)];
    }
}
