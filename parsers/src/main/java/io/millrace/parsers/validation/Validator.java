package io.millrace.parsers.validation;

import static io.millrace.engine.error.Problems.didYouMean;
import static io.millrace.engine.parser.ParseTiming.ON_DEMAND;
import static io.millrace.parsers.model.ContentRule.OPEN;
import static io.millrace.parsers.model.Derivations.XSI;
import static io.millrace.parsers.model.Derivations.expanded;
import static io.millrace.parsers.model.Derivations.local;

import static java.lang.Math.min;

import io.millrace.engine.message.Content;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.parser.Validation;
import io.millrace.engine.parser.Validation.Level;
import io.millrace.engine.parser.ValidationFailures;
import io.millrace.parsers.record.RecordTypes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A validator for one message of a model. Immutable; safe to use from several threads. */
public final class Validator {

    final TypeCheck root;
    private final TreeView view;

    Validator(TypeCheck root, TreeView view) {
        this.root = root;
        this.view = view;
    }

    /**
     * Validates a body that was just parsed: immediately or, with {@link ParseTiming#ON_DEMAND}, as
     * its parts are parsed. {@link Validation#INHERIT} requests the same validation again.
     *
     * @param folder folder of the body
     * @param typed whether fields get values of the model's types
     */
    public void parsed(Element folder, Validation validation, ParseTiming timing, boolean typed) {
        FolderValidation inspection = new FolderValidation(this, validation, typed);
        folder.content().watch(inspection);
        if (timing != ON_DEMAND) {
            inspection.pause(true);
            timing.read(folder);
            check(folder, validation);
            inspection.done();
        }
    }

    /**
     * Returns the validation of a body before it is written.
     *
     * @param requested validation to perform
     * @return {@link Validation#NONE} if no validation is necessary
     */
    public static Validation inEffect(Element body, Validation requested) {
        if (requested.level() != Level.INHERIT) {
            return requested;
        }
        FolderValidation inspection = inspection(body);
        if (inspection == null) {
            return Validation.NONE;
        }
        return inspection.isDone() && body.isClean() ? Validation.NONE : inspection.validation;
    }

    /** Returns the validation of a body that contains an element; null if there is none. */
    private static FolderValidation inspection(Element body) {
        Element parsed = body.content() == null ? body.firstChild() : body;
        Content content = parsed == null ? null : parsed.content();
        return content != null && content.watch() instanceof FolderValidation inspection
                ? inspection
                : null;
    }

    private record Open(Element folder, TypeCheck type) {}

    /**
     * Validates a whole body, or an element that a document can have as its root.
     *
     * @throws io.millrace.engine.error.MillraceException as the failure action specifies
     */
    public void check(Element body, Validation validation) {
        FolderValidation inspection = inspection(body);
        if (inspection == null) {
            checkAll(body, validation);
            return;
        }
        // Parts parsed here would be reported twice, or would throw before other failures are
        // found.
        boolean before = inspection.pause(true);
        try {
            checkAll(body, validation);
        } finally {
            inspection.pause(before);
        }
    }

    private void checkAll(Element body, Validation validation) {
        ValidationFailures failures = new ValidationFailures(validation);
        var open = new ArrayDeque<Open>();
        MemberCheck part = view.isXml() && body.domain() == null ? member(root, body) : null;
        if (part == null) {
            open.push(new Open(body, root));
        } else {
            if (!part.isFolder()) {
                field(body, part, validation, failures);
            }
            if (part.type() != null) {
                open.push(new Open(body, type(body, part.type())));
            }
        }
        while (!open.isEmpty() && !failures.isFull()) {
            Open next = open.pop();
            content(next.folder, next.type, failures);
            var inner = new ArrayList<Open>();
            Element e = next.folder.firstChild();
            for (; e != null && !failures.isFull(); e = e.next()) {
                MemberCheck member = member(next.type, e);
                if (member == null) {
                    continue;
                }
                if (!member.isFolder()) {
                    field(e, member, validation, failures);
                }
                if (member.type() != null) {
                    inner.add(new Open(e, type(e, member.type())));
                }
            }
            inner.reversed().forEach(open::push);
        }
        failures.end();
    }

