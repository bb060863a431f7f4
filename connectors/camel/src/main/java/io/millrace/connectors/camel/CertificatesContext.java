package io.millrace.connectors.camel;

import io.millrace.engine.resource.CertificateFiles;
import io.millrace.engine.resource.Certificates;

import org.apache.camel.CamelContext;
import org.apache.camel.support.jsse.SSLContextParameters;

import javax.net.ssl.SSLContext;

/**
 * The TLS settings of a component, from named certificates. Each handshake uses the current
 * contents of the certificate files.
 */
final class CertificatesContext extends SSLContextParameters {

    /** Option of components with TLS settings. */
    static final String OPTION = "sslContextParameters";

    private final Certificates files;

    CertificatesContext(Certificates files) {
        this.files = files;
    }

    @Override
    public SSLContext createSSLContext(CamelContext context) {
        return CertificateFiles.context(files);
    }
}
