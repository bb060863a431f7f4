package io.millrace.flows.definition;

import static io.millrace.engine.setting.SettingGroup.of;

import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.message.Limits;
import io.millrace.engine.queue.QueueIndex;
import io.millrace.engine.queue.QueueModel;
import io.millrace.engine.resource.Endpoint;
import io.millrace.engine.resource.Listener;
import io.millrace.engine.resource.Retry;
import io.millrace.engine.resource.RetryDelay;
import io.millrace.engine.setting.SettingGroup;

import java.math.BigDecimal;

/**
 * The settings of resources that applications and brokers have in common: queues, servers,
 * certificates, databases and limits.
 */
final class ResourceSettings {

    static final String PASSWORD =
            """
            passwordEnv [TEXT]: Environment variable with the password.
            passwordFile [FILE]: File whose first line is the password.
            password [sensitive REFUSED]: a password must not be in this file; set passwordEnv: VARIABLE or \
            passwordFile: FILE
            """;

    static final SettingGroup CREDENTIALS =
            of(
                    "credentials",
                    """
                    user [TEXT]: Name of the user.
                    %s\
                    """
                            .formatted(PASSWORD));

    static final SettingGroup RETRY =
            of(
                    "retry",
                    """
                    attempts [INTEGER 1..1000 = %d]: Maximum number of attempts to connect.
                    firstDelay [SECONDS 0..3600 = %s]: Pause after the first failed attempt, in
                      seconds. Each further pause is twice as long, and up to a quarter shorter at
                      random.
                    maxDelay [SECONDS 0..3600 = %s]: Maximum pause in seconds.
                    """
                            .formatted(
                                    Retry.NONE.attempts(),
                                    seconds(RetryDelay.DEFAULT.firstMillis()),
                                    seconds(RetryDelay.DEFAULT.maxMillis())));

    static String seconds(long millis) {
        return BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString();
    }

    static final SettingGroup ENDPOINT =
            of(
                    "endpoint",
                    """
                    url [required sensitive TEXT]: URL of the server.
                    credentials [TEXT]: Name of the credentials for the connection. For an HTTP
                      server, a password without a user is a bearer token.
                    tls [TEXT]: Name of the certificates for the connection, or `none` for plain
                      text. Required for a server on another machine, unless the URL begins with
                      `https:`, `smtp:` or `smtps:`.
                    timeout [SECONDS 1..3600 = %s]: Seconds after which a call without an answer
                      fails.
                    connectTimeout [SECONDS 1..3600 = %s]: Seconds after which an attempt to connect
                      to an HTTP, mail or file server fails.
                    poolSize [INTEGER 0..10000 = %d]: Maximum number of idle connections to an HTTP
                      server that are kept for further requests.
                    proxy [TEXT]: Name of the endpoint of the HTTP proxy through which an HTTP
                      server is reached. Its URL is `http://host:port`; its credentials are for the
                      proxy.
                    retry [GROUP retry]: Further attempts to connect.
                    """
                            .formatted(
                                    seconds(Endpoint.DEFAULT_TIMEOUT_MILLIS),
                                    seconds(Endpoint.DEFAULT_CONNECT_MILLIS),
                                    Endpoint.DEFAULT_POOL_SIZE),
                    RETRY);

    static final SettingGroup QUEUE =
            of(
                    "queue",
                    """
                    maxDepth [INTEGER 0..999999999 = 0]: Maximum number of messages, including those on disk.
                      0 means no limit.
                    persistent [BOOLEAN = true]: Persistence of messages that are put with the
                      default persistence of the queue.
                    backoutThreshold [INTEGER 0..999999999 = 0]: Number of rollbacks after which a message is
                      moved. 0 means the value of the input node.
                    backoutQueue [TEXT]: Queue to which the message is moved. It must be in the
                      list.
                    index [none|msgId|correlId|groupId = none]: Identifier by which messages can be
                      got in a time that does not depend on the depth, for example `correlId` for a
                      queue of
                      replies. It requires a maxDepth of 1 to %d, because all messages of the queue
                      stay in memory.
                    description [TEXT]: Description, for information only.
                    alias [TEXT]: Queue for which the name stands. An alias has no messages; its
                      only other attributes are `description` and `inhibitPut`. Clients must use the
                      name of the queue.
                    maxMessageBytes [INTEGER 0..2147483647 = 0]: Maximum size of a message in bytes.
                      0 means the limit of the broker.
                    priority [INTEGER 0..9 = 4]: Priority of messages that are put with the default
                      priority of the queue.
                    inhibitPut [BOOLEAN = false]: Whether puts fail.
                    inhibitGet [BOOLEAN = false]: Whether readers wait and receive no messages.
                      Browsing is possible.
                    shareable [BOOLEAN = true]: Whether the queue can have several readers at the
                      same time.
                    expiryCap [SECONDS 0..214748364 = 0]: Maximum number of seconds after which a
                      message expires. 0 means no maximum.
                    depthHigh [INTEGER 0..999999999 = 0]: Number of messages at which the event
                      `depthHigh` is reported. 0 means no event.
                    depthLow [INTEGER 0..999999999 = 0]: Number of messages at which the event
                      `depthLow` is reported after `depthHigh`. It must be less than depthHigh.
                    oldMessageAfter [SECONDS 0..214748364 = 0]: Age of the first message in seconds
                      above which the event `oldMessage` is reported. 0 means no event.
                    noReaderAfter [SECONDS 0..214748364 = 0]: Time without a reader in seconds
                      after which the event `noReader` is reported. 0 means no event.
                    model [none|temporary|permanent = none]: Kind of the dynamic queues that are
                      created from this queue, which is then a model without messages. Temporary
                      queues are deleted when the connection of their creator ends.
                    dynamicPrefix [TEXT]: Beginning of the names of the dynamic queues of a model, at
                      most %d characters. The default is the name of the model and a period.
                    maxDynamicQueues [INTEGER 1..100000 = %d]: Maximum number of dynamic queues of a
                      model that exist at the same time.
                    """
                            .formatted(
                                    QueueIndex.MAX_DEPTH,
                                    QueueModel.MAX_PREFIX,
                                    QueueModel.DEFAULT_MAX_QUEUES));

