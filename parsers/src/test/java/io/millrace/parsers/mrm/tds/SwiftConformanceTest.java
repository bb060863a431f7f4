package io.millrace.parsers.mrm.tds;

import static io.millrace.parsers.TestData.folder;
import static io.millrace.parsers.mrm.tds.GenericSet.children;
import static io.millrace.parsers.mrm.tds.GenericSet.list;
import static io.millrace.parsers.mrm.tds.GenericSet.map;
import static io.millrace.parsers.mrm.tds.GenericSet.text;

import static java.util.Map.entry;

import io.millrace.engine.message.Element;
import io.millrace.parsers.CaseTable;
import io.millrace.parsers.mrm.tds.GenericSet.Comparison;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Holds blocks and fields of SWIFT FIN messages against those that Prowide Core finds
 * (github.com/prowide/prowide-core), where these are at hand.
 */
@Tag("conformance")
class SwiftConformanceTest {

    private static final Path FILES = folder("swift-prowide");

    private static final List<String> HEADER =
            List.of(
                    "applicationId",
                    "serviceId",
                    "logicalTerminal",
                    "sessionNumber",
                    "sequenceNumber");
    private static final List<String> INPUT =
            List.of(
                    "direction",
                    "messageType",
                    "receiverAddress",
                    "messagePriority",
                    "deliveryMonitoring",
                    "obsolescencePeriod");
    private static final List<String> OUTPUT =
            List.of(
                    "direction",
                    "messageType",
                    "senderInputTime",
                    "MIRDate",
                    "MIRLogicalTerminal",
                    "MIRSessionNumber",
                    "MIRSequenceNumber",
                    "receiverOutputDate",
                    "receiverOutputTime",
                    "messagePriority");

    private static final String COLON = "a line that begins with a colon is a field";
    private static final String BRACE = "braces in texts are the ends of blocks";
    private static final String AFTER_BLOCKS = "characters between and after blocks are refused";

    /** What ends otherwise on purpose, by the number of the message. */
    private static final Map<String, String> DIFFERENT =
            Map.ofEntries(
                    entry("008", COLON),
                    entry("009", BRACE),
                    entry("011", BRACE),
                    entry("012", BRACE),
                    entry("023", COLON),
                    entry("024", COLON),
                    entry("025", AFTER_BLOCKS),
                    entry("026", AFTER_BLOCKS),
                    entry("027", AFTER_BLOCKS),
                    entry("103", "a file of several messages is several messages"),
                    entry("104", AFTER_BLOCKS),
                    entry("105", AFTER_BLOCKS),
                    entry("107", AFTER_BLOCKS));

    private static Comparison comparison() throws IOException {
        GenericSet set = GenericSet.of("swift/swift.model.yaml");
        return new Comparison(
                new CaseTable("SWIFT: messages of Prowide Core"),
                "Prowide",
                FILES,
                ".fin",
                _ -> entry("FIN", set),
                DIFFERENT);
    }

    @Test
    void messagesHaveTheBlocksAndFieldsThatProwideFinds() throws IOException {
        comparison().run(108, SwiftConformanceTest::found, SwiftConformanceTest::expected);
    }

    @Test
    void messagesThatAreCutOffAreReadOrRefused() throws IOException {
        comparison().cutOff("006|022|029|076");
    }

    // What is found

    /** The first block of each number: Prowide takes what follows an acknowledgement for text. */
    private static String found(Element message) {
        var blocks = new TreeMap<String, String>();
        for (Element block : children(message)) {
            boolean next = block.name().equals("block1") && !blocks.isEmpty();
            if (next || block.name().equals("blockS")) {
                break;
            }
            blocks.put(block.name(), found(block.name(), block));
        }
        return lines(blocks.values());
    }

    private static String found(String name, Element block) {
        if (block.value() != null) {
            return name + " " + text(block);
        }
        StringBuilder lines = new StringBuilder(name);
        for (Element field : children(block)) {
            Element value = field.child("value");
            lines.append('\n').append(text(field.firstChild())).append('=');
            lines.append(value == null ? "" : text(value));
        }
        return lines.toString();
    }

    private static String lines(Collection<String> lines) {
        return String.join("\n", lines).replaceAll("\r\n?", "\n");
    }

    // What is expected

    private static String expected(Map<String, Object> message) {
        Map<String, Object> blocks = map(message.get("data"));
        var lines = new ArrayList<String>();
        for (var entry : blocks.entrySet()) {
            String name = entry.getKey();
            Map<String, Object> block = map(entry.getValue());
            switch (name) {
                case "block1" -> lines.add(name + " " + joined(block, HEADER));
                case "block2" -> {
                    boolean input = "I".equals(block.get("direction"));
                    lines.add(name + " " + joined(block, input ? INPUT : OUTPUT));
                }
                default -> {
                    lines.add(name);
                    for (Object each : list(block.get("tags"))) {
                        Map<String, Object> tag = map(each);
                        Object value = tag.get("value");
                        lines.add(tag.get("name") + "=" + (value == null ? "" : value));
                    }
                }
            }
        }
        return lines(lines);
    }

    private static String joined(Map<String, Object> block, List<String> names) {
        StringBuilder all = new StringBuilder();
        for (String name : names) {
            Object part = block.get(name);
            all.append(part == null ? "" : part);
        }
        return all.toString();
    }
}
