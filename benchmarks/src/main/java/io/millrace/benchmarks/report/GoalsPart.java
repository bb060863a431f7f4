package io.millrace.benchmarks.report;

import io.millrace.benchmarks.page.Block;
import io.millrace.benchmarks.page.Cell;
import io.millrace.benchmarks.page.Cell.Tone;
import io.millrace.benchmarks.page.Column;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The goals with what was measured. */
final class GoalsPart {

    private GoalsPart() {}

    static List<Block> blocks(Figures results) {
        List<List<Cell>> rows = new ArrayList<>();
        for (Goal goal : Goals.all()) {
            rows.add(row(goal, results));
        }
        return List.of(
                new Block.Heading(2, "Goals"),
                new Block.Text(
                        "What Millrace aims at. All are ratios of figures of one run on one"
                                + " machine, but where a unit is named."),
                new Block.Table(
                        List.of(
                                Column.words("what"),
                                Column.words("goal"),
                                Column.words("measured"),
                                Column.words("reached")),
                        rows));
    }

    private static List<Cell> row(Goal goal, Figures results) {
        if (goal.parts().isEmpty()) {
            return List.of(
                    Cell.of(goal.what()),
                    Cell.of(goal.aim()),
                    new Cell("see " + goal.elsewhere(), Tone.MUTED),
                    Numbers.NOT_MEASURED);
        }
        List<String> figures = new ArrayList<>();
        int reached = 0;
        int measured = 0;
        for (Goal.Part part : goal.parts()) {
            OptionalDouble value = part.figure().in(results);
            String label = part.label().isEmpty() ? "" : part.label() + " ";
            if (value.isPresent()) {
                measured++;
                reached += part.reached(value.getAsDouble()) ? 1 : 0;
                figures.add(label + Numbers.brief(value.getAsDouble()));
            } else {
                figures.add(label + Numbers.NOT_MEASURED.words());
            }
        }
        return List.of(
                Cell.of(goal.what()),
                Cell.of(goal.aim()),
                measured == 0 ? Numbers.NOT_MEASURED : Cell.of(String.join("; ", figures)),
                judgement(reached, measured, goal.parts().size()));
    }

    private static Cell judgement(int reached, int measured, int all) {
        if (measured == 0) {
            return Numbers.NOT_MEASURED;
        }
        if (reached < measured) {
            return reached == 0
                    ? new Cell("no", Tone.BAD)
                    : new Cell(reached + " of " + measured, Tone.FAIR);
        }
        return measured == all
                ? new Cell("yes", Tone.GOOD)
                : new Cell("yes, as far as measured", Tone.FAIR);
    }
}
