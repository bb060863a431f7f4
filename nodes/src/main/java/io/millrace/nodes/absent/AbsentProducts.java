package io.millrace.nodes.absent;

import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.NodeTypes;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The node types of WMQI and its successors that connect to products that Millrace does not
 * support. Flows with such nodes can be deployed, so that a large project runs before all its nodes
 * are replaced.
 */
public final class AbsentProducts implements NodeTypes {

    /** Lines of the form {@code TYPES | OUTPUT TERMINALS | PRODUCT | REPLACEMENT}. */
    private static final String TABLE =
            """
            PHPCompute | failure out | PHP | use Compute or JavaCompute
            DotNetCompute | failure out alternate | Microsoft .NET | use Compute or JavaCompute
            DotNetInput | failure out catch | Microsoft .NET | let the .NET program put messages on a queue (AMQP), and use MQInput
            NEONFormatter NEONTransform NEONMap | failure out | NEON Formatter (New Era of Networks) | describe the formats in a message set, and use Compute
            NEONRules NEONRulesEvaluation | failure putQueue noHit propagate | NEON Rules (New Era of Networks) | use Route, or Compute and RouteToLabel
            SAPInput | failure out catch | SAP | let the SAP system send IDocs to a queue, and use MQInput with a message set
            SAPRequest SAPReply | failure out | SAP | send IDocs through a queue with an MQSAPH header: use MQOutput
            SiebelInput | failure out catch | Siebel | let Siebel send its messages to a queue, and use MQInput
            SiebelRequest | failure out | Siebel | send requests through a queue: use MQOutput
            PeopleSoftInput | failure out catch | PeopleSoft | let PeopleSoft send its messages to a queue, and use MQInput
            PeopleSoftRequest | failure out | PeopleSoft | send requests through a queue: use MQOutput
            JDEdwardsInput | failure out catch | JD Edwards | let JD Edwards send its messages to a queue, and use MQInput
            JDEdwardsRequest | failure out | JD Edwards | send requests through a queue: use MQOutput
            CICSRequest CICSIPICRequest | failure out error timeout | CICS | call the program through the CICS bridge: use MQOutput with an MQCIH header, and MQGet for the reply
            IMSRequest | failure out timeout | IMS | call the transaction through the IMS bridge: use MQOutput with an MQIIH header, and MQGet for the reply
            CORBARequest | failure out error | CORBA | call the service with Java: use JavaCompute
            SCADAInput Real-timeInput MQeInput | failure out catch | a transport of WMQI | let the clients send messages with MQTT or JMS, and use MQInput
            SCADAOutput Real-timeOptimizedFlow MQeOutput | failure out | a transport of WMQI | let the clients receive messages with MQTT or JMS, and use MQOutput or Publication
            FTEInput | failure out catch EOD | MQ Managed File Transfer | let the transfer start a program that puts messages on a queue, and use MQInput
            FTEOutput | failure out | MQ Managed File Transfer | put the data on a queue for the agent: use MQOutput
            CDInput | failure out catch EOD | Connect:Direct | let the transfer start a program that puts messages on a queue, and use MQInput
            CDOutput | failure out | Connect:Direct | put the data on a queue: use MQOutput
            DecisionService ODMRules | failure out | Operational Decision Manager | write the rules in ESQL or Java: use Compute or JavaCompute
            ChangeDataCapture | failure out catch | InfoSphere Data Replication | let a trigger write a table of events, and read it with a Database node
            LoopBackRequest | failure out error | LoopBack | call the data source: use Database or Compute
            KafkaConsumer | failure out catch | the Kafka client of ACE | use CamelInput with the component kafka
            KafkaProducer | failure out | the Kafka client of ACE | use CamelOutput with the component kafka
            KafkaRead | failure out noMatch | the Kafka client of ACE | receive the events with CamelInput and the component kafka, and keep those that are needed
            SOAPInput | failure out catch timeout | SOAP | receive the envelope as XML: use HTTPInput with domain XMLNSC
            SOAPReply SOAPEnvelope SOAPExtract | failure out | SOAP | read and write the envelope as XML: use Compute and HTTPReply
            SOAPRequest SOAPAsyncRequest SOAPAsyncResponse | failure out fault error | SOAP | send the envelope as XML: use HTTPRequest
            SalesforceInput | failure out catch | Salesforce | let the system send its events to a queue, and use MQInput
            SalesforceRequest | failure out error | Salesforce | call the service with Java: use JavaCompute
            """;

    private final List<NodeType> types =
            TABLE.lines()
                    .map(line -> line.split(" \\| "))
                    .flatMap(
                            row ->
                                    List.of(row[0].split(" ")).stream()
                                            .map(
                                                    name ->
                                                            (NodeType)
                                                                    new AbsentNode(
                                                                            name,
                                                                            List.of(
                                                                                    row[1].split(
                                                                                            " ")),
                                                                            row[2],
                                                                            row[3])))
                    .collect(
                            Collectors.collectingAndThen(
                                    Collectors.toCollection(ArrayList::new),
                                    all -> {
                                        all.add(new UnsupportedNode(false));
                                        all.add(new UnsupportedNode(true));
                                        return List.copyOf(all);
                                    }));

    @Override
    public List<NodeType> types() {
        return types;
    }
}
