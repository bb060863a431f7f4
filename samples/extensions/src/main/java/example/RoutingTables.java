package example;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.flows.definition.Connection;
import io.millrace.flows.definition.DefinitionSource;
import io.millrace.flows.definition.Definitions;
import io.millrace.flows.definition.Endpoint;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.flows.definition.NodeEntry;
import io.millrace.flows.definition.PropertyText;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A source of flows in files {@code *.routes.csv}. Each file is a flow, each line moves the
 * messages of one queue to another queue: {@code FROM,TO}.
 */
public final class RoutingTables implements DefinitionSource {

    private static final String SUFFIX = ".routes.csv";

    @Override
    public String name() {
        return "routing tables";
    }

    @Override
    public boolean reads(Path application) {
        return !files(application).isEmpty();
    }

    private static List<Path> files(Path application) {
        if (!Files.isDirectory(application)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(application)) {
            return files.filter(f -> f.toString().endsWith(SUFFIX)).sorted().toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    @Override
    public Definitions read(Path application, Problems problems) {
        List<FlowDefinition> flows = new ArrayList<>();
        for (Path file : files(application)) {
            try {
                flows.add(flow(file, Files.readString(file), problems));
            } catch (IOException e) {
                problems.error(ErrorCode.FILE_UNREADABLE, Place.of(file.toString()), e.toString());
            }
        }
        return Definitions.of(flows);
    }

    private static FlowDefinition flow(Path file, String text, Problems problems) {
        Source source = new Source(file.toString(), text);
        Map<String, NodeEntry> nodes = new LinkedHashMap<>();
        List<Connection> connections = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            Place place = new Place(source, i + 1, 1, lines.get(i).length());
            String[] queues = lines.get(i).split(",");
            if (queues.length != 2) {
                problems.error(
                        ErrorCode.BAD_VALUE,
                        place,
                        "found " + queues.length + " queues, expected FROM,TO");
                continue;
            }
            String from = "from" + (i + 1);
            String to = "to" + (i + 1);
            nodes.put(from, node(from, "MQInput", queues[0].strip(), place));
            nodes.put(to, node(to, "MQOutput", queues[1].strip(), place));
            connections.add(
                    new Connection(
                            Endpoint.parse(from + ".out", place),
                            List.of(Endpoint.parse(to, place))));
        }
        String name = file.getFileName().toString().replace(SUFFIX, "");
        return new FlowDefinition(
                name,
                false,
                new Place(source, 1, 1, 1),
                "",
                Map.of(),
                nodes,
                connections,
                Map.of(),
                Map.of());
    }

    private static NodeEntry node(String name, String type, String queue, Place place) {
        Map<String, PropertyText> properties =
                Map.of("queue", PropertyText.of(place, place, queue));
        return new NodeEntry(name, place, type, place, properties);
    }
}
