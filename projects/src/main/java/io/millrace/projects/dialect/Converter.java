package io.millrace.projects.dialect;

/** The conversions of values whose form differs. */
public enum Converter {
    /** The value is used unchanged. */
    NONE,

    /** {@code esql://routine/SCHEMA#MODULE.Main} becomes the name of the module. */
    ROUTINE,

    /** A message domain; an unsupported one makes the node fail. */
    DOMAIN,

    /** {@code {LIBRARY}} becomes the name of a message set. */
    MODEL,

    /** <code>{NAMESPACE}:NAME</code> becomes the name of the message. */
    TYPE,

    /** An XPath such as {@code $OutputLocalEnvironment/X} becomes a field reference. */
    FIELD,

    /** Like {@link #FIELD}, but LocalEnvironment is written without Input or Output before it. */
    LOCATION,

    /** A path of the file system, which {@code environment.yaml} can map. */
    PATH,

    /** A URL, which {@code environment.yaml} can map. */
    URL,

    /** A path of requests. */
    HTTPPATH,

    /** The name of credentials, which {@code environment.yaml} must map. */
    CREDENTIALS,

    /** A queue, which {@code environment.yaml} can map, also by its queue manager. */
    QUEUE,

    /** A file server or its service or policy, which becomes the name of an endpoint. */
    SERVER,

    /** Host and port of an HTTP proxy, which becomes the name of an endpoint. */
    PROXY,

    /** A mail server: host and port, or the name of an endpoint in {@code environment.yaml}. */
    MAIL,

    /** A number of instances, which becomes a property of the flow. */
    INSTANCES,

    /** Whether the parser XMLNSC is used instead of XMLNS. */
    XMLNSC
}
