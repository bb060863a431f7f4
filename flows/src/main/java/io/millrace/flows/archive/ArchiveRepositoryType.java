package io.millrace.flows.archive;

import io.millrace.engine.resource.Endpoint;

import java.io.IOException;

/**
 * A type of repositories that the {@code repository} of a {@code broker.yaml} can have. Found by
 * {@link java.util.ServiceLoader} on the class path and in the jars of the folder {@code lib} of a
 * home.
 */
public interface ArchiveRepositoryType {

    /** Returns the value of {@code type} in {@code broker.yaml}. */
    String name();

    /**
     * Opens a repository. Called when the server starts. It should not connect, so that the server
     * also starts while the repository cannot be reached.
     *
     * @param endpoint URL, credentials, certificates and time limits of the repository
     */
    ArchiveRepository open(Endpoint endpoint) throws IOException;
}
