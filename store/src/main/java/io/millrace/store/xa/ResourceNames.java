package io.millrace.store.xa;

import com.arjuna.ats.internal.jta.resources.arjunacore.XAResourceRecord;
import com.arjuna.ats.internal.jta.resources.arjunacore.XAResourceRecordWrappingPlugin;

import javax.transaction.xa.XAResource;

/** Has Narayana write the names of resources into its log; without it they are not there. */
public final class ResourceNames implements XAResourceRecordWrappingPlugin {

    @Override
    public void transcribeWrapperData(XAResourceRecord branch) {
        if (branch.value() instanceof NamedResource resource) {
            branch.setProductName(resource.getProductName());
            branch.setProductVersion(resource.getProductVersion());
            branch.setJndiName(resource.getJndiName());
        }
    }

    /** The ids of branches hold no name of the resource. */
    @Override
    public Integer getEISName(XAResource resource) {
        return 0;
    }

    @Override
    public String getEISName(Integer name) {
        return "";
    }
}
