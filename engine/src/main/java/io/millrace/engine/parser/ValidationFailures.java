package io.millrace.engine.parser;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.SensitiveValues;

import org.slf4j.Logger;

import java.util.ArrayList;
import java.util.List;

/**
 * A receiver and reporter of validation failures. It throws the first failure immediately, collects
 * all and throws them at the end, or logs them. Only for one thread.
 */
public final class ValidationFailures {

    private static final Logger USER_TRACE = EventLog.of("io.millrace.usertrace");
    private static final Logger LOCAL_ERROR = EventLog.of("io.millrace.messages");

    /**
     * Maximum number of failures. It prevents a hostile message from causing long lists or logs.
     */
    private static final int MAX_COUNT = 100;

    private final Validation validation;
    private final List<MillraceException> kept = new ArrayList<>();
    private int count;

    public ValidationFailures(Validation validation) {
        this.validation = validation;
    }

    /** Whether the maximum number of failures is reached. */
    public boolean isFull() {
        return count >= MAX_COUNT;
    }

    /** Reports that the structure of a message does not match its model. */
    public void content(Element at, String path, String found, String expected) {
        boolean came = isAsItCame(at);
        add(
                came ? ErrorCode.INVALID_CONTENT : ErrorCode.INVALID_OUTPUT_CONTENT,
                path,
                found,
                expected);
    }

    /** Reports that a value does not match its model. */
    public void value(Element at, String path, String found, String expected) {
        boolean came = isAsItCame(at);
        add(came ? ErrorCode.INVALID_VALUE : ErrorCode.INVALID_OUTPUT_VALUE, path, found, expected);
    }

    /**
     * Whether an element has not been changed since the message was received. In this case, the
     * sender must act on the failure.
     */
    private static boolean isAsItCame(Element at) {
        return at.content() != null && at.isClean();
    }

    private void add(ErrorCode code, String path, String found, String expected) {
        if (isFull()) {
            return;
        }
        count++;
        MillraceException failure =
                ParseErrors.failure(
                        code,
                        path + ": found " + found + ", expected " + expected,
                        Insert.of(path),
                        Insert.of(found),
                        Insert.of(expected));
        switch (validation.action()) {
            case EXCEPTION -> throw failure;
            case EXCEPTION_LIST -> kept.add(failure);
            case USER_TRACE -> USER_TRACE.info("{} {}", code.id(), logged(failure));
            case LOCAL_ERROR -> LOCAL_ERROR.error("{} {}", code.id(), logged(failure));
        }
    }

    private String logged(MillraceException failure) {
        String text = failure.getMessage();
        return validation.isMasked() ? SensitiveValues.withoutFound(text) : text;
    }

    /**
     * Ends the validation.
     *
     * @throws MillraceException with all collected failures: the first is its cause, the other
     *     failures are suppressed exceptions
     */
    public void end() {
        if (kept.isEmpty()) {
            return;
        }
        MillraceException first = kept.getFirst();
        String words = kept.size() == 1 ? "1 failure" : kept.size() + " failures";
        String all = isFull() ? "at least " + words : words;
        MillraceException together =
                MillraceException.of(first.code(), "validation found " + all)
                        .type(ExceptionType.PARSER)
                        .inserts(Insert.of(kept.size()))
                        .cause(first)
                        .build();
        kept.subList(1, kept.size()).forEach(together::addSuppressed);
        kept.clear();
        count = 0;
        throw together;
    }
}
