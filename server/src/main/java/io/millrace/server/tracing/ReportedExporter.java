package io.millrace.server.tracing;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.resource.ConnectFailures;
import io.millrace.engine.resource.Endpoint;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;

import org.slf4j.Logger;

import java.net.URI;
import java.util.Collection;
import java.util.logging.Level;

/** A span exporter that reports failures to the log of Millrace. */
final class ReportedExporter implements SpanExporter {

    private static final Logger LOG = EventLog.of(ReportedExporter.class);

    /**
     * Logger of the library, which would print to the console. Kept here because the log manager
     * holds only a weak reference.
     */
    private static final java.util.logging.Logger OF_LIBRARY =
            java.util.logging.Logger.getLogger("io.opentelemetry");

    private static final String REJECTED =
            "it rejected them; check its log, and that it receives OTLP over HTTP at this URL";

    private final SpanExporter exporter;
    private final Endpoint collector;

    ReportedExporter(SpanExporter exporter, Endpoint collector) {
        this.exporter = exporter;
        this.collector = collector;
        OF_LIBRARY.setLevel(Level.OFF);
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        CompletableResultCode result = exporter.export(spans);
        int count = spans.size();
        return result.whenComplete(
                () -> {
                    if (!result.isSuccess()) {
                        Throwable failure = result.getFailureThrowable();
                        LOG.warn(
                                "{} {}: {} spans could not be sent to the collector: {}",
                                ErrorCode.TRACES_LOST.id(),
                                collector,
                                count,
                                failure == null ? REJECTED : reason(failure));
                    }
                });
    }

    private String reason(Throwable failure) {
        String host = URI.create(collector.url()).getHost();
        return ConnectFailures.reason(failure, host).orElseGet(() -> text(failure));
    }

    private static String text(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
