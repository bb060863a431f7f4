package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueMessage;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.Map;

/** Messages in the programmable command format, as programs read and make them. */
class CommandFormatTest {

    private static final String FLOW =
            """
            flow: commands
            nodes:
              in: {type: MQInput, queue: IN}
              c: {type: Compute, module: Command}
              out: {type: MQOutput, queue: OUT}
            connections:
              in.out: c
              c.out: out
            """;

    private static FlowResult.Output run(String esql, QueueMessage message) {
        String module =
                "CREATE COMPUTE MODULE Command\nCREATE FUNCTION Main() RETURNS BOOLEAN BEGIN\n"
                        + esql
                        + "\nRETURN TRUE;\nEND;\nEND MODULE;\n";
        Application application =
                Application.of("commands", Map.of("c.flow.yaml", FLOW, "c.esql", module));
        try (Flow flow = Flow.of(application, "commands")) {
            FlowResult result = flow.process(message);
            assertThat(result.outputs()).as("%s", result).hasSize(1);
            assertThat(result.outputs().getFirst().queue()).as("%s", result).isEqualTo("OUT");
            return result.outputs().getFirst();
        }
    }

    /** MQCMD_INQUIRE_Q for a name, and a list of two attributes. */
    private static Bytes inquiry() {
        ByteBuffer out = ByteBuffer.allocate(36 + 24 + 24);
        for (int value : new int[] {1, 36, 1, 13, 1, 1, 0, 0, 2}) {
            out.putInt(value);
        }
        for (int value : new int[] {4, 24, 2016, 819, 3, 'A' << 24 | 'B' << 16 | '*' << 8}) {
            out.putInt(value);
        }
        for (int value : new int[] {5, 24, 1002, 2, 3, 20}) {
            out.putInt(value);
        }
        return Bytes.of(out.array());
    }

    private static QueueMessage command() {
        return new QueueMessage(
                new Mqmd().format("MQADMIN").codedCharSetId(819).encoding(273), inquiry());
    }

    @Test
    void aProgramReadsParameters() {
        FlowResult.Output out =
                run(
                        """
                        SET OutputRoot.Properties = InputRoot.Properties;
                        SET OutputRoot.XMLNSC.q.command = InputRoot.MQPCF.Command;
                        SET OutputRoot.XMLNSC.q.number = InputBody.Parameter[1];
                        SET OutputRoot.XMLNSC.q.name = InputBody.Parameter[1].*;
                        SET OutputRoot.XMLNSC.q.second = InputBody.ParameterList[1].*[2];
                        """,
                        command());
        assertThat(out.body().toString())
                .isEqualTo(
                        Bytes.utf8(
                                        """
                                        <q><command>13</command><number>2016</number><name>AB*</name><second>20</second></q>\
                                        """)
                                .toString());
    }

    @Test
    void aProgramMakesACommandAsTheProductsManualSays() {
        FlowResult.Output out =
                run(
                        """
                        CREATE NEXTSIBLING OF OutputRoot.Properties DOMAIN 'MQMD';
                        SET OutputRoot.MQMD = InputRoot.MQMD;
                        SET OutputRoot.MQMD.Format = 'MQADMIN';
                        CREATE NEXTSIBLING OF OutputRoot.MQMD DOMAIN 'MQPCF' NAME 'MQPCF';
                        SET OutputRoot.MQPCF.Command = 13;
                        SET OutputRoot.MQPCF.Parameter[1] = 2016;
                        SET OutputRoot.MQPCF.Parameter[1].* = 'AB*';
                        SET OutputRoot.MQPCF.ParameterList[1] = 1002;
                        SET OutputRoot.MQPCF.ParameterList[1].*[1] = 3;
                        SET OutputRoot.MQPCF.ParameterList[1].*[2] = 20;
                        """,
                        new QueueMessage(
                                new Mqmd().codedCharSetId(819).encoding(273), Bytes.utf8("x")));
        byte[] expected = inquiry().toArray().clone();
        ByteBuffer.wrap(expected).putInt(48, 0);
        assertThat(out.bytes()).isEqualTo(Bytes.of(expected));
        assertThat(out.descriptor().format()).isEqualTo("MQADMIN");
    }

    @Test
    void aCommandThatNobodyChangesGoesOutAsItCame() {
        FlowResult.Output out = run("SET OutputRoot = InputRoot;", command());
        assertThat(out.bytes()).isEqualTo(inquiry());
    }
}
