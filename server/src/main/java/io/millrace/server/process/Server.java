package io.millrace.server.process;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.observe.Release;
import io.millrace.flows.Broker;
import io.millrace.flows.BrokerBuilder;
import io.millrace.server.api.AdministrationServer;
import io.millrace.server.deploy.Deployments;
import io.millrace.server.deploy.ServerHome;
import io.millrace.server.deploy.SharedRepository;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/**
 * The parts of a server process other than the broker: the applications that are deployed in the
 * home folder, and the administration API. The commands {@code server} and {@code run} share it.
 */
public final class Server implements AutoCloseable {

    private final BrokerBuilder builder;
    private final Broker broker;
    private final ServerHome home;
    private final Deployments deployments;
    private AdministrationServer api;

    private Server(BrokerBuilder builder, Broker broker, ServerHome home, Deployments deployments) {
        this.builder = builder;
        this.broker = broker;
        this.home = home;
        this.deployments = deployments;
    }

    /**
     * Opens the deployment files of a home.
     *
     * @param builder builder with which the broker was started
     * @param locked whether assignments of flows cannot be changed
     * @throws MillraceException with STORE_LOCKED, DEPLOYMENT_STORE or REPOSITORY
     */
    public static Server open(Path home, BrokerBuilder builder, Broker broker, boolean locked) {
        ServerHome folder = ServerHome.open(home);
        try {
            return new Server(
                    builder,
                    broker,
                    folder,
                    new Deployments(
                            broker,
                            builder.extensions(),
                            folder,
                            builder.server().maxArchiveBytes(),
                            locked,
                            SharedRepository.open(
                                    builder.server().repository(), builder.extensions())));
        } catch (RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    /**
     * Prepares a builder for a broker with the queues that operators have changed in a home.
     *
     * @throws MillraceException with DEPLOYMENT_STORE
     */
    public static void prepare(Path home, BrokerBuilder builder) {
        builder.queueChanges(Deployments.queueChanges(home));
    }

    /**
     * Opens the administration API. Until {@link #restore}, it reports that the server is starting.
     */
    public void openApi() {
        api =
                AdministrationServer.open(
                        builder.server().administration(),
                        home,
                        broker,
                        deployments,
                        builder.server().administrators(),
                        Release.current().toString());
    }

    /**
     * Starts the deployed applications, except those that the command starts itself.
     *
     * @return applications that could not be started, with the reason
     */
    public Map<String, RuntimeException> restore(Collection<String> except) {
        deployments.restore(except);
        if (api != null) {
            api.started();
        }
        return deployments.failures();
    }

    /** Returns the names of the deployed applications. */
    public Set<String> applications() {
        return deployments.applications();
    }

    /** Returns the URL of the API. Must be called after {@link #openApi}. */
    public String url() {
        return api.url();
    }

    /** Closes the API and the files. The owner of the broker closes it afterwards. */
    @Override
    public void close() {
        if (api != null) {
            api.stopping();
            api.close();
        }
        deployments.close();
        home.close();
    }
}
