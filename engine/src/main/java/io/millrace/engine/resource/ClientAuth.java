package io.millrace.engine.resource;

/** Whether clients of a TLS port must present a certificate. */
public enum ClientAuth {
    /** Certificates of clients are ignored. */
    NONE,
    /** A client can present a certificate. */
    OPTIONAL,
    /** A client without a trusted certificate cannot connect. */
    REQUIRED
}
