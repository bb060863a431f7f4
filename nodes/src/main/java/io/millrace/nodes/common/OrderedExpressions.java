package io.millrace.nodes.common;

import org.jaxen.Context;
import org.jaxen.ContextSupport;
import org.jaxen.JaxenException;
import org.jaxen.expr.DefaultXPathFactory;
import org.jaxen.expr.Expr;
import org.jaxen.expr.LocationPath;
import org.jaxen.expr.Step;
import org.jaxen.expr.UnionExpr;
import org.jaxen.saxpath.Axis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Jaxen expressions whose node-sets are sorted into document order by the {@link TreeNavigator}.
 * The time of Jaxen's own sorting is quadratic in the number of siblings.
 */
final class OrderedExpressions extends DefaultXPathFactory {

    @Override
    public LocationPath createRelativeLocationPath() {
        return new Path(new ArrayList<>());
    }

    @Override
    public UnionExpr createUnionExpr(Expr left, Expr right) {
        return new Union(left, right);
    }

    private static List<Object> sorted(List<Object> nodes, Context context) {
        nodes.sort(((TreeNavigator) context.getNavigator()).documentOrder());
        return nodes;
    }

    /** A path of steps from the context nodes. */
    private record Path(List<Step> steps) implements LocationPath {

        private static final Set<Integer> REVERSE_AXES =
                Set.of(
                        Axis.PRECEDING,
                        Axis.PRECEDING_SIBLING,
                        Axis.ANCESTOR,
                        Axis.ANCESTOR_OR_SELF);

        @Override
        public void addStep(Step step) {
            steps.add(step);
        }

        @Override
        public List<Step> getSteps() {
            return steps;
        }

        @Override
        public boolean isAbsolute() {
            return false;
        }

        @Override
        public String getText() {
            return steps.stream().map(Step::getText).collect(Collectors.joining("/"));
        }

        @Override
        public Expr simplify() {
            steps.forEach(Step::simplify);
            return this;
        }

        @Override
        public Object evaluate(Context context) throws JaxenException {
            ContextSupport support = context.getContextSupport();
            Context at = new Context(support);
            List<?> from = context.getNodeSet();
            List<Object> nodes = new ArrayList<>(from);
            for (Step step : steps) {
                at.setNodeSet(nodes);
                List<?> found = step.evaluate(at);
                nodes = new ArrayList<>(found);
                if (REVERSE_AXES.contains(step.getAxis())) {
                    Collections.reverse(nodes);
                }
            }
            return steps.size() > 1 || from.size() > 1 ? sorted(nodes, context) : nodes;
        }
    }

    /** The nodes that are in at least one of two node-sets. */
    private record Union(Expr left, Expr right) implements UnionExpr {

        @Override
        public Expr getLHS() {
            return left;
        }

        @Override
        public Expr getRHS() {
            return right;
        }

        @Override
        public String getOperator() {
            return "|";
        }

        @Override
        public String getText() {
            return left.getText() + " | " + right.getText();
        }

        @Override
        public Expr simplify() {
            return new Union(left.simplify(), right.simplify());
        }

        @Override
        public Object evaluate(Context context) throws JaxenException {
            Set<Object> nodes = new LinkedHashSet<>();
            for (Expr operand : List.of(left, right)) {
                if (!(operand.evaluate(context) instanceof List<?> found)) {
                    throw new JaxenException(operand.getText() + " is not a node-set");
                }
                nodes.addAll(found);
            }
            return sorted(new ArrayList<>(nodes), context);
        }
    }
}
