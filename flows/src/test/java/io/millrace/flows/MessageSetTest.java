package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueMessage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Message sets in applications: from their file to messages. */
class MessageSetTest {

    private static final String MODEL =
            """
            messageSet: payroll
            messages:
              employee:
                sequence:
                  id: {int: 4, cwf: external unsigned}
                  name: {string: 8}
                  salary: {decimal: 7.2, cwf: packed}
                  kind: {string: 1}
                  pay:
                    choice:
                      hours: {int: 3, cwf: external unsigned}
                      months: {int: 2, cwf: external unsigned}
            """;

    private static final String FLOW =
            """
            flow: pay
            nodes:
              in: {type: MQInput, queue: IN, domain: DOMAIN, PROPERTIES backoutThreshold: 1, backoutQueue: BACK}
              c: {type: Compute, module: Pay}
              out: {type: MQOutput, queue: OUT}
            connections:
              in.out: c
              c.out: out
            """;

    private static Application application(String domain, String properties, String esql) {
        return application(MODEL, domain, properties, esql);
    }

    private static Application application(
            String model, String domain, String properties, String esql) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("payroll.model.yaml", model);
        files.put(
                "pay.flow.yaml", FLOW.replace("DOMAIN", domain).replace("PROPERTIES", properties));
        files.put(
                "pay.esql",
                "CREATE COMPUTE MODULE Pay\nCREATE FUNCTION Main() RETURNS BOOLEAN BEGIN\n"
                        + esql
                        + "\nRETURN TRUE;\nEND;\nEND MODULE;\n");
        return Application.of("payroll", files);
    }

    private static FlowResult.Output run(Application application, QueueMessage message) {
        try (Flow flow = Flow.of(application, "pay")) {
            FlowResult result = flow.process(message);
            assertThat(result.outputs()).as("%s", result).hasSize(1);
            assertThat(result.outputs().getFirst().queue()).as("%s", result).isEqualTo("OUT");
            return result.outputs().getFirst();
        }
    }

    private static QueueMessage message(Bytes body, int ccsid, int encoding) {
        return new QueueMessage(
                new Mqmd().format("").codedCharSetId(ccsid).encoding(encoding), body);
    }

    private static final String IN_SET =
            "messageSet: payroll, messageType: employee, messageFormat: cwf, ";

    @Test
    void aRecordBecomesXml() {
        Application app =
                application(
                        "MRM",
                        IN_SET,
                        """
                        SET OutputRoot.Properties = InputRoot.Properties;
                        SET OutputRoot.XMLNSC.e.name = InputBody.name;
                        SET OutputRoot.XMLNSC.e.salary = InputRoot.MRM.salary * 2;
                        IF InputBody.kind = 'H' THEN
                            SET OutputRoot.XMLNSC.e.hours = InputBody.pay.hours;
                        END IF;
                        """);
        Charset ebcdic = Charset.forName("Cp500");
        byte[] bytes = "0042Smith   ????H037".getBytes(ebcdic);
        bytes[12] = 0x01;
        bytes[13] = 0x23;
        bytes[14] = 0x45;
        bytes[15] = 0x6C;
        FlowResult.Output out = run(app, message(Bytes.of(bytes), 500, 785));
        assertThat(new String(out.body().toArray(), ebcdic))
                .isEqualTo("<e><name>Smith</name><salary>2469.12</salary><hours>37</hours></e>");
    }

    private static final String REDEFINED =
            """
            messageSet: payroll
            messages:
              employee:
                sequence:
                  K: {string: 1}
                  (1):
                    cwf: {choiceDispatchKey: K}
                    choice:
                      A: {string: 4, cwf: {choiceBranchKey: X}}
                      B: {int: 4, cwf: {physicalType: external, signed: false, choiceBranchKey: N}}
            """;

    private static final String COPY =
            """
            SET OutputRoot.Properties = InputRoot.Properties;
            SET OutputRoot.XMLNSC.doc = InputRoot.MRM;
            """;

    @ParameterizedTest
    @CsvSource({"N1234, <doc><K>N</K><B>1234</B></doc>", "X1234, <doc><K>X</K><A>1234</A></doc>"})
    void aChoiceThatAFieldSelectsIsCopiedToXml(String record, String xml) {
        Application app = application(REDEFINED, "MRM", IN_SET, COPY);
        assertThat(run(app, message(Bytes.utf8(record), 1208, 273)).text()).isEqualTo(xml);
    }

    @Test
    void aChoiceThatNothingSelectsIsNotCopiedToXml() {
        String model = REDEFINED.replaceAll("(, )?choice(Branch|Dispatch)Key: \\w", "");
        Application app = application(model, "MRM", IN_SET, COPY);
        try (Flow flow = Flow.of(app, "pay")) {
            FlowResult result = flow.process(message(Bytes.utf8("N1234"), 1208, 273));
            assertThat(result.toString())
                    .contains(
                            """
                            MRM: found the choice of A, B, which is unresolved, expected \
                            one of its branches; refer to a branch such as A in the program before \
                            the copy, or specify in the model what identifies the branch: \
                            choiceDispatchKey and choiceBranchKey (CWF), tags or patterns (TDS)\
                            """);
            assertThat(result.outputs("OUT")).isEmpty();
        }
        String selected = "IF InputRoot.MRM.B > 0 THEN END IF;\n" + COPY;
        Application other = application(model, "MRM", IN_SET, selected);
        assertThat(run(other, message(Bytes.utf8("N1234"), 1208, 273)).text())
                .isEqualTo("<doc><K>N</K><B>1234</B></doc>");
    }

    @Test
    void xmlBecomesARecordInTheLayoutOfTheHeader() {
        Application app =
                application(
                        "XMLNSC",
                        "",
                        """
                        SET OutputRoot.Properties = InputRoot.Properties;
                        SET OutputRoot.MQMD = InputRoot.MQMD;
                        SET OutputRoot.MQMD.CodedCharSetId = 819;
                        SET OutputRoot.MQMD.Encoding = 546;
                        SET OutputRoot.Properties.MessageSet = 'payroll';
                        SET OutputRoot.Properties.MessageType = 'employee';
                        SET OutputRoot.Properties.MessageFormat = 'cwf';
                        SET OutputRoot.MRM = InputRoot.XMLNSC.e;
                        SET OutputRoot.MRM.pay.months = 7;
                        """);
        Bytes xml =
                Bytes.utf8("<e><id>7</id><name>Jo</name><salary>12.3</salary><kind>M</kind></e>");
        FlowResult.Output out = run(app, message(xml, 1208, 273));
        byte[] text = "0007Jo      ????M07".getBytes(StandardCharsets.ISO_8859_1);
        byte[] expected = java.util.Arrays.copyOf(text, text.length + 1);
        expected[12] = 0x0C;
        expected[13] = 0x23;
        expected[14] = 0x01;
        expected[15] = 0x00;
        assertThat(out.body()).isEqualTo(Bytes.of(expected));
    }

    @Test
    void turnsOfAChoiceThatRepeatsAreNamedByTheirIndex() {
        String model =
                """
                messageSet: payroll
                messages:
                  employee:
                    sequence:
                      id: {string: 3}
                      (entry):
                        occurs: 1..*
                        choice:
                          item: {sequence: {code: {string: 1}, no: {int: 2, cwf: external unsigned}}}
                          note: {string: 3}
                """;
        Application app =
                application(
                        model,
                        "MRM",
                        IN_SET,
                        """
                        DECLARE sum INTEGER 0;
                        DECLARE i INTEGER 1;
                        SET OutputRoot = InputRoot;
                        WHILE i <= 3 DO
                            SET sum = sum + InputBody.item[i].no;
                            SET i = i + 1;
                        END WHILE;
                        SET OutputRoot.MRM.item[2].no = CARDINALITY(OutputRoot.MRM.*[]);
                        SET OutputRoot.MRM.note = 'xyz';
                        SET OutputRoot.MRM.id = CAST(sum + CARDINALITY(InputBody.item[]) AS CHARACTER);
                        """);
        FlowResult.Output out = run(app, message(Bytes.utf8("001A12B34C56N??"), 819, 273));
        assertThat(out.body()).isEqualTo(Bytes.utf8("106A12B05xyzN??"));
    }

    @Test
    void recordsAreParsedAndWrittenWithinEsql() {
        Application app =
                application(
                        "MRM",
                        IN_SET,
                        """
                        SET OutputRoot = InputRoot;
                        DECLARE bits BLOB ASBITSTREAM(InputRoot.MRM, 273, 819, 'payroll', 'employee', 'cwf');
                        CREATE LASTCHILD OF Environment DOMAIN('MRM')
                            PARSE(bits, 273, 819, 'payroll', 'employee', 'cwf');
                        SET OutputRoot.MRM.name = UPPER(Environment.MRM.name);
                        SET OutputRoot.MRM.pay.months = Environment.MRM.pay.months + 1;
                        """);
        Bytes record = Bytes.utf8("0042Smith   \u0001#E<M01 ");
        FlowResult.Output out = run(app, message(record, 819, 273));
        assertThat(out.body().text(StandardCharsets.ISO_8859_1))
                .isEqualTo("0042SMITH   \u0001#E<M02\0");
    }

    @Test
    void aMessageSetThatIsNotThereIsFoundWhenTheFlowIsChecked() {
        assertThatThrownBy(() -> application("MRM", "messageSet: payrol, ", "RETURN TRUE;"))
                .isInstanceOfSatisfying(
                        ProblemsException.class,
                        e ->
                                assertThat(e.problems())
                                        .extracting(Problem::render)
                                        .anySatisfy(
                                                p ->
                                                        assertThat(p)
                                                                .contains("pay.flow.yaml:3")
                                                                .contains(
                                                                        "the application has no"
                                                                            + " message set"
                                                                            + " 'payrol'; did you"
                                                                            + " mean payroll?")));
    }

    @Test
    void whatIsWrongWithAModelIsFoundWhenTheApplicationIsChecked() {
        assertThatThrownBy(
                        () ->
                                Application.of(
                                        "x",
                                        Map.of(
                                                "x.model.yaml",
                                                "messageSet: x\n"
                                                        + "messages: {m: {sequence: {a: {string: 3,"
                                                        + " cwf: paked}, b: string}}}\n",
                                                "x.flow.yaml",
                                                "flow: x\n"
                                                        + "nodes: {in: {type: MQInput, queue:"
                                                        + " Q}}\n")))
                .isInstanceOfSatisfying(
                        ProblemsException.class,
                        e ->
                                assertThat(e.problems())
                                        .extracting(p -> p.place().toString() + " " + p.text())
                                        .contains(
                                                "x.model.yaml:2:47 'paked' is not a physical type,"
                                                        + " length or sign")
                                        .anySatisfy(
                                                p ->
                                                        assertThat(p)
                                                                .startsWith("x.model.yaml:2:55 ")
                                                                .contains(
                                                                        "b: the model does not"
                                                                                + " specify its"
                                                                                + " length")));
    }

    private static final String SHOP =
            """
            messageSet: shop
            formats: {csv: {kind: tds, messagingStandard: csv}, cwf: {kind: cwf}}
            messages:
              order:
                sequence:
                  id: {int: 6, cwf: external unsigned}
                  customer: {string: 12}
                  ordered: {date:, cwf: {dateTimeFormat: yyyyMMdd}}
                  amount: {decimal: 7.2, cwf: packed}
            """;

    private static FlowResult.Output convert(String from, String to, String esql, Bytes body) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("shop.model.yaml", SHOP);
        files.put(
                "pay.flow.yaml",
                FLOW.replace("DOMAIN", "MRM")
                        .replace(
                                "PROPERTIES",
                                "messageSet: shop, messageType: order, messageFormat: "
                                        + from
                                        + ", "));
        files.put(
                "pay.esql",
                """
                CREATE COMPUTE MODULE Pay
                CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                SET OutputRoot = InputRoot;
                SET OutputRoot.Properties.MessageFormat = '\
                """
                        + to
                        + "';\n"
                        + esql
                        + "\nRETURN TRUE;\nEND;\nEND MODULE;\n");
        return run(Application.of("shop", files), message(body, 1208, 273));
    }

    @Test
    void aLineOfCommaSeparatedValuesBecomesARecordAndALineAgain() {
        Bytes line = Bytes.utf8("42,\"Miller, Ann\",2026-11-20,19.90");
        FlowResult.Output record = convert("csv", "cwf", "", line);
        byte[] bytes = record.body().toArray();
        assertThat(new String(bytes, 0, 26, StandardCharsets.UTF_8))
                .isEqualTo("000042Miller, Ann 20261120");
        assertThat(record.body().slice(26, 30).hex()).isEqualTo("0001990C");
        FlowResult.Output again =
                convert(
                        "cwf",
                        "csv",
                        "SET OutputRoot.MRM.amount = OutputRoot.MRM.amount * 2;",
                        record.body());
        assertThat(again.body().text(StandardCharsets.UTF_8))
                .isEqualTo("42,\"Miller, Ann\",2026-11-20,39.80");
        assertThat(convert("csv", "csv", "", line).body()).isEqualTo(line);
    }
}
