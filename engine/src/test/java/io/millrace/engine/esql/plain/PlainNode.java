package io.millrace.engine.esql.plain;

import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.message.Element;

import java.util.EnumMap;
import java.util.Map;

/** The node that a plain run is in: its trees, and what it propagated. */
public final class PlainNode {

    final Map<Correlation, PlainField> trees = new EnumMap<>(Correlation.class);

    /** Terminal or label and the message's tree, each as an element on its own. */
    public final java.util.List<Map.Entry<String, Element>> propagated =
            new java.util.ArrayList<>();

    /** What functions of the library may ask. */
    final EsqlEnvironment environment;

    /**
     * @param trees those that a run of the compiled program would begin with
     */
    public PlainNode(Map<Correlation, Element> trees, EsqlEnvironment environment) {
        this.environment = environment;
        trees.forEach((correlation, tree) -> this.trees.put(correlation, PlainField.of(tree)));
    }

    public Element tree(Correlation correlation) {
        return trees.get(correlation).toElement();
    }

    void propagate(String target, boolean delete) {
        propagated.add(Map.entry(target, tree(Correlation.OUTPUT_ROOT)));
        if (delete) {
            trees.put(Correlation.OUTPUT_ROOT, PlainField.folder("Root"));
            trees.put(Correlation.OUTPUT_LOCAL_ENVIRONMENT, PlainField.folder("LocalEnvironment"));
            trees.put(Correlation.OUTPUT_EXCEPTION_LIST, PlainField.folder("ExceptionList"));
        }
    }
}
