package io.millrace.connectors.camel;

import org.apache.ftpserver.FtpServer;
import org.apache.ftpserver.FtpServerFactory;
import org.apache.ftpserver.ftplet.FtpException;
import org.apache.ftpserver.listener.Listener;
import org.apache.ftpserver.listener.ListenerFactory;
import org.apache.ftpserver.usermanager.impl.BaseUser;
import org.apache.ftpserver.usermanager.impl.WritePermission;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** An FTP server whose user has a folder. */
final class FtpCounterpart extends FolderCounterpart {

    static final String PASSWORD = "s3cret&+word";

    private final FtpServer server;
    private final int port;
    private final Path passwordFile;

    FtpCounterpart(Path folder) throws IOException, FtpException {
        this(folder, 0);
    }

    FtpCounterpart(Path folder, int requestedPort) throws IOException, FtpException {
        super(folder);
        ListenerFactory listeners = new ListenerFactory();
        listeners.setServerAddress("127.0.0.1");
        listeners.setPort(requestedPort);
        Listener listener = listeners.createListener();
        FtpServerFactory factory = new FtpServerFactory();
        factory.addListener("default", listener);
        BaseUser user = new BaseUser();
        user.setName("partner");
        user.setPassword(PASSWORD);
        user.setHomeDirectory(folder.toString());
        user.setAuthorities(List.of(new WritePermission()));
        factory.getUserManager().save(user);
        server = factory.createServer();
        server.start();
        port = listener.getPort();
        passwordFile = Files.writeString(folder.resolveSibling("password"), PASSWORD);
    }

    int port() {
        return port;
    }

    private String uri(String path) {
        return uri(port, path);
    }

    private static String uri(int port, String path) {
        return "ftp://127.0.0.1:" + port + "/" + path;
    }

    @Override
    public String input() {
        return input(port);
    }

    static String input(int port) {
        return """
        uri: "%s", credentials: partner, parameters: [initialDelay=0, delay=50, delete=true, \
        passiveMode=true]\
        """
                .formatted(uri(port, "in"));
    }

    @Override
    public String output() {
        return "uri: \"%s\", credentials: partner, parameters: [passiveMode=true]"
                .formatted(uri("out"));
    }

    @Override
    public String settings() {
        return settings(passwordFile);
    }

    static String settings(Path password) {
        return "credentials: {partner: {user: partner, passwordFile: \"%s\"}}\n"
                .formatted(password);
    }

    @Override
    public void close() {
        server.stop();
    }
}
