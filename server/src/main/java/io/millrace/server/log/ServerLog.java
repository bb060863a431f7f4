package io.millrace.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.filter.ThresholdFilter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.Duration;
import ch.qos.logback.core.util.FileSize;

import io.millrace.engine.error.FileErrors;
import io.millrace.flows.application.ServerSettings;
import io.millrace.server.deploy.ServerHome;

import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The log file of a server: {@code log/millrace.log} in the folder {@code server} of the home. When
 * it is full, it is renamed to {@code millrace.1.log}, and a new one begins. The log on standard
 * error is unchanged. A closed log is written no longer, and the levels are those from before.
 */
public final class ServerLog implements AutoCloseable {

    private static final String NAME = "millrace.log";
    private static final String TEXT =
            "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level [%thread] %logger{0}: %escaped%n%nopex";

    private final Logger root;
    private final RollingFileAppender<ILoggingEvent> appender;
    private final Level millrace;
    private final Map<Appender<ILoggingEvent>, ThresholdFilter> unchanged = new HashMap<>();

    private ServerLog(Logger root, RollingFileAppender<ILoggingEvent> appender) {
        this.root = root;
        this.appender = appender;
        millrace = millrace().getLevel();
    }

    /**
     * Begins to write the log file.
     *
     * @throws io.millrace.engine.error.MillraceException with FILE_UNREADABLE if the file cannot be
     *     written
     * @return the log; null if the log of the process is not Logback
     */
    public static ServerLog open(Path home, ServerSettings.Log settings) {
        Path folder = ServerHome.folder(home).resolve("log");
        Path file = folder.resolve(NAME);
        try {
            Files.createDirectories(folder);
            if (!Files.exists(file)) {
                Files.createFile(file);
            }
        } catch (IOException e) {
            throw FileErrors.unwritable(file, e);
        }
        if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
            return null;
        }
        ServerLog log =
                new ServerLog(
                        context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME),
                        appender(context, file, settings));
        log.begin(Level.toLevel(settings.level()));
        return log;
    }

    private void begin(Level level) {
        Level before = root.getLevel();
        for (Iterator<Appender<ILoggingEvent>> i = root.iteratorForAppenders(); i.hasNext(); ) {
            ThresholdFilter filter = new ThresholdFilter();
            filter.setLevel(before.toString());
            filter.start();
            Appender<ILoggingEvent> other = i.next();
            other.addFilter(filter);
            unchanged.put(other, filter);
        }
        appender.addFilter(LogLevels.filter(level));
        root.addAppender(appender);
        // The levels of libraries are not changed. Each appender filters entries by its own level.
        millrace().setLevel(level.isGreaterOrEqual(before) ? before : level);
    }

    private Logger millrace() {
        return root.getLoggerContext().getLogger("io.millrace");
    }

    @Override
    public void close() {
        millrace().setLevel(millrace);
        root.detachAppender(appender);
        appender.stop();
        unchanged.forEach(
                (other, filter) -> {
                    List<Filter<ILoggingEvent>> filters = other.getCopyOfAttachedFiltersList();
                    other.clearAllFilters();
                    filters.stream().filter(f -> f != filter).forEach(other::addFilter);
                });
    }

    private static RollingFileAppender<ILoggingEvent> appender(
            LoggerContext context, Path file, ServerSettings.Log settings) {
        RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
        appender.setContext(context);
        appender.setName("FILE");
        appender.setFile(file.toString());
        appender.setEncoder(encoder(context, settings));
        FixedWindowRollingPolicy window =
                new FixedWindowRollingPolicy() {
                    @Override
                    protected int getMaxWindowSize() {
                        return settings.maxFiles();
                    }
                };
        window.setContext(context);
        window.setParent(appender);
        window.setFileNamePattern(file.toString().replace(NAME, "millrace.%i.log"));
        window.setMinIndex(1);
        window.setMaxIndex(settings.maxFiles());
        window.start();
        SizeBasedTriggeringPolicy<ILoggingEvent> size = new SizeBasedTriggeringPolicy<>();
        size.setContext(context);
        size.setMaxFileSize(new FileSize(settings.maxFileBytes()));
        // The default is a minute, in which a file could grow far beyond its maximum.
        size.setCheckIncrement(Duration.buildBySeconds(1));
        size.start();
        appender.setRollingPolicy(window);
        appender.setTriggeringPolicy(size);
        appender.start();
        return appender;
    }

    private static Encoder<ILoggingEvent> encoder(
            LoggerContext context, ServerSettings.Log settings) {
        if (settings.format().equals("json")) {
            JsonEncoder json = new JsonEncoder();
            json.setContext(context);
            json.setWithSequenceNumber(false);
            json.setWithContext(false);
            json.setWithNanoseconds(false);
            json.setWithMessage(false);
            json.setWithArguments(false);
            json.setWithFormattedMessage(true);
            json.start();
            return json;
        }
        PatternLayoutEncoder text = new PatternLayoutEncoder();
        text.setContext(context);
        text.setPattern(TEXT);
        text.start();
        return text;
    }
}
