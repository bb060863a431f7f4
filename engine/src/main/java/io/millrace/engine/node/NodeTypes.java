package io.millrace.engine.node;

import java.util.List;

/**
 * A provider of several node types that one class implements, found by {@link
 * java.util.ServiceLoader}. A type with a separate class is itself a service ({@link NodeType}).
 */
public interface NodeTypes {

    List<NodeType> types();
}
