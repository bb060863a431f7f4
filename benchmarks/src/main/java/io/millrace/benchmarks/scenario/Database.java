package io.millrace.benchmarks.scenario;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A database for scenarios that need one.
 *
 * @param name for people: {@code h2}, {@code postgresql}
 * @param url a JDBC URL
 * @param user user without a password
 */
public record Database(String name, String url, String user) {

    /** Database of applications that do not run a database's scenario. */
    public static final Database NONE = new Database("none", "jdbc:h2:mem:none", "sa");

    /** Rows of orders beside that of the request, for instances that are not to meet: R0, R1 ... */
    public static final int ROWS = 20_000;

    /** Creates the tables again, with the rows that scenarios change. */
    public void prepare() {
        try (Connection connection = DriverManager.getConnection(url, user, "");
                Statement statement = connection.createStatement()) {
            for (String table : new String[] {"BENCH_ENTRY", "BENCH_ORDERS"}) {
                statement.execute("DROP TABLE IF EXISTS " + table);
            }
            statement.execute(
                    "CREATE TABLE BENCH_ENTRY (ID VARCHAR(20) PRIMARY KEY, NAME VARCHAR(100))");
            statement.execute(
                    "CREATE TABLE BENCH_ORDERS (ID VARCHAR(20) PRIMARY KEY, TIMES INTEGER)");
            statement.execute("INSERT INTO BENCH_ORDERS VALUES ('" + OrderXml.ID + "', 0)");
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

    /** Returns the number of updates of order rows. */
    int updates() {
        try (Connection connection = DriverManager.getConnection(url, user, "");
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT SUM(TIMES) FROM BENCH_ORDERS")) {
            rows.next();
            return rows.getInt(1);
        } catch (SQLException e) {
            throw new IllegalStateException(name + ": " + e.getMessage(), e);
        }
    }
}
