package io.millrace.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;
import io.millrace.flows.Flow;
import io.millrace.flows.FlowResult;
import io.millrace.server.Millrace;
import io.millrace.server.console.Console;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

import javax.tools.ToolProvider;

/**
 * An application whose ESQL calls Java in its lib folder and stored procedures of a real database,
 * by all doors. Public, because the database calls methods of it.
 */
public class ForeignCodeTest {

    private static final String FLOW =
            """
            flow: shop
            nodes:
              in:   {type: MQInput, queue: SHOP.IN, domain: XMLNSC}
              sell: {type: Compute, module: Sell, dataSource: STOCK}
              out:  {type: MQOutput, queue: SHOP.OUT}
            connections:
              in.out: sell
              sell.out: out
            """;

    private static final String ESQL =
            """
            CREATE FUNCTION label(name CHARACTER, copies INTEGER) RETURNS CHARACTER
              LANGUAGE JAVA EXTERNAL NAME "com.example.Labels.label";

            CREATE PROCEDURE sell(IN part INTEGER, OUT left INTEGER, INOUT remark CHARACTER)
              LANGUAGE DATABASE EXTERNAL NAME "SELL";

            CREATE PROCEDURE halved(amount DECIMAL) RETURNS DECIMAL
              LANGUAGE DATABASE EXTERNAL NAME "HALVED";

            CREATE PROCEDURE parts(IN least INTEGER)
              LANGUAGE DATABASE DYNAMIC RESULT SETS 1 EXTERNAL NAME "PARTS";

            CREATE COMPUTE MODULE Sell
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                DECLARE remark CHARACTER InputRoot.XMLNSC.sale.remark;
                CREATE LASTCHILD OF OutputRoot DOMAIN 'XMLNSC';
                DECLARE sold REFERENCE TO OutputRoot.XMLNSC;
                CREATE LASTCHILD OF OutputRoot.XMLNSC AS sold NAME 'sold';
                CALL sell(InputRoot.XMLNSC.sale.part, sold.left, remark);
                SET sold.remark = remark;
                SET sold.half = halved(InputRoot.XMLNSC.sale.amount) + 1;
                CALL parts(2, sold.part[]);
                SET sold.label = label(sold.part[1].NAME, 2);
                IF remark = 'too many!' THEN
                  THROW USER EXCEPTION VALUES('no');
                END IF;
                RETURN TRUE;
              END;
            END MODULE;
            """;

    private static final String JAVA =
            """
            package com.example;

            public final class Labels {
                public static String label(String name, Long copies) {
                    return "[" + name.repeat(copies.intValue()) + "]";
                }
            }
            """;

    private static final String SALE =
            "<sale><part>2</part><remark>good</remark><amount>7.00</amount></sale>";

    private static final String SOLD =
            "<sold><left>4</left><remark>good!</remark><half>4.50</half><part><ID>2</ID>"
                    + "<NAME>nut</NAME></part><part><ID>3</ID><NAME>pin</NAME></part>"
                    + "<label>[nutnut]</label></sold>";

    @TempDir Path work;

    private Path app;
    private Connection database;

    @BeforeEach
    void write() throws IOException, SQLException {
        app = Files.createDirectories(work.resolve("shop"));
        String url = "jdbc:h2:mem:" + work.getFileName() + ";DB_CLOSE_DELAY=-1";
        Files.writeString(app.resolve("shop.flow.yaml"), FLOW);
        Files.writeString(app.resolve("shop.esql"), ESQL);
        Files.writeString(
                app.resolve("application.yaml"),
                "name: shop\ndataSources:\n  STOCK: {url: \"" + url + "\", user: sa}\n");
        Files.writeString(work.resolve("sale.xml"), SALE);
        jar();
        database = DriverManager.getConnection(url, "sa", "");
        execute(
                "CREATE TABLE PART (ID INT PRIMARY KEY, NAME VARCHAR(20), QTY INT)",
                "INSERT INTO PART VALUES (1, 'bolt', 9), (2, 'nut', 5), (3, 'pin', 7)");
        for (String name : List.of("sell", "halved", "parts")) {
            String method = ForeignCodeTest.class.getName() + "." + name;
            execute("CREATE ALIAS " + name + " FOR \"" + method + "\"");
        }
    }

    @AfterEach
    void drop() throws SQLException {
        execute("SHUTDOWN");
        database.close();
    }

