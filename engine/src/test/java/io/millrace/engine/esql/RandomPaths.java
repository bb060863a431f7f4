package io.millrace.engine.esql;

import static io.millrace.engine.esql.RandomScope.Kind.CHARACTER;
import static io.millrace.engine.esql.RandomScope.Kind.INTEGER;
import static io.millrace.engine.esql.RandomScope.Kind.REFERENCE;
import static io.millrace.engine.esql.RandomScope.Kind.ROW;

import io.millrace.engine.esql.RandomScope.Kind;

import java.util.random.RandomGenerator;

/** Writes field references. */
final class RandomPaths {

    private final RandomGenerator random;
    private final RandomScope scope;
    private final RandomExpressions expressions;

    RandomPaths(RandomGenerator random, RandomScope scope, RandomExpressions expressions) {
        this.random = random;
        this.scope = scope;
        this.expressions = expressions;
    }

    /** A field to be read. */
    String source(int depth) {
        String start =
                expressions.pick(
                        "InputRoot.XML",
                        "InputRoot.XML.a",
                        "InputRoot.XML.a",
                        "InputBody",
                        "OutputRoot.XML",
                        "OutputRoot",
                        "Environment.v",
                        "Environment",
                        variable(ROW, "InputRoot"),
                        variable(REFERENCE, "InputRoot.XML"),
                        variable(REFERENCE, "InputRoot.XML.a"));
        StringBuilder out = new StringBuilder(start);
        for (int i = random.nextInt(3); i > 0; i--) {
            out.append('.').append(step(depth)).append(index(depth));
        }
        return out.toString();
    }

    /** Fields to be read. */
    String list(int depth) {
        if (expressions.chance(35)) {
            return expressions.pick(
                    "InputRoot.XML.a.b[]",
                    "InputRoot.XML.a.*[]",
                    "OutputRoot.XML.*[]",
                    "Environment.v.*[]");
        }
        return source(depth) + "." + step(depth) + "[]";
    }

    /** A field to be written: it can be made in most cases. */
    String target(int depth) {
        return top() + "." + written(depth) + (expressions.chance(50) ? "." + written(depth) : "");
    }

    /** Fields to be replaced. */
    String targets(int depth) {
        return target(depth) + "." + expressions.pick("i", "b", "*", "{'q'}", "j") + "[]";
    }

    private String top() {
        return expressions.pick(
                "OutputRoot.XML",
                "OutputRoot.XML",
                "OutputRoot.JSON",
                "Environment.v",
                "Environment",
                "OutputLocalEnvironment",
                variable(ROW, "Environment.w"),
                variable(REFERENCE, "OutputRoot.XML"),
                "kept");
    }

    private String variable(Kind kind, String otherwise) {
        String found = scope.variable(kind);
        return found == null ? otherwise : found;
    }

    private String step(int depth) {
        return switch (random.nextInt(14)) {
            case 0 -> "*";
            case 1 -> "*:e";
            case 2 -> "ns:e";
            case 3 -> "(XML.Attribute)t";
            case 4 -> "(XML.Field)*:*";
            case 5 -> "{" + name(depth) + "}";
            case 6 -> "{'urn:e'}:e";
            case 7 -> "NM";
            case 8 -> "(0x03000000)b";
            case 9, 10 -> "a";
            case 11, 12 -> "b";
            default -> expressions.pick("c", "x", "v", "i");
        };
    }

    private String written(int depth) {
        String plain = expressions.pick("a", "b", "c", "x", "i");
        return switch (random.nextInt(18)) {
            case 0 -> "(XML.Attribute)t";
            case 1 -> "{" + name(depth) + "}";
            case 2 -> "ns:e";
            case 3 -> "*:e";
            case 4 -> "NM";
            case 5 -> "*[<]";
            case 6 -> plain + "[1]";
            case 7 -> plain + "[<]";
            case 8 -> "*[1]";
            case 9 -> expressions.chance(25) ? plain + index(depth) : plain;
            default -> plain;
        };
    }

    private String name(int depth) {
        String text = expressions.of(CHARACTER, Math.min(depth, 1));
        return expressions.chance(5) ? text : "COALESCE(" + text + ", 'n')";
    }

    private String index(int depth) {
        return switch (random.nextInt(12)) {
            case 0 -> "[1]";
            case 1 -> "[2]";
            case 2 -> "[<]";
            case 3 -> "[<2]";
            case 4 -> "[>]";
            case 5 -> "[3]";
            case 6 -> "[LAST]";
            case 7 ->
                    expressions.chance(30)
                            ? "[" + expressions.of(INTEGER, Math.min(depth, 1)) + "]"
                            : "[ABS(COALESCE(" + expressions.of(INTEGER, 0) + ", 1)) + 1]";
            default -> "";
        };
    }
}
