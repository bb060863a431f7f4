package example;

import io.millrace.engine.esql.EsqlFunction;
import io.millrace.engine.esql.FunctionLibrary;
import io.millrace.engine.message.Value;

/** ESQL functions for payment card numbers. */
public final class CardFunctions implements FunctionLibrary {

    @EsqlFunction(
            name = "ISCARD",
            group = "Cards",
            syntax = "ISCARD(number)",
            description = "Whether the check digit of a card number is correct (Luhn).",
            examples = {"ISCARD('4539578763621486') = TRUE", "ISCARD('4539578763621487') = FALSE"})
    public static Value isCard(Value number) {
        return number == null ? null : Value.of(isCard(number.text()));
    }

    private static boolean isCard(String digits) {
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(digits.length() - 1 - i) - '0';
            int weighted = i % 2 == 0 ? digit : 2 * digit;
            sum += weighted > 9 ? weighted - 9 : weighted;
        }
        return !digits.isEmpty() && sum % 10 == 0;
    }
}
