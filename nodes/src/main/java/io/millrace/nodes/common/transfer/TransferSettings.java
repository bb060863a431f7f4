package io.millrace.nodes.common.transfer;

import io.millrace.engine.resource.Endpoint;

import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * A folder of a server.
 *
 * @param name name of the endpoint
 * @param endpoint the server, with the credentials of the node
 * @param directory folder on the server; empty for the folder of the user
 * @param ascii whether line ends are converted (FTP only)
 * @param knownHosts file with the keys of servers in the format of OpenSSH (SFTP only)
 * @param privateKey file with the private key of the user, whose passphrase is the password of the
 *     credentials; null for a login with the password (SFTP only)
 * @param isStopped whether transfers must end, because the flow is being stopped
 */
public record TransferSettings(
        String name,
        Endpoint endpoint,
        String directory,
        boolean ascii,
        Path knownHosts,
        Path privateKey,
        BooleanSupplier isStopped) {}
