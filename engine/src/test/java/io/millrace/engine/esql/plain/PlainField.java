package io.millrace.engine.esql.plain;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A field of a tree that is all there, with a list of children. */
public final class PlainField {

    int type;
    String namespace = "";
    String name;
    Value value;
    String domain;
    PlainField parent;
    boolean isDeleted;

    /** Whether DETACH took it out of its tree, and no ATTACH has put it back. */
    boolean isDetached;

    final List<PlainField> children = new ArrayList<>();

    PlainField(int type, String namespace, String name, Value value) {
        this.type = type;
        this.namespace = namespace;
        this.name = name;
        this.value = value;
    }

    static PlainField folder(String name) {
        return new PlainField(ElementType.NAME, "", name, null);
    }

    static PlainField item(Value value) {
        return new PlainField(ElementType.VALUE, "", "", value);
    }

    /** The same tree as elements hold it. */
    static PlainField of(Element e) {
        PlainField made = new PlainField(e.type(), e.namespace(), e.name(), e.value());
        made.domain = e.domain();
        for (Element c = e.firstChild(); c != null; c = c.next()) {
            made.add(made.children.size(), of(c));
        }
        return made;
    }

    public Element toElement() {
        Element made = Element.of(type, namespace, name, value).domain(domain);
        children.forEach(c -> made.addLast(c.toElement()));
        return made;
    }

    PlainField add(int at, PlainField child) {
        children.add(at, child);
        child.parent = this;
        return child;
    }

    PlainField addLast(PlainField child) {
        return add(children.size(), child);
    }

    int position() {
        return parent.children.indexOf(this);
    }

    void detach() {
        if (parent != null) {
            parent.children.remove(this);
            parent = null;
        }
    }

    /** Out of the tree for good; the top of a tree only loses what is in it. */
    void delete() {
        if (parent == null) {
            clear();
            value = null;
        } else {
            detach();
            markDeleted();
        }
    }

    void clear() {
        List.copyOf(children).forEach(PlainField::delete);
    }

    private void markDeleted() {
        isDeleted = true;
        children.forEach(PlainField::markDeleted);
    }

    PlainField copy() {
        PlainField made = new PlainField(type, namespace, name, value);
        made.domain = domain;
        children.forEach(c -> made.addLast(c.copy()));
        return made;
    }

    int size() {
        return 1 + children.stream().mapToInt(PlainField::size).sum();
    }

    PlainField root() {
        return parent == null ? this : parent.root();
    }

    String owningDomain() {
        return domain != null || parent == null ? domain : parent.owningDomain();
    }

    boolean isDomainHeader() {
        return parent != null && parent.parent == null && parent.name.equals("Root");
    }

    /** Its own value; of a folder without one, what stands in it as text without a name. */
    Value fieldValue() {
        if (value != null || ElementType.kind(type) == ElementType.NAME_VALUE) {
            return value;
        }
        List<Value> texts =
                children.stream()
                        .filter(
                                c ->
                                        ElementType.kind(c.type) == ElementType.VALUE
                                                && c.value != null)
                        .map(c -> c.value)
                        .toList();
        return switch (texts.size()) {
            case 0 -> null;
            case 1 -> texts.getFirst();
            default -> Value.of(texts.stream().map(Value::text).collect(Collectors.joining()));
        };
    }

    /** SET ... VALUE: text that stood in it goes. */
    void setValue(Value given) {
        List.copyOf(children).stream()
                .filter(c -> ElementType.kind(c.type) == ElementType.VALUE)
                .forEach(PlainField::delete);
        value = given;
        boolean isField = given != null || domain == null && children.isEmpty();
        if (isField && type == ElementType.NAME && parent != null) {
            type = name.isEmpty() ? ElementType.VALUE : ElementType.NAME_VALUE;
        }
    }

    void setName(String given) {
        name = given;
        if (type == ElementType.VALUE && !given.isEmpty()) {
            type = ElementType.NAME_VALUE;
        }
    }

    /** SET field = field. */
    void take(PlainField source) {
        if (source == this) {
            return;
        }
        String from = source.owningDomain();
        if (name.isEmpty()
                && type == ElementType.NAME
                && parent != null
                && !source.name.isEmpty()) {
            name = source.name;
            namespace = source.namespace;
            beginDomain();
        }
        boolean isRoot = parent == null && name.equals("Root");
        boolean isFree = (parent == null || parent.owningDomain() == null) && !isRoot;
        if (isFree && (isDomainHeader() ? domain == null : from != null || domain == null)) {
            domain = from;
        }
        Value taken = source.value;
        int takenType = source.type;
        List<PlainField> copies = source.children.stream().map(PlainField::copy).toList();
        clear();
        value = taken;
        copies.forEach(this::addLast);
        boolean isPlain = type == ElementType.NAME || type == ElementType.NAME_VALUE;
        if (isPlain && parent != null) {
            boolean isField =
                    takenType == ElementType.VALUE && !name.isEmpty()
                            || takenType == ElementType.NAME && value != null;
            type = isField ? ElementType.NAME_VALUE : takenType;
        }
    }

    /** What is named as a domain, directly below a Root, belongs to it. */
    void beginDomain() {
        if (isDomainHeader() && domain == null && PlainRun.DOMAINS.contains(name)) {
            domain = name;
        }
    }
}
