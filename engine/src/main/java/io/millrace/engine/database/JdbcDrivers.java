package io.millrace.engine.database;

import org.jspecify.annotations.Nullable;

import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * The JDBC drivers of data sources, without the driver manager of the JDK. Drivers of the
 * installation are on the class path or in the lib folder of the home. They take precedence over
 * drivers of an application, which can be used only while the application is deployed. Immutable.
 * Safe for use by several threads.
 */
public final class JdbcDrivers {

    private final ClassPath classPath;
    private final List<Driver> home;
    private final List<Driver> application;

    private JdbcDrivers(ClassPath classPath, List<Driver> home, List<Driver> application) {
        this.classPath = classPath;
        this.home = home;
        this.application = application;
    }

    /**
     * Returns the drivers on the class path of a class loader. They are loaded at the first use.
     */
    public static JdbcDrivers load(ClassLoader loader) {
        return new JdbcDrivers(new ClassPath(loader), List.of(), List.of());
    }

    /** Returns these drivers and the drivers of the home. */
    public JdbcDrivers withHome(List<Driver> drivers) {
        return new JdbcDrivers(classPath, List.copyOf(drivers), application);
    }

    /** Returns these drivers and the drivers of an application. */
    public JdbcDrivers withApplication(List<Driver> drivers) {
        return new JdbcDrivers(classPath, home, List.copyOf(drivers));
    }

    /** Returns the driver for a URL; empty if no driver accepts the URL. */
    public Optional<Driver> find(String url) {
        return first(Stream.concat(installed(), application.stream()), url);
    }

    /** Whether only the application has a driver for a URL. */
    public boolean isOfApplication(String url) {
        return first(installed(), url).isEmpty() && find(url).isPresent();
    }

    /** Whether there are no drivers, because the program works without databases. */
    public boolean isEmpty() {
        return application.isEmpty() && installed().findAny().isEmpty();
    }

    private Stream<Driver> installed() {
        return Stream.concat(classPath.drivers().stream(), home.stream());
    }

    private static Optional<Driver> first(Stream<Driver> drivers, String url) {
        return drivers.filter(driver -> accepts(driver, url)).findFirst();
    }

    private static boolean accepts(Driver driver, String url) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException e) {
            // The driver knows such URLs and rejects this one; it reports why when it is used.
            return true;
        }
    }

    /** The drivers on a class path. */
    private static final class ClassPath {
        private final ClassLoader loader;
        private @Nullable List<Driver> drivers;

        ClassPath(ClassLoader loader) {
            this.loader = loader;
        }

        synchronized List<Driver> drivers() {
            if (drivers == null) {
                drivers = load();
            }
            return drivers;
        }

        /** Loads the drivers. Like the driver manager of the JDK, ignores unusable drivers. */
        private List<Driver> load() {
            List<Driver> found = new ArrayList<>();
            Iterator<Driver> all = ServiceLoader.load(Driver.class, loader).iterator();
            while (true) {
                try {
                    if (!all.hasNext()) {
                        return List.copyOf(found);
                    }
                    found.add(all.next());
                } catch (ServiceConfigurationError | LinkageError unusable) {
                    continue;
                }
            }
        }
    }
}
