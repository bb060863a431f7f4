package io.millrace.databases;

import org.junit.jupiter.api.io.TempDir;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** H2 within this process. Public, because the database calls methods of it. */
public class H2ContractTest extends DatabaseContract {

    @TempDir Path folder;

    @Override
    String url() {
        return "jdbc:h2:" + folder.resolve("stock") + ";DB_CLOSE_DELAY=-1";
    }

    @Override
    String user() {
        return "sa";
    }

    @Override
    String bytes() {
        return "VARBINARY(9)";
    }

    @Override
    String[] createChange() {
        return alias("change");
    }

    @Override
    String[] createHalf() {
        return alias("half");
    }

    @Override
    String[] createParts() {
        return alias("parts");
    }

    private static String[] alias(String name) {
        String method = H2ContractTest.class.getName() + "." + name;
        return new String[] {"CREATE ALIAS " + name + " FOR \"" + method + "\""};
    }

    /** H2 takes OUT parameters from a row. */
    public static ResultSet change(Connection connection, Long in, Long out, String both)
            throws SQLException {
        PreparedStatement row = connection.prepareStatement("SELECT ?, ?, ?");
        row.setObject(1, in);
        row.setObject(2, in == null ? out : Long.valueOf(in * 2));
        row.setString(3, both + "!");
        return row.executeQuery();
    }

    public static BigDecimal half(BigDecimal value) {
        return value.divide(BigDecimal.TWO);
    }

    public static ResultSet parts(Connection connection, Long least) throws SQLException {
        PreparedStatement rows =
                connection.prepareStatement("SELECT * FROM PART WHERE ID >= ? ORDER BY ID");
        rows.setObject(1, least);
        return rows.executeQuery();
    }
}
