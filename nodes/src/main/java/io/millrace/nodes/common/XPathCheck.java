package io.millrace.nodes.common;

import io.millrace.engine.error.Problems;

import org.jaxen.expr.BinaryExpr;
import org.jaxen.expr.CommentNodeStep;
import org.jaxen.expr.Expr;
import org.jaxen.expr.FilterExpr;
import org.jaxen.expr.FunctionCallExpr;
import org.jaxen.expr.LocationPath;
import org.jaxen.expr.NameStep;
import org.jaxen.expr.PathExpr;
import org.jaxen.expr.Predicate;
import org.jaxen.expr.ProcessingInstructionNodeStep;
import org.jaxen.expr.Step;
import org.jaxen.expr.UnaryExpr;
import org.jaxen.expr.VariableReferenceExpr;
import org.jaxen.saxpath.Axis;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A check of an XPath expression: all names must exist, and each path must begin with a variable.
 *
 * @param prefixes declared prefixes
 */
record XPathCheck(Set<String> prefixes) {

    /** Functions of XPath 1.0, without {@code id} and {@code lang}. */
    private static final Set<String> FUNCTIONS =
            Set.of(
                    "boolean",
                    "ceiling",
                    "concat",
                    "contains",
                    "count",
                    "false",
                    "floor",
                    "last",
                    "local-name",
                    "name",
                    "namespace-uri",
                    "normalize-space",
                    "not",
                    "number",
                    "position",
                    "round",
                    "starts-with",
                    "string",
                    "string-length",
                    "substring",
                    "substring-after",
                    "substring-before",
                    "sum",
                    "translate",
                    "true");

    /** Returns the first problem of an expression; empty if there is none. */
    String problem(Expr expression) {
        return problem(expression, false);
    }

    /**
     * @param isInside whether the expression has a context node: in a predicate
     */
    private String problem(Object expression, boolean isInside) {
        return switch (expression) {
            case BinaryExpr binary ->
                    first(problem(binary.getLHS(), isInside), problem(binary.getRHS(), isInside));
            case UnaryExpr unary -> problem(unary.getExpr(), isInside);
            case FunctionCallExpr call -> ofFunction(call, isInside);
            case VariableReferenceExpr variable -> ofVariable(variable);
            case FilterExpr filter ->
                    first(
                            problem(filter.getExpr(), isInside),
                            ofPredicates(filter.getPredicates()));
            case PathExpr path ->
                    first(
                            problem(path.getFilterExpr(), isInside),
                            path.getLocationPath() == null
                                    ? ""
                                    : ofSteps(path.getLocationPath().getSteps()));
            case LocationPath path -> ofPath(path, isInside);
            case null, default -> "";
        };
    }

    private static String first(String one, String other) {
        return one.isEmpty() ? other : one;
    }

    private String ofFunction(FunctionCallExpr call, boolean isInside) {
        String name = call.getFunctionName();
        boolean isKnown = call.getPrefix().isEmpty() && FUNCTIONS.contains(name);
        if (!isKnown) {
            return "unknown function %s %s"
                    .formatted(name, Problems.didYouMean(name, FUNCTIONS))
                    .strip();
        }
        String problem = "";
        for (Object parameter : call.getParameters()) {
            problem = first(problem, problem(parameter, isInside));
        }
        return problem;
    }

    private static String ofVariable(VariableReferenceExpr variable) {
        String name = variable.getVariableName();
        boolean isKnown = variable.getPrefix().isEmpty() && XPathCondition.VARIABLES.contains(name);
        return isKnown
                ? ""
                : "unknown variable $%s; %s"
                        .formatted(
                                name,
                                Problems.didYouMean(
                                        name,
                                        XPathCondition.VARIABLES,
                                        "expected one of "
                                                + String.join(
                                                        ", ",
                                                        new TreeSet<>(XPathCondition.VARIABLES))));
    }

    private String ofPath(LocationPath path, boolean isInside) {
        if (path.isAbsolute() || !isInside) {
            return "the path %s must begin with a variable, for example $Root or $Body"
                    .formatted(path.getText());
        }
        return ofSteps(path.getSteps());
    }

    private String ofSteps(List<?> steps) {
        String problem = "";
        for (Object each : steps) {
            Step step = (Step) each;
            problem = first(problem, first(ofStep(step), ofPredicates(step.getPredicates())));
        }
        return problem;
    }

    private String ofStep(Step step) {
        if (step.getAxis() == Axis.NAMESPACE) {
            return "the axis namespace is not supported";
        }
        if (step instanceof CommentNodeStep || step instanceof ProcessingInstructionNodeStep) {
            return "%s is not supported; message trees have only elements, attributes and text"
                    .formatted(step.getText());
        }
        boolean isUndeclared =
                step instanceof NameStep named
                        && !named.getPrefix().isEmpty()
                        && !prefixes.contains(named.getPrefix());
        return isUndeclared
                ? "the prefix of %s is not declared; add it to namespaces".formatted(step.getText())
                : "";
    }

    private String ofPredicates(List<?> predicates) {
        String problem = "";
        for (Object predicate : predicates) {
            problem = first(problem, problem(((Predicate) predicate).getExpr(), true));
        }
        return problem;
    }
}
