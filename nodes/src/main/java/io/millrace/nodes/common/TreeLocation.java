package io.millrace.nodes.common;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.message.Element;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.parser.ParserRegistry;

import java.util.List;

/**
 * A folder or field of a tree that a property specifies, for example {@code
 * OutputLocalEnvironment.Reply}.
 *
 * @param tree name of the tree
 * @param path names below the tree; empty for the tree itself
 */
public record TreeLocation(String tree, List<String> path) {

    public TreeLocation {
        path = List.copyOf(path);
    }

    /**
     * Reads a property. Reports a problem and returns null if it is invalid.
     *
     * @param trees names of the trees that the property can specify
     */
    public static TreeLocation of(
            NodeDefinition node, String property, List<String> trees, DeployContext context) {
        List<String> names = List.of(node.text(property).strip().split("\\.", -1));
        boolean valid =
                trees.contains(names.getFirst())
                        && names.stream().allMatch(name -> name.matches("[^\\s\\[\\]{}()*:/$]+"));
        if (!valid) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place(property),
                            property
                                    + " must be a path that begins with "
                                    + String.join(" or ", trees)
                                    + " (found '"
                                    + node.text(property)
                                    + "')",
                            "write names separated by dots, for example "
                                    + trees.getLast()
                                    + ".Variables.Result");
            return null;
        }
        return new TreeLocation(names.getFirst(), names.subList(1, names.size()));
    }

    /** Returns the element at this location below a tree; null if it does not exist. */
    public Element find(Element top) {
        return top.at(path.toArray(String[]::new));
    }

    /**
     * Returns the element at this location below a tree. Creates the element and its parents if
     * necessary. A new folder directly below the tree that has the name of a domain belongs to that
     * domain.
     */
    public Element create(Element top, ParserRegistry parsers) {
        Element at = top;
        for (String name : path) {
            Element child = at.child(name);
            if (child == null) {
                child = at.add(name);
                if (at == top && parsers.domain(name).isPresent()) {
                    child.domain(name);
                }
            }
            at = child;
        }
        return at;
    }
}
