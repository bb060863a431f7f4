package io.millrace.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.command.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsageTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    coordination --of=9-instances        | --of must be one of [8-instances, 8-instances-60-clients
                    journal --clients=7                  | --clients must be 15 or 60 (found 7)
                    journal --micros=0                   | --micros must be 1 or more (found 0)
                    mqsi --case C2t3_4                   | --case must be one of [B3, B4
                    mqsi --quick --full                  | mutually exclusive
                    mqsi --full --records 500            | mutually exclusive
                    mqsi --records 0                     | --records must be 1 or more (found 0)
                    mqsi --rounds 0                      | --rounds must be 1 or more (found 0)
                    mqsi --warm-up -1                    | --warm-up must be 0 or more (found -1)
                    node-costs --scenario nothing        | no scenario matches; examples of ids are [mqinput-mqoutput
                    node-costs --persistent maybe        | --persistent must be one of [yes, no] (found maybe)
                    records CWF_NOBODY                   | no reader matches 'CWF_NOBODY'; readers are [CWF_MILLRACE
                    side-by-side complex-computer        | no comparison matches 'complex-computer'; --list prints
                    side-by-side *                       | is not a regular expression
                    side-by-side --rounds=0              | --rounds must be 1 or more (found 0)
                    side-by-side two-instances-4k --processor-time | must be used with comparisons of one thread (found [two-instances-4k])
                    start --runs 0                       | --runs must be 1 or more (found 0)
                    compare a b --tolerance 100          | --tolerance must be from 0 to less than 100
                    """)
    void aWrongValueIsAnErrorThatNamesWhatWasFoundAndExpected(String line, String message) {
        BenchRun run = BenchRun.of((Object[]) line.strip().split(" +"));
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(message);
    }

    @Test
    void helpHasPercentSigns() {
        BenchRun run = BenchRun.of("compare", "--help");
        assertThat(run.code()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("significant at 1 %").doesNotContain("%%");
    }

    @Test
    void theListOfBenchmarksNamesTheTable() {
        assertThat(BenchRun.of("jmh", "--list").out()).contains("EngineTable.engineAlone");
    }
}
