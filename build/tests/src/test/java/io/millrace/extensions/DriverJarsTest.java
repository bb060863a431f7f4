package io.millrace.extensions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.ProblemsException;
import io.millrace.flows.Application;
import io.millrace.flows.ApplicationOptions;
import io.millrace.flows.Broker;
import io.millrace.flows.Extensions;
import io.millrace.flows.compile.CompiledApplication;
import io.millrace.server.Millrace;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * JDBC drivers in lib folders. The driver is H2 with other URLs, from its own jar: classes of the
 * class path cannot be mistaken for it.
 */
class DriverJarsTest {

    private static final String DRIVER =
            """
            package shop;

            import java.sql.*;
            import java.util.Properties;
            import java.util.logging.Logger;

            public final class ShopDriver implements Driver {
                static {
                    try {
                        DriverManager.registerDriver(new ShopDriver());
                    } catch (SQLException e) {
                        throw new ExceptionInInitializerError(e);
                    }
                }

                private final Driver h2 = new org.h2.Driver();

                @Override public boolean acceptsURL(String url) {
                    return url.startsWith("jdbc:shop:");
                }

                @Override public Connection connect(String url, Properties p) throws SQLException {
                    return acceptsURL(url)
                            ? h2.connect(url.replace("jdbc:shop:", "jdbc:h2:"), p)
                            : null;
                }

                @Override public DriverPropertyInfo[] getPropertyInfo(String url, Properties p) {
                    return new DriverPropertyInfo[0];
                }

                @Override public int getMajorVersion() { return 1; }

                @Override public int getMinorVersion() { return 0; }

                @Override public boolean jdbcCompliant() { return false; }

                @Override public Logger getParentLogger() { return Logger.getLogger("shop"); }
            }
            """;

    private static final String FLOW =
            """
            flow: stock
            coordinatedTransaction: COORDINATED
            nodes:
              in: {type: MQInput, queue: IN, domain: XMLNSC}
              count: {type: Compute, module: Count, dataSource: STOCK}
              out: {type: MQOutput, queue: OUT}
            connections:
              in.out: count
              count.out: out
            """;

    private static final String ESQL =
            """
            CREATE COMPUTE MODULE Count
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                INSERT INTO Database.PART (ID) VALUES (InputRoot.XMLNSC.id);
                SET OutputRoot.XMLNSC.parts = THE(SELECT ITEM COUNT(*) FROM Database.PART AS p);
                RETURN TRUE;
              END;
            END MODULE;
            """;

    @TempDir Path work;

    private Path app;
    private Path home;

    @BeforeEach
    void application() throws IOException {
        app = Files.createDirectories(work.resolve("stock"));
        home = Files.createDirectories(work.resolve("home"));
        write("jdbc:shop:mem:stock;INIT=CREATE TABLE IF NOT EXISTS PART(ID INT)", "no");
    }

    private void write(String url, String coordinated) throws IOException {
        Files.writeString(app.resolve("stock.flow.yaml"), FLOW.replace("COORDINATED", coordinated));
        Files.writeString(app.resolve("count.esql"), ESQL);
        Files.writeString(
                app.resolve("application.yaml"),
                "name: stock\ndataSources:\n  STOCK: {url: \"" + url + "\", user: sa}\n");
    }

