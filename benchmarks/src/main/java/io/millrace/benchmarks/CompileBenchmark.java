package io.millrace.benchmarks;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.Esql;
import io.millrace.engine.esql.EsqlProgram;
import io.millrace.engine.esql.analysis.Analysis;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A project of 10,000 lines of ESQL in 50 files: how long it takes to check, and to check and
 * compile.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class CompileBenchmark {

    private static final int FILES = 50;
    private static final int LINES = 10_000;

    private static final String MODULE =
            """
            CREATE COMPUTE MODULE Order%1$s
              DECLARE limit INTEGER %1$s;
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                DECLARE i INTEGER 1;
                DECLARE total DECIMAL 0.0;
                DECLARE line CHARACTER '';
                DECLARE order REFERENCE TO InputRoot.XMLNSC.Order;
                CALL CopyMessageHeaders();
                SET OutputRoot.XMLNSC.Invoice.Number = order.Number;
                SET OutputRoot.XMLNSC.Invoice.Customer.Name = UPPER(TRIM(order.Customer.Name));
                WHILE i <= CARDINALITY(order.Item[]) DO
                  DECLARE price DECIMAL CAST(order.Item[i].Price AS DECIMAL);
                  IF price > 1000 AND order.Item[i].Code NOT LIKE 'X%%' THEN
                    SET price = Discount(price, i);
                  ELSEIF price IS NULL OR order.Item[i].Quantity IN (0, 99) THEN
                    THROW USER EXCEPTION MESSAGE 2951 VALUES('bad item', i);
                  ELSE
                    SET total = total + price * order.Item[i].Quantity;
                  END IF;
                  SET OutputRoot.XMLNSC.Invoice.Line[i].Code = order.Item[i].Code;
                  SET OutputRoot.XMLNSC.Invoice.Line[i].Text = 'item ' || CAST(i AS CHARACTER);
                  SET OutputRoot.XMLNSC.Invoice.Line[i].Price = price;
                  SET line = line || COALESCE(order.Item[i].Code, '-') || ';';
                  SET i = i + 1;
                END WHILE;
                SET OutputRoot.XMLNSC.Invoice.Total = total;
                SET OutputRoot.XMLNSC.Invoice.Date = CAST(CURRENT_TIMESTAMP AS CHARACTER FORMAT 'yyyy-MM-dd');
                SET OutputRoot.XMLNSC.Invoice.Big[] = (SELECT I.Code AS code, I.Price AS price
                  FROM order.Item[] AS I WHERE CAST(I.Price AS DECIMAL) > 100);
                CASE order.Kind
                  WHEN 'A' THEN
                    SET OutputLocalEnvironment.Destination.RouterList.DestinationData[1].labelName = 'LA';
                  WHEN 'B' THEN
                    SET Environment.Variables.Seen = SUBSTRING(line FROM 1 FOR 40);
                  ELSE
                    SET OutputRoot.Properties.MessageType = CASE WHEN total > 0 THEN 'T' ELSE 'N' END;
                END CASE;
                IF total > limit THEN
                  PROPAGATE TO TERMINAL 'out1' DELETE NONE;
                END IF;
                RETURN TRUE;
              END;
              CREATE PROCEDURE CopyMessageHeaders()
              BEGIN
                DECLARE I INTEGER 1;
                DECLARE J INTEGER CARDINALITY(InputRoot.*[]);
                WHILE I < J DO
                  SET OutputRoot.*[I] = InputRoot.*[I];
                  SET I = I + 1;
                END WHILE;
              END;
              CREATE FUNCTION Discount(IN price DECIMAL, IN place INTEGER) RETURNS DECIMAL
              BEGIN
                DECLARE rate DECIMAL 0.05;
                IF place > 10 THEN
                  SET rate = rate * 2;
                END IF;
                RETURN price - price * rate;
              END;
            END MODULE;

            """;

    private List<Source> sources;

    @Setup
    public void write() {
        sources = new ArrayList<>();
        int perFile = (int) (LINES / FILES / MODULE.lines().count());
        for (int file = 0; file < FILES; file++) {
            StringBuilder text = new StringBuilder("BROKER SCHEMA orders.s" + file + "\n");
            for (int m = 0; m <= perFile; m++) {
                text.append(
                        MODULE.formatted(file + "_" + m)
                                .replace("INTEGER " + file + "_" + m, "INTEGER " + file));
            }
            sources.add(new Source("file" + file + ".esql", text.toString()));
        }
        Problems problems = new Problems();
        Esql.compile(sources, EsqlText.SETTINGS, problems);
        problems.throwIfErrors();
    }

    @Benchmark
    public Analysis check() {
        return Analysis.of(sources, EsqlText.SETTINGS, new Problems());
    }

    @Benchmark
    public EsqlProgram checkAndCompile() {
        return Esql.compile(sources, EsqlText.SETTINGS, new Problems());
    }
}
