package io.millrace.projects;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A generator of a workspace: applications with 40 flows each, which all use a static library. Each
 * flow has ten nodes, an ESQL file of 50 lines, a user-defined property, a promoted property and a
 * subflow instance.
 */
final class LargeWorkspace {

    private static final int FLOWS_PER_APPLICATION = 40;

    private static final String HEADER =
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <ecore:EPackage xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:ComIbmMQInput.msgnode="ComIbmMQInput.msgnode" xmlns:ComIbmMQOutput.msgnode="ComIbmMQOutput.msgnode" xmlns:ComIbmCompute.msgnode="ComIbmCompute.msgnode" xmlns:ComIbmFilter.msgnode="ComIbmFilter.msgnode" xmlns:ComIbmTrace.msgnode="ComIbmTrace.msgnode" xmlns:ComIbmRoute.msgnode="ComIbmRoute.msgnode" xmlns:common_Keep.subflow="common/Keep.subflow" xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore" xmlns:eflow="http://www.ibm.com/wbi/2005/eflow" xmlns:utility="http://www.ibm.com/wbi/2005/eflow_utility">
              <eClassifiers xmi:type="eflow:FCMComposite" name="FCMComposite_1">
                <eSuperTypes href="http://www.ibm.com/wbi/2005/eflow#//FCMBlock"/>
                <eStructuralFeatures xmi:type="ecore:EAttribute" xmi:id="Property.grade" name="grade" defaultValueLiteral="fine"/>
                <eStructuralFeatures xmi:type="ecore:EAttribute" xmi:id="Property.target" name="target"%s/>
            """;

    private static final String FOOTER =
            """
                <propertyOrganizer><propertyDescriptor groupName="Group.Basic" userDefined="true" describedAttribute="Property.grade"/></propertyOrganizer>
                <stickyBoard/>
                <attributeLinks promotedAttribute="Property.target" overriddenNodes="FCMComposite_1_2"><overriddenAttribute href="ComIbmMQOutput.msgnode#Property.queueName"/></attributeLinks>
              </eClassifiers>
            </ecore:EPackage>
            """;

    private static final String ESQL =
            """
            BROKER SCHEMA orders
            DECLARE grade EXTERNAL CHARACTER 'none';

            CREATE COMPUTE MODULE F%1$d_Price
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                CALL CopyMessageHeaders();
                DECLARE total DECIMAL 0;
                DECLARE line REFERENCE TO InputRoot.XMLNSC.order.line[1];
                WHILE LASTMOVE(line) DO
                  DECLARE amount DECIMAL CAST(line.price AS DECIMAL) * CAST(line.quantity AS INTEGER);
                  IF amount > 100.00 THEN
                    SET amount = amount * 0.95;
                  ELSEIF amount < 0 THEN
                    THROW USER EXCEPTION MESSAGE 2951 VALUES('negative amount', line.number);
                  END IF;
                  SET total = total + amount;
                  MOVE line NEXTSIBLING REPEAT TYPE NAME;
                END WHILE;
                SET OutputRoot.XMLNSC.invoice.number = InputRoot.XMLNSC.order.number;
                SET OutputRoot.XMLNSC.invoice.grade = grade;
                SET OutputRoot.XMLNSC.invoice.total = total;
                SET OutputRoot.XMLNSC.invoice.line[] =
                  (SELECT L.number, UPPER(TRIM(L.name)) AS name
                   FROM InputRoot.XMLNSC.order.line[] AS L
                   WHERE CAST(L.quantity AS INTEGER) > %1$d);
                SET OutputRoot.XMLNSC.invoice.text =
                  SUBSTRING(COALESCE(InputRoot.XMLNSC.order.text, '') FROM 1 FOR 20);
                SET Environment.Variables.Count = CARDINALITY(OutputRoot.XMLNSC.invoice.line[]);
                RETURN TRUE;
              END;

              CREATE PROCEDURE CopyMessageHeaders()
              BEGIN
                DECLARE i INTEGER 1;
                DECLARE n INTEGER CARDINALITY(InputRoot.*[]);
                WHILE i < n DO
                  SET OutputRoot.*[i] = InputRoot.*[i];
                  SET i = i + 1;
                END WHILE;
              END;
            END MODULE;