    static final SettingGroup DATA_SOURCE =
            of(
                    "dataSource",
                    """
                    url [required sensitive TEXT]: JDBC URL.
                    credentials [TEXT]: Name of the credentials for the connection, instead of
                      `user` and a password.
                    user [TEXT]: Database user.
                    %spoolSize [INTEGER 1..10000 = %d]: Maximum number of open connections.
                    connectTimeout [SECONDS 1..3600 = %s]: Seconds after which an attempt to
                      connect fails.
                    retry [GROUP retry]: Further attempts to connect. Meanwhile, the unit of work
                      waits.
                    """
                            .formatted(
                                    PASSWORD,
                                    DataSourceDefinition.DEFAULT_POOL_SIZE,
                                    seconds(DataSourceDefinition.DEFAULT_CONNECT_MILLIS)),
                    RETRY);

    static final SettingGroup LIMITS = limits(Limits.DEFAULTS);

    private static SettingGroup limits(Limits standard) {
        return of(
                "limits",
                """
                messageBytes [INTEGER 1.. = %d]: Size of a message in bytes, including headers.
                treeDepth [INTEGER 1..1000000 = %d]: Number of levels of elements in a tree.
                treeElements [INTEGER 1.. = %d]: Number of parsed elements of a body, and number of
                  elements in all trees of a message.
                nameLength [INTEGER 1..1000000 = %d]: Length of the name of an element in bytes.
                expansionBytes [INTEGER 1.. = %d]: Size of the expanded entity references of a
                  document in bytes.
                headers [INTEGER 1..1000000 = %d]: Number of headers of a message.
                propagationDepth [INTEGER 1..1000000 = %d]: Number of nested node calls of a message.
                callDepth [INTEGER 1..1000000 = %d]: Number of nested calls of ESQL routines in a node.
                evalLength [INTEGER 1..100000000 = %d]: Length of the argument of EVAL in characters.
                esqlMillis [INTEGER 0..9223372036854775807 = %d]: Duration of a call of an ESQL
                  module in milliseconds, including the nodes that it propagates to. 0 means no
                  limit.
                esqlReportMillis [INTEGER 0..9223372036854775807 = %d]: Own time of a call of an
                  ESQL module in milliseconds after which it is reported while it runs. 0 means no
                  report.
                """
                        .formatted(
                                standard.messageBytes(),
                                standard.treeDepth(),
                                standard.treeElements(),
                                standard.nameLength(),
                                standard.expansionBytes(),
                                standard.headers(),
                                standard.propagationDepth(),
                                standard.callDepth(),
                                standard.evalLength(),
                                standard.esqlMillis(),
                                standard.esqlReportMillis()));
    }

    static final SettingGroup CERTIFICATES =
            of(
                    "certificates",
                    """
                    certificate [FILE]: PEM file with the certificate chain, beginning with the own
                      certificate.
                    key [FILE]: PEM file with the private key of the certificate (PKCS#8).
                    keyStore [FILE]: PKCS12 file with certificate chain and private key.
                    %strust [FILE]: PEM file with the certificates of trusted authorities. The
                      default is the authorities of the JDK.
                    """
                            .formatted(PASSWORD));

    static final SettingGroup LISTENER =
            of(
                    "listener",
                    """
                    host [TEXT = %s]: Network interface.
                    port [INTEGER 0..65535 = %d]: Port. 0 means a free port that the system selects.
                    tls [TEXT]: Name of the certificates of the port, or `none` for plain text.
                      Required unless `host` is loopback.
                    clientAuth [none|optional|required = none]: Whether clients present a
                      certificate. The certificates of the port must have `trust`.
                    maxConnections [INTEGER 1..1000000 = %d]: Maximum number of open connections.
                    idleTimeout [SECONDS 1..86400 = %s]: Seconds without data after which a
                      connection is closed, also while a client sends a request or does not
                      read the response.
                    headerBytes [INTEGER 1024..1048576 = %d]: Maximum size of the headers of a
                      request in bytes.
                    """
                            .formatted(
                                    Listener.LOOPBACK,
                                    Listener.DEFAULT_PORT,
                                    Listener.DEFAULT_MAX_CONNECTIONS,
                                    seconds(Listener.DEFAULT_IDLE_MILLIS),
                                    Listener.DEFAULT_HEADER_BYTES));

    private ResourceSettings() {}
}
