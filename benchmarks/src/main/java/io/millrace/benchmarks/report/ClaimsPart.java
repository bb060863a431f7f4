package io.millrace.benchmarks.report;

import io.millrace.benchmarks.page.Block;
import io.millrace.benchmarks.page.Cell;
import io.millrace.benchmarks.page.Cell.Tone;
import io.millrace.benchmarks.page.Column;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The effects that the published reports state, then and now. */
final class ClaimsPart {

    private ClaimsPart() {}

    static List<Claim> all() {
        return Stream.concat(WmqiClaims.all().stream(), MqsiClaims.all().stream()).toList();
    }

    static List<Block> blocks(Figures reported, Figures results) {
        List<Claim.Answer> answers = all().stream().map(c -> c.answer(reported, results)).toList();
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Heading(2, "Claims then and now"));
        blocks.add(
                new Block.Text(
                        "Effects that the reports on WMQI V2.1 (z/OS, 2002) and MQSI V1.1 (AIX,"
                                + " 2000) state, in our words, each with the ratio that shows it:"
                                + " theirs, and ours. "
                                + counts(answers)));
        blocks.add(
                new Block.Table(
                        List.of(
                                Column.words("effect"),
                                Column.words("stated in"),
                                Column.words("compares"),
                                Column.number("then"),
                                Column.number("now"),
                                Column.words("verdict"),
                                Column.words("why, in Millrace")),
                        answers.stream().map(ClaimsPart::row).toList()));
        blocks.add(
                new Block.Text(
                        "Verdicts: a slower or faster way "
                                + new Rule.Effect().words()
                                + "; two ways that take the same hold within 10 to 15 %. Where the"
                                + " ratio then is missing, the report has words only."));
        return blocks;
    }

    private static String counts(List<Claim.Answer> answers) {
        Map<Verdict, Long> counts = new EnumMap<>(Verdict.class);
        answers.forEach(a -> counts.merge(a.verdict(), 1L, Long::sum));
        return counts.entrySet().stream()
                .map(e -> e.getKey() + ": " + e.getValue())
                .collect(Collectors.joining(", ", "", "."));
    }

    private static List<Cell> row(Claim.Answer answer) {
        Claim claim = answer.claim();
        return List.of(
                Cell.of(claim.statement()),
                Cell.of(claim.source()),
                Cell.of(claim.compares()),
                answer.stated().isEmpty()
                        ? new Cell("in words", Tone.MUTED)
                        : Numbers.cell(answer.stated()),
                Numbers.cell(answer.ours()),
                verdict(answer.verdict()),
                Cell.of(claim.why()));
    }

    private static Cell verdict(Verdict verdict) {
        return new Cell(
                verdict.toString(),
                switch (verdict) {
                    case HOLDS -> Tone.PLAIN;
                    case WEAKER -> Tone.FAIR;
                    case GONE -> Tone.GOOD;
                    case NOT_MEASURED -> Tone.MUTED;
                });
    }
}
