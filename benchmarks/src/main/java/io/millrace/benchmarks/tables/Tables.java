package io.millrace.benchmarks.tables;

import java.util.List;

/** The tables that JMH measures. */
public final class Tables {

    private Tables() {}

    /** A class for each table of the report, in its order. */
    public static List<Class<? extends Table>> all() {
        return List.of(
                Table71PassThrough.class,
                Table721ComputeSimple.class,
                Table722ComputeComplex.class,
                Table73Database.class,
                Table74Filter.class,
                Table75RouteToLabel.class,
                Table76Publication.class,
                Table77Conversion.class,
                Table78Parallel.class,
                Table79Transactional.class,
                Table710Coordinated.class,
                Table711Subscribers.class);
    }
}
