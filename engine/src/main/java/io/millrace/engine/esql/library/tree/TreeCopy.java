package io.millrace.engine.esql.library.tree;

import io.millrace.engine.message.Choice;
import io.millrace.engine.message.Content;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.HeaderFields;
import io.millrace.engine.parser.ParseErrors;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.ParserRegistry;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A copier of the content of one field into another field. Within a domain, the copy is lazy.
 * Between domains, each type is converted to the type with the same name in the other domain, for
 * example XMLNSC.Attribute to XML.Attribute. If that type does not exist, the element becomes a
 * plain folder or field. Blank text between fields is dropped; other text between fields becomes
 * the value of its folder.
 *
 * <p>A target that belongs to no domain (Environment, a ROW) becomes part of the source's domain,
 * so that types are not lost.
 */
final class TreeCopy {

    private static final int NAMED = ElementType.NAME;
    private static final int VALUED = ElementType.VALUE;

    /**
     * Bit of special types, which are neither folders nor fields: for example comments and
     * declarations.
     */
    private static final int SPECIAL = 0x04000000;

    private TreeCopy() {}

    static void into(
            Element target, Element source, @Nullable String from, ParserRegistry parsers) {
        boolean nameless =
                target.name().isEmpty()
                        && target.type() == ElementType.NAME
                        && target.parent() != null;
        if (nameless && !source.name().isEmpty()) {
            target.name(source.name());
            target.namespace(source.namespace());
            FieldAccess.begin(target, parsers);
        }
        String to = domain(target, from);
        if (from == null
                || Objects.equals(from, to)
                || source.firstChild() == null && isPlain(source)) {
            target.take(source);
            adopt(target, source.type());
            return;
        }
        Map<Integer, Integer> words = words(from, to, parsers);
        if (words == null) {
            target.take(source);
            adopt(target, source.type());
        } else {
            Element made = translated(source, words);
            target.take(made);
            adopt(target, made.type());
        }
    }

    /**
     * Returns a new child for a step below a field of a domain. The child is filled from a source
     * before it is added to its tree, because each change of an element in the tree updates all its
     * ancestors.
     *
     * @return null if the result would differ from the result of {@link #into}
     */
    static @Nullable Element filled(Element parent, PathStep step, Element source) {
        boolean named = step.type() == 0 && step.name() != null && !step.name().isEmpty();
        if (!named) {
            return null;
        }
        if (parent.parent() == null && parent.isNamed(MessageAssembly.ROOT)) {
            return isDescriptor(step, source) ? source.copy() : null;
        }
        String to = parent.owningDomain();
        Content content = source.content();
        boolean found = content != null && content.domain().equals(to);
        Element renamed = found ? renamed(step, source) : null;
        if (renamed != null) {
            return renamed;
        }
        boolean within = to != null && to.equals(source.owningDomain());
        boolean copied = within || to != null && isPlain(source) && source.firstChild() == null;
        if (!copied || FieldAccess.isWithin(parent, source)) {
            return null;
        }
        Element made = step.create();
        made.take(source);
        int type = adopted(made, source.type());
        if (type != made.type()) {
            made.type(type);
        }
        return made;
    }

    /**
     * Whether a source is the unmodified descriptor of an input message that is copied to the
     * descriptor of another message. The fields of the folder then need no individual handling.
     */
    private static boolean isDescriptor(PathStep step, Element source) {
        return MessageAssembly.DESCRIPTOR.equals(source.domain())
                && source.isNamed("", step.name())
                && "".equals(step.namespace())
                && source.content() != null
                && source.isClean();
    }

    /**
     * Returns the source with the step's name if the content of the source was not accessed yet;
     * otherwise null.
     */
    private static @Nullable Element renamed(PathStep step, Element source) {
        boolean typed =
                source.type() == ElementType.VALUE
                        || source.type() == ElementType.NAME && source.value() != null;
        String name = step.name();
        return typed || name == null
                ? null
                : source.copyAs(step.namespace() == null ? "" : step.namespace(), name);
    }

    private static boolean isPlain(Element e) {
        return (e.type() & 0x00FFFFFF) == 0;
    }

