package io.millrace.engine.esql.library.function;

import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * A broker property: a name that refers to information of the engine, the flow or the node ("Broker
 * properties accessible from ESQL and Java").
 *
 * @param name name as written in a program
 * @param meaning meaning of the property in Millrace, or the reason why the property is always NULL
 */
record BrokerProperty(String name, ValueType type, @Nullable String meaning) {

    /** All broker properties that a program can use. Some properties are always NULL. */
    public static final List<BrokerProperty> ALL =
            List.of(
                    integer(
                            "AdditionalInstances",
                            "number of threads of the flow in addition to the first"),
                    text("ApplicationLabel", "name of the application"),
                    none("BrokerDataSource", "the broker stores nothing in a database"),
                    none("BrokerDataSourceUserId", "the broker stores nothing in a database"),
                    text("BrokerName", "name of the broker"),
                    none("BrokerUserId", "the broker stores nothing in a database"),
                    text(
                            "BrokerVersion",
                            "version of Millrace; NULL if it does not run from a jar"),
                    integer(
                            "CommitCount",
                            "maximum number of messages in a unit of work; 0 for automatic"),
                    integer(
                            "CommitInterval",
                            """
                            maximum number of whole seconds that a unit of work waits for further \
                            messages\
                            """),
                    truth(
                            "CoordinatedTransaction",
                            "whether the queues and databases of a unit of work commit together"),
                    text("DataSource", "dataSource of the node; NULL if it is not set"),
                    text("DataSourceName", "the same as DataSource"),
                    none("DataSourceUserId", "the definition of the data source contains the user"),
                    none("DeployedAsResource", "flows are always deployed in applications"),
                    text("ExecutionGroupLabel", "name of the execution group"),
                    text("ExecutionGroupName", "the same as ExecutionGroupLabel"),
                    text("Family", "WINDOWS or UNIX"),
                    none("JobName", "job names exist only on z/OS"),
                    none("LibraryLabel", "flows are deployed in applications, not in libraries"),
                    text("MessageFlowLabel", "name of the flow"),
                    none("MessageOptions", "specify options where they are used"),
                    text("NodeLabel", "name of the node"),
                    text(
                            "NodeType",
                            "type of the node in exception lists, for example ComputeNode"),
                    integer("ProcessId", "process id of the engine"),
                    text("QueueManagerName", "the same as BrokerName"),
                    truth(
                            "ThrowExceptionOnDatabaseError",
                            "throwExceptionOnDatabaseError of the node"),
                    none("TraceLevel", "traces cannot be switched per flow"),
                    text("Transaction", "transaction of the node: automatic or commit"),
                    text("TransactionType", "the same as Transaction"),
                    truth("TreatWarningsAsErrors", "treatWarningsAsErrors of the node"),
                    text("WorkPath", "folder in which the process was started"));

    private static BrokerProperty text(String name, String meaning) {
        return new BrokerProperty(name, ValueType.CHARACTER, meaning);
    }

    private static BrokerProperty integer(String name, String meaning) {
        return new BrokerProperty(name, ValueType.INTEGER, meaning);
    }

    private static BrokerProperty truth(String name, String meaning) {
        return new BrokerProperty(name, ValueType.BOOLEAN, meaning);
    }

    private static BrokerProperty none(String name, String reason) {
        return text(name, "always NULL: " + reason);
    }
}
