package io.millrace.engine.resource;

import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import java.net.Socket;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;

import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The managers of a TLS context. Each handshake uses the current contents of the files: they are
 * read again when they have changed. If the new files are unusable, the previous certificates
 * remain in use. Safe for use by several threads.
 */
final class ReloadedManagers {

    private static final Logger LOG = EventLog.of(CertificateFiles.class);

    /**
     * Time in seconds for which a client can resume a session, without a handshake that checks the
     * certificates.
     */
    private static final int SESSION_SECONDS = 600;

    /**
     * Managers with the contents of the files at a time.
     *
     * @param keys key managers; null without a key
     * @param trust trusted authorities; null for the authorities of the JDK
     */
    record Loaded(
            @Nullable X509ExtendedKeyManager keys, @Nullable X509ExtendedTrustManager trust) {}

    private final Certificates files;

    // Guarded by this object.
    private List<FileTime> times;

    private volatile Loaded loaded;

    /**
     * @throws MillraceException with CERTIFICATES_UNUSABLE
     */
    ReloadedManagers(Certificates files) {
        this.files = files;
        times = CertificateFiles.times(files);
        loaded = CertificateFiles.load(files);
    }

    SSLContext context() throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(
                loaded.keys == null ? null : new KeyManager[] {new Keys()},
                loaded.trust == null ? null : new TrustManager[] {new Trust()},
                null);
        context.getServerSessionContext().setSessionTimeout(SESSION_SECONDS);
        context.getClientSessionContext().setSessionTimeout(SESSION_SECONDS);
        return context;
    }

    private synchronized void refresh() {
        List<FileTime> now = CertificateFiles.times(files);
        if (now.equals(times)) {
            return;
        }
        times = now;
        try {
            loaded = CertificateFiles.load(files);
            LOG.info("certificates {} were read again", files.name());
        } catch (MillraceException e) {
            LOG.warn(
                    "{} {}; the previous certificates remain in use",
                    e.code().id(),
                    e.getMessage());
        }
    }

    /** The key of the current files. A handshake chooses an alias first. */
    private final class Keys extends X509ExtendedKeyManager {

        private X509ExtendedKeyManager current() {
            return Objects.requireNonNull(loaded.keys);
        }

        private X509ExtendedKeyManager refreshed() {
            refresh();
            return current();
        }

        @Override
        public String @Nullable [] getClientAliases(String keyType, Principal[] issuers) {
            return current().getClientAliases(keyType, issuers);
        }

        @Override
        public @Nullable String chooseClientAlias(
                String[] keyType, Principal[] issuers, Socket socket) {
            return refreshed().chooseClientAlias(keyType, issuers, socket);
        }

        @Override
        public String @Nullable [] getServerAliases(String keyType, Principal[] issuers) {
            return current().getServerAliases(keyType, issuers);
        }

        @Override
        public @Nullable String chooseServerAlias(
                String keyType, Principal[] issuers, Socket socket) {
            return refreshed().chooseServerAlias(keyType, issuers, socket);
        }

        @Override
        public @Nullable String chooseEngineClientAlias(
                String[] keyType, Principal[] issuers, SSLEngine engine) {
            return refreshed().chooseEngineClientAlias(keyType, issuers, engine);
        }

        @Override
        public @Nullable String chooseEngineServerAlias(
                String keyType, Principal[] issuers, SSLEngine engine) {
            return refreshed().chooseEngineServerAlias(keyType, issuers, engine);
        }

        @Override
        public X509Certificate @Nullable [] getCertificateChain(String alias) {
            return current().getCertificateChain(alias);
        }

        @Override
        public @Nullable PrivateKey getPrivateKey(String alias) {
            return current().getPrivateKey(alias);
        }
    }

    /** The authorities of the current files. */
    private final class Trust extends X509ExtendedTrustManager {

        private X509ExtendedTrustManager refreshed() {
            refresh();
            return Objects.requireNonNull(loaded.trust);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            refreshed().checkClientTrusted(chain, type, socket);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            refreshed().checkServerTrusted(chain, type, socket);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            refreshed().checkClientTrusted(chain, type, engine);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            refreshed().checkServerTrusted(chain, type, engine);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type)
                throws CertificateException {
            refreshed().checkClientTrusted(chain, type);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type)
                throws CertificateException {
            refreshed().checkServerTrusted(chain, type);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return refreshed().getAcceptedIssuers();
        }
    }
}
