package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.Resources;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A database for scenarios that need one.
 *
 * @param name {@code h2} or {@code postgresql}
 * @param url a JDBC URL
 * @param user user without a password
 */
public record Database(String name, String url, String user) {

    /** Placeholder for scenarios that need no database. */
    public static final Database NONE = new Database("none", "jdbc:h2:mem:none", "sa");

    /** Number of additional rows of orders, so that instances can use different rows. */
    static final int ROWS = 20_000;

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, "");
    }

    /** Creates the tables and the rows that scenarios change. */
    void prepare() {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : Resources.text("scenario/database/tables.sql").split(";\n")) {
                statement.execute(sql);
            }
            connection.setAutoCommit(false);
            for (int row = 0; row < ROWS; row++) {
                statement.addBatch("INSERT INTO BENCH_ORDERS VALUES ('R" + row + "', 0)");
            }
            statement.executeBatch();
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(name + ": " + e.getMessage(), e);
        }
    }
}
