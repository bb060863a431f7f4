package io.millrace.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.drive.ReportRow;
import io.millrace.benchmarks.drive.Scenario;
import io.millrace.benchmarks.report.Claim.Rule;
import io.millrace.benchmarks.report.Claim.Verdict;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;

import org.junit.jupiter.api.Test;

import java.util.List;

final class ClaimsTest {

    private static final List<Claim> ALL = Report.claims();

    @Test
    void everyIdIsThereOnce() {
        assertThat(ALL).extracting(Claim::id).doesNotHaveDuplicates().hasSizeGreaterThan(40);
    }

    @Test
    void theReportsOwnFiguresSupportTheirClaims() {
        for (Claim claim : ALL) {
            double stated = claim.stated();
            if (Double.isNaN(stated)) {
                assertThat(claim.rule()).as(claim.id()).isNotNull();
            } else {
                assertThat(claim.verdict(stated)).as(claim.id()).isEqualTo(Verdict.HOLDS);
            }
        }
    }

    @Test
    void everyFigureThroughTheBrokerIsOfAScenario() {
        for (Claim claim : ALL) {
            for (Point point : List.of(claim.of(), claim.to())) {
                Work work = new Work(point.scenario(), "", "", point.persistent(), point.bytes());
                if (point.who().equals(ResultRow.MILLRACE) && ReportRow.of(work) == null) {
                    assertThat(Scenario.beyond())
                            .as(claim.id())
                            .anyMatch(scenario -> scenario.id().equals(point.scenario()));
                }
            }
        }
    }

    @Test
    void anEffectIsWeakerBelowHalfOfItAndGoneWithinTheNoise() {
        assertThat(Claim.effect(0.25, 0.2)).isEqualTo(Verdict.HOLDS);
        assertThat(Claim.effect(0.25, 0.49)).isEqualTo(Verdict.HOLDS);
        assertThat(Claim.effect(0.25, 0.6)).isEqualTo(Verdict.WEAKER);
        assertThat(Claim.effect(0.25, 0.97)).isEqualTo(Verdict.GONE);
        assertThat(Claim.effect(0.25, 3)).isEqualTo(Verdict.GONE);
        assertThat(Claim.effect(2, 1.2)).isEqualTo(Verdict.WEAKER);
    }

    @Test
    void otherRulesHaveTheirBounds() {
        assertThat(new Rule(0.1, null, null, null).verdict(1.09)).isEqualTo(Verdict.HOLDS);
        assertThat(new Rule(0.1, null, null, null).verdict(0.8)).isEqualTo(Verdict.GONE);
        assertThat(new Rule(null, 2.0, null, 1.0).verdict(1.5)).isEqualTo(Verdict.WEAKER);
        assertThat(new Rule(null, null, 0.5, 0.9).verdict(0.95)).isEqualTo(Verdict.GONE);
    }

    @Test
    void aClaimWithoutOurFigureIsNotJudged() {
        assertThat(ALL.getFirst().verdict(Double.NaN)).isEqualTo(Verdict.NOT_MEASURED);
    }
}
