package io.millrace.flows;

import io.millrace.engine.database.CoordinatedSource;
import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.database.DataSourceProvider;
import io.millrace.engine.database.DataSources;
import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeSet;

/**
 * The data sources of an application, which take precedence over those that the broker has for all
 * applications.
 */
final class OpenDataSources implements DataSources {

    private final DataSources own;
    private final DataSources shared;

    private OpenDataSources(DataSources own, DataSources shared) {
        this.own = own;
        this.shared = shared;
    }

    /**
     * Opens data sources from their definitions, without connecting yet.
     *
     * @param shared further data sources, which are not closed with these; null for none
     * @throws MillraceException with CONFIGURATION if no database support is on the class path
     */
    static OpenDataSources open(List<DataSourceDefinition> definitions, DataSources shared) {
        if (definitions.isEmpty()) {
            return new OpenDataSources(null, shared);
        }
        DataSourceProvider provider =
                ServiceLoader.load(DataSourceProvider.class, BrokerBuilder.loader())
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new MillraceException(
                                                ErrorCode.CONFIGURATION,
                                                "the data source "
                                                        + definitions.getFirst().name()
                                                        + " needs the module millrace-store, which"
                                                        + " is not on the class path"));
        return new OpenDataSources(provider.open(definitions), shared);
    }

    @Override
    public Collection<String> names() {
        TreeSet<String> names = new TreeSet<>();
        if (own != null) {
            names.addAll(own.names());
        }
        if (shared != null) {
            names.addAll(shared.names());
        }
        return names;
    }

    @Override
    public DatabaseSession open(String name) {
        if (own != null && own.names().contains(name)) {
            return own.open(name);
        }
        if (shared != null) {
            return shared.open(name);
        }
        throw new MillraceException(
                ErrorCode.UNKNOWN_DATA_SOURCE, "there is no data source " + name);
    }

    @Override
    public Optional<CoordinatedSource> coordinated(String name) {
        if (own != null && own.names().contains(name)) {
            return own.coordinated(name);
        }
        return shared == null ? Optional.empty() : shared.coordinated(name);
    }

    /**
     * Returns the data sources that can take part in coordinated units, without the shared ones.
     */
    List<CoordinatedSource> coordinatedSources() {
        return own == null
                ? List.of()
                : own.names().stream().flatMap(n -> own.coordinated(n).stream()).toList();
    }

    @Override
    public void close() {
        if (own != null) {
            own.close();
        }
    }
}