            CREATE FILTER MODULE F%1$d_Large
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                RETURN CAST(Body.invoice.total AS DECIMAL) > 1000;
              END;
            END MODULE;
            """;

    private final Path workspace;

    private LargeWorkspace(Path workspace) {
        this.workspace = workspace;
    }

    /**
     * Writes a workspace with a number of flows to a folder. Returns the number of applications.
     */
    static int write(Path workspace, int flows) throws IOException {
        LargeWorkspace writer = new LargeWorkspace(workspace);
        writer.library();
        int applications = 0;
        for (int first = 0; first < flows; first += FLOWS_PER_APPLICATION) {
            writer.application(
                    "App" + applications, first, Math.min(FLOWS_PER_APPLICATION, flows - first));
            applications++;
        }
        return applications;
    }

    private void file(String path, String text) throws IOException {
        Path file = workspace.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void library() throws IOException {
        file("Common/.project", "<projectDescription><name>Common</name></projectDescription>");
        file("Common/library.descriptor", "<libDescriptor/>");
        file(
                "Common/common/Keep.subflow",
                HEADER.formatted("")
                        + """
                        <composition>
                        <nodes xmi:type="eflow:FCMSource" xmi:id="InTerminal.Input"><translation xmi:type="utility:TranslatableString" key="InTerminal.Input"/></nodes>
                        """
                        + node(1, "ComIbmTrace", "Log", "pattern=\"${Root}\"")
                        + node(2, "ComIbmMQOutput", "KEEP", "queueName=\"KEEP\"")
                        + connection("InTerminal.Input", "out", 1)
                        + connection("FCMComposite_1_1", "out", 2)
                        + "</composition>\n"
                        + FOOTER);
    }

    private void application(String name, int first, int count) throws IOException {
        file(
                name + "/.project",
                "<projectDescription><name>%s</name><projects><project>Common</project></projects></projectDescription>"
                        .formatted(name));
        file(name + "/application.descriptor", "<appDescriptor/>");
        for (int i = first; i < first + count; i++) {
            file(name + "/orders/F" + i + ".msgflow", flow(i));
            file(name + "/orders/F" + i + ".esql", ESQL.formatted(i));
        }
    }

    private static String flow(int i) {
        String routine = "\"esql://routine/orders#F" + i;
        return HEADER.formatted(" defaultValueLiteral=\"OUT." + i + "\"")
                + "<composition>\n"
                + node(
                        1,
                        "ComIbmMQInput",
                        "IN." + i,
                        "queueName=\"IN." + i + "\" messageDomainProperty=\"XMLNSC\"")
                + node(2, "ComIbmMQOutput", "OUT." + i, "queueName=\"OUT\"")
                + node(
                        3,
                        "ComIbmCompute",
                        "Price",
                        "computeExpression=" + routine + "_Price.Main\"")
                + node(4, "ComIbmFilter", "Large", "filterExpression=" + routine + "_Large.Main\"")
                + node(5, "ComIbmMQOutput", "LARGE", "queueName=\"LARGE\" newMsgId=\"true\"")
                + node(6, "ComIbmMQOutput", "FAILED", "queueName=\"FAILED\"")
                + node(7, "common_Keep.subflow", "Keep", "target=\"KEEP." + i + "\"")
                + node(8, "ComIbmTrace", "Trace", "pattern=\"${Root} ${ExceptionList}\"")
                + node(9, "ComIbmMQOutput", "OTHER", "queueName=\"OTHER\"")
                + node(10, "ComIbmTrace", "Last", "pattern=\"${Root.MQMD.MsgId}\"")
                + connection("FCMComposite_1_1", "out", 3)
                + connection("FCMComposite_1_1", "failure", 8)
                + connection("FCMComposite_1_1", "catch", 8)
                + connection("FCMComposite_1_8", "out", 6)
                + connection("FCMComposite_1_3", "out", 4)
                + connection("FCMComposite_1_3", "out", 7)
                + connection("FCMComposite_1_4", "true", 5)
                + connection("FCMComposite_1_4", "false", 2)
                + connection("FCMComposite_1_4", "unknown", 9)
                + connection("FCMComposite_1_9", "out", 10)
                + "</composition>\n"
                + FOOTER;
    }

    private static String node(int id, String type, String label, String more) {
        String suffix = type.endsWith(".subflow") ? "" : ".msgnode";
        return """
        <nodes xmi:type="%s%s:FCMComposite_1" xmi:id="FCMComposite_1_%d" location="10,20" %s><translation xmi:type="utility:ConstantString" string="%s"/></nodes>
        """
                .formatted(type, suffix, id, more, label);
    }

    private static String connection(String from, String terminal, int to) {
        String target = to == 7 ? "InTerminal.Input" : "InTerminal.in";
        return """
        <connections xmi:type="eflow:FCMConnection" targetNode="FCMComposite_1_%d" sourceNode="%s" sourceTerminalName="OutTerminal.%s" targetTerminalName="%s"/>
        """
                .formatted(to, from, terminal, target);
    }
}
