package io.millrace.store.xa;

import com.arjuna.ats.internal.jta.resources.arjunacore.XAResourceRecord;
import com.arjuna.ats.internal.jta.resources.arjunacore.XAResourceRecordWrappingPlugin;

import javax.transaction.xa.XAResource;

/**
 * A plugin that makes Narayana write the names of resources into its log; by default they are not
 * written.
 */
public final class ResourceNames implements XAResourceRecordWrappingPlugin {

    @Override
    public void transcribeWrapperData(XAResourceRecord branch) {
        if (branch.value() instanceof NamedResource resource) {
            branch.setProductName(resource.getProductName());
            branch.setProductVersion(resource.getProductVersion());
            branch.setJndiName(resource.getJndiName());
        }
    }

    /** Returns no name, because the ids of branches do not contain the name of the resource. */
    @Override
    public Integer getEISName(XAResource resource) {
        return 0;
    }

    @Override
    public String getEISName(Integer name) {
        return "";
    }
}
