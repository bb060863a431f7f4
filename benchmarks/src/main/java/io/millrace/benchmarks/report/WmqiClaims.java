package io.millrace.benchmarks.report;

import static io.millrace.benchmarks.report.Measure.CPU_PERCENT;
import static io.millrace.benchmarks.report.Point.engine;
import static io.millrace.benchmarks.report.Point.rate;

import java.util.List;
import java.util.stream.Stream;

/**
 * What the report on WMQI V2.1 for z/OS states, with what the ratio of two of its figures says of
 * it.
 */
final class WmqiClaims {

    private static final int KB = 1024;
    private static final Rule EFFECT = new Rule.Effect();

    private WmqiClaims() {}

    static List<Claim> all() {
        return Stream.of(
                        messages(),
                        compute(),
                        databases(),
                        routing(),
                        publication(),
                        conversion(),
                        parallel(),
                        units())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Claim> messages() {
        return List.of(
                new Claim(
                        "size-small",
                        "Four times the data cost a flow without work hardly anything.",
                        "WMQI 2.1, 7.1",
                        Ratio.of(rate("mqinput-mqoutput", 4 * KB), rate("mqinput-mqoutput", KB)),
                        "rate at 4 KB to 1 KB",
                        new Rule.AtLeast(0.8, 0.7),
                        "A body that no node opens stays the bytes it came as, and goes"
                                + " out as them; only the copies into and out of the queues grow."),
                new Claim(
                        "size-large",
                        "Large messages are slower, even where nothing is done with "
                                + "them: 64 KB take twice as long as 1 KB.",
                        "WMQI 2.1, 7.1",
                        Ratio.of(rate("mqinput-mqoutput", 64 * KB), rate("mqinput-mqoutput", KB)),
                        "rate at 64 KB to 1 KB",
                        EFFECT,
                        "Queues copy bodies, whoever uses them; the bare loop loses as "
                                + "much. The engine adds one more look at the headers, whatever "
                                + "the size."),
                new Claim(
                        "persistence",
                        "Persistent messages are several times slower.",
                        "WMQI 2.1, 7.1",
                        Ratio.of(
                                rate("mqinput-mqoutput", KB).forced(),
                                rate("mqinput-mqoutput", KB)),
                        "rate persistent to not, 1 KB",
                        EFFECT,
                        "A unit of work ends when its data are forced to the disk. Up "
                                + "to 64 waiting messages share a unit, and units of several "
                                + "threads share a forced write, so the disk is waited for once "
                                + "for many messages."),
                new Claim(
                        "persistence-waits",
                        "With persistent messages the processor waits for the disk.",
                        "WMQI 2.1, 3.1",
                        Ratio.of(
                                rate("mqinput-mqoutput", KB).forced().with(CPU_PERCENT),
                                rate("mqinput-mqoutput", KB).with(CPU_PERCENT)),
                        "busy processors, persistent to not",
                        EFFECT,
                        "The flow waits for each forced write, and the driving clients "
                                + "for theirs. Shared units shorten the first wait only."));
    }

    private static List<Claim> compute() {
        return List.of(
                new Claim(
                        "compute-costs",
                        "A Compute node that copies the message and changes one field "
                                + "takes more than the rest of the flow.",
                        "WMQI 2.2.1, 4.4",
                        Ratio.of(rate("compute-simple", KB), rate("mqinput-mqoutput", KB)),
                        "rate with the node to without, 1 KB",
                        EFFECT,
                        "OutputRoot is not built: it points at InputRoot, elements are "
                                + "made along the path to the changed field, and all else is "
                                + "written as the bytes it came as."),
                new Claim(
                        "compute-unchanged",
                        "A Compute node that changes nothing is cheaper than one which "
                                + "changes a field.",
                        "WMQI 2.2",
                        Ratio.of(engine("compute-unchanged", KB), engine("compute-one-field", KB)),
                        "engine alone, how often in a second, 1 KB",
                        new Rule.AtLeast(1.1, 1.02),
                        "SET OutputRoot = InputRoot alone copies no element, and the "
                                + "body goes out as it came. With a change the body is read to "
                                + "the end, though not into elements."),
                new Claim(
                        "compute-size",
                        "The larger the message, the more a simple Compute node costs: "
                                + "at 64 KB a sixth of the rate at 1 KB is left.",
                        "WMQI 2.2.1",
                        Ratio.of(rate("compute-simple", 64 * KB), rate("compute-simple", KB)),
                        "rate at 64 KB to 1 KB",
                        EFFECT,
                        "What the program does not touch is passed over and copied as "
                                + "bytes. Passing over still looks at each byte once."),
                new Claim(
                        "compute-complex",
                        "The work that the program does decides: the complex node has "
                                + "less than a third of the rate of the simple one.",
                        "WMQI 2.2.2, 3.1",
                        Ratio.of(rate("compute-complex", 4 * KB), rate("compute-simple", 4 * KB)),
                        "rate, 4 KB",
                        EFFECT,
                        "ESQL is compiled to bytecode, and a loop over a list by index "
                                + "is linear. What the loop writes are elements, which cost what "
                                + "they cost."),
                new Claim(
                        "five-nodes",
                        "One node that does the work of five is faster than five in a " + "row.",
                        "WMQI 2.2.4",
                        Ratio.of(
                                rate("compute-very-complex", 4 * KB),
                                rate("compute-multiple-complex", 4 * KB)),
                        "rate of one node to five, 4 KB",
                        EFFECT,
                        "A node by itself costs some ten nanoseconds. What is left: each of the"
                                + " five copies the tree that the one before has made, the one"
                                + " copies the message as it came, five times."),
                new Claim(
                        "parsed-once",
                        "Parsing and writing are paid once in a flow, not in each node:"
                                + " five nodes cost less than five times one.",
                        "WMQI 2.7, 7.2",
                        Ratio.of(
                                rate("compute-multiple-complex", 4 * KB),
                                rate("compute-complex", 4 * KB)),
                        "rate of five nodes to one, 4 KB",
                        new Rule.AtLeast(0.25, 0.21),
                        "The tree passes from node to node. Bytes are made of it in the"
                                + " output node."),
                new Claim(
                        "work-hides-disk",
                        "Where the work is heavy, persistence costs little: the very "
                                + "complex node keeps five sixths of its rate.",
                        "WMQI 2.2.4",
                        Ratio.of(
                                rate("compute-very-complex", 4 * KB).forced(),
                                rate("compute-very-complex", 4 * KB)),
                        "rate persistent to not, 4 KB",
                        new Rule.AtLeast(0.75, 0.5),
                        "The program takes a fraction of a millisecond, no more than a"
                                + " forced write. So the disk shows again."));
    }

    private static List<Claim> databases() {
        return List.of(
                new Claim(
                        "database-costs",
                        "An insert and a delete in a database are the dearest thing that a "
                                + "node does.",
                        "WMQI 2.3",
                        Ratio.of(rate("database-insert-delete", KB), rate("mqinput-mqoutput", KB)),
                        "rate with the database to without, 1 KB",
                        EFFECT,
                        "What the nodes add is little: what is left is the database's own"
                                + " time, its commit first."),
                new Claim(
                        "database-size",
                        "With a database in the flow, the size of messages matters " + "little.",
                        "WMQI 2.3, 7.3",
                        Ratio.of(
                                rate("database-insert-delete", 64 * KB),
                                rate("database-insert-delete", KB)),
                        "rate at 64 KB to 1 KB",
                        new Rule.AtLeast(0.75, 0.5),
                        "The database takes the same whatever the size; what it takes "
                                + "beside the queues decides how far size shows."),
                new Claim(
                        "database-persistent",
                        "With persistent messages there are two logs to wait for, the "
                                + "queues' and the database's.",
                        "WMQI 2.3",
                        Ratio.of(
                                rate("database-insert-delete", KB).forced(),
                                rate("database-insert-delete", KB)),
                        "rate persistent to not, 1 KB",
                        EFFECT,
                        "A coordinated unit forces the database's prepare, the queues' commit and"
                                + " the database's. Up to 64 messages may share it. An embedded H2"
                                + " forces nothing, a PostgreSQL does."));
    }

    private static List<Claim> routing() {
        return List.of(
                new Claim(
                        "filter-not-compute",
                        "To select messages, a Filter is better than a Compute node, "
                                + "the more so the larger they are.",
                        "WMQI 2.4, 4.4",
                        Ratio.of(rate("filter", 64 * KB), rate("compute-simple", 64 * KB)),
                        "rate, 64 KB",
                        EFFECT,
                        "A Filter builds no tree to write. A Compute node that changes "
                                + "one field does not either, but the message must be read to its"
                                + " end to be written."),
                new Claim(
                        "filter-costs",
                        "A Filter costs little beside a flow without nodes, yet it " + "shows.",
                        "WMQI 2.4",
                        Ratio.of(rate("filter", KB), rate("mqinput-mqoutput", KB)),
                        "rate with the node to without, 1 KB",
                        EFFECT,
                        "The field is found in the bytes; nothing behind it is read, "
                                + "and the message goes on as the bytes it came as."),
                new Claim(
                        "parsing-size",
                        "The larger the message, the more a look into it costs.",
                        "WMQI 2.4, 4.4",
                        Ratio.of(engine("filter", 64 * KB), engine("filter", KB)),
                        "engine alone, how often in a second, 64 KB to 1 KB",
                        new Rule.AtMost(0.5, 0.9),
                        "Messages are parsed as far as a field is looked for. A field "
                                + "near the beginning costs the same in 1 KB and in 64 KB; one at"
                                + " the end costs the way there."),
                new Claim(
                        "label-costs",
                        "RouteToLabel with one destination costs more than one Filter, "
                                + "because a Compute node must write the list.",
                        "WMQI 2.5",
                        Ratio.of(rate("route-to-label-1", KB), rate("filter", KB)),
                        "rate, 1 KB",
                        EFFECT,
                        "The list is in the LocalEnvironment; the message itself is not"
                                + " opened. A Compute node that leaves the message alone costs "
                                + "about as much as a Filter."),
                new Claim(
                        "label-list",
                        "A hundred destinations cost three times one.",
                        "WMQI 2.5",
                        Ratio.of(rate("route-to-label-100", KB), rate("route-to-label-1", KB)),
                        "rate with 100 entries to 1, 1 KB",
                        EFFECT,
                        "The node takes an entry off one end of the list and looks its "
                                + "name up in a table. What the length costs is writing the list "
                                + "in ESQL."),
                new Claim(
                        "label-last",
                        "Whether the first or the last entry is taken makes no " + "difference.",
                        "WMQI 2.5",
                        Ratio.of(
                                engine("route-to-label-100-first", KB),
                                engine("route-to-label-100-last", KB)),
                        "engine alone, first to last, 100 entries",
                        new Rule.Same(0.15),
                        "Elements know their first and their last child."),
                new Claim(
                        "label-filters",
                        "RouteToLabel may be cheaper than many Filters.",
                        "WMQI 2.5",
                        Ratio.of(engine("route-to-label-1", KB), engine("filters-100", KB)),
                        "engine alone, how often in a second, one label to 100 Filters",
                        new Rule.AtLeast(1.5, 1.1),
                        "Each Filter asks again, though for a field that is already "
                                + "found. A label is one look into a table."));
    }

    private static List<Claim> publication() {
        return List.of(
                new Claim(
                        "publication-costs",
                        "A publication to one subscriber has less than half the rate of"
                                + " a flow from queue to queue.",
                        "WMQI 2.6",
                        Ratio.of(
                                rate("publication-1-subscriber", KB), rate("mqinput-mqoutput", KB)),
                        "rate, 1 KB",
                        EFFECT,
                        "Subscriptions are in a tree by topic in memory, and the "
                                + "message is put on the subscriber's queue as MQOutput would put"
                                + " it. The topic stands in an MQRFH2 header, which is read."),
                new Claim(
                        "publication-persistent",
                        "Persistent publications are several times dearer.",
                        "WMQI 2.6, 2.11",
                        Ratio.of(
                                rate("publication-1-subscriber", KB).forced(),
                                rate("publication-1-subscriber", KB)),
                        "rate persistent to not, 1 KB",
                        EFFECT,
                        "As with any persistent message. All copies of a publication "
                                + "are in one unit, which is forced once."),
                new Claim(
                        "subscribers",
                        "Each further subscriber is one more message to write: the rate"
                                + " of publications falls with their number.",
                        "WMQI 2.11",
                        Ratio.of(rate("subscribers-100", KB), rate("subscribers-10", KB)),
                        "rate with 100 subscribers to 10, 1 KB",
                        EFFECT,
                        "The message is written once; each queue then gets a message of its"
                                + " own, in one unit of work."),
                new Claim(
                        "deliveries-peak",
                        "Deliveries a second rise with the subscribers up to about 70, "
                                + "then fall.",
                        "WMQI 2.11, Figure 16",
                        new Ratio(
                                rate("subscribers-1000", KB),
                                rate("subscribers-70", KB),
                                1000.0 / 70),
                        "deliveries a second, 1,000 subscribers to 70",
                        EFFECT,
                        "Nothing is opened or closed for a delivery, however many "
                                + "queues there are."),
                new Claim(
                        "handle-cache",
                        "More queues than the cache of open queues holds, 30, make each"
                                + " message close one and open another; the cache must be made "
                                + "larger.",
                        "WMQI 2.11",
                        Ratio.of(
                                engine("FanOut.put queues=31", 0),
                                engine("FanOutBenchmark.put queues=30", 0)),
                        "puts a second, 31 queues to 30",
                        new Rule.AtMost(0.8, 0.95),
                        "There is no such cache. A session puts to any queue by its "
                                + "name, with one producer."));
    }

    private static List<Claim> conversion() {
        return List.of(
                new Claim(
                        "same-format",
                        "Even without another format, taking a message apart and "
                                + "building it costs most of the rate.",
                        "WMQI 2.7",
                        Ratio.of(
                                rate("convert-cwf-to-cwf", 4 * KB),
                                rate("mqinput-mqoutput", 4 * KB)),
                        "rate to that of a flow without nodes, 4 KB",
                        EFFECT,
                        "The program copies field by field, as the report's does, so "
                                + "fields are read and written one by one. SET OutputRoot = "
                                + "InputRoot would copy the bytes."),
                new Claim(
                        "tag-input",
                        "Reading the tagged delimited format is by far the dearest: a "
                                + "fifth of the rate of XML.",
                        "WMQI 2.7, Table 1",
                        Ratio.of(
                                rate("convert-tag-to-xml", 4 * KB),
                                rate("convert-xml-to-xml", 4 * KB)),
                        "rate from TAG to from XML, 4 KB",
                        EFFECT,
                        "Tags and delimiters are looked for in the bytes by tables made"
                                + " when the model is compiled. That is no harder than finding "
                                + "tags of XML."),
                new Claim(
                        "mrm-xml-output",
                        "XML by a model costs more than twice generic XML to write.",
                        "WMQI 2.7, Table 1",
                        Ratio.of(
                                rate("convert-xml-to-mrm-xml", 4 * KB),
                                rate("convert-xml-to-xml", 4 * KB)),
                        "rate to MRM XML to XML, 4 KB",
                        EFFECT,
                        "Names and the order of fields come from the compiled model; "
                                + "values are written in the form that the model says, which "
                                + "takes a little more than the text as it is."));
    }

    private static List<Claim> parallel() {
        return List.of(
                new Claim(
                        "two-instances",
                        "Two instances have twice the rate of one, if the work is in "
                                + "the processor.",
                        "WMQI 2.8.1",
                        Ratio.of(
                                rate("additional-instances-2", 4 * KB),
                                rate("additional-instances-1", 4 * KB)),
                        "rate of two instances to one, 4 KB",
                        EFFECT,
                        "Instances are threads that share nothing but the queues and "
                                + "the compiled flow. The driving clients and the broker run on "
                                + "the same two processors, which bounds what two can gain here."),
                new Claim(
                        "four-instances",
                        "More instances than processors gain nothing.",
                        "WMQI 2.8.1",
                        Ratio.of(
                                rate("additional-instances-4", 4 * KB),
                                rate("additional-instances-2", 4 * KB)),
                        "rate of four instances to two, 4 KB",
                        new Rule.Same(0.15),
                        "Two processors were measured then and now. Threads that wait "
                                + "for a disk or a database are another matter."),
                new Claim(
                        "copies",
                        "Copies of a flow scale as instances do.",
                        "WMQI 2.8.2",
                        Ratio.of(
                                rate("flow-copies-2", 4 * KB),
                                rate("additional-instances-2", 4 * KB)),
                        "rate of two copies to two instances, 4 KB",
                        new Rule.Same(0.1),
                        "A copy is a flow with threads of its own: the same thing as an"
                                + " instance to queues and processors."),
                new Claim(
                        "groups",
                        "Execution groups scale as instances do, and take more memory.",
                        "WMQI 2.8.3",
                        Ratio.of(
                                rate("execution-groups-2", 4 * KB),
                                rate("additional-instances-2", 4 * KB)),
                        "rate of two groups to two instances, 4 KB",
                        new Rule.Same(0.1),
                        "A group is a named set of threads in one process, not a "
                                + "process. It costs threads and no more memory than instances "
                                + "do."),
                new Claim(
                        "instances-share-log",
                        "With persistent messages, work in parallel shares the writes "
                                + "of the log.",
                        "WMQI 2.8.1, 4.2",
                        Ratio.of(
                                rate("additional-instances-2", 4 * KB).forced(),
                                rate("additional-instances-1", 4 * KB).forced()),
                        "rate of two instances to one, persistent, 4 KB",
                        EFFECT,
                        "The journal forces what several threads have written together."
                                + " Where one instance already forces the work of many messages "
                                + "at once, a second gains less."));
    }

    private static List<Claim> units() {
        return List.of(
                new Claim(
                        "transactional",
                        "Units of work cost something even where messages are not "
                                + "persistent, most with small ones.",
                        "WMQI 2.9",
                        Ratio.of(
                                rate("transactional-mqinput-mqoutput", KB),
                                rate("mqinput-mqoutput", KB)),
                        "rate in units to without, 1 KB",
                        EFFECT,
                        "A unit of messages that are not persistent forces nothing to "
                                + "the disk. Waiting messages share units, so that a commit is "
                                + "paid once for many."),
                new Claim(
                        "transactional-persistent",
                        "Persistent messages are in units in any case: saying so "
                                + "changes nothing.",
                        "WMQI 2.9",
                        Ratio.of(
                                rate("transactional-mqinput-mqoutput", KB).forced(),
                                rate("mqinput-mqoutput", KB).forced()),
                        "rate with yes to automatic, persistent, 1 KB",
                        new Rule.Same(0.1),
                        "For a persistent message automatic means yes."),
                new Claim(
                        "coordinated",
                        "A coordinated transaction costs nothing, because the platform "
                                + "coordinates in any case.",
                        "WMQI 2.10",
                        Ratio.of(
                                rate("coordinated-yes", KB).forced(),
                                rate("coordinated-no", KB).forced()),
                        "rate coordinated to not, persistent, 1 KB",
                        new Rule.Same(0.1),
                        "Nothing coordinates here unless asked to. The database then "
                                + "prepares before the queues commit: one forced write more for"
                                + " a unit, the fewer for a message the more share one."),
                new Claim(
                        "queues-between",
                        "Rather one flow than small ones with queues between them.",
                        "WMQI 4.4",
                        Ratio.of(
                                rate("flows-with-queue-between", KB).by(Who.JMH),
                                rate("mqinput-mqoutput", KB).by(Who.JMH)),
                        "rate of two flows with a queue between them to one, 1 KB",
                        new Rule.AtMost(0.75, 0.95),
                        "A queue between flows is one more put, get and unit of work; a"
                                + " connection between nodes is a method call."));
    }
}
