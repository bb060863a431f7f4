package io.millrace.benchmarks.tables;

import io.millrace.benchmarks.scenario.Database;
import io.millrace.benchmarks.scenario.Scenario;

/** The database of scenarios that need one: H2 in this process. */
final class InMemory {

    private static final Database H2 =
            new Database("h2", "jdbc:h2:mem:bench;DB_CLOSE_DELAY=-1", "sa");

    private InMemory() {}

    /** The database, its tables made anew; none where the scenario needs none. */
    static Database database(Scenario scenario) {
        if (!scenario.usesDatabase()) {
            return Database.NONE;
        }
        H2.prepare();
        return H2;
    }
}
