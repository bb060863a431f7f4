package io.millrace.benchmarks.report;

import io.millrace.benchmarks.page.Block;
import io.millrace.benchmarks.page.Page;
import io.millrace.benchmarks.result.RunResult;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The page that tells what several runs found. */
public final class Report {

    private Report() {}

    /**
     * Makes the page.
     *
     * @param runs of any commands; where two measured the same, the one that started later counts
     */
    public static Page of(List<RunResult> runs) {
        List<RunResult> inOrder = new ArrayList<>(runs);
        inOrder.sort(Comparator.comparing(RunResult::started));
        Results results = new Results(inOrder);
        Figures reported = new Reported();
        List<Block> blocks = new ArrayList<>();
        blocks.add(
                new Block.Text(
                        "Millrace beside the figures of two published reports of its line, a bare"
                                + " loop over the same queues, and its peers. Machines differ, and"
                                + " shared ones are noisy: read the ratios."));
        blocks.addAll(GoalsPart.blocks(results));
        blocks.addAll(PlotsPart.blocks(results, reported));
        blocks.addAll(TablesPart.blocks(results));
        blocks.addAll(CasesPart.blocks(results));
        blocks.addAll(OthersPart.blocks(results));
        blocks.addAll(ClaimsPart.blocks(reported, results));
        blocks.addAll(RunsPart.blocks(inOrder));
        return new Page("Measurements of Millrace", blocks);
    }
}