    /**
     * Returns the type of an element: the declared type, or the derived type that the element
     * specifies.
     */
    TypeCheck type(Element e, TypeCheck declared) {
        if (declared == null || declared.substitutes.isEmpty()) {
            return declared;
        }
        for (Element c = e.firstChild(); c != null; c = c.next()) {
            if (isType(c)) {
                return typeNamed(c, declared);
            }
            if (view.isXml() && view.part(c) == TreeView.Part.ELEMENT) {
                return declared;
            }
        }
        return declared;
    }

    private static boolean isType(Element e) {
        return isNamed(e) && e.text() != null;
    }

    /** Whether an element is the attribute {@code xsi:type}. */
    static boolean isNamed(Element e) {
        return e.isNamed(XSI, "type");
    }

    private TypeCheck typeNamed(Element specified, TypeCheck declared) {
        for (TypeCheck each : declared.substitutes.values()) {
            if (isNamed(each, specified)) {
                return each;
            }
        }
        return declared;
    }

    /** Whether an {@code xsi:type} names a type. */
    private boolean isNamed(TypeCheck type, Element specified) {
        return view.isXml()
                ? type.expanded != null
                        && type.expanded.equals(
                                expanded(specified.text(), p -> view.uri(specified, p)))
                : type.name.equals(local(specified.text()));
    }

    private void named(Element specified, TypeCheck type, ValidationFailures failures) {
        if (!type.name.isEmpty() && !isNamed(type, specified)) {
            failures.content(
                    specified,
                    path(specified),
                    "the type '" + specified.text() + "'",
                    type.substitutes.isEmpty()
                            ? type.name
                            : "one of " + String.join(", ", type.substitutes.keySet()));
        }
    }

    /** Returns the member for an element in a type; null if there is none. */
    MemberCheck member(TypeCheck type, Element e) {
        return switch (view.part(e)) {
            case ATTRIBUTE -> type.attributes.get(Name.of(e));
            case ELEMENT -> view.isXml() ? type.elements.get(Name.of(e)) : type.member(Name.of(e));
            case UNRESOLVED, NONE -> null;
        };
    }

    private void field(
            Element e, MemberCheck member, Validation validation, ValidationFailures failures) {
        boolean plain = member.type() == null;
        for (Element c = e.firstChild(); c != null && plain; c = c.next()) {
            if (view.part(c) == TreeView.Part.ELEMENT) {
                failures.content(c, path(c), "<" + c.name() + ">", "a value in " + e.name());
                return;
            }
        }
        if (validation.ofValues()) {
            value(e, e.fieldValue(), member, failures);
        }
    }

    void value(Element e, Value value, MemberCheck member, ValidationFailures failures) {
        ValueCheck.Fault fault = member.value().findViolation(value);
        if (fault != null) {
            failures.value(e, path(e), fault.found(), fault.expected());
        }
    }

    /** Validates the content of a folder, without the content of its folders. */
    void content(Element folder, TypeCheck type, ValidationFailures failures) {
        Value own = folder.value();
        boolean plain = own == null || own.text().isBlank();
        if (folder.content() != null && folder.content().watch() instanceof FolderValidation i) {
            plain &= !i.hasText(folder);
        }
        plain |= type.holdsText;
        if (!plain) {
            failures.content(folder, path(folder), "text", "elements");
        }
        var elements = new ArrayList<Element>();
        var attributes = new HashSet<Name>();
        for (Element e = folder.firstChild(); e != null && !failures.isFull(); e = e.next()) {
            switch (view.part(e)) {
                case NONE -> {
                    if (isType(e)) {
                        named(e, type, failures);
                    }
                }
                case UNRESOLVED -> elements.add(e);
                case ATTRIBUTE -> attribute(e, type, attributes, failures);
                case ELEMENT -> {
                    Name name = Name.of(e);
                    if (type.elements.containsKey(name)) {
                        elements.add(e);
                    } else if (!view.isXml() && type.attributes.containsKey(name)) {
                        attribute(e, type, attributes, failures);
                    } else if (!isAllowed(name, type)
                            && !(type.takesAttributes && e.type() == RecordTypes.ATTRIBUTE)) {
                        unknown(e, type, failures);
                        plain = false;
                    }
                }
            }
        }
        if (failures.isFull()) {
            return;
        }
        for (MemberCheck attribute : type.attributes.values()) {
            if (attribute.required() && !attributes.contains(attribute.name())) {
                failures.content(folder, path(folder), "nothing", attribute.name().local());
            }
        }
        ContentMatch match = new ContentMatch(elements);
        // Further failures can be consequences of the reported failure.
        if (plain && type.content != null && !match.holds(type.content)) {
            Element wrong = match.firstInvalid();
            failures.content(
                    wrong == null ? folder : wrong,
                    wrong == null ? path(folder) : path(wrong),
                    wrong == null ? "the end of " + folder.name() : wrong.name(),
                    match.expected());
        }
    }

