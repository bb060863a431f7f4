package io.millrace.engine.node;

import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A converter of exceptions to ExceptionList trees (WMQI: "ExceptionList tree structure").
 *
 * <p>The tree has one child, the outermost exception, which is always a RecoverableException. The
 * folder of an exception contains fields and inserts. The last child is the wrapped exception. If
 * several exceptions occurred together (validation failures), the other exceptions follow that
 * child.
 */
public final class ExceptionList {

    /**
     * Maximum number of exceptions in the list. The middle of a longer chain is omitted, so a
     * hostile message cannot cause long lists. The first exception and the root cause are kept.
     */
    private static final int MAX_EXCEPTIONS = 100;

    private ExceptionList() {}

    /** Returns a new tree for a chain of exceptions. */
    public static Element of(MillraceException exception) {
        Element list = MessageAssembly.emptyTree(MessageAssembly.EXCEPTION_LIST);
        Element parent = list;
        if (exception.type() != ExceptionType.RECOVERABLE) {
            parent = parent.add(ExceptionType.RECOVERABLE.folder());
            fields(parent, exception, "an exception of another type was caught");
        }
        chain(exception, parent);
        return list;
    }

    private static void chain(MillraceException exception, Element outer) {
        Element parent = outer;
        List<MillraceException> chain = new ArrayList<>();
        Throwable next = exception;
        while (next instanceof MillraceException e) {
            chain.add(e);
            next = e.getCause();
        }
        int leftOut = Math.max(0, chain.size() - MAX_EXCEPTIONS);
        for (int i = 0; i < chain.size(); i++) {
            if (leftOut > 0 && i == MAX_EXCEPTIONS / 2) {
                i += leftOut;
            }
            Element above = parent;
            parent = exception(chain.get(i), above);
            if (i > 0) {
                others(chain.get(i - 1), above);
            }
        }
    }

    private static Element exception(MillraceException e, Element parent) {
        Element folder = parent.add(e.type().folder());
        fields(folder, e, e.getMessage());
        e.inserts().forEach(insert(folder));
        return folder;
    }

    /** Adds the exceptions that occurred together with the cause of an exception. */
    private static void others(MillraceException wrapping, Element parent) {
        for (Throwable other : wrapping.getSuppressed()) {
            if (other instanceof MillraceException e) {
                exception(e, parent);
            }
        }
    }

    private static Consumer<Insert> insert(Element exception) {
        return insert -> {
            Element folder = exception.add("Insert");
            folder.add("Type", Value.of(insert.type()));
            folder.add("Text", insert.text());
        };
    }

    private static void fields(Element folder, MillraceException e, String text) {
        String label = e.node() == null ? "" : e.node();
        folder.add("File", e.place() == null ? "" : e.place().source().name());
        folder.add("Line", Value.of(e.place() == null ? 0 : e.place().line()));
        folder.add("Function", e.nodeType() == null ? "" : e.nodeType() + "::evaluate");
        folder.add("Type", e.nodeType() == null ? "" : e.nodeType());
        folder.add("Name", e.nodeName() == null ? "" : e.nodeName());
        folder.add("Label", label);
        folder.add("Text", Value.of(text));
        folder.add("Catalog", e.catalog());
        folder.add("Severity", Value.of(e.severity()));
        folder.add("Number", Value.of(e.number()));
    }
}
