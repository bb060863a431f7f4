package io.millrace.server.tracing;

import io.millrace.engine.observe.FlowObserver;
import io.millrace.engine.observe.FlowObservers;
import io.millrace.engine.observe.ObservedFlow;
import io.millrace.engine.resource.CertificateFiles;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.Credentials;
import io.millrace.engine.resource.Endpoint;
import io.millrace.flows.application.ServerSettings;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.common.export.ProxyOptions;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;

import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/**
 * The traces of a process. This class observes the flows of a broker and sends spans to a collector
 * in the background. If the collector does not accept the spans fast enough, spans are lost;
 * messages do not wait.
 */
public final class Tracing implements FlowObservers, AutoCloseable {

    private static final String NAME = "io.millrace";
    private static final String DEFAULT_PATH = "/v1/traces";

    /** Maximum time to send the last spans when the process ends. */
    private static final long END_SECONDS = 5;

    /** Maximum time for which a span is buffered before it is sent. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final SdkTracerProvider provider;
    private final TraceContext context;
    private final int sampleOneOf;

    private Tracing(SdkTracerProvider provider, ServerSettings.Tracing settings) {
        this.provider = provider;
        sampleOneOf = settings.sampleOneOf();
        context = new TraceContext(settings.headers());
    }

    /**
     * Starts the export of traces. The collector need not be reachable.
     *
     * @param version version of Millrace
     * @throws io.millrace.engine.error.MillraceException with CERTIFICATES_UNUSABLE
     */
    public static Tracing open(ServerSettings.Tracing settings, String version) {
        Resource resource =
                Resource.getDefault()
                        .merge(
                                Resource.create(
                                        Attributes.of(
                                                AttributeKey.stringKey("service.name"),
                                                settings.service(),
                                                AttributeKey.stringKey("service.version"),
                                                version,
                                                AttributeKey.longKey("process.pid"),
                                                ProcessHandle.current().pid())));
        SdkTracerProvider provider =
                SdkTracerProvider.builder()
                        .setResource(resource)
                        // TracingObserver decides which messages are sampled.
                        .setSampler(Sampler.parentBased(Sampler.alwaysOn()))
                        .addSpanProcessor(
                                BatchSpanProcessor.builder(
                                                new ReportedExporter(
                                                        exporter(settings.collector()),
                                                        settings.collector()))
                                        .setScheduleDelay(PAUSE)
                                        .build())
                        .build();
        return new Tracing(provider, settings);
    }

    private static OtlpHttpSpanExporter exporter(Endpoint collector) {
        OtlpHttpSpanExporterBuilder exporter =
                OtlpHttpSpanExporter.builder()
                        .setEndpoint(url(collector))
                        .setTimeout(Duration.ofMillis(collector.timeoutMillis()))
                        .setConnectTimeout(Duration.ofMillis(collector.connectMillis()));
        String authorization = authorization(collector.credentials());
        if (!authorization.isEmpty()) {
            exporter.addHeader("Authorization", authorization);
        }
        Certificates tls = collector.tls();
        if (tls != null && tls != Certificates.NONE) {
            exporter.setSslContext(CertificateFiles.context(tls), new RejectingTrust());
        }
        if (collector.proxy() != null) {
            URI proxy = URI.create(collector.proxy().url());
            exporter.setProxy(
                    ProxyOptions.create(new InetSocketAddress(proxy.getHost(), proxy.getPort())));
        }
        return exporter.build();
    }

    /** Returns the URL of a collector with its path. */
    static String url(Endpoint collector) {
        String path = URI.create(collector.url()).getRawPath();
        return path == null || path.isEmpty() || path.equals("/")
                ? collector.url().replaceFirst("/$", "") + DEFAULT_PATH
                : collector.url();
    }

    private static String authorization(Credentials credentials) {
        if (credentials.equals(Credentials.NONE)) {
            return "";
        }
        String password = credentials.password().reveal("the collector of traces");
        if (credentials.user().isEmpty()) {
            return "Bearer " + password;
        }
        byte[] pair = (credentials.user() + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    @Override
    public FlowObserver observer(ObservedFlow flow, String instance, FlowObserver next) {
        return new TracingObserver(provider.get(NAME), context, sampleOneOf, flow, instance, next);
    }

    /** Sends the remaining spans, for at most {@value #END_SECONDS} seconds. */
    @Override
    public void close() {
        provider.shutdown().join(END_SECONDS, TimeUnit.SECONDS);
    }
}
