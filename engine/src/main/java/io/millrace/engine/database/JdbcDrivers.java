package io.millrace.engine.database;

import io.millrace.engine.error.Problems;

import org.jspecify.annotations.Nullable;

import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The JDBC drivers of data sources, without the driver manager of the JDK. Drivers of the
 * installation are on the class path or in the lib folder of the home. They take precedence over
 * drivers of an application, which can be used only while the application is deployed. Immutable.
 * Safe for use by several threads.
 */
public final class JdbcDrivers {

    /** Name and value of a URL parameter. */
    private static final Pattern PARAMETER = Pattern.compile("[?&;]([\\w.]+)=([^&;]*)");

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

    /** Returns these drivers and the drivers in the lib folder of the home. */
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

    /** Whether there are no drivers. */
    public boolean isEmpty() {
        return application.isEmpty() && installed().findAny().isEmpty();
    }

    /**
     * Returns the probably misspelled parameters of a URL, each with the driver parameter that it
     * resembles. Drivers ignore unknown parameters. The map is empty if the driver does not list
     * the parameters that it supports.
     */
    public Map<String, String> misspelledParameters(String url) {
        Map<String, DriverPropertyInfo> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (DriverPropertyInfo property : properties(url)) {
            known.put(property.name, property);
        }
        Map<String, String> misspelled = new LinkedHashMap<>();
        Matcher parameter = PARAMETER.matcher(url);
        while (!known.isEmpty() && parameter.find()) {
            String name = parameter.group(1);
            DriverPropertyInfo property = known.get(name);
            String near = property == null ? Problems.nearest(name, known.keySet()) : property.name;
            boolean isRead =
                    property != null
                            && (property.name.equals(name)
                                    || parameter.group(2).equals(property.value));
            if (near != null && !isRead) {
                misspelled.put(name, near);
            }
        }
        return misspelled;
    }

    private List<DriverPropertyInfo> properties(String url) {
        Driver driver = find(url).orElse(null);
        try {
            DriverPropertyInfo[] properties =
                    driver == null ? null : driver.getPropertyInfo(url, new Properties());
            return properties == null ? List.of() : List.of(properties);
        } catch (SQLException | RuntimeException e) {
            // The driver reports the reason when it is used.
            return List.of();
        }
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
            // The driver accepts this kind of URL but rejects this URL. The connection attempt
            // reports the reason.
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
