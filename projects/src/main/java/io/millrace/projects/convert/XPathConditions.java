package io.millrace.projects.convert;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A translator of the XPath 1.0 conditions of Route nodes to ESQL. It supports paths that begin
 * with a variable, literals, comparisons, {@code and}, {@code or}, {@code not} and functions of
 * strings. As in XPath, a comparison with a missing field is not true.
 */
final class XPathConditions {

    private static final Map<String, String> ROOTS =
            Map.of(
                    "Root", "Root",
                    "InputRoot", "Root",
                    "Body", "Body",
                    "InputBody", "Body",
                    "Properties", "Properties",
                    "InputProperties", "Properties",
                    "LocalEnvironment", "LocalEnvironment",
                    "InputLocalEnvironment", "LocalEnvironment",
                    "Environment", "Environment",
                    "ExceptionList", "ExceptionList");

    private static final Pattern TOKEN =
            Pattern.compile(
                    "\\s*(?:(\"[^\"]*\"|'[^']*')|(\\d+(?:\\.\\d+)?)|(!=|<=|>=|[=<>()+,/@\\[\\]|*:]|-)"
                        + "|(\\$?[\\p{L}_][\\p{L}\\p{N}_.-]*))");

    private static final Set<String> COMPARISONS = Set.of("=", "!=", "<", ">", "<=", ">=");

    private final String text;
    private final Map<String, String> namespaces;
    private final Matcher matcher;
    private String token = "";
    private boolean isLiteral;

    /** A condition that cannot be translated. */
    private static final class Unsupported extends Exception {
        private static final long serialVersionUID = 1;

        Unsupported(String what) {
            super(what, null, false, false);
        }
    }

    private XPathConditions(String text, Map<String, String> namespaces) throws Unsupported {
        this.text = text;
        this.namespaces = namespaces;
        this.matcher = TOKEN.matcher(text);
        next();
    }

    /**
     * Returns the ESQL of a condition; null if it uses a form that is not supported.
     *
     * @param namespaces namespaces by prefix
     */
    static @Nullable String esql(String xpath, Map<String, String> namespaces) {
        try {
            XPathConditions conditions = new XPathConditions(xpath, namespaces);
            String esql = conditions.or();
            return conditions.token.isEmpty() ? esql : null;
        } catch (Unsupported e) {
            return null;
        }
    }

    private void next() throws Unsupported {
        if (matcher.regionStart() >= text.stripTrailing().length()) {
            token = "";
            isLiteral = false;
            return;
        }
        if (!matcher.lookingAt()) {
            throw new Unsupported("unknown character");
        }
        isLiteral = matcher.group(1) != null;
        token = matcher.group().strip();
        matcher.region(matcher.end(), text.length());
    }

    private boolean accept(String expected) throws Unsupported {
        if (!isLiteral && token.equals(expected)) {
            next();
            return true;
        }
        return false;
    }

    private void expect(String expected) throws Unsupported {
        if (!accept(expected)) {
            throw new Unsupported(expected);
        }
    }

    private String or() throws Unsupported {
        String left = and();
        while (accept("or")) {
            left = "(" + left + " OR " + and() + ")";
        }
        return left;
    }

    private String and() throws Unsupported {
        String left = comparison();
        while (accept("and")) {
            left = "(" + left + " AND " + comparison() + ")";
        }
        return left;
    }

    private String comparison() throws Unsupported {
        boolean path = !isLiteral && token.startsWith("$");
        String left = operand();
        String operator = token;
        if (isLiteral || !COMPARISONS.contains(operator)) {
            return path ? "EXISTS(" + left + "[])" : left;
        }
        next();
        return left + " " + (operator.equals("!=") ? "<>" : operator) + " " + operand();
    }

    private String operand() throws Unsupported {
        if (isLiteral) {
            String literal = token.substring(1, token.length() - 1);
            next();
            return "'" + literal.replace("'", "''") + "'";
        }
        if (accept("(")) {
            String inner = or();
            expect(")");
            return "(" + inner + ")";
        }
        if (token.startsWith("$")) {
            return path();
        }
        if (!token.isEmpty() && Character.isDigit(token.charAt(0))) {
            String number = token;
            next();
            return number;
        }
        if (accept("-")) {
            return "-" + operand();
        }
        return function();
    }

    private String function() throws Unsupported {
        String name = token;
        next();
        expect("(");
        String result =
                switch (name) {
                    case "true" -> "TRUE";
                    case "false" -> "FALSE";
                    case "not" -> "((" + or() + ") IS NOT TRUE)";
                    case "boolean" -> or();
                    case "string-length" -> "LENGTH(" + string() + ")";
                    case "normalize-space" -> "TRIM(" + string() + ")";
                    case "string" -> string();
                    case "number" -> "CAST(" + operand() + " AS DECIMAL)";
                    case "count" -> "CARDINALITY(" + operand() + "[])";
                    case "contains" -> "CONTAINS(" + pair() + ")";
                    case "starts-with" -> "STARTSWITH(" + pair() + ")";
                    case "concat" -> concat();
                    default -> throw new Unsupported(name);
                };
        expect(")");
        return result;
    }

    /** Returns an operand as a string, which is empty if a field is missing. */
    private String string() throws Unsupported {
        String operand = operand();
        return operand.startsWith("'")
                ? operand
                : "COALESCE(CAST(" + operand + " AS CHARACTER), '')";
    }

    private String pair() throws Unsupported {
        String first = string();
        expect(",");
        return first + ", " + string();
    }

    private String concat() throws Unsupported {
        StringBuilder all = new StringBuilder(string());
        while (accept(",")) {
            all.append(" || ").append(string());
        }
        return "(" + all + ")";
    }

    private String path() throws Unsupported {
        String root = ROOTS.get(token.substring(1));
        if (root == null) {
            throw new Unsupported(token);
        }
        next();
        StringBuilder path = new StringBuilder(root);
        while (accept("/")) {
            path.append('.').append(step());
            if (accept("[")) {
                String index = token;
                next();
                expect("]");
                if (!index.matches("\\d+")) {
                    throw new Unsupported(index);
                }
                path.append('[').append(index).append(']');
            }
        }
        return path.toString();
    }

    private String step() throws Unsupported {
        String type = accept("@") ? "(XMLNSC.Attribute)" : "";
        if (accept("*")) {
            return type + "*";
        }
        String name = name();
        if (accept(":")) {
            String space = namespaces.get(name);
            if (space == null) {
                throw new Unsupported(name);
            }
            return type + "{'" + space.replace("'", "''") + "'}:" + quoted(name());
        }
        return type + quoted(name);
    }

    private String name() throws Unsupported {
        String name = token;
        if (isLiteral || !name.matches("[\\p{L}_].*")) {
            throw new Unsupported(name);
        }
        next();
        return name;
    }

    private static String quoted(String name) {
        return name.matches("[A-Za-z_][A-Za-z0-9_]*") ? name : "\"" + name + "\"";
    }
}
