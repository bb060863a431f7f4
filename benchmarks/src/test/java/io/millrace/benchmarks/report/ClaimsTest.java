package io.millrace.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.reference.AixRates;
import io.millrace.benchmarks.scenario.ReportRow;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

final class ClaimsTest {

    private final Figures reported = new Reported();

    @Test
    void everyIdIsThereOnce() {
        assertThat(ClaimsPart.all()).extracting(Claim::id).doesNotHaveDuplicates();
        assertThat(ClaimsPart.all().size()).isGreaterThanOrEqualTo(25);
    }

    @Test
    void theReportsOwnFiguresBearTheirClaimsOut() {
        for (Claim claim : ClaimsPart.all()) {
            OptionalDouble stated = claim.ratio().in(reported);
            if (stated.isPresent()) {
                assertThat(claim.rule().verdict(stated, stated.getAsDouble()))
                        .as("%s: %s", claim.id(), stated)
                        .isEqualTo(Verdict.HOLDS);
            } else {
                assertThat(claim.rule()).as(claim.id()).isNotInstanceOf(Rule.Effect.class);
            }
        }
    }

    @Test
    void everyFigureThroughTheBrokerIsOfAScenarioOfTheReports() {
        Set<String> scenarios =
                ReportRow.all().stream()
                        .map(r -> r.work().scenarioId())
                        .collect(Collectors.toSet());
        scenarios.addAll(AixRates.rates().keySet());
        scenarios.add("flows-with-queue-between");
        for (Claim claim : ClaimsPart.all()) {
            for (Point point : List.of(claim.ratio().of(), claim.ratio().to())) {
                if (point.who().equals(Who.MILLRACE)) {
                    assertThat(scenarios).as(claim.id()).contains(point.scenario());
                }
            }
        }
    }

    @Test
    void anEffectIsWeakerBelowHalfOfItAndGoneWithinTheNoise() {
        Rule effect = new Rule.Effect();
        OptionalDouble fourTimesSlower = OptionalDouble.of(0.25);
        assertThat(effect.verdict(fourTimesSlower, 0.2)).isEqualTo(Verdict.HOLDS);
        assertThat(effect.verdict(fourTimesSlower, 0.49)).isEqualTo(Verdict.HOLDS);
        assertThat(effect.verdict(fourTimesSlower, 0.6)).isEqualTo(Verdict.WEAKER);
        assertThat(effect.verdict(fourTimesSlower, 0.97)).isEqualTo(Verdict.GONE);
        assertThat(effect.verdict(fourTimesSlower, 3)).isEqualTo(Verdict.GONE);
        assertThat(effect.verdict(OptionalDouble.of(2), 1.2)).isEqualTo(Verdict.WEAKER);
    }

    @Test
    void otherRulesHaveTheirBounds() {
        OptionalDouble none = OptionalDouble.empty();
        assertThat(new Rule.Same(0.1).verdict(none, 1.09)).isEqualTo(Verdict.HOLDS);
        assertThat(new Rule.Same(0.1).verdict(none, 0.8)).isEqualTo(Verdict.GONE);
        assertThat(new Rule.AtLeast(2, 1).verdict(none, 1.5)).isEqualTo(Verdict.WEAKER);
        assertThat(new Rule.AtMost(0.5, 0.9).verdict(none, 0.95)).isEqualTo(Verdict.GONE);
    }

    @Test
    void aClaimWithoutOurFigureIsNotJudged() {
        Claim claim = ClaimsPart.all().getFirst();
        assertThat(claim.answer(reported, point -> OptionalDouble.empty()).verdict())
                .isEqualTo(Verdict.NOT_MEASURED);
    }

    @Test
    void goalsAreJudgedByTheirBounds() {
        Map<String, Double> rates =
                Map.of(
                        "NodeCost.messageThroughNodes nodes=1", 1e7,
                        "NodeCost.messageThroughNodes nodes=101", 5e5);
        Figures results =
                point ->
                        point.measure() == Measure.RATE && rates.containsKey(point.scenario())
                                ? OptionalDouble.of(rates.get(point.scenario()))
                                : OptionalDouble.empty();
        assertThat(GoalsPart.blocks(results).toString())
                .contains("ns 19.0")
                .contains("bytes not measured", "yes, as far as measured")
                .doesNotContain("NaN");
    }

    @Test
    void whatWasMeasuredInTurnsCountsBeforeJmh() {
        Figures results =
                point ->
                        point.measure() == Measure.IN_TURNS
                                        && point.scenario().equals("complex-compute-4k")
                                        && point.who().equals(Who.MILLRACE)
                                ? OptionalDouble.of(0.68)
                                : OptionalDouble.empty();
        assertThat(GoalsPart.blocks(results).toString()).contains("4 KB 0.68; 16 KB not measured");
    }
}
