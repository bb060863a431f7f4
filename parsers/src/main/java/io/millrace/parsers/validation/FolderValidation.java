package io.millrace.parsers.validation;

import io.millrace.engine.message.ContentListener;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.Validation;
import io.millrace.engine.parser.ValidationFailures;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * The validation of one body while its parts are parsed. Only for the thread that processes the
 * message.
 */
final class FolderValidation implements ContentListener {

    private final Validator validator;
    final Validation validation;
    private final boolean typed;

    /**
     * Receiver of failures for a log, which limits the number of reports for the message; null if
     * failures throw exceptions.
     */
    private final ValidationFailures logged;

    private boolean paused;
    private boolean done;

    /** Folders with text that the tree does not contain. */
    private final Set<Element> texts = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The last folder. The folder is cached because fields of a folder are usually consecutive. */
    private Element lastFolder;

    private TypeCheck lastType;

    FolderValidation(Validator validator, Validation validation, boolean typed) {
        this.validator = validator;
        this.validation = validation;
        this.typed = typed;
        logged = validation.action().isLog() ? new ValidationFailures(validation) : null;
    }

    /** Whether the whole body was validated. */
    boolean isDone() {
        return done;
    }

    boolean hasText(Element folder) {
        return texts.contains(folder);
    }

    @Override
    public void passedOver(Element parent) {
        texts.add(parent);
    }

    /**
     * Pauses while the whole body is validated, because this also validates the parts that it
     * parses.
     *
     * @return the previous value
     */
    boolean pause(boolean whole) {
        boolean before = paused;
        paused = whole;
        return before;
    }

    /** Marks the whole body as validated, so that its parts are not validated again. */
    void done() {
        done = true;
    }

    @Override
    public void completed(Element parent) {
        ValidationFailures failures = paused ? null : failures();
        TypeCheck type = failures == null ? null : type(parent);
        if (type != null) {
            validator.content(parent, type, failures);
            failures.end();
        }
    }

    @Override
    public Value decoded(Element element, Value value) {
        boolean looks = validation.ofValues() && !paused;
        // The attribute that specifies the type of an element is read to determine this type.
        if (!looks && !typed || element.parent() == null || Validator.isNamed(element)) {
            return value;
        }
        TypeCheck type = type(element.parent());
        MemberCheck member = type == null ? null : validator.member(type, element);
        if (member == null || member.isFolder()) {
            return value;
        }
        if (member.value().findViolation(value) == null) {
            return typed && value != null ? member.value().typed(value) : value;
        }
        ValidationFailures failures = looks ? failures() : null;
        if (failures != null) {
            validator.value(element, value, member, failures);
            failures.end();
        }
        return value;
    }

    /** Returns the receiver of failures; null if the maximum number of failures has been logged. */
    private ValidationFailures failures() {
        if (logged == null) {
            return new ValidationFailures(validation);
        }
        return logged.isFull() ? null : logged;
    }

    /** Returns the type of a folder of this body; null for other elements. */
    private TypeCheck type(Element folder) {
        if (folder == lastFolder) {
            return lastType;
        }
        var way = new ArrayDeque<Element>();
        Element top = folder;
        while (top.domain() == null && top.parent() != null) {
            way.push(top);
            top = top.parent();
        }
        boolean ours = top.content() == null || top.content().watch() == this;
        TypeCheck type = top.domain() != null && ours ? validator.root : null;
        for (Element e : way) {
            MemberCheck member = type == null ? null : validator.member(type, e);
            type = member == null ? null : validator.type(e, member.type());
        }
        lastFolder = folder;
        lastType = type;
        return type;
    }
}
