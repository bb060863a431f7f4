package io.millrace.connectors.mail;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;

import javax.net.SocketFactory;
import javax.net.ssl.SSLSocketFactory;

/**
 * Factories of sockets that limit the size of the responses from a server. Jakarta Mail itself has
 * no limit for the length of an answer.
 */
final class AnswerLimit {

    /** Maximum size of all answers of a connection, in bytes. */
    static final int MAX_BYTES = 1 << 20;

    private AnswerLimit() {}

    /** Returns the factory of connections without TLS. */
    static SocketFactory plainText() {
        return new PlainText();
    }

    /**
     * Returns the factory of connections with TLS. Jakarta Mail passes the sockets to the factory
     * again when they are connected; only then is TLS added.
     */
    static SSLSocketFactory tls(SSLSocketFactory factory) {
        return new Tls(factory);
    }

    private static IOException connected() {
        return new IOException("only sockets that are not connected are limited");
    }

    private static final class PlainText extends SocketFactory {

        @Override
        public Socket createSocket() {
            return new LimitedSocket();
        }

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            throw connected();
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress local, int localPort)
                throws IOException {
            throw connected();
        }

        @Override
        public Socket createSocket(InetAddress host, int port) throws IOException {
            throw connected();
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
                throws IOException {
            throw connected();
        }
    }

    private static final class Tls extends SSLSocketFactory {

        private final SSLSocketFactory factory;

        Tls(SSLSocketFactory factory) {
            this.factory = factory;
        }

        @Override
        public Socket createSocket() {
            return new LimitedSocket();
        }

        @Override
        public Socket createSocket(Socket socket, String host, int port, boolean closes)
                throws IOException {
            return factory.createSocket(socket, host, port, closes);
        }

        @Override
        public String[] getDefaultCipherSuites() {
            return factory.getDefaultCipherSuites();
        }

        @Override
        public String[] getSupportedCipherSuites() {
            return factory.getSupportedCipherSuites();
        }

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            throw connected();
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress local, int localPort)
                throws IOException {
            throw connected();
        }

        @Override
        public Socket createSocket(InetAddress host, int port) throws IOException {
            throw connected();
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
                throws IOException {
            throw connected();
        }
    }

    /** A socket with an input stream that fails at the limit. */
    private static final class LimitedSocket extends Socket {

        private InputStream limited;

        @Override
        public InputStream getInputStream() throws IOException {
            if (limited == null) {
                limited = new LimitedStream(super.getInputStream());
            }
            return limited;
        }
    }

    private static final class LimitedStream extends FilterInputStream {

        private int left = MAX_BYTES;

        LimitedStream(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int b = super.read();
            count(b < 0 ? 0 : 1);
            return b;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int n = super.read(bytes, offset, length);
            count(Math.max(0, n));
            return n;
        }

        private void count(int bytes) throws IOException {
            left -= bytes;
            if (left < 0) {
                throw new IOException(
                        "the responses from the server exceed " + MAX_BYTES + " bytes");
            }
        }
    }
}
