package io.millrace.benchmarks.library;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;

/** Fastjson2's tree of the message. */
final class FastJsonPeer implements RecordPeer.Work {

    @Override
    public Fields.Source open(byte[] message) {
        JSONObject found = JSON.parseObject(message);
        return (Fields.TypedSource) i -> found.get(Fields.name(i));
    }

    @Override
    public byte[] write(Fields fields, int size) {
        JSONObject record = new JSONObject();
        for (int i = 0; i <= Fields.LAST; i++) {
            record.put(Fields.name(i), fields.value(i));
        }
        return JSON.toJSONBytes(record);
    }
}
