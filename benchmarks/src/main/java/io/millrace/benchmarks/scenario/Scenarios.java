package io.millrace.benchmarks.scenario;

import io.millrace.benchmarks.record.Format;
import io.millrace.benchmarks.reference.ReportRow;
import io.millrace.benchmarks.result.Work;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All scenarios. */
public final class Scenarios {

    /** Prefix of ids of coordinated scenarios that also exist uncoordinated. */
    public static final String COORDINATED = "coordinated-yes-";

    /** Prefix of their uncoordinated variants. */
    public static final String UNCOORDINATED = "coordinated-no-";

    private static final int KB = 1024;
    private static final int MANY_CLIENTS = 60;
    private static final int SEVERAL_INSTANCES = 8;

    private static final List<Scenario> ALL =
            ReportRow.wmqi().stream()
                    .map(ReportRow::work)
                    .collect(
                            Collectors.groupingBy(
                                    Work::scenarioId, LinkedHashMap::new, Collectors.toList()))
                    .values()
                    .stream()
                    .map(Scenarios::make)
                    .toList();
    private static final List<Scenario> BEYOND = makeBeyond();
    private static final List<Scenario> IN_WORDS = makeInWords();

    private Scenarios() {}

    /** Returns the scenarios of the report's rows, in its order. */
    public static List<Scenario> all() {
        return ALL;
    }

    /**
     * Scenarios of our own: more clients, two flows with a queue between them, section 7.3 without
     * coordination, and coordination.
     */
    public static List<Scenario> beyond() {
        return BEYOND;
    }

    /**
     * Scenarios that the report describes in words: a Compute node that changes nothing;
     * RouteToLabel in both modes beside as many Filters; a Filter on a field at the start, in the
     * middle and at the end of the message.
     */
    public static List<Scenario> inWords() {
        return IN_WORDS;
    }

    /** Whether a scenario measures how instances share a database's forced writes. */
    public static boolean sharesForcedWrites(Scenario scenario) {
        return scenario.id().startsWith(COORDINATED) || scenario.id().startsWith(UNCOORDINATED);
    }

