package io.millrace.connectors.transfer;

import java.nio.file.Path;

/** A server with the files of a folder. */
interface FileServer extends AutoCloseable {

    String USER = "partner";
    String PASSWORD = "s3cret&+word";

    /** Returns the port. */
    int port();

    /** Returns the URL of a port. */
    String url(int port);

    /** Returns further properties of nodes, each after a comma. */
    String properties();

    /** Ends a connection in the middle of the next file that a client receives. */
    void cutNextDownload();

    /** Rejects each rename of a file with a name. */
    void rejectRenames(String name);

    @Override
    void close();

    /** Kinds of servers. */
    enum Kind {
        FTP {
            @Override
            FileServer start(Path folder, int port) {
                return new FtpFileServer(folder, port);
            }
        },
        SFTP {
            @Override
            FileServer start(Path folder, int port) {
                return new SftpFileServer(folder, port);
            }
        };

        /**
         * Starts a server.
         *
         * @param port port; 0 for any free port
         */
        abstract FileServer start(Path folder, int port);
    }
}
