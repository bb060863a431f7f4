package io.millrace.flows.check;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of other products for node types, properties and values, and the names of flows. */
final class ForeignNames {

    /**
     * Property names of other products. Each line contains the corresponding Millrace properties,
     * of which the first that exists applies.
     */
    private static final Map<String, List<String>> PROPERTIES =
            table(
                    """
                    url uri urls urlspecifier address endpoint path : path url uri endpoint
                    port host hostname bind server : endpoint remoteEndpoint smtpServer
                    method verb httpmethod httpmethods : methods method
                    filepattern pattern glob mask include filter filename file : filenamePattern outputFile
                    dir directory folder inputdir outputdir : inputDirectory directory
                    period interval delay every rate : timeoutInterval pollingInterval
                    encoding charset ccsid : convertCodedCharSetId
                    format parser contenttype type mediatype : domain
                    database datasourcename dsn db connection jdbcurl : dataSource
                    esql program script code source function expression sql statement : module expression
                    condition conditions rules rule when predicate : expression filters
                    destination topic queuename channel : queue topic
                    retries maxretries redeliveries : backoutThreshold
                    deadletter deadletterqueue dlq errorqueue : backoutQueue
                    user username password auth login : credentials
                    wait timeoutms waittime : timeout waitInterval
                    stylesheet xslt xsl template : stylesheetName
                    class classname javaclass : className javaClass
                    to recipient recipients : to
                    """);

    /** Names of nodes in other products, with the Millrace nodes for the same purpose. */
    private static final Map<String, String> NODES =
            Map.ofEntries(
                    Map.entry("mapping", "use Compute or JavaCompute"),
                    Map.entry("choice", "use Filter for one condition, Route for several"),
                    Map.entry("switch", "use Filter for one condition, Route for several"),
                    Map.entry("router", "use Filter for one condition, Route for several"),
                    Map.entry(
                            "contentbasedrouter",
                            "use Filter for one condition, Route for several"),
                    Map.entry("setbody", "use Compute: a module in ESQL sets OutputRoot"),
                    Map.entry("setheader", "use Compute: a module in ESQL sets OutputRoot"),
                    Map.entry("setproperty", "use Compute: a module in ESQL sets Environment"),
                    Map.entry("transform", "use Compute or XSLTransform"),
                    Map.entry("map", "use Compute or JavaCompute"),
                    Map.entry("process", "use Compute or JavaCompute"),
                    Map.entry("processor", "use Compute or JavaCompute"),
                    Map.entry("bean", "use JavaCompute"),
                    Map.entry("script", "use Compute or JavaCompute"),
                    Map.entry("log", "use Trace"),
                    Map.entry("logger", "use Trace"),
                    Map.entry("split", "use Compute with PROPAGATE in a FOR loop"),
                    Map.entry("splitter", "use Compute with PROPAGATE in a FOR loop"),
                    Map.entry(
                            "multicast",
                            "connect the terminal to a list of nodes, or use FlowOrder"),
                    Map.entry(
                            "wiretap", "connect the terminal to a list of nodes, or use FlowOrder"),
                    Map.entry("from", "use an input node such as MQInput, HTTPInput or CamelInput"),
                    Map.entry(
                            "to",
                            "use an output node such as MQOutput, HTTPRequest or CamelOutput"),
                    Map.entry("dotry", "use TryCatch"),
                    Map.entry("onexception", "connect the terminal catch of the input node"),
                    Map.entry("http", "use HTTPInput with HTTPReply, or HTTPRequest"),
                    Map.entry("jms", "use MQInput and MQOutput, or CamelInput and CamelOutput"),
                    Map.entry("queue", "use MQInput or MQOutput"),
                    Map.entry("file", "use FileInput or FileOutput"),
                    Map.entry("timer", "use TimeoutNotification"),
                    Map.entry("scheduler", "use TimeoutNotification"),
                    Map.entry("sql", "use Database, or Compute with dataSource"),
                    Map.entry("jdbc", "use Database, or Compute with dataSource"),
                    Map.entry("xmltransformation", "use XSLTransform"),
                    Map.entry("xslt", "use XSLTransform"));

    /** Settings of a broker that clients of other products need. */
    private static final Set<String> BROKER =
            Set.of(
                    "queuemanager",
                    "queuemanagername",
                    "qmgr",
                    "host",
                    "hostname",
                    "port",
                    "channel");

    /** Settings of the listener of HTTP nodes. */
    private static final Set<String> LISTENER =
            Set.of(
                    "port",
                    "host",
                    "hostname",
                    "bind",
                    "address",
                    "server",
                    "usehttps",
                    "ssl",
                    "tls");

    private static final Set<String> CRON = Set.of("cron", "schedule", "cronexpression", "at");

    /** Values of properties in messages and other products. */
    private static final Map<String, String> VALUES =
            Map.of(
                    "localenvironment", "destination",
                    "destinationlist", "destination",
                    "localenvironmentandmessage", "destinationAndMessage",
                    "exceptionandlocalenvironment", "exceptionAndDestination",
                    "outputroot", "message");

    /** The name of a class or icon of the product for a node: ComIbmMQInputNode. */
    private static final Pattern CLASS =
            Pattern.compile("(?:ComIbm)?(\\.?\\w+?)(?:Node|\\.msgnode.*)?");

    private ForeignNames() {}

    private static Map<String, List<String>> table(String lines) {
        Map<String, List<String>> table = new HashMap<>();
        for (String line : lines.lines().toList()) {
            String[] sides = line.split(" : ");
            for (String word : sides[0].split(" ")) {
                table.put(word, List.of(sides[1].split(" ")));
            }
        }
        return table;
    }

    /**
     * Returns advice about a property whose value must be set in another place than the node; null
     * for other properties.
     */
    static @Nullable String elsewhere(String node, String property) {
        String word = property.toLowerCase(Locale.ROOT).replaceAll("[-_]", "");
        if (node.startsWith("MQ") && BROKER.contains(word)) {
            return "remove it: a flow uses the queues of the broker that runs it, see --config";
        }
        if (node.equals("HTTPInput") && LISTENER.contains(word)) {
            return "write listener: NAME, and listeners: {NAME: {port: 8080}} in application.yaml";
        }
        if (node.equals("TimeoutNotification") && CRON.contains(word)) {
            return "write timeoutInterval: SECONDS; the node has no schedule with days and hours";
        }
        return null;
    }

    /**
     * Returns the property of a node type for a property name of another product; null if none
     * corresponds.
     */
    static @Nullable String property(String name, Collection<String> known) {
        String word = name.toLowerCase(Locale.ROOT).replaceAll("[-_]", "");
        return PROPERTIES.getOrDefault(word, List.of()).stream()
                .filter(known::contains)
                .findFirst()
                .orElse(null);
    }

    /** Returns the property value for a value of another product; null if none corresponds. */
    static @Nullable String value(String word, Collection<String> choices) {
        String value = VALUES.get(word.toLowerCase(Locale.ROOT));
        return value != null && choices.contains(value) ? value : null;
    }

    /** Returns the name of a node type without the affixes of classes of the product. */
    static String node(String name) {
        Matcher parts = CLASS.matcher(name);
        return parts.matches() ? parts.group(1) : name;
    }

    /**
     * Returns advice about the nodes for the same purpose as a node of another product; null if the
     * node is unknown.
     */
    static @Nullable String advice(String node) {
        return NODES.get(node.toLowerCase(Locale.ROOT));
    }
}
