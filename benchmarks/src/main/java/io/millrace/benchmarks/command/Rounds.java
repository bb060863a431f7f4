package io.millrace.benchmarks.command;

import picocli.CommandLine.Option;

import java.time.Duration;

/** The options for rounds over a broker. */
final class Rounds {

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Rounds of each contender (default: ${DEFAULT-VALUE}).")
    int number;

    @Option(
            names = "--millis",
            paramLabel = "N",
            description = "Length of a round, in milliseconds (default: ${DEFAULT-VALUE}).")
    int millis;

    Rounds(int number, int millis) {
        this.number = number;
        this.millis = millis;
    }

    Duration length() {
        return Duration.ofMillis(millis);
    }

    void check(MeasuringCommand command) {
        command.requireAtLeast(1, "--rounds", number);
        command.requireAtLeast(1, "--millis", millis);
    }
}
