package io.millrace.store;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

import org.slf4j.LoggerFactory;

import java.util.List;

/** The warnings and errors that a class logs during a test. */
public final class CapturedLog implements AutoCloseable {

    private final ListAppender<ILoggingEvent> events = new ListAppender<>();
    private final Logger logger;
    private final Level before;

    /** Begins to collect the messages of a logger. */
    public CapturedLog(String name) {
        logger = (Logger) LoggerFactory.getLogger(name);
        before = logger.getLevel();
        logger.setLevel(Level.WARN);
        events.start();
        logger.addAppender(events);
    }

    public CapturedLog(Class<?> type) {
        this(type.getName());
    }

    public List<String> messages() {
        return List.copyOf(events.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Override
    public void close() {
        logger.detachAppender(events);
        logger.setLevel(before);
    }
}
