package io.millrace.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Element;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class ExceptionListTest {

    private static final MillraceException ROOT =
            MillraceException.of(ErrorCode.ESQL_DIVIDE_BY_ZERO, "divide by zero")
                    .inserts(Insert.of("100 / 0"))
                    .place(new Source("pricing.esql", "a\nb").at(2))
                    .build();

    private static List<String> names(Element folder) {
        List<String> names = new ArrayList<>();
        for (Element e = folder.firstChild(); e != null; e = e.next()) {
            names.add(e.name());
        }
        return names;
    }

    @Test
    void exceptionsNestWithTheInnerOneLast() {
        MillraceException outer =
                MillraceException.of(ErrorCode.NODE_EXCEPTION, "node failed")
                        .node("ComputeNode", "shop.orders.price", "price")
                        .cause(ROOT)
                        .build();
        Element list = ExceptionList.of(outer);
        assertThat(names(list)).containsExactly("RecoverableException");
        Element first = list.firstChild();
        assertThat(names(first))
                .containsExactly(
                        "File",
                        "Line",
                        "Function",
                        "Type",
                        "Name",
                        "Label",
                        "Text",
                        "Catalog",
                        "Severity",
                        "Number",
                        "RecoverableException");
        assertThat(first.textOf("Type")).isEqualTo("ComputeNode");
        assertThat(first.textOf("Label")).isEqualTo("shop.orders.price");
        assertThat(first.textOf("Name")).isEqualTo("price");
        Element inner = first.lastChild();
        assertThat(inner.textOf("File")).isEqualTo("pricing.esql");
        assertThat(inner.textOf("Line")).isEqualTo("2");
        assertThat(inner.textOf("Number")).isEqualTo("2102");
        assertThat(inner.lastChild().name()).isEqualTo("Insert");
        assertThat(inner.lastChild().textOf("Type")).isEqualTo("5");
        assertThat(inner.lastChild().textOf("Text")).isEqualTo("100 / 0");
    }

    @Test
    void theFirstExceptionIsAlwaysARecoverableOne() {
        MillraceException user =
                MillraceException.of(ErrorCode.ESQL_USER, "no stock")
                        .type(ExceptionType.USER)
                        .catalog("orders", 2951)
                        .build();
        Element first = ExceptionList.of(user).firstChild();
        assertThat(first.name()).isEqualTo("RecoverableException");
        assertThat(first.lastChild().name()).isEqualTo("UserException");
        assertThat(first.lastChild().textOf("Catalog")).isEqualTo("orders");
        assertThat(first.lastChild().textOf("Number")).isEqualTo("2951");
    }

    @Test
    void longChainsAreCut() {
        MillraceException chain = ROOT;
        for (int i = 0; i < 1_000; i++) {
            chain = new MillraceException(ErrorCode.NODE_EXCEPTION, "outer", chain);
        }
        int depth = 0;
        for (Element e = ExceptionList.of(chain).firstChild();
                e != null && e.name().endsWith("Exception");
                e = e.lastChild()) {
            depth++;
        }
        assertThat(depth).isEqualTo(100);
    }
}
