package io.millrace.store.artemis.connection;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.resource.CertificateFiles;
import io.millrace.engine.resource.Certificates;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;

import org.slf4j.Logger;

import java.io.File;
import java.io.IOException;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyManagementException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;

import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * The TLS context for one set of certificates in {@code broker.yaml}. It reads the files again when
 * they have changed, so the next handshake uses a renewed certificate. A session cannot be resumed
 * after its certificates were replaced. If the new files are unusable, the old certificates remain
 * in use. Safe for use by several threads.
 */
final class ReloadedContext extends SSLContextSpi {

    private static final Logger LOG = EventLog.of(ReloadedContext.class);
    private final Certificates files;
    private final boolean server;
    private List<FileTime> times;
    private JdkSslContext current;

    /**
     * @throws MillraceException with CERTIFICATES_UNUSABLE
     */
    ReloadedContext(Certificates files, boolean server) {
        this.files = files;
        this.server = server;
        if (server && !files.hasKey()) {
            throw CertificateFiles.unusable(
                    files, "an acceptor requires certificate and key, or keyStore", null);
        }
        times = CertificateFiles.times(files);
        current = load();
    }

    private synchronized JdkSslContext current() {
        List<FileTime> now = CertificateFiles.times(files);
        if (!now.equals(times)) {
            times = now;
            try {
                current = load();
                LOG.info("certificates {} were read again", files.name());
            } catch (MillraceException e) {
                LOG.warn(
                        "{} {}; the previous certificates remain in use",
                        e.code().id(),
                        e.getMessage());
            }
        }
        return current;
    }

    private JdkSslContext load() {
        try {
            SslContextBuilder builder = withKey();
            if (files.trust() != null) {
                builder.trustManager(files.trust().toFile());
            }
            JdkSslContext context =
                    (JdkSslContext)
                            builder.sslProvider(SslProvider.JDK)
                                    .protocols(CertificateFiles.PROTOCOLS)
                                    .ciphers(
                                            CertificateFiles.CIPHERS,
                                            SupportedCipherSuiteFilter.INSTANCE)
                                    .build();
            Optional<String> mismatch = CertificateFiles.mismatch(files);
            if (mismatch.isPresent()) {
                throw CertificateFiles.unusable(files, mismatch.get(), null);
            }
            CertificateFiles.invalidDate(files)
                    .ifPresent(
                            text -> LOG.warn("{} {}", ErrorCode.CERTIFICATES_UNUSABLE.id(), text));
            return context;
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw CertificateFiles.unusable(files, CertificateFiles.reasonOrText(files, e), e);
        }
    }

    private SslContextBuilder withKey() throws IOException, GeneralSecurityException {
        if (!files.hasKey()) {
            return SslContextBuilder.forClient();
        }
        String revealed = files.password().reveal();
        String password = revealed.isEmpty() ? null : revealed;
        if (files.keyStore() == null) {
            File chain = files.certificate().toFile();
            File key = files.key().toFile();
            return server
                    ? SslContextBuilder.forServer(chain, key, password)
                    : SslContextBuilder.forClient().keyManager(chain, key, password);
        }
        char[] secret = password == null ? null : password.toCharArray();
        KeyStore store = CertificateFiles.open(files);
        KeyManagerFactory keys =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, secret);
        return server
                ? SslContextBuilder.forServer(keys)
                : SslContextBuilder.forClient().keyManager(keys);
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
        return current().newEngine(ByteBufAllocator.DEFAULT);
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
        return current().newEngine(ByteBufAllocator.DEFAULT, host, port);
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
            throws KeyManagementException {
        throw new KeyManagementException("the keys are defined by the files and cannot be set");
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
        return current().context().getSocketFactory();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
        return current().context().getServerSocketFactory();
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
        return current().context().getServerSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
        return current().context().getClientSessionContext();
    }
}
