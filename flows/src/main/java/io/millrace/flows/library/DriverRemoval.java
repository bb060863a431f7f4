package io.millrace.flows.library;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/**
 * An action that removes JDBC drivers from the driver manager of the JDK. Drivers register
 * themselves there, and the driver manager would keep their class loader reachable. A class loader
 * can remove only its own drivers, so {@link JarLoader} defines a copy of this class. Public
 * because the copy is called by reflection.
 */
public final class DriverRemoval {

    private DriverRemoval() {}

    /** Removes the drivers of the class loader of this class. */
    public static void run() throws SQLException {
        List<Driver> all = DriverManager.drivers().toList();
        for (Driver driver : all) {
            if (driver.getClass().getClassLoader() == DriverRemoval.class.getClassLoader()) {
                DriverManager.deregisterDriver(driver);
            }
        }
    }
}
