package io.millrace.nodes.common;

import io.millrace.engine.esql.library.ExecutionBudget;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;

import org.jaxen.DefaultNavigator;
import org.jaxen.NamedAccessNavigator;
import org.jaxen.XPath;

import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * A navigator that presents the message tree in the data model of XPath. Folders and fields are
 * elements, fields of an attribute type are attributes, the value of a field is a text node.
 * Declarations, comments and instructions are not visible. Parts of a message that an expression
 * does not access are not parsed.
 *
 * <p>A navigator belongs to one evaluation. Each access to a node counts as an iteration of the
 * {@link ExecutionBudget} of the evaluation, which ends it after its time limit and when the flow
 * is stopped.
 */
final class TreeNavigator extends DefaultNavigator implements NamedAccessNavigator {

    private static final long serialVersionUID = 1L;

    /** Bits of a type that domains define. */
    private static final int OWN = 0x00FFFFFF;

    // Types of XMLNSC and MRM, as IBM documents them ("XMLNSC: Using field types").
    private static final int ATTRIBUTE = 0x100;
    private static final int SINGLE_ATTRIBUTE = 0x101;
    private static final int FIRST_SPECIAL = 0x102;
    private static final int LAST_SPECIAL = 0x7FF;
    private static final int LAST_TEXT = 0x2;

    /** The value of a field. */
    private record FieldText(Element field) {}

    /** The kind of an element in the data model of XPath. */
    private enum Kind {
        ELEMENT,
        ATTRIBUTE,
        TEXT,
        HIDDEN
    }

    private final transient ExecutionBudget budget;

    /** Positions of compared elements among their siblings. */
    private final transient Map<Element, Integer> positions = new IdentityHashMap<>();

    /** The last child of each parent for which a position is known. */
    private final transient Map<Element, Element> lastPositions = new IdentityHashMap<>();

    TreeNavigator(ExecutionBudget budget) {
        this.budget = budget;
    }

    /** Returns a comparator for the document order (XPath 1.0, section 5). */
    Comparator<Object> documentOrder() {
        return this::compare;
    }

    private int compare(Object one, Object other) {
        if (one.equals(other)) {
            return 0;
        }
        int depth = depth(one);
        int otherDepth = depth(other);
        Object first = ancestor(one, depth - otherDepth);
        Object second = ancestor(other, otherDepth - depth);
        if (first.equals(second)) {
            return Integer.compare(depth, otherDepth);
        }
        Object firstParent = getParentNode(first);
        Object secondParent = getParentNode(second);
        while (firstParent != secondParent) {
            first = firstParent;
            second = secondParent;
            firstParent = getParentNode(first);
            secondParent = getParentNode(second);
        }
        return firstParent == null ? 0 : compareSiblings(first, second);
    }

    private int depth(Object node) {
        int depth = 0;
        for (Object at = getParentNode(node); at != null; at = getParentNode(at)) {
            depth++;
        }
        return depth;
    }

    private Object ancestor(Object node, int levels) {
        Object at = node;
        for (int i = 0; i < levels; i++) {
            at = getParentNode(at);
        }
        return at;
    }

    private int compareSiblings(Object one, Object other) {
        int byKind = Integer.compare(rank(one), rank(other));
        return byKind == 0
                ? Integer.compare(position((Element) one), position((Element) other))
                : byKind;
    }

    /**
     * Returns the rank of a node among the nodes of one element: attributes, then the value, then
     * children.
     */
    private static int rank(Object node) {
        return node instanceof FieldText ? 1 : kind(node) == Kind.ATTRIBUTE ? 0 : 2;
    }

    /** Returns the position of an element among its siblings. */
    private int position(Element element) {
        Integer known = positions.get(element);
        if (known != null) {
            return known;
        }
        Element parent = element.parent();
        Element at = lastPositions.get(parent);
        int position = at == null ? -1 : positions.get(at);
        do {
            budget.turn();
            at = at == null ? parent.firstChild() : at.next();
            positions.put(at, ++position);
        } while (at != element);
        lastPositions.put(parent, element);
        return position;
    }

    private static Kind kind(Object node) {
        if (!(node instanceof Element element)) {
            return Kind.TEXT;
        }
        int own = element.type() & OWN;
        boolean isSpecial = own >= FIRST_SPECIAL && own <= LAST_SPECIAL;
        return switch (ElementType.kind(element.type())) {
            case ElementType.NAME -> isSpecial ? Kind.HIDDEN : Kind.ELEMENT;
            case ElementType.NAME_VALUE ->
                    own == ATTRIBUTE || own == SINGLE_ATTRIBUTE
                            ? Kind.ATTRIBUTE
                            : isSpecial ? Kind.HIDDEN : Kind.ELEMENT;
            case ElementType.VALUE -> own <= LAST_TEXT ? Kind.TEXT : Kind.HIDDEN;
            default -> Kind.HIDDEN;
        };
    }

    /** The children of an element that are elements or text, or its attributes. */
    private final class Children implements Iterator<Object> {
        private final boolean attributes;
        private Object next;
        private Element after;

        Children(Element parent, boolean attributes) {
            this.attributes = attributes;
            after = parent.firstChild();
            boolean hasText = !attributes && parent.value() != null && isElement(parent);
            next = hasText ? new FieldText(parent) : find();
        }

        private boolean isElement(Element element) {
            return kind(element) == Kind.ELEMENT;
        }

