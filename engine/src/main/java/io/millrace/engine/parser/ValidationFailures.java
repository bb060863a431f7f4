package io.millrace.engine.parser;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;

import org.slf4j.Logger;

import java.util.ArrayList;
import java.util.List;

/**
 * Takes what a validation finds and does what is asked with it: throws the first failure at once;
 * keeps all and throws them at the end; or tells a log. Not for use by several threads.
 */
public final class ValidationFailures {

    private static final Logger USER_TRACE = EventLog.of("io.millrace.usertrace");
    private static final Logger LOCAL_ERROR = EventLog.of("io.millrace.messages");

    /** So that a hostile message does not make lists or logs long. */
    private static final int MOST = 100;

    private final Validation.FailureAction action;
    private final List<MillraceException> kept = new ArrayList<>();
    private int count;

    public ValidationFailures(Validation.FailureAction action) {
        this.action = action;
    }

    /** Whether so much was found that it is of no use to look further. */
    public boolean isFull() {
        return count >= MOST;
    }

    /** The structure of a message is not as its model says. */
    public void content(Element at, String path, String found, String expected) {
        boolean came = isAsItCame(at);
        add(
                came ? ErrorCode.INVALID_CONTENT : ErrorCode.INVALID_OUTPUT_CONTENT,
                path,
                found,
                expected);
    }

    /** A value is not as the model says. */
    public void value(Element at, String path, String found, String expected) {
        boolean came = isAsItCame(at);
        add(came ? ErrorCode.INVALID_VALUE : ErrorCode.INVALID_OUTPUT_VALUE, path, found, expected);
    }

    /** Who sent the message must act on what nobody changed since. */
    private static boolean isAsItCame(Element at) {
        return at.content() != null && at.isClean();
    }

    private void add(ErrorCode code, String path, String found, String expected) {
        if (isFull()) {
            return;
        }
        count++;
        MillraceException failure =
                MillraceException.of(code, path + ": found " + found + ", expected " + expected)
                        .type(ExceptionType.PARSER)
                        .inserts(Insert.of(path), Insert.of(found), Insert.of(expected))
                        .build();
        switch (action) {
            case EXCEPTION -> throw failure;
            case EXCEPTION_LIST -> kept.add(failure);
            case USER_TRACE -> USER_TRACE.info("{} {}", code.id(), failure.getMessage());
            case LOCAL_ERROR -> LOCAL_ERROR.error("{} {}", code.id(), failure.getMessage());
        }
    }

    /**
     * Nothing more is looked at now.
     *
     * @throws MillraceException with all failures that were kept: the first as its cause, the
     *     others suppressed
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
