package io.millrace.benchmarks.sidebyside;

import io.millrace.benchmarks.record.ChangeBenchmark;
import io.millrace.benchmarks.record.RecordBenchmark;
import io.millrace.benchmarks.record.RewriteBenchmark;

import org.openjdk.jmh.annotations.Param;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Pattern;

/** The record of the sample {@code conversions} by all who read and write it, format by format. */
public final class RecordTable {

    /** What is measured. */
    public enum Column {
        NOTHING("nothing"),
        FIRST_AND_LAST("first and last"),
        ALL("all"),
        CHANGED("one changed, written"),
        REWRITTEN("all, written anew");

        public final String title;

        Column(String title) {
            this.title = title;
        }

        private boolean has(String peer) throws ReflectiveOperationException {
            return switch (this) {
                case NOTHING, FIRST_AND_LAST, ALL -> true;
                case CHANGED -> known(ChangeBenchmark.class).contains(peer);
                case REWRITTEN -> known(RewriteBenchmark.class).contains(peer);
            };
        }

        private static List<String> known(Class<?> benchmark) throws ReflectiveOperationException {
            Param peers = benchmark.getDeclaredField("peer").getAnnotation(Param.class);
            return Arrays.asList(peers.value());
        }

        private Contender contender(String peer) {
            return switch (this) {
                case NOTHING -> read(peer, "NONE");
                case FIRST_AND_LAST, ALL -> read(peer, name());
                case CHANGED ->
                        new Contender(peer, ChangeBenchmark.class, "change", parameters(peer));
                case REWRITTEN ->
                        new Contender(peer, RewriteBenchmark.class, "rewrite", parameters(peer));
            };
        }

        private static Contender read(String peer, String access) {
            Map<String, String> parameters = new LinkedHashMap<>(parameters(peer));
            parameters.put("access", access);
            return new Contender(peer, RecordBenchmark.class, "read", parameters);
        }

        private static Map<String, String> parameters(String peer) {
            return Map.of("peer", peer, "bytes", "0");
        }
    }

    private final List<List<String>> groups;

    /**
     * @param peers the names of all, those of one format beside each other
     */
    public RecordTable(List<String> peers, Pattern wanted) {
        SequencedMap<String, List<String>> formats = new LinkedHashMap<>();
        for (String peer : peers) {
            if (wanted.matcher(peer).find()) {
                String format = peer.startsWith("MRM_XML") ? "MRM_XML" : peer.split("_", 2)[0];
                formats.computeIfAbsent(format, f -> new ArrayList<>()).add(peer);
            }
        }
        this.groups = List.copyOf(formats.values());
    }

    /** Those that are measured in the same turns, by name. */
    public List<List<String>> groups() {
        return groups;
    }

    /**
     * Measures a column of a group.
     *
     * @return by name; those that cannot do it are left out
     */
    public SequencedMap<String, SideBySide.Share> measure(
            SideBySide turns, Column column, List<String> group) throws Exception {
        List<String> able = new ArrayList<>();
        for (String peer : group) {
            if (column.has(peer)) {
                able.add(peer);
            }
        }
        SequencedMap<String, SideBySide.Share> shares = new LinkedHashMap<>();
        List<Contender> contenders = able.stream().map(column::contender).toList();
        List<SideBySide.Share> found = turns.measure(contenders);
        for (int i = 0; i < able.size(); i++) {
            shares.put(able.get(i), found.get(i));
        }
        return shares;
    }
}