    private void execute(String... statements) throws SQLException {
        try (Statement statement = database.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private long left(int part) throws SQLException {
        try (Statement statement = database.createStatement();
                ResultSet row = statement.executeQuery("SELECT QTY FROM PART WHERE ID = " + part)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** What the lib folder of an application holds: a jar, compiled here. */
    private void jar() throws IOException {
        Path java = Files.writeString(work.resolve("Labels.java"), JAVA);
        int result =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-proc:none",
                                "-cp",
                                work.toString(),
                                "-d",
                                work.toString(),
                                java.toString());
        assertThat(result).isZero();
        Path lib = Files.createDirectories(app.resolve("lib"));
        try (OutputStream file = Files.newOutputStream(lib.resolve("labels.jar"));
                JarOutputStream jar = new JarOutputStream(file)) {
            String name = "com/example/Labels.class";
            jar.putNextEntry(new JarEntry(name));
            jar.write(Files.readAllBytes(work.resolve(name)));
        }
    }

    /** Takes one of a part: a stored procedure, whose OUT parameters H2 takes from a row. */
    public static ResultSet sell(Connection connection, Long part, Long left, String remark)
            throws SQLException {
        // H2 first asks for the columns only.
        if (!connection.getMetaData().getURL().equals("jdbc:columnlist:connection")) {
            try (PreparedStatement less =
                    connection.prepareStatement("UPDATE PART SET QTY = QTY - 1 WHERE ID = ?")) {
                less.setLong(1, part);
                less.executeUpdate();
            }
        }
        PreparedStatement row =
                connection.prepareStatement(
                        "SELECT CAST(? AS BIGINT), (SELECT QTY FROM PART WHERE ID = ?),"
                                + " CAST(? AS VARCHAR)");
        row.setObject(1, part);
        row.setObject(2, part);
        row.setString(3, remark + "!");
        return row.executeQuery();
    }

    public static BigDecimal halved(BigDecimal amount) {
        return amount.divide(BigDecimal.TWO);
    }

    public static ResultSet parts(Connection connection, Long least) throws SQLException {
        PreparedStatement rows =
                connection.prepareStatement("SELECT ID, NAME FROM PART WHERE ID >= ? ORDER BY ID");
        rows.setObject(1, least);
        return rows.executeQuery();
    }

    @Test
    void aFlowInThisProcessCallsThem() throws SQLException {
        try (Flow flow = Flow.load(app, "")) {
            FlowResult result = flow.process(SALE);
            assertThat(result.exceptions()).isEmpty();
            assertThat(result.outputs().getFirst().text()).isEqualTo(SOLD);
        }
        assertThat(left(2)).isEqualTo(4);
    }

    @Test
    void aBrokerUndoesWhatAProcedureDidForAMessageThatFailed() throws SQLException {
        try (Broker broker = Broker.builder().start()) {
            broker.deploy(Application.load(app));
            broker.put("SHOP.IN", SALE.replace("good", "too many"));
            broker.put("SHOP.IN", SALE);
            QueueMessage sold = broker.get("SHOP.OUT", Duration.ofSeconds(240)).orElseThrow();
            assertThat(sold.body().text(StandardCharsets.UTF_8)).isEqualTo(SOLD);
            assertThat(broker.awaitIdle(Duration.ofSeconds(240))).isTrue();
        }
        assertThat(left(2)).isEqualTo(4);
    }

    private String millrace(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Millrace.run(new Console(out, err, false), args);
        String printed =
                out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
        assertThat(code).as(printed).isZero();
        return printed;
    }

    @Test
    void execShowsWhatTheyGaveBack() throws SQLException {
        String message = work.resolve("sale.xml").toString();
        assertThat(millrace("exec", app.toString(), "--message", message))
                .contains("<label>[nutnut]</label>", "on SHOP.OUT");
    }

    @Test
    void runKeepsWhatTheyDid() throws SQLException {
        String home = work.resolve("home").toString();
        String message = work.resolve("sale.xml").toString();
        String printed =
                millrace("run", app.toString(), "--put", message, "--until-idle", "--home", home);
        assertThat(printed).contains("1 message processed").containsPattern("SHOP.OUT +1 +1");
        assertThat(left(2)).isEqualTo(4);
        assertThat(millrace("get", "SHOP.OUT", "--home", home)).contains(SOLD);
    }
}
