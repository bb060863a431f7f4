package io.millrace.flows.definition;

/**
 * Full name of a setting of an application, as in {@code overrides.yaml}:
 *
 * <pre>
 * orders#additionalInstances       a key of the flow orders
 * orders#externals.rate            the EXTERNAL variable rate in the flow orders
 * orders#Input.queueName           a property of the node Input
 * orders#Prices.Lookup.dataSource  a property of the node Lookup in the subflow instance Prices
 * orders#Prices.externals.rate     the EXTERNAL variable rate in the subflow instance Prices
 * externals.rate                   the EXTERNAL variable rate in all flows
 * </pre>
 *
 * @param flow name of the flow; empty for a setting of the application
 * @param node name of the node or subflow instance, with the instances that contain it; empty for
 *     the flow itself
 * @param property name of the property; with the prefix {@value #EXTERNALS} for an EXTERNAL
 *     variable
 */
public record SettingKey(String flow, String node, String property) {

    /** Prefix of the names of EXTERNAL variables. */
    public static final String EXTERNALS = "externals.";

    /** Valid forms, as the end of a sentence. */
    public static final String RULE =
            "FLOW#KEY, FLOW#NODE.PROPERTY, FLOW#externals.NAME or externals.NAME";

    /** Splits a full name. Names of flows and nodes contain no dot and no number sign. */
    public static SettingKey parse(String text) {
        int hash = text.indexOf('#');
        String flow = hash < 0 ? "" : text.substring(0, hash);
        String rest = text.substring(hash + 1);
        if (rest.startsWith(EXTERNALS)) {
            return new SettingKey(flow, "", rest);
        }
        int external = rest.indexOf("." + EXTERNALS);
        int dot = external < 0 ? rest.lastIndexOf('.') : external;
        return new SettingKey(flow, dot < 0 ? "" : rest.substring(0, dot), rest.substring(dot + 1));
    }

    /** Whether the setting is an EXTERNAL variable. */
    public boolean isExternal() {
        return property.startsWith(EXTERNALS);
    }

    /** Whether the name has one of the valid forms. */
    public boolean isValid() {
        boolean named = !property.isEmpty() && !property.equals(EXTERNALS);
        return named && (flow.isEmpty() ? isExternal() && node.isEmpty() : true);
    }

    @Override
    public String toString() {
        return (flow.isEmpty() ? "" : flow + "#") + (node.isEmpty() ? "" : node + ".") + property;
    }
}
