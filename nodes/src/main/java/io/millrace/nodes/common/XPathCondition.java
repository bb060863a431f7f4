package io.millrace.nodes.common;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.library.ExecutionBudget;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.work.OutsideUnit;

import org.jaxen.Context;
import org.jaxen.ContextSupport;
import org.jaxen.JaxenException;
import org.jaxen.JaxenHandler;
import org.jaxen.SimpleNamespaceContext;
import org.jaxen.XPathFunctionContext;
import org.jaxen.expr.XPathExpr;
import org.jaxen.function.BooleanFunction;
import org.jaxen.saxpath.SAXPathException;
import org.jaxen.saxpath.XPathReader;
import org.jaxen.saxpath.XPathSyntaxException;
import org.jaxen.saxpath.helpers.XPathReaderFactory;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A condition in XPath 1.0 over the trees of a message. The result is converted to BOOLEAN like the
 * argument of the function {@code boolean} (XPath 1.0, section 4.3).
 *
 * @param text source text
 * @param namespaces namespaces by their prefixes
 */
record XPathCondition(
        String text, XPathExpr expression, Map<String, String> namespaces, Place place)
        implements EsqlModule {

    /** Maximum duration of an evaluation if {@code esqlMillis} is not set. */
    private static final long MAX_MILLIS = 60_000;

    /**
     * Pattern of the beginning of an XPath variable outside of strings. ESQL has no such syntax.
     */
    private static final Pattern VARIABLE =
            Pattern.compile("(?:[^'\"$]|'[^']*'|\"[^\"]*\")*\\$\\w.*", Pattern.DOTALL);

    /** Whether a condition is XPath. A condition that contains no XPath variable is ESQL. */
    static boolean isXPath(String text) {
        return VARIABLE.matcher(text).matches();
    }

    /**
     * Compiles a condition. Reports problems and returns null if it is invalid.
     *
     * @param owner description of the condition, for problems
     */
    static XPathCondition compile(
            String owner,
            String text,
            Map<String, String> namespaces,
            Place place,
            Problems problems) {
        try {
            JaxenHandler handler = new JaxenHandler();
            handler.setXPathFactory(new OrderedExpressions());
            XPathReader reader = XPathReaderFactory.createReader();
            reader.setXPathHandler(handler);
            reader.parse(text);
            XPathExpr expression = handler.getXPathExpr();
            String problem = new XPathCheck(namespaces.keySet()).problem(expression.getRootExpr());
            if (problem.isEmpty()) {
                return new XPathCondition(text, expression, namespaces, place);
            }
            problems.error(ErrorCode.BAD_VALUE, place, owner + " is invalid: " + problem);
        } catch (XPathSyntaxException e) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    place,
                    "%s is invalid XPath at character %d ('%s'): %s"
                            .formatted(
                                    owner,
                                    e.getPosition() + 1,
                                    text.substring(Math.min(e.getPosition(), text.length())),
                                    e.getMessage()));
        } catch (StackOverflowError e) {
            problems.error(ErrorCode.BAD_VALUE, place, owner + " is nested too deeply");
        } catch (SAXPathException e) {
            problems.error(
                    ErrorCode.BAD_VALUE, place, owner + " is invalid XPath: " + e.getMessage());
        }
        return null;
    }

    /** Returns the tree of a variable; null for unknown variables. */
    private static Element tree(String variable, EsqlEnvironment environment) {
        Element root = environment.tree(Correlation.INPUT_ROOT);
        return switch (variable) {
            case "Root", "InputRoot" -> root;
            case "Body", "InputBody" -> root.lastChild();
            case "Properties", "InputProperties" -> root.child("Properties");
            case "LocalEnvironment",
                    "InputLocalEnvironment",
                    "DestinationList",
                    "InputDestinationList" ->
                    environment.tree(Correlation.INPUT_LOCAL_ENVIRONMENT);
            case "ExceptionList", "InputExceptionList" ->
                    environment.tree(Correlation.INPUT_EXCEPTION_LIST);
            case "Environment" -> environment.tree(Correlation.ENVIRONMENT);
            default -> null;
        };
    }

    /** Names of the variables. */
    static final Set<String> VARIABLES =
            Set.of(
                    "Root",
                    "InputRoot",
                    "Body",
                    "InputBody",
                    "Properties",
                    "InputProperties",
                    "LocalEnvironment",
                    "InputLocalEnvironment",
                    "DestinationList",
                    "InputDestinationList",
                    "ExceptionList",
                    "InputExceptionList",
                    "Environment");

    @Override
    public Value run(EsqlEnvironment environment) {
        TreeNavigator navigator = new TreeNavigator(new ExecutionBudget(environment, MAX_MILLIS));
        ContextSupport support =
                new ContextSupport(
                        new SimpleNamespaceContext(namespaces),
                        XPathFunctionContext.getInstance(),
                        (namespace, prefix, name) -> {
                            Element tree = tree(name, environment);
                            return tree == null ? List.of() : tree;
                        },
                        navigator);
        Context context = new Context(support);
        context.setNodeSet(List.of(environment.tree(Correlation.INPUT_ROOT)));
        try {
            return Value.of(BooleanFunction.evaluate(expression.asList(context), navigator));
        } catch (JaxenException e) {
            throw new MillraceException(
                    ErrorCode.PROPERTY_VALUE,
                    "the XPath expression %s cannot be evaluated: %s"
                            .formatted(text, e.getMessage()),
                    e);
        }
    }

    @Override
    public String name() {
        return text;
    }

    @Override
    public ModuleKind kind() {
        return ModuleKind.FILTER;
    }

    @Override
    public OutsideUnit outsideUnit() {
        return null;
    }

    @Override
    public boolean handlesErrors() {
        return false;
    }
}
