package io.millrace.nodes.common.transfer;

import java.util.List;

/**
 * A protocol of file servers, for example SFTP. Found by {@link java.util.ServiceLoader}. Safe for
 * use by several threads.
 */
public interface FileTransferProtocol {

    /** Returns the schemes of the URLs of its servers, for example {@code sftp}. */
    List<String> schemes();

    /**
     * Connects to a server and logs in.
     *
     * @throws io.millrace.engine.error.MillraceException with SERVER_DOWN or NO_RESPONSE if the
     *     server cannot be reached or does not answer, TRANSFER_REJECTED if it is not the expected
     *     server or rejects the user or the folder
     */
    RemoteFolder connect(TransferSettings settings);
}
