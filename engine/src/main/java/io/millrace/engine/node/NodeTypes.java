package io.millrace.engine.node;

import java.util.List;

/**
 * A supplier of several node types that one class implements, found by {@link
 * java.util.ServiceLoader}. A type with a class of its own is a service itself ({@link NodeType}).
 */
public interface NodeTypes {

    List<NodeType> types();
}
