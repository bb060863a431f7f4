package io.millrace.engine.esql.runtime;

import io.millrace.engine.esql.library.tree.TreePrinter;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.stream.Collectors;

/** The text of a Trace pattern. */
public final class TraceText {

    private TraceText() {}

    public static String ofTree(Element tree) {
        return TreePrinter.of(tree);
    }

    public static String ofList(List<Element> list) {
        return list.stream().map(TreePrinter::of).collect(Collectors.joining("\n"));
    }

    public static String ofValue(@Nullable Value text) {
        return text == null ? "NULL" : text.text();
    }

    public static Value joined(String[] parts) {
        return Value.of(String.join("", parts));
    }
}
