package io.millrace.benchmarks.library;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowsTest {

    @ParameterizedTest
    @EnumSource
    @DisplayName("messages of rows have three values a row, however long they are")
    void rows(Rows rows) {
        int few = Rows.values(rows.parse(rows.message(1)));
        int many = Rows.values(rows.parse(rows.message(100_000)));
        assertThat(few).isEqualTo(3);
        assertThat(many % 3).isZero();
        assertThat(many).isGreaterThan(3_000);
    }
}