        private Element find() {
            while (after != null) {
                budget.turn();
                Element found = after;
                after = found.next();
                Kind kind = kind(found);
                if (attributes ? kind == Kind.ATTRIBUTE : isVisible(kind)) {
                    return found;
                }
            }
            return null;
        }

        private boolean isVisible(Kind kind) {
            return kind == Kind.ELEMENT || kind == Kind.TEXT;
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public Object next() {
            if (next == null) {
                throw new NoSuchElementException();
            }
            Object found = next;
            next = find();
            return found;
        }
    }

    /** The children of an element with a name, of one kind. */
    private final class Named implements Iterator<Object> {
        private final Element parent;
        private final String namespace;
        private final String name;
        private final Kind wanted;
        private Element next;

        Named(Element parent, String namespace, String name, Kind wanted) {
            this.parent = parent;
            this.namespace = namespace == null ? "" : namespace;
            this.name = name;
            this.wanted = wanted;
            next = wantedFrom(parent.child(this.namespace, name));
        }

        private Element wantedFrom(Element first) {
            Element at = first;
            budget.turn();
            while (at != null && kind(at) != wanted) {
                at = following(at);
            }
            return at;
        }

        private Element following(Element before) {
            Element at = before.next();
            while (at != null && !at.isNamed(namespace, name)) {
                budget.turn();
                at = at.next();
            }
            return at;
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public Object next() {
            if (next == null || next.parent() != parent) {
                throw new NoSuchElementException();
            }
            Element found = next;
            next = wantedFrom(following(found));
            return found;
        }
    }

    @Override
    public Iterator<?> getChildAxisIterator(Object node) {
        return node instanceof Element element && kind(element) == Kind.ELEMENT
                ? new Children(element, false)
                : Collections.emptyIterator();
    }

    @Override
    public Iterator<?> getChildAxisIterator(
            Object node, String localName, String prefix, String namespace) {
        return node instanceof Element element && kind(element) == Kind.ELEMENT
                ? new Named(element, namespace, localName, Kind.ELEMENT)
                : Collections.emptyIterator();
    }

    @Override
    public Iterator<?> getAttributeAxisIterator(Object node) {
        return node instanceof Element element && kind(element) == Kind.ELEMENT
                ? new Children(element, true)
                : Collections.emptyIterator();
    }

    @Override
    public Iterator<?> getAttributeAxisIterator(
            Object node, String localName, String prefix, String namespace) {
        return node instanceof Element element && kind(element) == Kind.ELEMENT
                ? new Named(element, namespace, localName, Kind.ATTRIBUTE)
                : Collections.emptyIterator();
    }

    @Override
    public Iterator<?> getParentAxisIterator(Object node) {
        Object parent = getParentNode(node);
        return parent == null
                ? Collections.emptyIterator()
                : Collections.singleton(parent).iterator();
    }

    @Override
    public Object getParentNode(Object node) {
        budget.turn();
        return node instanceof Element element ? element.parent() : ((FieldText) node).field();
    }

    @Override
    public Object getDocumentNode(Object node) {
        Element element = node instanceof Element e ? e : ((FieldText) node).field();
        return element.root();
    }

    @Override
    public boolean isDocument(Object node) {
        return false;
    }

    @Override
    public boolean isElement(Object node) {
        return node instanceof Element && kind(node) == Kind.ELEMENT;
    }

    @Override
    public boolean isAttribute(Object node) {
        return node instanceof Element && kind(node) == Kind.ATTRIBUTE;
    }

    @Override
    public boolean isText(Object node) {
        return node instanceof FieldText || node instanceof Element && kind(node) == Kind.TEXT;
    }

    @Override
    public boolean isNamespace(Object node) {
        return false;
    }

    @Override
    public boolean isComment(Object node) {
        return false;
    }

    @Override
    public boolean isProcessingInstruction(Object node) {
        return false;
    }

    @Override
    public String getElementName(Object node) {
        return ((Element) node).name();
    }

    @Override
    public String getElementQName(Object node) {
        return ((Element) node).name();
    }

    @Override
    public String getElementNamespaceUri(Object node) {
        return ((Element) node).namespace();
    }

    @Override
    public String getAttributeName(Object node) {
        return ((Element) node).name();
    }

    @Override
    public String getAttributeQName(Object node) {
        return ((Element) node).name();
    }

    @Override
    public String getAttributeNamespaceUri(Object node) {
        return ((Element) node).namespace();
    }

    @Override
    public String getAttributeStringValue(Object node) {
        return text((Element) node);
    }

    @Override
    public String getTextStringValue(Object node) {
        return text(node instanceof FieldText value ? value.field() : (Element) node);
    }

    private String text(Element element) {
        budget.turn();
        String text = element.text();
        return text == null ? "" : text;
    }

    @Override
    public String getElementStringValue(Object node) {
        StringBuilder text = new StringBuilder();
        append((Element) node, text);
        return text.toString();
    }

    private void append(Element element, StringBuilder text) {
        text.append(text(element));
        for (Element e = element.firstChild(); e != null; e = e.next()) {
            Kind kind = kind(e);
            if (kind == Kind.ELEMENT || kind == Kind.TEXT) {
                append(e, text);
            }
        }
    }

    @Override
    public String getCommentStringValue(Object node) {
        return "";
    }

    @Override
    public String getNamespaceStringValue(Object node) {
        return "";
    }

    @Override
    public String getNamespacePrefix(Object node) {
        return "";
    }

    @Override
    public XPath parseXPath(String xpath) {
        throw new UnsupportedOperationException("expressions are parsed by XPathCondition");
    }
}
