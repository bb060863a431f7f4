package io.millrace.benchmarks.scenario;

import io.millrace.benchmarks.record.Format;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All scenarios, a way to make each of them by its section of the report. */
public final class Scenarios {

    private static final Messages ORDER = new PlainMessages(PlainMessages.Kind.ORDER);

    private Scenarios() {}

    /** All that the report has rows for, in its order. */
    public static List<Scenario> all() {
        return Holder.ALL;
    }

    private static final class Holder {
        static final List<Scenario> ALL =
                ReportRow.all().stream()
                        .collect(
                                Collectors.groupingBy(
                                        row -> row.work().scenarioId(),
                                        LinkedHashMap::new,
                                        Collectors.toList()))
                        .values()
                        .stream()
                        .map(Scenarios::make)
                        .toList();
    }

    /**
     * One of them.
     *
     * @throws IllegalArgumentException where the report has none of that id
     */
    public static Scenario of(String id) {
        return all().stream()
                .filter(s -> s.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no scenario " + id));
    }

    private static Scenario make(List<ReportRow> rows) {
        String id = rows.getFirst().work().scenarioId();
        String section = rows.getFirst().work().section();
        String group = section.split("\\.")[1];
        return switch (group) {
            case "1" -> plain(rows, "pass", Traits.PLAIN);
            case "9" -> plain(rows, "transactional", new Traits(1, 1, false, false, true));
            case "2" -> compute(rows, id.replace("compute-", ""));
            case "3" -> database(rows, "insert-delete");
            case "4" -> filter(rows);
            case "5" -> route(rows, number(id));
            case "6" -> publication(rows, 1);
            case "7" -> conversion(rows, id);
            case "8" -> parallel(rows, id);
            case "10" -> database(rows, id.equals("coordinated-yes") ? "update-yes" : "update-no");
            case "11" -> publication(rows, number(id));
            default -> throw new IllegalStateException("section " + section + " has no scenario");
        };
    }

    /** The number at the end of an id. */
    private static int number(String id) {
        return Integer.parseInt(id.substring(id.lastIndexOf('-') + 1));
    }

    private static Scenario plain(List<ReportRow> rows, String folder, Traits traits) {
        return new Scenario(
                rows,
                files(folder, "pass.flow.yaml"),
                "",
                traits,
                new PlainMessages(PlainMessages.Kind.BYTES));
    }

    private static Scenario compute(List<ReportRow> rows, String name) {
        if (name.equals("simple")) {
            return new Scenario(
                    rows,
                    files("compute-simple", "simple.flow.yaml", "simple.esql"),
                    "",
                    Traits.PLAIN,
                    new ChangedOrder());
        }
        return new Scenario(rows, csim(name), "", Traits.PLAIN, new CsimMessages());
    }

    /** A flow with the ESQL of the sample. */
    private static Map<String, String> csim(String flow) {
        return with(files(flow, flow + ".flow.yaml"), "csim", "csim.esql");
    }

    private static Scenario database(List<ReportRow> rows, String flow) {
        return new Scenario(
                rows,
                files("database", flow + ".flow.yaml", "database.esql"),
                "",
                new Traits(1, 1, false, true, false),
                ORDER);
    }

    private static Scenario filter(List<ReportRow> rows) {
        return new Scenario(
                rows,
                files("filter", "filter.flow.yaml"),
                "",
                Traits.PLAIN,
                new PlainMessages(PlainMessages.Kind.TWO_TAGS));
    }

    private static Scenario route(List<ReportRow> rows, int entries) {
        return new Scenario(
                rows,
                files("route", "route.flow.yaml", "route.esql"),
                "externals: {Entries: " + entries + "}\n",
                Traits.PLAIN,
                ORDER);
    }

    private static Scenario publication(List<ReportRow> rows, int subscribers) {
        return new Scenario(
                rows,
                files("publication", "publication.flow.yaml"),
                "",
                Traits.ofSubscribers(subscribers),
                new PublicationMessages(rows.getFirst().work().scenarioId()));
    }

    private static Scenario conversion(List<ReportRow> rows, String id) {
        String[] words = id.replace("convert-", "").split("-to-");
        Format from = ConversionMessages.format(words[0]);
        Format to = ConversionMessages.format(words[1]);
        Map<String, String> files = files("convert", "to-" + words[1] + ".flow.yaml");
        return new Scenario(
                rows,
                with(files, "conversions", "conversions.esql", "conversions.model.yaml"),
                "",
                Traits.PLAIN,
                new ConversionMessages(from, to));
    }

    private static Scenario parallel(List<ReportRow> rows, String id) {
        int instances = number(id);
        String settings = instances == 1 ? "" : Resources.text("parallel/" + id + ".yaml");
        return new Scenario(
                rows,
                csim("very-complex"),
                settings,
                Traits.threads(instances),
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
