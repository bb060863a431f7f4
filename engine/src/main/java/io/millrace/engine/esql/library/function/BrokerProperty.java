package io.millrace.engine.esql.library.function;

import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * A broker property: a name that refers to information of the engine, the flow or the node ("Broker
 * properties accessible from ESQL and Java").
 *
 * @param name name as written in a program
 * @param meaning meaning of the property in Millrace, or the reason why it is always NULL
 */
public record BrokerProperty(String name, ValueType type, @Nullable String meaning) {

    /** All broker properties that a program can use. Some of them are always NULL. */
    public static final List<BrokerProperty> ALL =
            List.of(
                    integer("AdditionalInstances", "threads of the flow beyond the first"),
                    text("ApplicationLabel", "the application"),
                    none("BrokerDataSource", "the broker keeps nothing in a database"),
                    none("BrokerDataSourceUserId", "the broker keeps nothing in a database"),
                    text("BrokerName", "the broker"),
                    none("BrokerUserId", "the broker keeps nothing in a database"),
                    text("BrokerVersion", "Millrace's version; NULL where it is not packaged"),
                    integer(
                            "CommitCount",
                            "messages that may share a unit of work; 0 where the engine decides"),
                    integer("CommitInterval", "whole seconds that a unit may wait for others"),
                    truth(
                            "CoordinatedTransaction",
                            "whether the queues and databases of a unit commit together or not at"
                                    + " all"),
                    text("DataSource", "the node's dataSource; NULL where it has none"),
                    text("DataSourceName", "the same as DataSource"),
                    none("DataSourceUserId", "users are the data source's own affair"),
                    none("DeployedAsResource", "there is no such distinction"),
                    text("ExecutionGroupLabel", "the execution group"),
                    text("ExecutionGroupName", "the same as ExecutionGroupLabel"),
                    text("Family", "WINDOWS or UNIX"),
                    none("JobName", "jobs are those of z/OS"),
                    none("LibraryLabel", "flows belong to applications"),
                    text("MessageFlowLabel", "the flow"),
                    none("MessageOptions", "specify options where they are used"),
                    text("NodeLabel", "the node"),
                    text("NodeType", "as in exception lists, for example ComputeNode"),
                    integer("ProcessId", "of the operating system"),
                    text("QueueManagerName", "the same as BrokerName"),
                    truth(
                            "ThrowExceptionOnDatabaseError",
                            "the node's throwExceptionOnDatabaseError"),
                    none("TraceLevel", "traces are not switched by flow"),
                    text("Transaction", "the node's transaction: automatic or commit"),
                    text("TransactionType", "the same as Transaction"),
                    truth("TreatWarningsAsErrors", "the node's treatWarningsAsErrors"),
                    text("WorkPath", "the folder that the process was started in"));

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
