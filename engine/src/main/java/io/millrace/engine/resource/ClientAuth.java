package io.millrace.engine.resource;

/** The policy of a TLS port for client certificates. */
public enum ClientAuth {
    /** Certificates of clients are ignored. */
    NONE,
    /** A client can present a certificate. */
    OPTIONAL,
    /** A client without a trusted certificate cannot connect. */
    REQUIRED
}
