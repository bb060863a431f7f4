package io.millrace.server.telemetry;

import io.millrace.engine.observe.AccountingRecord;
import io.millrace.engine.observe.AccountingRecord.Figures;
import io.millrace.engine.observe.AccountingRecord.Range;
import io.millrace.flows.broker.NodeTerminals;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Statistics as XML of WMQI: {@code WMQIStatisticsAccounting} (WMQI: "Message flow accounting and
 * statistics output formats"). Times are in microseconds.
 */
final class StatisticsXml {

    private static final DateTimeFormatter DATE = DateTimeFormatter.ISO_LOCAL_DATE;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS");
    private static final long NANOS_OF_MICRO = 1_000;

    /**
     * The part of a record for one accounting origin. Each part is written as a separate record.
     */
    private record Part(FlowRecord record, AccountingRecord.Origin figures) {}

    private final XMLStreamWriter out;

    private StatisticsXml(XMLStreamWriter out) {
        this.out = out;
    }

    /** Returns records as one document; several records are in an element {@code Statistics}. */
    static String write(List<FlowRecord> records) {
        List<Part> parts =
                records.stream()
                        .flatMap(r -> r.figures().origins().stream().map(o -> new Part(r, o)))
                        .toList();
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter out = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            StatisticsXml xml = new StatisticsXml(out);
            boolean one = parts.size() == 1;
            if (!one) {
                out.writeStartElement("Statistics");
            }
            for (Part part : parts) {
                xml.record(part);
            }
            if (!one) {
                out.writeEndElement();
            }
            out.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
        return text.toString();
    }

    private void record(Part part) throws XMLStreamException {
        FlowRecord record = part.record();
        out.writeStartElement("WMQIStatisticsAccounting");
        attribute("RecordType", record.type().word());
        attribute("RecordCode", record.code().word());
        flow(part);
        Map<String, Figures> threads = part.figures().threads();
        if (record.figures().level().threads()) {
            out.writeStartElement("Threads");
            attribute("Number", threads.size());
            int number = 0;
            for (Figures figures : threads.values()) {
                out.writeEmptyElement("ThreadStatistics");
                attribute("Number", number++);
                figures(figures, "TotalNumberOfInputMessages");
            }
            out.writeEndElement();
        }
        if (record.figures().level().nodes() != AccountingRecord.Nodes.NONE) {
            nodes(part);
        }
        out.writeEndElement();
    }

    private void flow(Part part) throws XMLStreamException {
        FlowRecord record = part.record();
        Figures figures = part.figures().flow();
        out.writeEmptyElement("MessageFlow");
        attribute("BrokerLabel", record.broker());
        attribute("BrokerUUID", uuid(record.broker()));
        attribute("ExecutionGroupName", record.flow().group());
        attribute("ExecutionGroupUUID", uuid(record.broker() + "/" + record.flow().group()));
        attribute("MessageFlowName", record.flow().flow());
        attribute("ApplicationName", record.flow().application());
        times("Start", record.figures().start());
        times("End", record.figures().end());
        figures(figures, "TotalInputMessages");
        attribute("NumberOfThreadsInPool", record.threads());
        attribute("TotalNumberOfMQErrors", figures.queueErrors());
        attribute("TotalNumberOfMessagesWithErrors", figures.messagesWithErrors());
        attribute("TotalNumberOfErrorsProcessingMessages", figures.errors());
        attribute("TotalNumberOfTimeOutsWaitingForRepliesToAggregateMessages", figures.timeouts());
        attribute("TotalNumberOfCommits", figures.commits());
        attribute("TotalNumberOfBackouts", figures.backouts());
        attribute("AccountingOrigin", origin(part.figures().origin()));
    }

    private static String origin(String origin) {
        return origin.isEmpty() ? "Anonymous" : origin;
    }

    private void times(String prefix, Instant time) throws XMLStreamException {
        attribute(prefix + "Date", DATE.format(time.atZone(ZoneId.systemDefault())));
        attribute(prefix + "Time", TIME.format(time.atZone(ZoneId.systemDefault())));
        attribute("GMT" + prefix + "Time", TIME.format(time.atZone(ZoneOffset.UTC)));
    }

    /** Writes the figures that are common to flows and threads. */
    private void figures(Figures figures, String messages) throws XMLStreamException {
        range("ElapsedTime", figures.elapsed(), NANOS_OF_MICRO);
        range("CPUTime", figures.cpu(), NANOS_OF_MICRO);
        attribute("CPUTimeWaitingForInputMessage", figures.waitCpuNanos() / NANOS_OF_MICRO);
        attribute("ElapsedTimeWaitingForInputMessage", figures.waitNanos() / NANOS_OF_MICRO);
        attribute(messages, figures.messages());
        range("SizeOfInputMessages", figures.size(), 1);
    }

    private void range(String name, Range range, long divisor) throws XMLStreamException {
        attribute("Total" + name, range.total() / divisor);
        attribute("Maximum" + name, range.max() / divisor);
        attribute("Minimum" + name, range.min() / divisor);
    }

    private void nodes(Part part) throws XMLStreamException {
        Map<String, AccountingRecord.Node> nodes = part.figures().nodes();
        out.writeStartElement("Nodes");
        attribute("Number", nodes.size());
        for (Map.Entry<String, AccountingRecord.Node> entry : nodes.entrySet()) {
            AccountingRecord.Node node = entry.getValue();
            NodeTerminals known = part.record().nodes().get(entry.getKey());
            out.writeStartElement("NodeStatistics");
            attribute("Label", label(part.record(), entry.getKey()));
            attribute("Type", known == null ? "" : known.type());
            range("ElapsedTime", node.elapsed(), NANOS_OF_MICRO);
            range("CPUTime", node.cpu(), NANOS_OF_MICRO);
            attribute("CountOfInvocations", node.invocations());
            attribute("NumberOfInputTerminals", known == null ? 0 : known.inputs().size());
            attribute("NumberOfOutputTerminals", known == null ? 0 : known.outputs().size());
            if (part.record().figures().level().nodes() == AccountingRecord.Nodes.ADVANCED) {
                terminals("Input", known == null ? List.of() : known.inputs(), node.inputs());
                terminals("Output", known == null ? List.of() : known.outputs(), node.outputs());
            }
            out.writeEndElement();
        }
        out.writeEndElement();
    }

    /** Returns the name of a node without the name of the flow. */
    static String label(FlowRecord record, String node) {
        String prefix = record.flow().flow() + ".";
        return node.startsWith(prefix) ? node.substring(prefix.length()) : node;
    }

    private void terminals(String type, List<String> known, Map<String, Long> counts)
            throws XMLStreamException {
        Set<String> all = new LinkedHashSet<>(known);
        all.addAll(counts.keySet());
        for (String terminal : all) {
            out.writeEmptyElement("TerminalStatistics");
            attribute("Label", terminal);
            attribute("Type", type);
            attribute("CountOfInvocations", counts.getOrDefault(terminal, 0L));
        }
    }

    private static String uuid(String name) {
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
    }

    private void attribute(String name, long value) throws XMLStreamException {
        out.writeAttribute(name, Long.toString(value));
    }

    private void attribute(String name, String value) throws XMLStreamException {
        // Characters that XML does not permit, for example from a message, are replaced.
        out.writeAttribute(name, value.replaceAll("[^\\x20-\\uD7FF\\uE000-\\uFFFD]", "?"));
    }
}
