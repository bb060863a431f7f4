package io.millrace.engine.database;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.setting.LimitUse;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeSet;

/** The data sources of an application. They take precedence over the data sources of the broker. */
public final class OpenDataSources implements DataSources {

    private final DataSources own;
    private final DataSources shared;

    private OpenDataSources(DataSources own, DataSources shared) {
        this.own = own;
        this.shared = shared;
    }

    /**
     * Opens data sources from their definitions without connecting to the databases.
     *
     * @param shared further data sources; closing the new object does not close them
     * @param loader class loader that finds the database support
     * @param drivers drivers of the databases
     * @throws MillraceException with CONFIGURATION if no database support is on the class path
     */
    public static OpenDataSources open(
            List<DataSourceDefinition> definitions,
            DataSources shared,
            ClassLoader loader,
            JdbcDrivers drivers) {
        if (definitions.isEmpty()) {
            return new OpenDataSources(NONE, shared);
        }
        DataSourceProvider provider =
                ServiceLoader.load(DataSourceProvider.class, loader)
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new MillraceException(
                                                ErrorCode.CONFIGURATION,
                                                """
                                                the data source %s requires the module \
                                                millrace-store, which is not on the class path\
                                                """
                                                        .formatted(definitions.getFirst().name())));
        return new OpenDataSources(provider.open(definitions, drivers), shared);
    }

    @Override
    public Collection<String> names() {
        TreeSet<String> names = new TreeSet<>(own.names());
        names.addAll(shared.names());
        return names;
    }

    private DataSources holder(String name) {
        return own.names().contains(name) ? own : shared;
    }

    @Override
    public DatabaseSession open(String name) {
        return holder(name).open(name);
    }

    @Override
    public Optional<CoordinatedSource> coordinated(String name) {
        return holder(name).coordinated(name);
    }

    /**
     * Returns the data sources that can take part in coordinated units, without the shared data
     * sources.
     */
    public List<CoordinatedSource> coordinatedSources() {
        return own.names().stream().flatMap(n -> own.coordinated(n).stream()).toList();
    }

    @Override
    public long inUse(String name) {
        return holder(name).inUse(name);
    }

    @Override
    public List<LimitUse> limits() {
        return own.limits();
    }

    @Override
    public void close() {
        own.close();
    }
}
