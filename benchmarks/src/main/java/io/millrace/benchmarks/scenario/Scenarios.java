package io.millrace.benchmarks.scenario;

import io.millrace.benchmarks.record.Format;
import io.millrace.benchmarks.result.Work;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All scenarios, a way to make each of them by its section of the report. */
public final class Scenarios {

    private static final Messages ORDER = new PlainMessages(PlainMessages.Kind.ORDER);

    private static final int SMALL = 1024;

    /** Ids of scenarios that differ in coordination alone begin so, where units are coordinated. */
    public static final String COORDINATED = "coordinated-yes-";

    /** The same, where they are not. */
    public static final String UNCOORDINATED = "coordinated-no-";

    private static final int MANY_CLIENTS = 60;
    private static final int SEVERAL_INSTANCES = 8;

    private Scenarios() {}

    /** All that the report has rows for, in its order. */
    public static List<Scenario> all() {
        return Holder.ALL;
    }

    private static final class Holder {
        static final List<Scenario> ALL =
                ReportRow.all().stream()
                        .map(ReportRow::work)
                        .collect(
                                Collectors.groupingBy(
                                        Work::scenarioId, LinkedHashMap::new, Collectors.toList()))
                        .values()
                        .stream()
                        .map(Scenarios::make)
                        .toList();
        static final List<Scenario> BEYOND = makeBeyond();
    }

    /**
     * Scenarios of our own, which answer what the report does not: how much persistent messages
     * gain by sharing units where more clients wait, section 7.3 without coordination, and what
     * coordination costs where several instances share the database's forced writes.
     */
    public static List<Scenario> beyond() {
        return Holder.BEYOND;
    }

    private static List<Scenario> makeBeyond() {
        return List.of(
                plain(
                        own("mqinput-mqoutput-60-clients", "unspecified"),
                        "pass",
                        Traits.PLAIN.ofClients(MANY_CLIENTS)),
                database(own("database-insert-delete-local", "XML"), "insert-delete-local"),
                coordinated("coordinated-no-8-instances"),
                coordinated("coordinated-yes-8-instances"),
                coordinated("coordinated-no-8-instances-60-clients"),
                coordinated("coordinated-yes-8-instances-60-clients"),
                coordinated("coordinated-no-8-instances-alone"),
                coordinated("coordinated-yes-8-instances-alone"),
                coordinated("coordinated-no-1-instance-alone"),
                coordinated("coordinated-yes-1-instance-alone"));
    }

    private static List<Work> own(String id, String messageFormat) {
        return List.of(
                new Work(id, "", messageFormat, false, SMALL),
                new Work(id, "", messageFormat, true, SMALL));
    }

    /** Whether a scenario asks what it brings that instances share a database's forced writes. */
    public static boolean sharesForcedWrites(Scenario scenario) {
        return scenario.id().startsWith(COORDINATED) || scenario.id().startsWith(UNCOORDINATED);
    }

    /** The id says it all; alone is each message in its unit. */
    private static Scenario coordinated(String id) {
        String flow = id.startsWith("coordinated-yes") ? "update-any-yes" : "update-any-no";
        int instances = id.contains("-8-instances") ? SEVERAL_INSTANCES : 1;
        Traits traits = Traits.PLAIN.withDatabase().ofThreads(instances);
        return new Scenario(
                own(id, "XML"),
                files("database", flow + ".flow.yaml", "database.esql"),
                "executionGroups:\n  default: {flows: {"
                        + flow
                        + ": {additionalInstances: "
                        + (instances - 1)
                        + (id.endsWith("-alone") ? ", batching: off" : "")
                        + "}}}\n",
                id.endsWith("-60-clients") ? traits.ofClients(MANY_CLIENTS) : traits,
                ORDER);
    }