    private static Path h2() {
        return Path.of(
                org.h2.Driver.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    }

    /** Writes the driver and H2 to the lib folder of a folder. */
    private void driver(Path folder) throws IOException {
        Path project = work.resolve("driver");
        Path source = project.resolve("src/main/java/shop/ShopDriver.java");
        Files.createDirectories(source.getParent());
        Files.writeString(source, DRIVER);
        Path services = project.resolve("src/main/resources/META-INF/services");
        Files.createDirectories(services);
        Files.writeString(services.resolve(Driver.class.getName()), "shop.ShopDriver\n");
        Path classes = Files.createDirectories(work.resolve("classes"));
        JavaJar.write(project, classes, folder.resolve("lib/shop.jar"));
        Files.copy(h2(), folder.resolve("lib/h2.jar"));
    }

    private static String next(Broker broker) {
        broker.put("IN", "<id>1</id>");
        return broker.get("OUT", Duration.ofSeconds(60))
                .map(m -> m.body().text(StandardCharsets.UTF_8))
                .orElseThrow();
    }

    @Test
    void aDriverInTheLibOfAnApplicationServesItsDataSources() throws Exception {
        driver(app);
        assertThat(Application.check(app)).isEmpty();
        try (Broker broker = Broker.builder().start()) {
            WeakReference<ClassLoader> loader = deploy(broker);
            broker.undeploy("stock");
            for (int i = 0; loader.get() != null && i < 200; i++) {
                System.gc();
                Thread.onSpinWait();
            }
            assertThat(loader.get()).as("the class loader of the driver is released").isNull();
        }
    }

    /** Runs the application, and returns the class loader of its driver. */
    private WeakReference<ClassLoader> deploy(Broker broker) throws ReflectiveOperationException {
        Application application = Application.load(app);
        broker.deploy(application);
        assertThat(next(broker)).isEqualTo("<parts>1</parts>");
        Method compiled = Application.class.getDeclaredMethod("compiled");
        compiled.setAccessible(true);
        CompiledApplication found = (CompiledApplication) compiled.invoke(application);
        Driver driver = found.registries().drivers().find("jdbc:shop:mem:stock").orElseThrow();
        return new WeakReference<>(driver.getClass().getClassLoader());
    }

    @Test
    void aDriverInTheLibOfTheHomeServesAllApplications() throws IOException {
        driver(home);
        assertThat(
                        Application.report(
                                        List.of(app),
                                        ApplicationOptions.DEFAULTS.with(Extensions.ofHome(home)))
                                .problems())
                .isEmpty();
        assertThat(Application.check(app))
                .singleElement()
                .satisfies(
                        p ->
                                assertThat(p.render())
                                        .contains(
                                                "no JDBC driver for jdbc:shop:mem:stock",
                                                "copy the jar of the driver to the folder lib of"
                                                    + " the broker's home or of the application"));
        try (Broker broker = Broker.builder().home(home).start()) {
            broker.deploy(app);
            assertThat(next(broker)).isEqualTo("<parts>1</parts>");
        }
    }

    @Test
    void coordinatedUnitsNeedADriverOfTheInstallation() throws IOException {
        write("jdbc:shop:mem:units", "yes");
        driver(app);
        assertThat(Application.check(app))
                .filteredOn(p -> p.code() == ErrorCode.COORDINATION_REFUSED)
                .extracting(Problem::text)
                .contains(
                        "the data source STOCK cannot take part in coordinated units: its JDBC"
                                + " driver is in the lib folder of the application");

        Files.move(app.resolve("lib"), home.resolve("lib"));
        try (Broker broker = Broker.builder().home(home).start()) {
            assertThatThrownBy(() -> broker.deploy(app))
                    .isInstanceOf(ProblemsException.class)
                    .hasMessageContaining("error MR6003")
                    .hasMessageContaining("the data source STOCK cannot take part");
        }
    }

    @Test
    void aProcessWithoutTheDriverOnItsClassPathFindsItInItsHome() throws Exception {
        write("jdbc:h2:mem:stock;INIT=CREATE TABLE IF NOT EXISTS PART(ID INT)", "no");
        Files.createDirectories(home.resolve("lib"));
        Files.copy(h2(), home.resolve("lib/h2.jar"));
        Path message = Files.writeString(work.resolve("id.xml"), "<id>1</id>");
        String classPath =
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                        .filter(entry -> !Path.of(entry).equals(h2()))
                        .collect(Collectors.joining(File.pathSeparator));
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "--sun-misc-unsafe-memory-access=allow",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                classPath,
                                Millrace.class.getName(),
                                "run",
                                app.toString(),
                                "--home",
                                home.toString(),
                                "--put",
                                message.toString(),
                                "--until-idle")
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains("1 message processed").containsPattern("OUT +1 +1");
    }
}
