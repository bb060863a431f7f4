package io.millrace.nodes.file;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.nodes.common.transfer.FileTransferProtocol;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;

/**
 * The properties of a node that transfers files from or to a server (IIB: "FTP" properties).
 *
 * @param endpoint name of the endpoint
 * @param credentials name of the credentials; empty for those of the endpoint
 * @param directory folder on the server; empty for the folder of the user
 * @param ascii whether line ends are converted
 * @param knownHosts file with the keys of SFTP servers
 * @param privateKey file with the private key of the user; null for none
 */
record RemoteSettings(
        String endpoint,
        String credentials,
        String directory,
        boolean ascii,
        Path knownHosts,
        Path privateKey) {

    static final String ENDPOINT = "remoteEndpoint";

    private static final String CREDENTIALS = "remoteCredentials";
    private static final String DIRECTORY = "remoteDirectory";
    private static final String MODE = "transferMode";
    private static final String KNOWN_HOSTS = "knownHosts";
    private static final String PRIVATE_KEY = "privateKeyFile";

    /** Properties that require an endpoint. */
    private static final List<String> OTHERS =
            List.of(CREDENTIALS, DIRECTORY, MODE, KNOWN_HOSTS, PRIVATE_KEY);

    /** Properties of a node that transfers files, in the form of a node description. */
    static final String PROPERTIES =
            """
            remoteEndpoint [ENDPOINT, alias fileFtpServer]: Name of the endpoint of a file server,
              with a URL that begins with ftp:, ftps: or sftp:.
            remoteCredentials [CREDENTIALS, alias fileFtpUser]: Name of the credentials for the
              server, instead of the credentials of the endpoint.
            remoteDirectory [TEXT, alias fileFtpDirectory]: Folder on the server. The default is the
              folder of the user.
            transferMode [binary|ascii = binary, alias fileFtpTransferMode]: `binary`, files are
              transferred unchanged; `ascii`, FTP converts the ends of lines.
            knownHosts [TEXT]: File with the keys of SFTP servers, in the format of OpenSSH. The
              default is .ssh/known_hosts in the home of the user of the process. A server whose key
              is not in the file is rejected.
            privateKeyFile [TEXT]: File with the private key for the login to an SFTP server. The
              password of the credentials is then its passphrase.
            """;

    /**
     * Returns the settings of a node; null if the node transfers no files. Reports contradictory
     * properties.
     *
     * @param more further properties that require an endpoint
     */
    static RemoteSettings of(NodeDefinition node, DeployContext context, String... more) {
        String endpoint = node.text(ENDPOINT);
        if (endpoint.isEmpty()) {
            OTHERS.forEach(property -> requireEndpoint(node, property, context));
            List.of(more).forEach(property -> requireEndpoint(node, property, context));
            return null;
        }
        context.requireScheme(endpoint, schemes(), node.place(ENDPOINT));
        Path home = Path.of(System.getProperty("user.home"), ".ssh", "known_hosts");
        return new RemoteSettings(
                endpoint,
                node.text(CREDENTIALS),
                node.text(DIRECTORY).strip(),
                node.text(MODE).equals("ascii"),
                file(node, KNOWN_HOSTS, home, context),
                file(node, PRIVATE_KEY, null, context));
    }

    private static void requireEndpoint(
            NodeDefinition node, String property, DeployContext context) {
        if (node.isGiven(property)) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place(property),
                            property + " requires " + ENDPOINT,
                            "set "
                                    + ENDPOINT
                                    + " to the endpoint of a file server, or remove "
                                    + property);
        }
    }

    private static Path file(
            NodeDefinition node, String property, Path standard, DeployContext context) {
        String text = node.text(property);
        try {
            return text.isBlank() ? standard : Path.of(text).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place(property),
                            property + " must be the path of a file (found '" + text + "')");
            return standard;
        }
    }

    private static List<String> schemes() {
        return protocols().stream().flatMap(p -> p.schemes().stream()).toList();
    }

    /** Returns the protocols on the class path. */
    static List<FileTransferProtocol> protocols() {
        return ServiceLoader.load(
                        FileTransferProtocol.class, FileTransferProtocol.class.getClassLoader())
                .stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}
