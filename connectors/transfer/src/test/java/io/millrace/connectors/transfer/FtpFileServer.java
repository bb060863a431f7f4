package io.millrace.connectors.transfer;

import io.millrace.testing.TestCertificates;

import org.apache.ftpserver.DataConnectionConfigurationFactory;
import org.apache.ftpserver.FtpServer;
import org.apache.ftpserver.FtpServerFactory;
import org.apache.ftpserver.ftplet.DefaultFtpReply;
import org.apache.ftpserver.ftplet.DefaultFtplet;
import org.apache.ftpserver.ftplet.FtpException;
import org.apache.ftpserver.ftplet.FtpReply;
import org.apache.ftpserver.ftplet.FtpRequest;
import org.apache.ftpserver.ftplet.FtpSession;
import org.apache.ftpserver.ftplet.FtpletResult;
import org.apache.ftpserver.listener.Listener;
import org.apache.ftpserver.listener.ListenerFactory;
import org.apache.ftpserver.ssl.SslConfiguration;
import org.apache.ftpserver.ssl.SslConfigurationFactory;
import org.apache.ftpserver.usermanager.impl.BaseUser;
import org.apache.ftpserver.usermanager.impl.WritePermission;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** An FTP server. */
final class FtpFileServer implements FileServer {

    private final FtpServer server;
    private final int port;
    private final AtomicBoolean isCutting = new AtomicBoolean();
    private final AtomicBoolean isLosing = new AtomicBoolean();
    private volatile String fixed = "";
    private volatile String listed = "";
    private volatile String claimed = "";
    private final CountDownLatch listings = new CountDownLatch(1);

    FtpFileServer(Path folder, int requestedPort) {
        this(folder, requestedPort, null, null);
    }

    /**
     * @param keyStore file with the certificate of a server with TLS; null for plain text
     * @param dataKeyStore file with the certificate of its data connections
     */
    FtpFileServer(Path folder, int requestedPort, Path keyStore, Path dataKeyStore) {
        ListenerFactory listeners = new ListenerFactory();
        listeners.setServerAddress("127.0.0.1");
        listeners.setPort(requestedPort);
        if (keyStore != null) {
            listeners.setSslConfiguration(tls(keyStore));
            DataConnectionConfigurationFactory data = new DataConnectionConfigurationFactory();
            data.setSslConfiguration(tls(dataKeyStore));
            listeners.setDataConnectionConfiguration(data.createDataConnectionConfiguration());
        }
        Listener listener = listeners.createListener();
        FtpServerFactory factory = new FtpServerFactory();
        factory.addListener("default", listener);
        factory.setFtplets(new HashMap<>(Map.of("cut", new Cutting(), "listing", new Listing())));
        BaseUser user = new BaseUser();
        user.setName(USER);
        user.setPassword(PASSWORD);
        user.setHomeDirectory(folder.toString());
        user.setAuthorities(List.of(new WritePermission()));
        try {
            factory.getUserManager().save(user);
            server = factory.createServer();
            server.start();
        } catch (FtpException e) {
            throw new IllegalStateException(e);
        }
        port = listener.getPort();
    }

    private static SslConfiguration tls(Path keyStore) {
        SslConfigurationFactory tls = new SslConfigurationFactory();
        tls.setKeystoreFile(keyStore.toFile());
        tls.setKeystorePassword(TestCertificates.PASSWORD);
        tls.setSslProtocol("TLSv1.3", "TLSv1.2");
        return tls.createSslConfiguration();
    }

    private final class Cutting extends DefaultFtplet {
        @Override
        public FtpletResult onDownloadStart(FtpSession session, FtpRequest request) {
            return isCutting.getAndSet(false) ? FtpletResult.DISCONNECT : FtpletResult.DEFAULT;
        }

        @Override
        public FtpletResult onUploadEnd(FtpSession session, FtpRequest request)
                throws FtpException {
            if (isLosing.getAndSet(false)) {
                session.getFileSystemView().getFile(request.getArgument()).delete();
            }
            return FtpletResult.DEFAULT;
        }

        @Override
        public FtpletResult onRenameStart(FtpSession session, FtpRequest request)
                throws FtpException {
            if (session.getRenameFrom().getName().equals(fixed)) {
                session.write(
                        new DefaultFtpReply(
                                FtpReply.REPLY_553_REQUESTED_ACTION_NOT_TAKEN_FILE_NAME_NOT_ALLOWED,
                                "fixed"));
                return FtpletResult.SKIP;
            }
            claimed = request.getArgument();
            return FtpletResult.DEFAULT;
        }
    }

    /** Replaces the listing of a subfolder in which a file was claimed. */
    private final class Listing extends DefaultFtplet {
        @Override
        public FtpletResult beforeCommand(FtpSession session, FtpRequest request)
                throws FtpException, IOException {
            int prefixEnd = claimed.indexOf("~R") + 2;
            if (listed.isEmpty()
                    || prefixEnd < 2
                    || !request.getCommand().equals("MLSD")
                    || !request.hasArgument()) {
                return FtpletResult.DEFAULT;
            }
            String prefix = claimed.substring(claimed.indexOf('/') + 1, prefixEnd);
            session.write(new DefaultFtpReply(FtpReply.REPLY_150_FILE_STATUS_OKAY, "listing"));
            try {
                session.getDataConnection()
                        .openConnection()
                        .transferToClient(
                                session,
                                "Type=file;Size=2;Modify=20200101000000; %s%s\r\n"
                                        .formatted(prefix, listed));
            } catch (IOException | FtpException e) {
                throw e;
            } catch (Exception e) {
                throw new FtpException(e);
            }
            session.getDataConnection().closeDataConnection();
            session.write(new DefaultFtpReply(FtpReply.REPLY_226_CLOSING_DATA_CONNECTION, "end"));
            listings.countDown();
            return FtpletResult.SKIP;
        }
    }

    /** Loses the next file that a client sends, after its transfer. */
    void loseNextUpload() {
        isLosing.set(true);
    }

    /** Lists a file with the prefix of claimed files and a name when a file has been claimed. */
    void list(String name) {
        listed = name;
    }

    /** Waits for a listing of {@link #list}. */
    void awaitListing() throws InterruptedException {
        listings.await();
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public String url(int clientPort) {
        return "ftp://127.0.0.1:" + clientPort;
    }

    @Override
    public String properties() {
        return "";
    }

    @Override
    public void cutNextDownload() {
        isCutting.set(true);
    }

    @Override
    public void rejectRenames(String name) {
        fixed = name;
    }

    @Override
    public void close() {
        server.stop();
    }
}