    private void attribute(
            Element e, TypeCheck type, Set<Name> found, ValidationFailures failures) {
        Name name = Name.of(e);
        if (!type.attributes.containsKey(name)) {
            if (type.rule != OPEN && !type.takesAttributes) {
                failures.content(e, path(e), "an attribute " + e.name(), "none of this name");
            }
        } else if (!found.add(name)) {
            failures.content(e, path(e), e.name(), "it once");
        }
    }

    private static boolean isAllowed(Name name, TypeCheck type) {
        return switch (type.rule) {
            case CLOSED -> false;
            case OPEN_DEFINED -> type.declared.contains(name);
            case OPEN -> true;
        };
    }

    private void unknown(Element e, TypeCheck type, ValidationFailures failures) {
        List<String> names =
                type.elements.keySet().stream().map(Name::local).sorted().distinct().toList();
        String near = didYouMean(e.name(), names);
        failures.content(
                e,
                path(e),
                e.name(),
                names.isEmpty()
                        ? "nothing"
                        : near.isEmpty()
                                ? "one of "
                                        + String.join(", ", names.subList(0, min(20, names.size())))
                                : "an element of the model (" + near + ")");
    }

    /** Returns the path of an element, starting with the body's folder. */
    static String path(Element element) {
        var path = new ArrayDeque<String>();
        for (Element e = element; e != null; e = e.domain() == null ? e.parent() : null) {
            path.push(e.name() + index(e));
        }
        return String.join(".", path);
    }

    /**
     * Returns the index of an element among the elements with the same name; empty for the first
     * element.
     */
    private static String index(Element e) {
        int before = 1;
        for (Element p = e.previous(); p != null; p = p.previous()) {
            before += p.isNamed(e.namespace(), e.name()) ? 1 : 0;
        }
        return before > 1 ? "[" + before + "]" : "";
    }

    /**
     * The representation of a model's messages in the trees of a domain. Safe for use by several
     * threads.
     */
    public interface TreeView {

        /** The role of an element of a tree in a model. */
        enum Part {
            ELEMENT,
            ATTRIBUTE,
            /** An unresolved choice. */
            UNRESOLVED,
            /** A part that models do not describe. */
            NONE
        }

        Part part(Element e);

        /**
         * Whether fields contain strings of XML Schema, and attributes have no namespace by
         * default.
         */
        boolean isXml();

        /**
         * Returns the namespace of a prefix in a field of an {@link #isXml XML} tree.
         *
         * @return the namespace; null if the prefix is not declared
         */
        String uri(Element field, String prefix);

        /** Trees of the domain MRM, in which attributes are the first elements. */
        TreeView MRM =
                new TreeView() {
                    @Override
                    public Part part(Element e) {
                        return e.type() == RecordTypes.UNRESOLVED_CHOICE
                                ? Part.UNRESOLVED
                                : e.name().isEmpty() || e.namespace().equals(XSI)
                                        ? Part.NONE
                                        : Part.ELEMENT;
                    }

                    @Override
                    public boolean isXml() {
                        return false;
                    }

                    @Override
                    public String uri(Element field, String prefix) {
                        return null;
                    }
                };
    }
}
