package example;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.JavaCode;

import java.math.BigDecimal;

/** Code of a JavaCompute node that adds the tax to the amount of a payment. */
public final class Tax implements JavaCode {

    private static final BigDecimal RATE = new BigDecimal("0.20");

    @Override
    public void evaluate(MessageAssembly message, Outputs outputs) {
        Element body = message.body();
        String amount = body == null ? null : body.textOf("amount");
        if (amount == null) {
            outputs.alternate(message);
            return;
        }
        // The trees of the input must not be changed. A copy shares all unchanged parts.
        MessageAssembly changed = message.withRoot(message.root().copy());
        changed.body().add("tax", Value.of(new BigDecimal(amount).multiply(RATE).toPlainString()));
        outputs.out(changed);
    }
}
