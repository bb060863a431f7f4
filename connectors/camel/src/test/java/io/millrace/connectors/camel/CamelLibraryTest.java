package io.millrace.connectors.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.flows.Application;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

/** Components in the folder lib of an application. */
class CamelLibraryTest {

    private static final String LOADER = "io.millrace.connectors.camel.test.loader";

    /** A component whose endpoint returns the body of a request twice. */
    private static final String TWICE =
            """
            package example;

            import org.apache.camel.*;
            import org.apache.camel.support.*;
            import java.util.Map;

            public class TwiceComponent extends DefaultComponent {
                public TwiceComponent() {
                    System.getProperties().put("%s",
                        new java.lang.ref.WeakReference<>(getClass().getClassLoader()));
                }
                @Override
                protected Endpoint createEndpoint(String uri, String rest, Map<String, Object> options) {
                    return new DefaultEndpoint(uri, this) {
                        @Override
                        public Producer createProducer() {
                            return new DefaultProducer(this) {
                                @Override
                                public void process(Exchange exchange) {
                                    String body = exchange.getMessage().getBody(String.class);
                                    exchange.getMessage().setBody(body + body);
                                }
                            };
                        }
                        @Override
                        public Consumer createConsumer(Processor processor) {
                            throw new UnsupportedOperationException();
                        }
                    };
                }
            }
            """
                    .formatted(LOADER);

    @TempDir Path folder;

    private static void jar(Path jar, Path work) throws IOException {
        Path source =
                Files.createDirectories(work.resolve("example")).resolve("TwiceComponent.java");
        Files.writeString(source, TWICE);
        int result =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-proc:none",
                                "-nowarn",
                                "-cp",
                                System.getProperty("java.class.path"),
                                source.toString());
        assertThat(result).isZero();
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out);
                Stream<Path> files = Files.list(work.resolve("example"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                entries.putNextEntry(new JarEntry("example/" + file.getFileName()));
                entries.write(Files.readAllBytes(file));
            }
            entries.putNextEntry(
                    new JarEntry("META-INF/services/org/apache/camel/component/twice"));
            entries.write("class=example.TwiceComponent\n".getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void aComponentOfAnApplicationIsUsedAndReleased() throws IOException {
        Path app = Files.createDirectories(folder.resolve("app"));
        jar(Files.createDirectories(app.resolve("lib")).resolve("twice.jar"), folder);
        Files.writeString(
                app.resolve("main.flow.yaml"),
                CamelBroker.sending("type: CamelRequest, uri: \"twice:any\""));
        Files.writeString(app.resolve("main.esql"), CamelBroker.modules(""));
        try (CamelBroker broker = new CamelBroker()) {
            broker.broker.deploy(Application.load(app));
            broker.put("IN", "ab");
            assertThat(broker.take("OUT")).isEqualTo("abab");
            WeakReference<?> loader = (WeakReference<?>) System.getProperties().get(LOADER);
            assertThat(loader.get().getClass().getSimpleName()).isEqualTo("JarLoader");
            broker.broker.undeploy("app");
            await().until(
                            () -> {
                                System.gc();
                                return loader.get() == null;
                            });
        } finally {
            System.getProperties().remove(LOADER);
        }
    }
}