    /**
     * Returns a scenario.
     *
     * @throws IllegalArgumentException if the id is unknown
     */
    public static Scenario of(String id) {
        return Stream.of(ALL, BEYOND, IN_WORDS)
                .flatMap(List::stream)
                .filter(scenario -> scenario.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown scenario " + id));
    }

    private static Scenario make(List<Work> works) {
        String id = works.getFirst().scenarioId();
        Traits plain = Traits.PLAIN;
        return switch (works.getFirst().section().split("\\.")[1]) {
            case "1" ->
                    new Scenario(works, files("pass/pass.flow.yaml"), "", plain, Messages.BYTES);
            case "2" -> compute(works, id.replace("compute-", ""));
            case "3" -> database(works, "insert-delete");
            case "4" ->
                    new Scenario(
                            works, files("filter/filter.flow.yaml"), "", plain, Messages.TWO_TAGS);
            case "5" ->
                    new Scenario(
                            works,
                            files("route/route.flow.yaml", "route/route.esql"),
                            "externals: {Entries: " + number(id) + "}\n",
                            plain,
                            Messages.ORDER);
            case "6" -> publication(works, 1);
            case "7" -> conversion(works, id.replace("convert-", "").split("-to-"));
            case "8" ->
                    new Scenario(
                            works,
                            csim("very-complex"),
                            number(id) == 1 ? "" : Resources.text("parallel/" + id + ".yaml"),
                            plain.instances(number(id)),
                            Messages.CSIM);
            case "9" ->
                    new Scenario(
                            works,
                            files("transactional/pass.flow.yaml"),
                            "",
                            new Traits(plain.clients(), 1, 0, false, true),
                            Messages.BYTES);
            case "10" -> database(works, id.replace("coordinated", "update"));
            default -> publication(works, number(id));
        };
    }

    /** Returns the number at the end of an id. */
    private static int number(String id) {
        return Integer.parseInt(id.substring(id.lastIndexOf('-') + 1));
    }

    private static Scenario compute(List<Work> works, String name) {
        return name.equals("simple")
                ? new Scenario(
                        works,
                        files("compute-simple/simple.flow.yaml", "compute-simple/simple.esql"),
                        "",
                        Traits.PLAIN,
                        Messages.CHANGED_ORDER)
                : new Scenario(works, csim(name), "", Traits.PLAIN, Messages.CSIM);
    }

    private static Map<String, String> csim(String flow) {
        return with(files(flow + "/" + flow + ".flow.yaml"), "csim", "csim.esql");
    }

    private static Scenario database(List<Work> works, String flow) {
        return new Scenario(
                works,
                files("database/" + flow + ".flow.yaml", "database/database.esql"),
                "",
                new Traits(Traits.PLAIN.clients(), 1, 0, true, false),
                Messages.ORDER);
    }

    private static Scenario publication(List<Work> works, int subscribers) {
        return new Scenario(
                works,
                files("publication/publication.flow.yaml"),
                "",
                new Traits(Traits.PLAIN.clients(), 1, subscribers, false, false),
                Messages.publication(Scenario.topic(works.getFirst().scenarioId())));
    }

    private static Scenario conversion(List<Work> works, String[] formats) {
        return new Scenario(
                works,
                with(
                        files("convert/to-" + formats[1] + ".flow.yaml"),
                        "conversions",
                        "conversions.esql",
                        "conversions.model.yaml"),
                "",
                Traits.PLAIN,
                Messages.conversion(format(formats[0]), format(formats[1])));
    }

    private static Format format(String word) {
        return Format.valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    private static List<Scenario> makeBeyond() {
        List<Scenario> made = new ArrayList<>();
        made.add(
                new Scenario(
                        own("mqinput-mqoutput-60-clients", KB),
                        files("pass/pass.flow.yaml"),
                        "",
                        Traits.PLAIN.clients(MANY_CLIENTS),
                        Messages.BYTES));
        made.add(
                new Scenario(
                        own("flows-with-queue-between", KB),
                        files("between/first.flow.yaml", "between/second.flow.yaml"),
                        "",
                        Traits.PLAIN,
                        Messages.BYTES));
        made.add(database(own("database-insert-delete-local", KB), "insert-delete-local"));
        for (String name :
                List.of(
                        "8-instances",
                        "8-instances-60-clients",
                        "8-instances-alone",
                        "1-instance-alone")) {
            made.add(coordinated(UNCOORDINATED + name));
            made.add(coordinated(COORDINATED + name));
        }
        return List.copyOf(made);
    }

    private static List<Work> own(String id, int... sizes) {
        return Stream.of(false, true)
                .flatMap(
                        persistent ->
                                IntStream.of(sizes)
                                        .mapToObj(size -> new Work(id, "", "", persistent, size)))
                .toList();
    }

    /** Returns the scenario of an id; "alone" means each message in its own unit. */
    private static Scenario coordinated(String id) {
        String flow = id.startsWith(COORDINATED) ? "update-any-yes" : "update-any-no";
        int instances = id.contains("-8-instances") ? SEVERAL_INSTANCES : 1;
        int clients = id.endsWith("-60-clients") ? MANY_CLIENTS : Traits.PLAIN.clients();
        return new Scenario(
                own(id, KB),
                files("database/" + flow + ".flow.yaml", "database/database.esql"),
                "executionGroups:\n  default: {flows: {%s: {additionalInstances: %d%s}}}\n"
                        .formatted(
                                flow,
                                instances - 1,
                                id.endsWith("-alone") ? ", batching: off" : ""),
                new Traits(clients, instances, 0, true, false),
                Messages.ORDER);
    }

    private static List<Scenario> makeInWords() {
        List<Scenario> made = new ArrayList<>();
        String copy = "SET OutputRoot = InputRoot;";
        made.add(compute("compute-unchanged", copy));
        made.add(compute("compute-one-field", copy + " SET OutputRoot.XML.order.start = 'new';"));
        for (int count : new int[] {1, 10, 100}) {
            made.add(route(count, "first"));
            made.add(route(count, "last"));
            made.add(filters(count));
        }
        for (String field : new String[] {"start", "middle", "end"}) {
            String work = "  work: {type: Filter, expression: \"Body.order.%s = 'yes'\"}\n";
            made.add(
                    words(
                            "filter-field-" + field,
                            work.formatted(field),
                            "  in.out: work\n  work.true: out\n",
                            ""));
        }
        return List.copyOf(made);
    }

    private static Scenario compute(String id, String statements) {
        return words(
                id,
                "  work: {type: Compute, module: Work}\n",
                "  in.out: work\n  work.out: out\n",
                statements);
    }

    /** Returns the scenario of a list of labels of which the first or the last is used. */
    private static Scenario route(int entries, String mode) {
        return words(
                "route-to-label-" + entries + "-" + mode,
                "  work: {type: Compute, module: Work, computeMode: destination}\n"
                        + ("  route: {type: RouteToLabel, mode: " + mode + "}\n")
                        + each(entries, "  label%1$d: {type: Label, labelName: L%1$d}\n"),
                "  in.out: work\n  work.out: route\n" + each(entries, "  label%1$d.out: out\n"),
                Resources.text("words/list.esql").formatted(entries));
    }

    /** Filters in a row of which the last one passes the message. */
    private static Scenario filters(int count) {
        String filter = "  filter%d: {type: Filter, expression: \"Body.order.start = '%s'\"}\n";
        return words(
                "filters-" + count,
                each(count - 1, filter.replace("%d", "%1$d").replace("%s", "kind%1$d"))
                        + filter.formatted(count, "yes"),
                "  in.out: filter1\n"
                        + IntStream.range(1, count)
                                .mapToObj(i -> "  filter%d.false: filter%d\n".formatted(i, i + 1))
                                .collect(Collectors.joining())
                        + ("  filter" + count + ".true: out\n"),
                "");
    }

    private static String each(int count, String format) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(format::formatted)
                .collect(Collectors.joining());
    }

    private static Scenario words(String id, String nodes, String connections, String statements) {
        return new Scenario(
                own(id, KB, 64 * KB),
                Map.of(
                        "work.flow.yaml",
                        Resources.text("words/work.flow.yaml").formatted(nodes, connections),
                        "work.esql",
                        Resources.text("words/work.esql").formatted(statements)),
                "",
                Traits.PLAIN,
                Messages.THREE_FIELDS);
    }

    private static Map<String, String> files(String... names) {
        return Stream.of(names)
                .collect(
                        Collectors.toMap(
                                name -> name.substring(name.indexOf('/') + 1), Resources::text));
    }

    private static Map<String, String> with(
            Map<String, String> files, String sample, String... names) {
        Map<String, String> all = new HashMap<>(files);
        Stream.of(names).forEach(name -> all.put(name, Resources.sampleText(sample, name)));
        return all;
    }
}