    /**
     * One of them.
     *
     * @throws IllegalArgumentException where there is none of that id
     */
    public static Scenario of(String id) {
        return Stream.concat(all().stream(), beyond().stream())
                .filter(s -> s.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no scenario " + id));
    }

    private static Scenario make(List<Work> works) {
        String id = works.getFirst().scenarioId();
        String section = works.getFirst().section();
        String group = section.split("\\.")[1];
        return switch (group) {
            case "1" -> plain(works, "pass", Traits.PLAIN);
            case "9" -> plain(works, "transactional", Traits.PLAIN.inUnits());
            case "2" -> compute(works, id.replace("compute-", ""));
            case "3" -> database(works, "insert-delete");
            case "4" -> filter(works);
            case "5" -> route(works, number(id));
            case "6" -> publication(works, 1);
            case "7" -> conversion(works, id);
            case "8" -> parallel(works, id);
            case "10" -> database(works, id.equals("coordinated-yes") ? "update-yes" : "update-no");
            case "11" -> publication(works, number(id));
            default -> throw new IllegalStateException("section " + section + " has no scenario");
        };
    }

    /** The number at the end of an id. */
    private static int number(String id) {
        return Integer.parseInt(id.substring(id.lastIndexOf('-') + 1));
    }

    private static Scenario plain(List<Work> works, String folder, Traits traits) {
        return new Scenario(
                works,
                files(folder, "pass.flow.yaml"),
                "",
                traits,
                new PlainMessages(PlainMessages.Kind.BYTES));
    }

    private static Scenario compute(List<Work> works, String name) {
        if (name.equals("simple")) {
            return new Scenario(
                    works,
                    files("compute-simple", "simple.flow.yaml", "simple.esql"),
                    "",
                    Traits.PLAIN,
                    new ChangedOrder());
        }
        return new Scenario(works, csim(name), "", Traits.PLAIN, new CsimMessages());
    }

    /** A flow with the ESQL of the sample. */
    private static Map<String, String> csim(String flow) {
        return with(files(flow, flow + ".flow.yaml"), "csim", "csim.esql");
    }

    private static Scenario database(List<Work> works, String flow) {
        return new Scenario(
                works,
                files("database", flow + ".flow.yaml", "database.esql"),
                "",
                Traits.PLAIN.withDatabase(),
                ORDER);
    }

    private static Scenario filter(List<Work> works) {
        return new Scenario(
                works,
                files("filter", "filter.flow.yaml"),
                "",
                Traits.PLAIN,
                new PlainMessages(PlainMessages.Kind.TWO_TAGS));
    }

    private static Scenario route(List<Work> works, int entries) {
        return new Scenario(
                works,
                files("route", "route.flow.yaml", "route.esql"),
                "externals: {Entries: " + entries + "}\n",
                Traits.PLAIN,
                ORDER);
    }

    private static Scenario publication(List<Work> works, int subscribers) {
        return new Scenario(
                works,
                files("publication", "publication.flow.yaml"),
                "",
                Traits.PLAIN.ofSubscribers(subscribers),
                new PublicationMessages(works.getFirst().scenarioId()));
    }

    private static Scenario conversion(List<Work> works, String id) {
        String[] words = id.replace("convert-", "").split("-to-");
        Format from = ConversionMessages.format(words[0]);
        Format to = ConversionMessages.format(words[1]);
        Map<String, String> files = files("convert", "to-" + words[1] + ".flow.yaml");
        return new Scenario(
                works,
                with(files, "conversions", "conversions.esql", "conversions.model.yaml"),
                "",
                Traits.PLAIN,
                new ConversionMessages(from, to));
    }

    private static Scenario parallel(List<Work> works, String id) {
        int instances = number(id);
        String settings = instances == 1 ? "" : Resources.text("parallel/" + id + ".yaml");
        return new Scenario(
                works,
                csim("very-complex"),
                settings,
                Traits.PLAIN.ofThreads(instances),
                new CsimMessages());
    }

    private static Map<String, String> files(String folder, String... names) {
        return List.of(names).stream()
                .collect(
                        Collectors.toMap(
                                Function.identity(), n -> Resources.text(folder + "/" + n)));
    }

    private static Map<String, String> with(
            Map<String, String> files, String sample, String... names) {
        for (String name : names) {
            files.put(name, Resources.sampleText(sample, name));
        }
        return files;
    }
}
