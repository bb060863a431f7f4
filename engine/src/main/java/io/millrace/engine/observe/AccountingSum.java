package io.millrace.engine.observe;

import java.util.Map;
import java.util.TreeMap;

/** The sum of the figures of several threads. Not safe for use by several threads. */
final class AccountingSum {

    private AccountingRecord.Figures flow = AccountingRecord.Figures.NONE;
    private final Map<String, AccountingRecord.Figures> threads = new TreeMap<>();
    private final Map<String, AccountingRecord.Node> nodes = new TreeMap<>();

    void add(AccountingRecord.Figures figures) {
        flow = flow.and(figures);
    }

    void addThread(String thread, AccountingRecord.Figures figures) {
        threads.merge(thread, figures, AccountingRecord.Figures::and);
    }

    void addNode(String name, AccountingRecord.Node node) {
        nodes.merge(name, node, AccountingSum::sum);
    }

    static AccountingRecord.Node sum(AccountingRecord.Node a, AccountingRecord.Node b) {
        return new AccountingRecord.Node(
                a.invocations() + b.invocations(),
                a.elapsed().and(b.elapsed()),
                a.cpu().and(b.cpu()),
                sum(a.inputs(), b.inputs()),
                sum(a.outputs(), b.outputs()));
    }

    private static Map<String, Long> sum(Map<String, Long> a, Map<String, Long> b) {
        Map<String, Long> sum = new TreeMap<>(a);
        b.forEach((terminal, count) -> sum.merge(terminal, count, Long::sum));
        return sum;
    }

    AccountingRecord.Origin origin(String name) {
        return new AccountingRecord.Origin(name, flow, threads, nodes);
    }
}