    /** Sets and returns the domain of the target after the copy. */
    private static @Nullable String domain(Element target, @Nullable String from) {
        Element parent = target.parent();
        String above = parent == null ? null : parent.owningDomain();
        boolean root = parent == null && target.isNamed(MessageAssembly.ROOT);
        boolean free = above == null && !root;
        boolean header =
                parent != null && parent.parent() == null && parent.isNamed(MessageAssembly.ROOT);
        if (free
                && (!header || target.domain() == null)
                && (from != null || target.domain() == null)) {
            target.domain(from);
        }
        return target.owningDomain();
    }

    /** Sets the type of the source on the target, unless the program specified a type. */
    private static void adopt(Element target, int type) {
        int own = target.type();
        if (own != ElementType.NAME && own != ElementType.NAME_VALUE || target.parent() == null) {
            return;
        }
        int adopted = adopted(target, type);
        if (adopted != own) {
            target.type(adopted);
        }
    }

    private static int adopted(Element target, int type) {
        int adopted =
                type == ElementType.VALUE && !target.name().isEmpty()
                        ? ElementType.NAME_VALUE
                        : type;
        return adopted == ElementType.NAME && target.value() != null
                ? ElementType.NAME_VALUE
                : adopted;
    }

    /**
     * Returns a map from the types of one domain to the types of another; null if they are the
     * same.
     */
    private static @Nullable Map<Integer, Integer> words(
            String from, @Nullable String to, ParserRegistry parsers) {
        Map<String, Integer> theirs = types(from, parsers);
        Map<String, Integer> ours = types(to, parsers);
        if (!ours.isEmpty() && ours.equals(theirs)) {
            return null;
        }
        Map<String, Integer> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        byName.putAll(ours);
        Map<Integer, Integer> words = new HashMap<>();
        theirs.forEach(
                (name, type) -> {
                    Integer word = byName.get(name.toUpperCase(Locale.ROOT));
                    if (word != null && ElementType.kind(word) == ElementType.kind(type)) {
                        words.putIfAbsent(type, word);
                    }
                });
        return words;
    }

    private static Map<String, Integer> types(@Nullable String domain, ParserRegistry parsers) {
        return domain == null
                ? Map.of()
                : parsers.domain(domain).map(Parser::fieldTypes).orElse(Map.of());
    }

    private static Element translated(Element source, Map<Integer, Integer> words) {
        Element top = one(source, words);
        ArrayDeque<Element> from = new ArrayDeque<>();
        ArrayDeque<Element> to = new ArrayDeque<>();
        from.push(source);
        to.push(top);
        while (!from.isEmpty()) {
            Element target = to.pop();
            for (Element c = from.pop().firstChild(); c != null; c = c.next()) {
                boolean special = (c.type() & SPECIAL) != 0 && !words.containsKey(c.type());
                if (!special && ElementType.kind(c.type()) != ElementType.VALUE) {
                    from.push(c);
                    to.push(target.addLast(one(c, words)));
                } else {
                    checkResolved(c);
                }
            }
        }
        return top;
    }

    /** Fails for an unresolved choice, which only its own format can represent. */
    private static void checkResolved(Element child) {
        Choice choice = child.choice();
        if (choice != null) {
            throw ParseErrors.unwritable(
                    HeaderFields.path(Objects.requireNonNull(child.parent())), choice.problem());
        }
    }

    private static Element one(Element e, Map<Integer, Integer> words) {
        Value value = e.fieldValue();
        boolean folder = e.value() == null && hasFields(e);
        if (folder && value != null && value.text().isBlank()) {
            value = null;
        }
        Integer word = words.get(e.type());
        int plain = e.type() & (NAMED | VALUED);
        int type =
                word != null
                        ? word
                        : plain == ElementType.NAME && value != null
                                ? ElementType.NAME_VALUE
                                : plain;
        return Element.of(type, e.namespace(), e.name(), value).domain(e.domain());
    }

    private static boolean hasFields(Element e) {
        for (Element c = e.firstChild(); c != null; c = c.next()) {
            if ((c.type() & NAMED) != 0) {
                return true;
            }
        }
        return false;
    }
}
